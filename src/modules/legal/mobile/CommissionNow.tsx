import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { PPM, type PartsPerMillion } from '#kernel/money.ts'
import { getSchedules, type FeeScheduleView } from '#modules/schedules/contract.ts'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'

const percent = (ppm: PartsPerMillion): number => (ppm * 100) / PPM
/** Number of decimals that the rate has: 0.05, 0.0123. */
const decimals = (value: number): number => String(value).split('.')[1]?.length ?? 0
/** The documents that quote it. */
export const QUOTE_COMMISSION: ReadonlySet<string> = new Set(['fees', 'risk-shares', 'risk-margin'])

/**
 * The commission of today and what comes, out of the published tables. A document's words never change, so
 * the page on which it is read says beside them what has been set since.
 */
export function CommissionNow() {
  const t = useT()
  const f = useFormat()
  const schedules = useRead(getSchedules, {}).data
  // The text says it until another rate has been set.
  if (schedules === undefined || schedules.history.length === 1) return null
  const words = ({ fees: { ratePpm, minYen, maxYen } }: Pick<FeeScheduleView, 'fees'>) =>
    t('legal.fees.figures', {
      rate: f.number(percent(ratePpm), decimals(percent(ratePpm))),
      min: f.money(minYen),
      max: f.money(maxYen),
    })
  const coming = schedules.history.filter(({ status }) => status === 'coming').toReversed()
  return (
    <aside aria-label={t('legal.fees.title')} className="my-2 rounded-2 bg-sunk px-3 py-2">
      <h3 className="text-2 font-strong">{t('legal.fees.title')}</h3>
      <DefinitionList>
        <DefinitionRow label={t('legal.fees.now')}>{words(schedules)}</DefinitionRow>
        {coming.map((each) => (
          <DefinitionRow key={each.id} label={t('legal.fees.from', { from: f.day(each.from) })}>
            {words(each)}
          </DefinitionRow>
        ))}
      </DefinitionList>
      <p className="pt-1 text-1 text-grey-1">{t('legal.fees.note')}</p>
    </aside>
  )
}
