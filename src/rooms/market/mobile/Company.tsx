import { useFormat, useT } from '#client/texts.ts'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import type { StockView } from '../contract.ts'

/** What everyone may know about the issue. */
export function Company({ stock }: { stock: StockView }) {
  const t = useT()
  const f = useFormat()
  const { quote } = stock
  const known = (value: number | null, text: string) => (value ? text : t('market.company.unknown'))
  return (
    <div className="px-gutter py-3">
      {stock.profile !== '' && <p className="pb-2 text-2">{stock.profile}</p>}
      <DefinitionList label={t('market.stock.company')}>
        <DefinitionRow label={t('market.company.code')}>{stock.code}</DefinitionRow>
        <DefinitionRow label={t('market.company.sector')}>{stock.sectorName}</DefinitionRow>
        <DefinitionRow label={t('market.company.kind')}>{t(`market.company.kind.${stock.kind}`)}</DefinitionRow>
        <DefinitionRow label={t('market.company.cap')}>{known(stock.marketCap, f.large(stock.marketCap))}</DefinitionRow>
        <DefinitionRow label={t('market.company.shares')}>{known(stock.sharesOutstanding, f.large(stock.sharesOutstanding))}</DefinitionRow>
        <DefinitionRow label={t('market.company.unit')}>{f.shares(stock.unit)}</DefinitionRow>
        <DefinitionRow label={t('market.company.tick')}>{t(`market.company.tick.${stock.tickTable}`)}</DefinitionRow>
        <DefinitionRow label={t('market.company.previousClose')}>{f.price(quote.previousClose)}</DefinitionRow>
        <DefinitionRow label={t('market.company.limits')}>{t('market.company.limitsRange', { low: f.price(quote.lowerLimit), high: f.price(quote.upperLimit) })}</DefinitionRow>
      </DefinitionList>
    </div>
  )
}
