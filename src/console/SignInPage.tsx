import { useState } from 'react'
import { call } from '#client/call.ts'
import { CallError } from '#client/call-error.ts'
import { useRead } from '#client/reads.ts'
import { session, useSession } from '#client/session.ts'
import { useLang, useT } from '#client/texts.ts'
import { DeskButton } from '#console/kit/Control.tsx'
import { PersonName } from '#console/kit/Pane.tsx'
import { answerOf, canUsePasskeys, createPasskey } from '#console/kit/passkey.ts'
import {
  consoleAskEnrolment,
  consoleAskPasskey,
  consoleEnrol,
  consoleLogin,
  consoleLoginByPasskey,
  listDemoOperators,
} from '#modules/staff/operator-contract.ts'
import { LANG_NAMES, LANGS } from '#i18n/lang.ts'
import { Logo } from '#ui/Logo.tsx'
import { SimulatedBadge } from '#ui/SimulatedBadge.tsx'
import { health } from '#wire/system.ts'

type Way = 'passkey' | 'code' | 'enrol'

/**
 * The way in: by passkey; in the demo setting by a printed code; and, with an invitation, the first passkey.
 */
export function SignInPage() {
  const t = useT()
  const demo = useRead(health, {}, { quiet: true }).data?.demo
  const [way, setWay] = useState<Way | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const shown = way ?? (demo ? 'code' : 'passkey')

  const run = async (work: () => Promise<{ token: string; operatorId: string } | null>): Promise<void> => {
    setBusy(true)
    setProblem(null)
    try {
      const entered = await work()
      if (entered !== null) session.start({ token: entered.token, userId: entered.operatorId })
      else setProblem(t('console.passkey.putAway'))
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure
      setProblem(failure.msg)
    } finally {
      setBusy(false)
    }
  }
  const ways: Way[] = demo ? ['code', 'passkey', 'enrol'] : ['passkey', 'enrol']
  return (
    <main className="grid h-full place-content-center justify-items-center gap-4 overflow-auto bg-page p-6">
      <div className="flex items-center gap-3">
        <Logo size="m" />
        <h1 className="text-3 font-strong">{t('console.title')}</h1>
        <SimulatedBadge />
      </div>
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
        {shown === 'code' && <ByCode busy={busy} run={run} />}
        {shown === 'enrol' && <Enrol busy={busy} run={run} />}
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

type Entering = {
  busy: boolean
  run: (work: () => Promise<{ token: string; operatorId: string } | null>) => Promise<void>
}

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
function ByCode({ busy, run }: Entering) {
  const t = useT()
  const operators = useRead(listDemoOperators, {}, { quiet: true }).data ?? []
  const [chosen, setChosen] = useState('')
  const [code, setCode] = useState('')
  const operatorId = chosen || (operators[0]?.operatorId ?? '')
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
      <label className="flex flex-col gap-1 text-1 text-grey-1">
        {t('console.signIn.codeLabel')}
        <input
          className="desk-input text-2"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={code}
          onChange={(event) => setCode(event.target.value)}
          required
        />
      </label>
      <div className="flex">
        <DeskButton tall type="submit" look="primary" busy={busy} disabled={code.trim() === ''}>
          {t('console.signIn.enter')}
        </DeskButton>
      </div>
      <p className="text-1 text-grey-1">{t('console.signIn.codeHint')}</p>
    </form>
  )
}

function Enrol({ busy, run }: Entering) {
  const t = useT()
  const [operatorId, setOperatorId] = useState('')
  const [code, setCode] = useState('')
  const enrol = () =>
    run(async () => {
      const asked = await call(
        consoleAskEnrolment,
        { input: { operatorId: operatorId.trim(), code } },
        { quiet: true },
      )
      const passkey = await createPasskey({ ...asked, name: `Akari ${asked.role} ${asked.number}` })
      return passkey === null
        ? null
        : call(consoleEnrol, { input: { id: asked.id, passkey } }, { quiet: true })
    })
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void enrol()
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
      <label className="flex flex-col gap-1 text-1 text-grey-1">
        {t('console.signIn.bothHalves')}
        <input
          className="desk-input text-2"
          autoComplete="off"
          spellCheck={false}
          value={code}
          onChange={(event) => setCode(event.target.value)}
          required
        />
      </label>
      <div className="flex">
        <DeskButton
          tall
          type="submit"
          look="primary"
          busy={busy}
          disabled={code.trim() === '' || operatorId.trim() === '' || !canUsePasskeys()}
        >
          {t('console.signIn.makePasskey')}
        </DeskButton>
      </div>
      <p className="text-1 text-grey-1">{t('console.signIn.enrolHint')}</p>
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
