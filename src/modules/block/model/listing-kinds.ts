import { problem, problems } from '#modules/listings/model/problem.ts'
import { kind, offTick, tooMuch, WINDOW } from '#modules/listings/model/terms.ts'

/** The farthest under the close (facts: off-auction distribution). */
const DISCOUNT_PERCENT_MOST = 10

/**
 * An off-auction distribution (立会外分売): one price from the close down to ten percent under it, applied for
 * before the opening of its day (product decision 7).
 */
const blockSale = kind({
  prefix: 'BLK',
  fields: {
    code: 'code',
    saleOn: 'date',
    previousCloseTenths: 'price',
    priceTenths: 'price',
    units: 'count',
    perMemberUnits: 'count',
    ...WINDOW,
  },
  check(terms, { issues, day }) {
    const issue = issues[terms.code]
    const { previousCloseTenths: close, priceTenths } = terms
    if (issue === undefined) return [problem('code', 'CODE_UNLISTED', { code: terms.code })]
    return problems(
      offTick('priceTenths', priceTenths, issue.tickTable),
      issue.closeTenths !== close &&
        problem('previousCloseTenths', 'CLOSE_DIFFERS', {
          close: issue.closeTenths === null ? '—' : issue.closeTenths / 10,
        }),
      // The price is that of a share with the right, and who buys on the ex-date or later gets one without
      // it.
      issue.exDate !== null &&
        issue.exDate <= terms.saleOn &&
        problem('saleOn', 'EX_DATE_BETWEEN', { on: issue.exDate }),
      (priceTenths > close || priceTenths * 100 < close * (100 - DISCOUNT_PERCENT_MOST)) &&
        problem('priceTenths', 'DISCOUNT_OUTSIDE', { most: DISCOUNT_PERCENT_MOST }),
      tooMuch({
        field: 'units',
        units: terms.units,
        memberField: 'perMemberUnits',
        memberUnits: terms.perMemberUnits,
        priceTenths,
        sharesOutstanding: issue.sharesOutstanding,
      }),
      day !== null && terms.closesAt > day.opensAt && problem('closesAt', 'WINDOW_TOO_LATE'),
    )
  },
})
export const LISTING_KINDS = { 'block-sale': blockSale }
