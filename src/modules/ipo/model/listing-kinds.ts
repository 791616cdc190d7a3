import { dateJst } from '#kernel/time.ts'
import { SECTOR_IDS } from '#modules/instruments/model/sectors.ts'
import { problem, problems } from '#modules/listings/model/problem.ts'
import { kind, offTick, tooMuch, WINDOW } from '#modules/listings/model/terms.ts'

/**
 * A simulated offering has at least so many units, so that there are shareholders enough
 * (facts: IPO, section 2).
 */
export const FEWEST_UNITS = 1_500

/**
 * An offering (product decision 7). The band's top is what is held at application; the offer price is set by
 * the published rule of the draw's module and never above it. Windows: book, then draw, then payment, then
 * issue, each on a business day (facts: IPO, section 1). New listings are outside the 500 largest: the wider
 * ticks hold for them.
 */
const ipo = kind({
  prefix: 'IPO',
  fields: {
    code: 'code',
    names: 'names',
    profile: 'texts',
    sector: SECTOR_IDS.filter((id) => id !== 'etf'),
    segment: ['growth', 'standard', 'prime'],
    sharesOutstanding: 'count',
    bandLowTenths: 'price',
    bandHighTenths: 'price',
    referenceTenths: 'price',
    publicUnits: 'count',
    perMemberUnits: 'count',
    ...WINDOW,
    drawOn: 'date',
    payFrom: 'date',
    payTo: 'date',
    issueOn: 'date',
  },
  check: (terms, { issues, takesNewIssues }) => {
    const days = [
      ['closesAt', dateJst(terms.closesAt)],
      ['drawOn', terms.drawOn],
      ['payFrom', terms.payFrom],
      ['payTo', terms.payTo],
      ['issueOn', terms.issueOn],
    ] as const
    /**
     * Draw and payment may begin on one day, and payment may last one; all else is on a later day than what
     * goes before.
     */
    const mayBeSame = new Set(['payFrom', 'payTo'])
    return problems(
      days.slice(1).flatMap(([field, date], index) => {
        const before = days[index]![1]
        return date < before || (date === before && !mayBeSame.has(field))
          ? [problem(field, 'DATES_ORDER', { before })]
          : []
      }),
      !takesNewIssues && problem('code', 'MARKET_REPLAYED'),
      terms.code in issues && problem('code', 'CODE_LISTED', { code: terms.code }),
      offTick('bandLowTenths', terms.bandLowTenths, 'other'),
      offTick('bandHighTenths', terms.bandHighTenths, 'other'),
      offTick('referenceTenths', terms.referenceTenths, 'other'),
      terms.bandLowTenths > terms.bandHighTenths && problem('bandHighTenths', 'BAND_REVERSED'),
      terms.publicUnits < FEWEST_UNITS && problem('publicUnits', 'FEW_UNITS', { fewest: FEWEST_UNITS }),
      tooMuch({
        field: 'publicUnits',
        units: terms.publicUnits,
        memberField: 'perMemberUnits',
        memberUnits: terms.perMemberUnits,
        priceTenths: terms.bandHighTenths,
        sharesOutstanding: terms.sharesOutstanding,
      }),
    )
  },
})
export const LISTING_KINDS = { ipo }
