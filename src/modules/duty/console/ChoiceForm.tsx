import { useState, type ReactNode } from 'react'
import { useT } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import { DeskButton } from '#console/kit/Control.tsx'
import { PaneSection } from '#console/kit/Pane.tsx'
import { LANG_NAMES, LANGS } from '#i18n/lang.ts'
import { toast } from '#ui/toast.tsx'
import type { OutputOf } from '#wire/route.ts'
import { SEVERITIES } from '../model/conditions.ts'
import { chooseNotices, getDuty, testNotice, type ChoiceView } from '../operator-contract.ts'

const NIGHT = { from: '22:00', to: '07:00' }

/** The operator's own choice: by which channel, from which severity on, and when not. */
export function ChoiceForm({ duty: { choice: saved, channels } }: { duty: OutputOf<typeof getDuty> }) {
  const t = useT()
  const [typed, setTyped] = useState<Partial<ChoiceView>>({})
  const choice = { ...saved, ...typed }
  const save = useWrite(chooseNotices, { refreshes: [getDuty] })
  const test = useWrite(testNotice, { refreshes: [getDuty] })
  const set = (part: Partial<ChoiceView>) => setTyped({ ...typed, ...part })
  const keep = async () => {
    const mail = choice.mail?.trim() ? choice.mail.trim() : null
    if (!(await save.run({ input: { ...choice, mail } })).ok) return
    setTyped({})
    toast(t('duty.console.choice.saved'), { kind: 'ok' })
  }
  const send = async () => {
    if ((await test.run({ input: {} })).ok) toast(t('duty.console.choice.tested'), { kind: 'ok' })
  }
  return (
    <PaneSection title={t('duty.console.choice')}>
      <form
        className="flex max-w-160 flex-col gap-3"
        aria-label={t('duty.console.choice')}
        onSubmit={(event) => {
          event.preventDefault()
          void keep()
        }}
      >
        <Labelled label={t('duty.console.choice.mail')}>
          <input
            type="email"
            className="desk-input w-full"
            maxLength={254}
            autoComplete="email"
            value={choice.mail ?? ''}
            onChange={(event) => set({ mail: event.target.value })}
          />
        </Labelled>
        {!channels.mail && <p className="text-warn">{t('duty.console.choice.noMail')}</p>}
        <Labelled label={t('duty.console.choice.lang')}>
          <select
            className="desk-input"
            value={choice.lang}
            onChange={(event) => set({ lang: LANGS.find((each) => each === event.target.value)! })}
          >
            {LANGS.map((each) => (
              <option key={each} value={each}>
                {LANG_NAMES[each]}
              </option>
            ))}
          </select>
        </Labelled>
        <Labelled label={t('duty.console.choice.from')}>
          <select
            className="desk-input"
            value={choice.severity}
            onChange={(event) => set({ severity: SEVERITIES.find((each) => each === event.target.value)! })}
          >
            {SEVERITIES.map((each) => (
              <option key={each} value={each}>
                {t(`duty.console.severity.${each}`)}
              </option>
            ))}
          </select>
        </Labelled>
        <label className="flex min-h-touch items-center gap-2">
          <input
            type="checkbox"
            checked={choice.quiet !== null}
            onChange={(event) => set({ quiet: event.target.checked ? NIGHT : null })}
          />
          {t('duty.console.choice.quiet')}
        </label>
        {choice.quiet !== null && (
          <div className="flex flex-wrap gap-3">
            {(['from', 'to'] as const).map((end) => (
              <Labelled
                key={end}
                label={t(end === 'from' ? 'duty.console.choice.quietFrom' : 'duty.console.choice.quietTo')}
              >
                <input
                  type="time"
                  required
                  className="desk-input"
                  value={choice.quiet![end]}
                  onChange={(event) => set({ quiet: { ...choice.quiet!, [end]: event.target.value } })}
                />
              </Labelled>
            ))}
          </div>
        )}
        <p className="text-1 text-grey-1">{t('duty.console.choice.note')}</p>
        <div className="flex flex-wrap gap-2">
          <DeskButton look="primary" type="submit" busy={save.state !== 'idle'}>
            {t('duty.console.choice.save')}
          </DeskButton>
          <DeskButton busy={test.state !== 'idle'} disabled={saved.mail === null} onPress={() => void send()}>
            {t('duty.console.choice.test')}
          </DeskButton>
        </div>
      </form>
    </PaneSection>
  )
}

function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <label className="flex flex-col gap-1">
      <span className="text-1 text-grey-1">{label}</span>
      {children}
    </label>
  )
}
