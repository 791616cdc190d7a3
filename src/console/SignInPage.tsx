import { useState } from 'react'
import { call } from '#client/call.ts'
import { CallError } from '#client/call-error.ts'
import { useRead } from '#client/reads.ts'
import { session, useSession } from '#client/session.ts'
import { useFormat, useLang, useT } from '#client/texts.ts'
import { DeskButton } from '#console/kit/Control.tsx'
import { PersonName } from '#console/kit/Pane.tsx'
import { usePeople } from '#console/kit/people.ts'
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
import { isOperatorName, tidyName } from '#modules/staff/model/operator-name.ts'
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
      else if (entered !== 'more') session.start({ token: entered.endsAt, userId: entered.operatorId })
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
type Entered = { endsAt: string; operatorId: string } | 'there' | 'more' | null
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
  const { wordsOf } = usePeople()
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
              {wordsOf(each)}
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

/** The code says whose it is; who they are then stands there before they make a passkey. */
function Enrol({ busy, run }: Entering) {
  const t = useT()
  const [code, setCode] = useState('')
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState<Asked | null>(null)
  const make = async (enrolment: Asked): Promise<Entered> => {
    const { id, role, number, other } = enrolment
    const given = enrolment.name ?? tidyName(typed)
    const passkey = await createPasskey({ ...enrolment, name: `${given} (Akari ${role} ${number})` })
    if (passkey === null || passkey === 'there') return passkey
    const input = {
      id,
      passkey,
      ...(other === null ? {} : { other: other.operatorId }),
      ...(enrolment.name === null ? { name: given } : {}),
    }
    return call(consoleEnrol, { input }, { quiet: true })
  }
  const ask = () =>
    run(async () => {
      setAsked(await call(consoleAskEnrolment, { input: { code } }, { quiet: true }))
      return 'more'
    })
  if (asked !== null)
    return (
      <Welcome
        asked={asked}
        busy={busy}
        typed={typed}
        onType={setTyped}
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
      <CodeField label={t('console.signIn.bothHalves')} value={code} onChange={setCode} />
      <Submit
        busy={busy}
        disabled={code.trim() === '' || !canUsePasskeys()}
        label={t('console.signIn.next')}
      />
      <p className="text-1 text-grey-1">{t('console.signIn.enrolHint')}</p>
    </form>
  )
}

type WelcomeProps = {
  asked: Asked
  busy: boolean
  typed: string
  onType: (name: string) => void
  onMake: () => void
}

/**
 * The person who enrols, and the name by which colleagues will know them: the firm's two first operators give
 * their own, and confirm not to be the other one.
 */
function Welcome({ asked, busy, typed, onType, onMake }: WelcomeProps) {
  const t = useT()
  const [isApart, setIsApart] = useState(asked.other === null)
  const { roleOf } = usePeople()
  const isReady = isApart && (asked.name !== null || isOperatorName(tidyName(typed)))
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        onMake()
      }}
    >
      {asked.other === null && (
        <p>
          <PersonName person={asked} />
        </p>
      )}
      {asked.name === null && (
        <label className="flex flex-col gap-1 text-1 text-grey-1">
          {t('console.signIn.name')}
          <input
            className="desk-input text-2"
            autoComplete="name"
            maxLength={40}
            value={typed}
            onChange={(event) => onType(event.target.value)}
            required
          />
          {t('console.signIn.nameHint')}
        </label>
      )}
      {asked.other !== null && (
        <Apart own={roleOf(asked)} other={asked.other} isApart={isApart} onChange={setIsApart} />
      )}
      <Submit busy={busy} disabled={!isReady} label={t('console.signIn.makePasskey')} />
      {asked.other !== null && <p className="text-1 text-grey-1">{t('console.signIn.apartNote')}</p>}
    </form>
  )
}

type ApartProps = {
  own: string
  other: NonNullable<Asked['other']>
  isApart: boolean
  onChange: (isApart: boolean) => void
}

/** The two first operators are two people: whoever enrols confirms not to be the other one. */
function Apart({ own, other, isApart, onChange }: ApartProps) {
  const t = useT()
  const f = useFormat()
  const { roleOf } = usePeople()
  const name = roleOf(other)
  return (
    <>
      <p>{t('console.signIn.apart', { own, other: name })}</p>
      <p className="text-1 text-grey-1">
        {other.enrolledAt === null
          ? t('console.signIn.otherAway', { other: name })
          : t('console.signIn.otherThere', { other: name, at: f.moment(other.enrolledAt) })}
      </p>
      <label className="flex gap-2">
        <input type="checkbox" checked={isApart} onChange={(event) => onChange(event.target.checked)} />
        {t('console.signIn.apartConfirm', { other: name })}
      </label>
    </>
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
