import type { Yen } from '#kernel/money.ts'
import { useFormat, useT } from '#client/texts.ts'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { Section, SectionHead } from '#ui/Section.tsx'
import { interestOf } from '../model/interest.ts'
import { levelPlan } from '../model/schedule.ts'
import { rateOf } from '../model/terms.ts'

const PLANS = [12, 24, 36] as const
const MONTH_DAYS = 30
const YEAR_DAYS = 365

/**
 * The cost of a loan of this amount, by the formula that charges it; and the payments for paying it back
 * evenly.
 */
export function CostSection({ yen }: { yen: Yen }) {
  const t = useT()
  const f = useFormat()
  const ratePpm = rateOf(yen)
  return (
    <Section>
      <SectionHead title={t('loans.cost.title')} />
      <DefinitionList label={t('loans.cost.title')}>
        <DefinitionRow term="annualRate" label={t('loans.cost.rate')} strong>
          {f.percent(ratePpm / 100, 1)}
        </DefinitionRow>
        <DefinitionRow label={t('loans.cost.day')}>{f.money(interestOf(yen, ratePpm, 1))}</DefinitionRow>
        <DefinitionRow label={t('loans.cost.month')}>
          {f.money(interestOf(yen, ratePpm, MONTH_DAYS))}
        </DefinitionRow>
        <DefinitionRow label={t('loans.cost.year')}>
          {f.money(interestOf(yen, ratePpm, YEAR_DAYS))}
        </DefinitionRow>
      </DefinitionList>
      <h3 className="pt-3 text-2 font-strong">{t('loans.plan.title')}</h3>
      <table className="w-full text-2">
        <thead>
          <tr className="text-1 text-grey-1">
            <th scope="col" className="py-1 text-left font-regular">
              {t('loans.plan.months')}
            </th>
            <th scope="col" className="py-1 pl-2 text-right font-regular">
              {t('loans.plan.monthly')}
            </th>
            <th scope="col" className="py-1 pl-2 text-right font-regular">
              {t('loans.plan.interest')}
            </th>
          </tr>
        </thead>
        <tbody>
          {PLANS.map((months) => {
            const plan = levelPlan(yen, ratePpm, months)
            return (
              <tr key={months} className="border-t border-grey-3">
                <th scope="row" className="py-2 text-left font-inherit">
                  {t('loans.plan.in', { months })}
                </th>
                <td className="py-2 pl-2 text-right tabular-nums">{f.money(plan.monthlyYen)}</td>
                <td className="py-2 pl-2 text-right tabular-nums">{f.money(plan.interestYen)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <p className="pt-1 text-1 text-grey-1">{t('loans.plan.note')}</p>
    </Section>
  )
}
