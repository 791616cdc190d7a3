import { useState } from 'react'
import { call } from '#client/call.ts'
import { CallError } from '#client/call-error.ts'
import { useRead } from '#client/reads.ts'
import { session, useSession } from '#client/session.ts'
import { useFormat, useLang, useT } from '#client/texts.ts'
import { DeskButton } from '#console/kit/Control.tsx'
import { PersonName } from '#console/kit/Pane.tsx'
import { answerOf, canUsePasskeys, createPasskey } from '#console/kit/passkey.ts'
import {
  beginBreakGlass,
  consoleAskEnrolment,
  consoleAskPasskey,
  consoleEnrol,
  consoleLogin,
  consoleLoginByPasskey,
  listDemoOperators,
} from '#modules/staff/operator-contract.ts'
import type { Role } from '#modules/staff/model/power.ts'
import { LANG_NAMES, LANGS } from '#i18n/lang.ts'
import { Logo } from '#ui/Logo.tsx'
import { SimulatedBadge } from '#ui/SimulatedBadge.tsx'
import type { OutputOf } from '#wire/route.ts'
import { health } from '#wire/system.ts'

type Way = 'passkey' | 'code' | 'enrol' | 'recovery'

/**
 * The way in: by passkey; in the demo setting by a printed code; and, with an invitation, the first passkey.
 * `last`: whose session has ended in this window; null: nobody's.
 */
export function SignInPage({ last }: { last: string | null }) {
  const t = useT()
  const demo = useRead(health, {}, { quiet: true }).data?.demo
  const [way, setWay] = useState<Way | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const shown = way ?? (demo ? 'code' : 'passkey')

  const run: Entering['run'] = async (work) => {
    setBusy(true)
    setProblem(null)
    try {
      const entered = await work()
      if (entered === null) setProblem(t('console.passkey.putAway'))
      else if (entered === 'there') setProblem(t('console.passkey.there'))
      else if (entered !== 'more') session.start({ token: entered.token, userId: entered.operatorId })
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure
      setProblem(failure.msg)
    } finally {
      setBusy(false)
    }
  }
  const ways: Way[] = demo ? ['code', 'passkey', 'enrol'] : ['passkey', 'enrol', 'recovery']
  return (
    <main className="grid h-full place-content-center justify-items-center gap-4 overflow-auto bg-page p-6">
      <div className="flex items-center gap-3">
        <Logo size="m" />
        <h1 className="text-3 font-strong">{t('console.title')}</h1>
        <SimulatedBadge />
      </div>
      {last !== null && <p role="status">{t('console.signIn.ended')}</p>}
      <section className="flex w-96 flex-col gap-4 rounded-2 border border-grey-3 bg-surface p-6">
        <div role="group" aria-label={t('console.signIn.way')} className="flex flex-wrap gap-2">
          {ways.map((each) => (
            <DeskButton
              key={each}
              pressed={each === shown}
              onPress={() => {
                setWay(each)
                setProblem(null)
              }}
            >
              {t(`console.signIn.${each}`)}
            </DeskButton>
          ))}
        </div>
        {shown === 'passkey' && <ByPasskey busy={busy} run={run} />}
        {shown === 'code' && <ByCode busy={busy} run={run} last={last} />}
        {shown === 'enrol' && <Enrol busy={busy} run={run} />}
        {shown === 'recovery' && <Recovery busy={busy} run={run} />}
        {problem !== null && (
          <p role="alert" className="text-danger">
            {problem}
          </p>
        )}
        <p className="text-1 text-grey-1">{t('console.signIn.note')}</p>
      </section>
      <Languages />
    </main>
  )
}

/**
 * The end of a way in; null: the operator let it be. `there`: this device has a passkey of the console.
 * `more`: something is still to be read.
 */
type Entered = { token: string; operatorId: string } | 'there' | 'more' | null
type Entering = { busy: boolean; run: (work: () => Promise<Entered>) => Promise<void> }

function ByPasskey({ busy, run }: Entering) {
  const t = useT()
  const enter = () =>
    run(async () => {
      const { id, challenge, rpId } = await call(consoleAskPasskey, { input: {} }, { quiet: true })
      const answer = await answerOf(challenge, rpId)
      return answer === null ? null : call(consoleLoginByPasskey, { input: { id, answer } }, { quiet: true })
    })
  return canUsePasskeys() ? (
    <DeskButton tall look="primary" busy={busy} onPress={() => void enter()}>
      {t('console.signIn.usePasskey')}
    </DeskButton>
  ) : (
    <p>{t('console.passkey.none')}</p>
  )
}

/**
 * Demo setting: whoever looks at the console may be any of its operators; the codes stand here as they are
 * printed at the start.
 */
function ByCode({ busy, run, last }: Entering & { last: string | null }) {
  const t = useT()
  const operators = useRead(listDemoOperators, {}, { quiet: true }).data ?? []
  const [chosen, setChosen] = useState('')
  const [code, setCode] = useState('')
  const again = operators.find((each) => each.operatorId === last)
  const operatorId = chosen || ((again ?? operators[0])?.operatorId ?? '')
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void run(() => call(consoleLogin, { input: { operatorId, code } }, { quiet: true }))
      }}
    >
      <label className="flex flex-col gap-1 text-1 text-grey-1">
        {t('console.signIn.operator')}
        <select
          className="desk-input text-2"
          value={operatorId}
          onChange={(event) => setChosen(event.target.value)}
        >
          {operators.map((each) => (
            <option key={each.operatorId} value={each.operatorId}>
              <PersonName person={each} />
            </option>
          ))}
        </select>
      </label>
      <CodeField label={t('console.signIn.codeLabel')} value={code} onChange={setCode} />
      <Submit busy={busy} disabled={code.trim() === ''} label={t('console.signIn.enter')} />
      <p className="text-1 text-grey-1">{t('console.signIn.codeHint')}</p>
    </form>
  )
}

/** A code as it was printed or written down: capitals, and nothing that a browser would remember. */
function CodeField({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange: (value: string) => void
}) {
  return (
    <label className="flex flex-col gap-1 text-1 text-grey-1">
      {label}
      <input
        className="desk-input text-2"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        required
      />
    </label>
  )
}

function Submit({ busy, disabled, label }: { busy: boolean; disabled: boolean; label: string }) {
  return (
    <div className="flex">
      <DeskButton tall type="submit" look="primary" busy={busy} disabled={disabled}>
        {label}
      </DeskButton>
    </div>
  )
}

type Asked = OutputOf<typeof consoleAskEnrolment>

/** Those whom the firm itself invites read who the other one is before they make a passkey. */
function Enrol({ busy, run }: Entering) {
  const t = useT()
  const [operatorId, setOperatorId] = useState('')
  const [code, setCode] = useState('')
  const [asked, setAsked] = useState<Asked | null>(null)
  const make = async (enrolment: Asked): Promise<Entered> => {
    const { id, role, number, other } = enrolment
    const passkey = await createPasskey({ ...enrolment, name: `Akari ${role} ${number}` })
    if (passkey === null || passkey === 'there') return passkey
    const input = { id, passkey, ...(other === null ? {} : { other: other.operatorId }) }
    return call(consoleEnrol, { input }, { quiet: true })
  }
  const ask = () =>
    run(async () => {
      const answer = await call(
        consoleAskEnrolment,
        { input: { operatorId: operatorId.trim(), code } },
        { quiet: true },
      )
      if (answer.other === null) return make(answer)
      setAsked(answer)
      return 'more'
    })
  if (asked !== null)
    return (
      <Apart
        asked={asked}
        busy={busy}
        onMake={() =>
          void run(async () => {
            setAsked(null)
            return make(asked)
          })
        }
      />
    )
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void ask()
      }}
    >
      <label className="flex flex-col gap-1 text-1 text-grey-1">
        {t('console.signIn.operatorId')}
        <input
          className="desk-input text-2"
          value={operatorId}
          onChange={(event) => setOperatorId(event.target.value)}
          required
        />
      </label>
      <CodeField label={t('console.signIn.bothHalves')} value={code} onChange={setCode} />
      <Submit
        busy={busy}
        disabled={code.trim() === '' || operatorId.trim() === '' || !canUsePasskeys()}
        label={t('console.signIn.makePasskey')}
      />
      <p className="text-1 text-grey-1">{t('console.signIn.enrolHint')}</p>
    </form>
  )
}

/** The two first operators are two people: whoever enrols confirms not to be the other one. */
function Apart({ asked, busy, onMake }: { asked: Asked; busy: boolean; onMake: () => void }) {
  const t = useT()
  const f = useFormat()
  const [isApart, setIsApart] = useState(false)
  const nameOf = (person: { role: Role; number: number }): string =>
    t('staff.signer', { role: t(`staff.role.${person.role}`), number: String(person.number) })
  const other = nameOf(asked.other!)
  const enrolledAt = asked.other!.enrolledAt
  return (
    <div className="flex flex-col gap-3">
      <p>{t('console.signIn.apart', { own: nameOf(asked), other })}</p>
      <p className="text-1 text-grey-1">
        {enrolledAt === null
          ? t('console.signIn.otherAway', { other })
          : t('console.signIn.otherThere', { other, at: f.moment(enrolledAt) })}
      </p>
      <label className="flex gap-2">
        <input type="checkbox" checked={isApart} onChange={(event) => setIsApart(event.target.checked)} />
        {t('console.signIn.apartConfirm', { other })}
      </label>
      <div className="flex">
        <DeskButton tall look="primary" busy={busy} disabled={!isApart} onPress={onMake}>
          {t('console.signIn.makePasskey')}
        </DeskButton>
      </div>
      <p className="text-1 text-grey-1">{t('console.signIn.apartNote')}</p>
    </div>
  )
}

/** Two of the three recovery codes: for when nobody can sign in, after 24 hours of notice. */
function Recovery({ busy, run }: Entering) {
  const t = useT()
  const f = useFormat()
  const [codes, setCodes] = useState<readonly [string, string]>(['', ''])
  const [opensAt, setOpensAt] = useState<string | null>(null)
  const begin = () =>
    run(async () => {
      const [firstCode, secondCode] = codes
      const begun = await call(beginBreakGlass, { input: { firstCode, secondCode } }, { quiet: true })
      setOpensAt(begun.opensAt)
      return 'more'
    })
  if (opensAt !== null)
    return <p role="status">{t('console.signIn.recoveryBegun', { at: f.moment(opensAt) })}</p>
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void begin()
      }}
    >
      {([0, 1] as const).map((at) => (
        <CodeField
          key={at}
          label={t(at === 0 ? 'console.signIn.firstCode' : 'console.signIn.secondCode')}
          value={codes[at]}
          onChange={(value) => setCodes(at === 0 ? [value, codes[1]] : [codes[0], value])}
        />
      ))}
      <Submit
        busy={busy}
        disabled={codes.some((code) => code.trim() === '')}
        label={t('console.signIn.beginRecovery')}
      />
      <p className="text-1 text-grey-1">{t('console.signIn.recoveryHint')}</p>
    </form>
  )
}

function Languages() {
  const lang = useLang()
  const { locale } = useSession()
  return (
    <div className="flex gap-3 text-1">
      {LANGS.map((each) => (
        <button
          key={each}
          type="button"
          lang={each}
          aria-pressed={each === lang}
          className={each === lang ? 'font-strong' : 'desk-link'}
          onClick={() => session.setLocale(each === 'ja' && locale === '' ? '' : each)}
        >
          {LANG_NAMES[each]}
        </button>
      ))}
    </div>
  )
}
