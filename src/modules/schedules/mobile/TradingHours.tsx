import type { DateJst } from '#kernel/time.ts'
import { useFormat, useT } from '#client/texts.ts'
import type { HoursTable } from '#modules/instruments/model/schedule.ts'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { clockWords, stretches } from '../model/hours.ts'
import { useSchedules } from './schedules.ts'

/**
 * Trading hours, and the days of this span with published hours of their own. Of a replay nothing: its hours
 * are the file's.
 */
export function TradingHours({ from, to }: { from: DateJst; to: DateJst }) {
  const t = useT()
  const f = useFormat()
  const hours = useSchedules()?.hours
  if (hours === undefined || hours.released === null) return null
  const signed = hours.published.toReversed().map((table) => ({ ...table, from: table.from! }))
  const time = (clock: string) => clockWords(clock, (shown) => t('schedules.hours.nextDay', { time: shown }))
  const words = ({ sessions }: Pick<HoursTable, 'sessions'>) =>
    sessions
      .map(([, opens, closes]) => t('schedules.hours.span', { from: time(opens), to: time(closes) }))
      .join(' ')
  return (
    <aside aria-label={t('schedules.hours.title')} className="mx-gutter mb-3 rounded-2 bg-sunk px-3 py-2">
      <h3 className="text-2 font-strong">{t('schedules.hours.title')}</h3>
      <DefinitionList>
        <DefinitionRow label={t('schedules.hours.usual')}>{words(hours.released)}</DefinitionRow>
        {stretches(signed, from, to).map(({ from: first, to: last, table }) => (
          <DefinitionRow
            key={first}
            strong
            label={
              first === last
                ? f.date(first)
                : table.until === null && last === to
                  ? t('schedules.hours.since', { from: f.date(first) })
                  : t('schedules.hours.span', { from: f.date(first), to: f.date(last) })
            }
            note={t('schedules.days.changed', { words: table.reason.words })}
          >
            {words(table)}
          </DefinitionRow>
        ))}
      </DefinitionList>
      <p className="pt-1 text-1 text-grey-1">{t('schedules.hours.note')}</p>
    </aside>
  )
}
