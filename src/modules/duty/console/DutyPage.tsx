import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import { useMe } from '#console/kit/act.ts'
import { hrefOf } from '#console/kit/address.ts'
import { DeskButton, Mark } from '#console/kit/Control.tsx'
import { usePeople } from '#console/kit/people.ts'
import { PaneSection, PersonName } from '#console/kit/Pane.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import type { OutputOf } from '#wire/route.ts'
import { changeShift, getDuty, type NoticeView } from '../operator-contract.ts'
import { ChoiceForm } from './ChoiceForm.tsx'
import { Undelivered } from './Undelivered.tsx'

type Duty = OutputOf<typeof getDuty>
const TONES = { notice: 'grey', urgent: 'warn', critical: 'danger' } as const
const DELIVERY_TONES = { waiting: 'grey', sent: 'ok', failed: 'danger', over: 'grey' } as const
const SHIFT_HOURS = [4, 8, 12] as const

/** Operators on duty, what operators are told of and how, and what was told lately. */
export default function DutyPage() {
  const t = useT()
  const read = useRead(getDuty, {}, { poll: 'deskCase' })
  return (
    <section className="desk-page" aria-label={t('duty.console.title')}>
      <h1 className="border-b border-grey-3 px-4 py-3 text-3 font-strong">{t('duty.console.title')}</h1>
      <div className="desk-scroll" tabIndex={0} role="group" aria-label={t('duty.console.title')}>
        <Loaded read={read} skeleton="lines">
          {(duty) => (
            <>
              <OnDuty duty={duty} />
              <Conditions duty={duty} />
              <ChoiceForm duty={duty} />
              <Notices duty={duty} />
              <Undelivered />
            </>
          )}
        </Loaded>
      </div>
    </section>
  )
}

function OnDuty({ duty: { onDuty } }: { duty: Duty }) {
  const t = useT()
  const f = useFormat()
  const me = useMe()
  const shift = useWrite(changeShift, { refreshes: [getDuty] })
  const mine = onDuty.find(({ person }) => person.operatorId === me?.operatorId)
  return (
    <PaneSection title={t('duty.console.onDuty')}>
      {onDuty.length === 0 ? (
        <p className="text-grey-1">{t('duty.console.onDuty.none')}</p>
      ) : (
        <ul className="flex flex-col gap-1">
          {onDuty.map(({ person, until }) => (
            <li key={person.operatorId} className="flex flex-wrap gap-3">
              <span className="font-strong">
                <PersonName person={person} />
              </span>
              <span className="text-grey-1">{t('duty.console.onDuty.until', { at: f.dateTime(until) })}</span>
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2 pt-2">
        {SHIFT_HOURS.map((hours) => (
          <DeskButton
            key={hours}
            busy={shift.state !== 'idle'}
            onPress={() => void shift.run({ input: { hours } })}
          >
            {t('duty.console.onDuty.begin', { hours })}
          </DeskButton>
        ))}
        {mine !== undefined && (
          <DeskButton
            look="plain"
            busy={shift.state !== 'idle'}
            onPress={() => void shift.run({ input: { hours: 0 } })}
          >
            {t('duty.console.onDuty.end')}
          </DeskButton>
        )}
      </div>
    </PaneSection>
  )
}

function Conditions({ duty: { conditions } }: { duty: Duty }) {
  const t = useT()
  const f = useFormat()
  return (
    <PaneSection title={t('duty.console.conditions')}>
      <div className="overflow-x-auto" tabIndex={0} role="group" aria-label={t('duty.console.conditions')}>
        <table className="desk-table" aria-label={t('duty.console.conditions')}>
          <thead>
            <tr>
              <th scope="col">{t('duty.console.condition')}</th>
              <th scope="col">{t('duty.console.severity')}</th>
              <th scope="col">{t('duty.console.told')}</th>
              <th scope="col">{t('duty.console.state')}</th>
            </tr>
          </thead>
          <tbody>
            {conditions.map(({ kind, severity, page, from, roles, on }) => (
              <tr key={kind}>
                <td className="wraps">
                  <a className="desk-link" href={hrefOf(page)}>
                    {t(`duty.console.kind.${kind}`, { n: on?.figure ?? from })}
                  </a>
                </td>
                <td>
                  <Mark tone={TONES[severity]}>{t(`duty.console.severity.${severity}`)}</Mark>
                </td>
                <td className="wraps">
                  {roles.length === 0
                    ? t('duty.console.told.concerned')
                    : roles.map((role) => t(`staff.role.${role}`)).join(' / ')}
                </td>
                <td>
                  {on === null ? (
                    <span className="text-grey-1">{t('duty.console.state.off')}</span>
                  ) : (
                    <Mark tone={TONES[severity]}>
                      {t('duty.console.state.on', { at: f.dateTime(on.since) })}
                    </Mark>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </PaneSection>
  )
}

function Notices({ duty: { notices, undelivered } }: { duty: Duty }) {
  const t = useT()
  return (
    <PaneSection title={t('duty.console.notices')}>
      {undelivered > 0 && (
        <p role="status" className="pb-2 font-strong text-danger">
          {t('duty.console.undelivered', { n: undelivered })}
        </p>
      )}
      {notices.length === 0 ? (
        <p className="text-grey-1">{t('duty.console.notices.empty')}</p>
      ) : (
        <ul aria-label={t('duty.console.notices')}>
          {notices.map((notice) => (
            <Notice key={notice.id} notice={notice} />
          ))}
        </ul>
      )}
    </PaneSection>
  )
}

function Notice({ notice: { kind, change, severity, figure, at, deliveries } }: { notice: NoticeView }) {
  const t = useT()
  const people = usePeople()
  const f = useFormat()
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 gap-y-1 border-b border-grey-3 py-2">
      <time className="text-1 text-grey-1" dateTime={at}>
        {f.dateTime(at)}
      </time>
      <Mark tone={change === 'over' ? 'ok' : TONES[severity]}>{t(`duty.console.change.${change}`)}</Mark>
      <span className="font-strong">
        {kind === null ? t('duty.console.kind.test') : t(`duty.console.kind.${kind}`, { n: figure })}
      </span>
      {deliveries.length === 0 ? (
        <span className="text-1 text-danger">{t('duty.console.told.nobody')}</span>
      ) : (
        deliveries.map(({ to, channel, state, problem }) => (
          <span
            key={`${channel} ${to?.operatorId ?? ''}`}
            className="inline-flex flex-wrap items-baseline gap-1 text-1"
          >
            {to === null ? t(`duty.console.channel.${channel}`) : people.wordsOf(to)}
            <Mark tone={DELIVERY_TONES[state]}>{t(`duty.console.delivery.${state}`)}</Mark>
            {problem !== null && <span className="text-danger">{problem}</span>}
          </span>
        ))
      )}
    </li>
  )
}
