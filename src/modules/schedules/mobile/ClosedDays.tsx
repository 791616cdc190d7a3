import { weekday, type DateJst } from '#kernel/time.ts'
import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { listClosedDays, type ClosedDay } from '../contract.ts'

/**
 * The days of this span that are closed, and what has been published against the calendar; weekends that are
 * as always are left out.
 */
export function ClosedDays({ from, to }: { from: DateJst; to: DateJst }) {
  const t = useT()
  const f = useFormat()
  const days = useRead(listClosedDays, { query: { from, to } }, { quiet: true }).data?.filter(
    ({ date, changed }) => changed !== null || weekday(date) % 6 !== 0,
  )
  if (days === undefined) return null
  const words = ({ market, bank }: ClosedDay) =>
    t(
      market
        ? bank
          ? 'schedules.days.open'
          : 'schedules.days.bank'
        : bank
          ? 'schedules.days.market'
          : 'schedules.days.both',
    )
  return (
    <aside aria-label={t('schedules.days.title')} className="mx-gutter mb-3 rounded-2 bg-sunk px-3 py-2">
      <h3 className="text-2 font-strong">{t('schedules.days.title')}</h3>
      {days.length === 0 ? (
        <p className="py-1.5 text-2">{t('schedules.days.none')}</p>
      ) : (
        <DefinitionList>
          {days.map((day) => (
            <DefinitionRow
              key={day.date}
              label={f.date(day.date)}
              strong={day.changed !== null}
              note={day.changed !== null && t('schedules.days.changed', { words: day.changed })}
            >
              {words(day)}
            </DefinitionRow>
          ))}
        </DefinitionList>
      )}
      <p className="pt-1 text-1 text-grey-1">{t('schedules.days.note')}</p>
    </aside>
  )
}
