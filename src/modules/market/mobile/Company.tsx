import { useFormat, useT } from '#client/texts.ts'
import { endMonthOf } from '#modules/instruments/model/business-year.ts'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { SectionHead } from '#ui/Section.tsx'
import type { CompanyView, StockView } from '../contract.ts'

/** The public facts about the issue. */
export function Company({ stock }: { stock: StockView }) {
  const t = useT()
  const f = useFormat()
  const { quote, company } = stock
  const unknown = t('market.company.unknown')
  const known = (value: number | null, text: string) => (value ? text : unknown)
  return (
    <>
      <div className="px-gutter py-3">
        {stock.profile !== '' && <p className="pb-2 text-2">{stock.profile}</p>}
        <DefinitionList label={t('market.stock.company')}>
          <DefinitionRow label={t('market.company.code')}>{stock.code}</DefinitionRow>
          <DefinitionRow label={t('market.company.sector')}>{stock.sectorName}</DefinitionRow>
          <DefinitionRow label={t('market.company.kind')}>
            {t(`market.company.kind.${stock.kind}`)}
          </DefinitionRow>
          <DefinitionRow label={t('market.company.cap')}>
            {known(stock.marketCap, f.large(stock.marketCap))}
          </DefinitionRow>
          {stock.kind === 'stock' && (
            <>
              <DefinitionRow label={t('market.company.per')} note={t('market.company.perNote')}>
                {company.per !== null
                  ? t('market.times', { value: f.number(company.per, 1) })
                  : company.eps === null
                    ? unknown
                    : t('market.company.loss')}
              </DefinitionRow>
              <DefinitionRow label={t('market.company.eps')}>
                {company.eps === null
                  ? unknown
                  : t('market.company.perShare', { yen: f.number(company.eps, 1) })}
              </DefinitionRow>
              <DefinitionRow label={t('market.company.pbr')} note={t('market.company.pbrNote')}>
                {company.pbr === null ? unknown : t('market.times', { value: f.number(company.pbr, 2) })}
              </DefinitionRow>
              <DefinitionRow label={t('market.company.bps')}>
                {company.bps === null
                  ? unknown
                  : t('market.company.perShare', { yen: f.number(company.bps, 1) })}
              </DefinitionRow>
            </>
          )}
          <DefinitionRow label={t('market.company.yield')} note={t('market.company.yieldNote')}>
            {company.yieldBp === null ? unknown : f.percent(company.yieldBp)}
          </DefinitionRow>
          <DefinitionRow label={t('market.company.dividend')}>
            {company.dividend === null
              ? unknown
              : t('market.company.perShare', { yen: f.price(company.dividend) })}
          </DefinitionRow>
          <DefinitionRow label={t('market.company.shares')}>
            {known(stock.sharesOutstanding, f.large(stock.sharesOutstanding))}
          </DefinitionRow>
          <DefinitionRow label={t('market.company.unit')}>{f.shares(stock.unit)}</DefinitionRow>
          <DefinitionRow label={t('market.company.lot')}>
            {f.money(Math.round((quote.last ?? quote.previousClose) * stock.unit))}
          </DefinitionRow>
          <DefinitionRow label={t('market.company.tick')}>
            {t(`market.company.tick.${stock.tickTable}`)}
          </DefinitionRow>
          <DefinitionRow label={t('market.company.previousClose')}>
            {f.price(quote.previousClose)}
          </DefinitionRow>
          <DefinitionRow label={t('market.company.year')}>
            {company.yearHigh === null || company.yearLow === null
              ? unknown
              : t('market.company.limitsRange', {
                  low: f.price(company.yearLow),
                  high: f.price(company.yearHigh),
                })}
          </DefinitionRow>
          <DefinitionRow label={t('market.company.usualVolume')}>
            {company.usualVolume === null ? unknown : f.large(company.usualVolume)}
          </DefinitionRow>
          <DefinitionRow label={t('market.company.limits')}>
            {t('market.company.limitsRange', {
              low: f.price(quote.lowerLimit),
              high: f.price(quote.upperLimit),
            })}
          </DefinitionRow>
        </DefinitionList>
      </div>
      {stock.kind === 'stock' && <Results company={company} />}
      {stock.faults.length > 0 && <Faults faults={stock.faults} />}
    </>
  )
}

const LINES = ['sales', 'operating', 'profit'] as const

/** The newest results beside what the company expects of the year, and when the next come. */
function Results({ company: { results, next } }: { company: CompanyView }) {
  const t = useT()
  const f = useFormat()
  return (
    <div className="pb-3">
      <SectionHead flush title={t('market.results.title')} />
      <div className="px-gutter">
        {results === null ? (
          <p className="py-2 text-1 text-grey-1">{t('market.results.none')}</p>
        ) : (
          <>
            <p className="pb-1 text-1 text-grey-1">
              {t('market.results.published', {
                date: f.day(results.announcedOn),
                period: f.day(results.periodEnd),
              })}
            </p>
            <table className="w-full text-right text-2">
              <thead className="text-1 text-grey-1">
                <tr className="border-b border-grey-3">
                  <td />
                  <th scope="col" className="py-1 pl-2 align-bottom font-regular">
                    {t('market.results.soFar', {
                      fiscal: f.fiscalYear(results.businessYear, endMonthOf(results)),
                      quarter: String(results.quarter),
                    })}
                  </th>
                  <th scope="col" className="py-1 pl-2 align-bottom font-regular">
                    {t('market.results.forecast', {
                      fiscal: f.fiscalYear(results.forecastYear, endMonthOf(results)),
                    })}
                  </th>
                </tr>
              </thead>
              <tbody>
                {LINES.map((line) => (
                  <tr key={line} className="border-b border-grey-3">
                    <th scope="row" className="py-2 text-left text-1 font-regular text-grey-1">
                      {t(`market.results.${line}`)}
                    </th>
                    <td className="pl-2 whitespace-nowrap">{f.large(results.figures[line])}</td>
                    <td className="pl-2 whitespace-nowrap">{f.large(results.forecast[line])}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </>
        )}
        {next !== null && (
          <p className="pt-2 text-1 text-grey-1">
            {t('market.results.next', {
              date: f.day(next.announcedOn),
              fiscal: f.fiscalYear(next.businessYear, endMonthOf(next)),
              quarter: String(next.quarter),
            })}
          </p>
        )}
      </div>
    </div>
  )
}

/** Days of a replay that the file does not give as they can have been. */
function Faults({ faults }: Pick<StockView, 'faults'>) {
  const t = useT()
  const f = useFormat()
  return (
    <div className="pb-3">
      <SectionHead flush title={t('market.fault.title')} />
      <ul className="px-gutter text-1 text-grey-1">
        {faults.map(({ date, kind }) => (
          <li key={`${date} ${kind}`} className="py-1">
            {f.day(date)}　{t(`market.fault.${kind}`)}
          </li>
        ))}
      </ul>
    </div>
  )
}
