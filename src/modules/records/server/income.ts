import type { MemberId } from '#kernel/id.ts'
import type { Yen } from '#kernel/money.ts'
import { addDays, dateJst, spanOf, type DateJst } from '#kernel/time.ts'
import { ownMoney } from '#modules/ledger/model/accounts.ts'
import { kindsOf } from '#registry/transfer-kinds.ts'
import { entriesOf, sumsOf } from '#modules/ledger/server/public.ts'
import { openFeeLeft } from '#modules/portfolio/model/lot.ts'
import { entryView, openLots, realizedOf, realizedOn } from '#modules/portfolio/server/public.ts'
import type { AppContext } from '#modules/module.ts'
import { INCOME_GROUPS, type IncomeView } from '../contract.ts'
import { movementOf, type Movement } from '../model/balances.ts'
import { periodOf, type Period } from '../model/period.ts'

/** The exchange is simulated, and so is what was earned there. */
const SIMULATED = true
const USUAL_ROWS = 50
const MOST_ROWS = 500

/**
 * The days asked for; without them the month in which market time stands. null: no such days, or the wrong
 * way round.
 */
export function spanAsked(
  asked: { from?: DateJst | undefined; to?: DateJst | undefined },
  today: DateJst,
): Period | null {
  const month = periodOf(today.slice(0, 7))!
  const period = {
    from: asked.from ?? (asked.to === undefined ? month.from : `${asked.to.slice(0, 7)}-01`),
    to: asked.to ?? (asked.from === undefined ? month.to : today),
  }
  const { from: fromMs = 0, to: toMs = 0 } = spanOf(period)
  return toMs > fromMs ? period : null
}

/** The change of the member's money in a period, by the ledger alone. */
export async function movementIn(
  { db }: Pick<AppContext, 'db'>,
  memberId: MemberId,
  span: Period,
): Promise<Movement> {
  const [until, during] = await Promise.all([
    sumsOf(db, memberId, { to: addDays(span.from, -1) }),
    sumsOf(db, memberId, span),
  ])
  return movementOf(until, during)
}

type Asked = {
  from?: DateJst | undefined
  to?: DateJst | undefined
  group?: (typeof INCOME_GROUPS)[number] | undefined
  before?: string | undefined
  limit?: string | undefined
}

/** Of the running year until now: its realized result, and what lies between that and all it brought. */
async function yearOf(
  context: AppContext,
  memberId: MemberId,
  { from, to }: Period,
  today: DateJst,
  total: Yen,
): Promise<IncomeView['year']> {
  if (from !== `${today.slice(0, 4)}-01-01` || to < today) return null
  const { read } = context.engine
  const { yearYen: realized } = await realizedOn(context, memberId, today)
  // Lots by themselves come to the total but for what positions did not bring; the account goes by averages.
  const ownYen = realizedOf(read, memberId, today).yearYen
  const ownFeesYen = openLots(read, memberId).reduce((sum, lot) => sum - openFeeLeft(lot), 0)
  const rest = total - ownYen - ownFeesYen
  return { realized, openFees: total - realized - rest, rest }
}

/** An impossible span holds nothing, and says so with zeros. */
export async function incomeView(context: AppContext, memberId: MemberId, asked: Asked): Promise<IncomeView> {
  const today = dateJst(context.clock.market())
  const span = spanAsked(asked, today)
  const groups = asked.group === undefined ? INCOME_GROUPS : [asked.group]
  const place = /^(\d{1,15})-(\d{1,9})$/.exec(asked.before ?? '')
  const [movement, entries] = await Promise.all([
    span === null ? movementOf([], []) : movementIn(context, memberId, span),
    span === null
      ? []
      : entriesOf(context.db, memberId, {
          before: place === null ? null : { seq: Number(place[1]), n: Number(place[2]) },
          account: null,
          orderId: null,
          lotId: null,
          limit:
            asked.limit === undefined ? USUAL_ROWS : Math.min(Math.max(Number(asked.limit), 1), MOST_ROWS),
          kinds: groups.flatMap(kindsOf),
          ...span,
        }),
  ])
  const isIncome = (group: string) => INCOME_GROUPS.some((each) => each === group)
  const total = movement.groups.reduce((sum, { group, yen }) => (isIncome(group) ? sum + yen : sum), 0)
  return {
    from: span?.from ?? asked.from ?? today,
    to: span?.to ?? asked.to ?? today,
    opening: ownMoney(movement.before),
    closing: ownMoney(movement.after),
    total,
    groups: [...movement.groups],
    year: span === null ? null : await yearOf(context, memberId, span, today, total),
    entries: entries.map((entry) => entryView(entry, SIMULATED)),
    count: movement.groups.reduce(
      (sum, { group, count }) => (groups.some((each) => each === group) ? sum + count : sum),
      0,
    ),
    simulated: SIMULATED,
  }
}
