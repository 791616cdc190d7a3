import { MINUTE } from '#kernel/time.ts'
import { problem, problems } from '#modules/listings/model/problem.ts'
import { kind, UNIT, WINDOW } from '#modules/listings/model/terms.ts'

/**
 * Nothing is taken from the inventory later than this before pre-closing, when lots are closed by themselves
 * (product decision 7: 15:20).
 */
const LAST_BEFORE_PRE_CLOSING = 5 * MINUTE

/**
 * The inventory of one-day margin (一日信用): units of each issue to buy and to sell short on one day
 * (product decision 7).
 */
const dayInventory = kind({
  prefix: 'DAY',
  fields: { tradeOn: 'date', rows: 'rows', perMemberUnits: 'count', ...WINDOW },
  check(terms, { issues, day }) {
    const { rows, perMemberUnits } = terms
    const codes = rows.map(({ code }) => code)
    return problems(
      [...new Set(codes)]
        .filter((code) => !(code in issues))
        .map((code) => problem('rows', 'CODE_UNLISTED', { code })),
      [...new Set(codes.filter((code, index) => codes.indexOf(code) !== index))].map((code) =>
        problem('rows', 'ROW_TWICE', { code }),
      ),
      rows
        .filter(({ long, short }) => long + short === 0)
        .map(({ code }) => problem('rows', 'ROW_EMPTY', { code })),
      rows.flatMap(({ code, long, short }) => {
        const shares = issues[code]?.sharesOutstanding
        return shares !== undefined && (BigInt(long) + BigInt(short)) * BigInt(UNIT) > BigInt(shares)
          ? [problem('rows', 'ABOVE_ISSUE', { shares })]
          : []
      }),
      perMemberUnits > Math.max(...rows.map(({ long, short }) => Math.max(long, short))) &&
        problem('perMemberUnits', 'MEMBER_ABOVE_ALL'),
      day !== null &&
        terms.closesAt > day.preClosingAt - LAST_BEFORE_PRE_CLOSING &&
        problem('closesAt', 'WINDOW_TOO_LATE'),
    )
  },
})
export const LISTING_KINDS = { 'day-inventory': dayInventory }
