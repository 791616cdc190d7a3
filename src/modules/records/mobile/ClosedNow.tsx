import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import type { DateJst } from '#kernel/time.ts'
import type { LotView } from '#modules/portfolio/contract.ts'
import { closedNow } from '#modules/portfolio/model/closed-now.ts'
import { useFee } from '#modules/schedules/mobile/public.ts'
import { getTax } from '#modules/tax/contract.ts'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { Figure } from '#ui/Figure.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { Section, SectionHead } from '#ui/Section.tsx'

/** The floating results if all is closed at the prices of now, and what tax leaves of them. */
export function ClosedNow({ lots, settlementDate }: { lots: readonly LotView[]; settlementDate: DateJst }) {
  const t = useT()
  const f = useFormat()
  const fee = useFee()
  const tax = useRead(getTax, {})
  const label = t('records.performance.closed')
  if (lots.length === 0) return null
  return (
    <Section label={label}>
      <SectionHead title={label} />
      <Loaded read={tax} skeleton="lines">
        {(stand) => {
          if (fee === null) return null
          const closed = closedNow(lots, fee, stand, settlementDate)
          const row = (name: string, yen: number) => (
            <DefinitionRow label={name}>
              <Figure tone="auto" value={yen}>
                {f.signedMoney(yen)}
              </Figure>
            </DefinitionRow>
          )
          return (
            <DefinitionList label={label}>
              {row(t('records.performance.closedMove'), closed.moveYen)}
              {row(t('records.performance.closedFee'), 0 - closed.feeYen)}
              {closed.chargesYen !== 0 && row(t('records.performance.closedCharges'), 0 - closed.chargesYen)}
              {row(
                t(closed.taxYen < 0 ? 'records.performance.closedBack' : 'records.performance.closedTax'),
                0 - closed.taxYen,
              )}
              <DefinitionRow strong label={t('records.performance.closedLeft')}>
                <Figure size={3} tone="auto" value={closed.afterTaxYen} unit={t('ui.yen')}>
                  {f.signedYen(closed.afterTaxYen)}
                </Figure>
              </DefinitionRow>
              <DefinitionRow label={t('records.performance.closedResult')}>
                {f.signedMoney(closed.resultYen)}
              </DefinitionRow>
            </DefinitionList>
          )
        }}
      </Loaded>
      <p className="pt-1 text-1 text-grey-1">{t('records.performance.closedNote')}</p>
      {tax.data?.account === 'plain' && <p className="pt-1 text-1 text-grey-1">{t('tax.coming.plain')}</p>}
    </Section>
  )
}
