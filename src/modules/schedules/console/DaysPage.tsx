import { useFormat, useT } from '#client/texts.ts'
import { calendarId, CALENDAR_MOST, calendarProblem } from '../model/calendar.ts'
import { NewSchedule } from './NewSchedule.tsx'
import { ScheduleTable } from './ScheduleTable.tsx'

type Days = { closed: readonly string[]; opened: readonly string[]; reason: { words: string } | null }

/**
 * Business days of the market and the bank: what is published against the calendar that comes with the
 * release.
 */
export default function DaysPage() {
  const t = useT()
  const f = useFormat()
  const inWords = (days: unknown) => (days as readonly string[]).map((date) => f.date(date)).join(' ')
  return (
    <ScheduleTable<Days>
      name="days"
      title={t('schedules.console.days.title')}
      power="calendar.set"
      note={({ days: { settled } }) =>
        t('schedules.console.days.note', {
          settled: f.date(settled),
          inARow: CALENDAR_MOST.inARow,
          of30: CALENDAR_MOST.of30,
        })
      }
      published={({ days }) => [
        ...days.published.map(({ closed, opened, reason, ...row }) => ({
          ...row,
          own: { closed, opened, reason },
        })),
        {
          id: 'calendar-',
          from: null,
          status: 'in-force',
          publishedAt: null,
          signers: [],
          own: { closed: [], opened: [], reason: null },
        },
      ]}
      figures={[
        {
          id: 'closed',
          head: t('schedules.console.days.closed'),
          cell: ({ closed }) => inWords(closed),
          value: ({ closed }) => closed.join(' '),
        },
        {
          id: 'opened',
          head: t('schedules.console.days.opened'),
          cell: ({ opened }) => inWords(opened),
          value: ({ opened }) => opened.join(' '),
        },
        {
          id: 'reason',
          head: t('schedules.console.reason'),
          cell: ({ reason }) => reason?.words ?? '',
          value: ({ reason }) => reason?.words ?? '',
        },
      ]}
      form={({ days: { market, settled, published } }) =>
        market === null ? (
          <p className="px-4 py-2 text-2">{t('schedules.console.days.replayed')}</p>
        ) : (
          <NewSchedule
            key={published.length}
            title={t('schedules.console.days.new')}
            power="calendar.set"
            fields={(['closed', 'opened'] as const).map((name) => ({
              name,
              label: t(`schedules.console.days.${name}`),
              type: 'days',
              first: '',
              example: t('schedules.console.days.example'),
            }))}
            bodyOf={({ closed, opened }) => ({
              from: [...(closed as readonly string[]), ...(opened as readonly string[])].toSorted()[0] ?? '',
              closed: closed!,
              opened: opened!,
            })}
            idOf={({ from }) =>
              calendarId(String(from), published.filter((one) => one.from === from).length + 1)
            }
            // The server knows the days that published terms name, and results hang on: it refuses the first
            // signature then.
            problem={(id, body) =>
              calendarProblem(
                id,
                body,
                { market, settled, named: [], results: [] },
                published.toReversed().map((one) => ({ ...one, from: one.from! })),
                published.some((one) => one.id === id),
              )
            }
            question={({ closed, opened }) =>
              t('schedules.console.days.confirm', {
                closed: inWords(closed) || t('schedules.console.days.nobody'),
                opened: inWords(opened) || t('schedules.console.days.nobody'),
              })
            }
          />
        )
      }
    />
  )
}
