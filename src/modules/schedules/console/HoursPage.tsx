import { useFormat, useT } from '#client/texts.ts'
import { hoursOf, type Phase } from '#modules/instruments/model/schedule.ts'
import { clockText, type Ms } from '#kernel/time.ts'
import {
  clockWords,
  hoursId,
  hoursProblem,
  HOURS_LEAST,
  isFormed,
  type HoursTable,
  type Session,
} from '../model/hours.ts'
import { NewSchedule, type Field } from './NewSchedule.tsx'
import { ScheduleTable } from './ScheduleTable.tsx'

type Hours = Pick<HoursTable, 'sessions' | 'preClosing'> & {
  until: string | null
  reason: { words: string } | null
}
const PARTS = ['takes', 'opens', 'closes'] as const

/** Session hours of the market: what is published against those that come with the release. */
export default function HoursPage() {
  const t = useT()
  const f = useFormat()
  const time = (clock: string) => clockWords(clock, (shown) => t('schedules.hours.nextDay', { time: shown }))
  const inWords = ({ sessions }: Pick<Hours, 'sessions'>) =>
    sessions.map(([, from, to]) => t('schedules.hours.span', { from: time(from), to: time(to) })).join(' ')
  const last = (until: string | null) => (until === null ? t('schedules.console.hours.open') : f.date(until))
  return (
    <ScheduleTable<Hours>
      name="hours"
      title={t('schedules.console.hours.title')}
      power="hours.set"
      note={({ days: { settled }, hours: { released } }) =>
        t('schedules.console.hours.note', {
          settled: f.date(settled),
          sessions: released?.sessions.length ?? 1,
          ...HOURS_LEAST,
        })
      }
      published={({ hours: { released, published } }) => [
        ...published.map(({ sessions, preClosing, until, reason, ...row }) => ({
          ...row,
          own: { sessions, preClosing, until, reason },
        })),
        ...(released === null
          ? []
          : [
              {
                id: 'hours-',
                from: null,
                status: 'in-force' as const,
                publishedAt: null,
                signers: [],
                own: { ...released, until: null, reason: null },
              },
            ]),
      ]}
      figures={[
        {
          id: 'until',
          head: t('schedules.console.hours.last'),
          cell: ({ until }) => last(until),
          value: ({ until }) => until ?? '',
        },
        {
          id: 'sessions',
          head: t('schedules.console.hours.sessions'),
          cell: inWords,
          value: ({ sessions }) => sessions.flat().join(' '),
        },
        {
          id: 'preClosing',
          head: t('schedules.console.hours.preClosing'),
          cell: ({ preClosing }) => time(preClosing),
          value: ({ preClosing }) => preClosing,
        },
        {
          id: 'reason',
          head: t('schedules.console.reason'),
          cell: ({ reason }) => reason?.words ?? '',
          value: ({ reason }) => reason?.words ?? '',
        },
      ]}
      form={({ next, days: { market, settled }, hours: { released, published } }) =>
        released === null ? (
          <p className="px-4 py-2 text-2">{t('schedules.console.hours.replayed')}</p>
        ) : (
          <NewSchedule
            key={published.length}
            title={t('schedules.console.hours.new')}
            power="hours.set"
            fields={[
              { name: 'from', label: t('schedules.console.from'), type: 'date', first: next },
              { name: 'until', label: t('schedules.console.hours.until'), type: 'date', first: '' },
              ...released.sessions.flatMap((session, n) =>
                PARTS.map((part, index): Field<string> => ({
                  name: `${part}${n}`,
                  label: t(`schedules.console.hours.${part}`, { n: n + 1 }),
                  type: 'clock',
                  first: session[index]!,
                })),
              ),
              {
                name: 'preClosing',
                label: t('schedules.console.hours.preClosing'),
                type: 'clock',
                first: released.preClosing,
              },
            ]}
            // A session without any time is one that the day does not have.
            bodyOf={(typed) => ({
              from: typed.from!,
              until: typed.until === '' ? null : typed.until!,
              preClosing: typed.preClosing!,
              sessions: released.sessions
                .map((_, n) => PARTS.map((part) => String(typed[`${part}${n}`])))
                .filter((session) => session.some((each) => each !== '')),
            })}
            idOf={({ from }) =>
              hoursId(String(from), published.filter((one) => one.from === from).length + 1)
            }
            // The server knows the business days, and the days that published terms name: it refuses the
            // first signature then.
            problem={(id, body) =>
              hoursProblem(
                id,
                body,
                { market, isOpen: true, settled, named: [] },
                published.toReversed().map((one) => ({ ...one, from: one.from! })),
                published.some((one) => one.id === id),
              )
            }
            preview={(body) => isFormed(body) && <Preview {...body} time={time} />}
            question={(body) =>
              t('schedules.console.hours.confirm', {
                days: t('schedules.hours.span', {
                  from: f.date(String(body.from)),
                  to: last(body.until as string | null),
                }),
                sessions: inWords({ sessions: body.sessions as readonly Session[] }),
                preClosing: time(String(body.preClosing)),
              })
            }
          />
        )
      }
    />
  )
}

const TONES: Record<Exclude<Phase, 'closed'>, string> = {
  'pre-open': 'bg-grey-3',
  continuous: 'bg-brand text-on-brand',
  lunch: 'bg-sunk',
  'pre-closing': 'bg-grey-3',
}

/** The phases of the day, one after another. */
function Preview({
  sessions,
  preClosing,
  time,
}: Pick<HoursTable, 'sessions' | 'preClosing'> & { time: (clock: string) => string }) {
  const t = useT()
  const clock = (at: Ms) => time(clockText(at))
  return (
    <section aria-label={t('schedules.console.hours.preview')} className="basis-full">
      <p className="pb-1 text-1 text-grey-1">{t('schedules.console.hours.preview')}</p>
      <ol className="flex flex-wrap gap-1 text-1">
        {hoursOf({ sessions, preClosing }).phases.map(([phase, from, to]) => (
          <li key={from} className={`rounded-1 px-2 py-1 ${TONES[phase as Exclude<Phase, 'closed'>]}`}>
            {t(`schedules.console.hours.phase.${phase as Exclude<Phase, 'closed'>}`)}{' '}
            <span className="figure">{t('schedules.hours.span', { from: clock(from), to: clock(to) })}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
