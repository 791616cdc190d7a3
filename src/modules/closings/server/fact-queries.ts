import type { Yen } from '#kernel/money.ts'
import type { DateJst, Ms } from '#kernel/time.ts'
import type { Database } from '#platform/database/connect.ts'
import { execNo } from '#modules/venue/model/exec-no.ts'
import { FIGURE_KEYS, type DayFacts, type FigureKey, type Figures, type Times } from '../model/figures.ts'
import type { Client, FigureRow } from './closing-queries.ts'

/** A day by time, `to` not included, and by its trade date, under which fills are numbered. */
export type Span = { day: DateJst; from: Ms; to: Ms }

async function one<Row extends object>(client: Client, text: string, values: unknown[]): Promise<Row> {
  return (await client.query<Row>(text, values)).rows[0]!
}

const IN_SPAN = (column: string) => `count(*) filter (where ${column} >= $1 and ${column} < $2)::int`
/** Members by the first time at which they did something. */
const FIRST = (from: string, column: string, where = 'true') =>
  `(select ${IN_SPAN('at')} from (select min(${column}) as at from ${from} where ${where} group by member_id) as first)`

/**
 * Steps of members on their way to the first order; each counts once, on the day of its first time. Copy
 * pools trade too, and are no members.
 */
const FUNNEL = `select
  (select ${IN_SPAN('opened_at')} from members) as registered,
  ${FIRST('identity_details', 'at')} as submitted,
  (select ${IN_SPAN('decided_at')} from verifications where front_state = 'accepted' and back_state = 'accepted') as verified,
  ${FIRST('bank_accounts', 'decided_at', "state in ('approved', 'removed') and reason is null and decided_at is not null")} as bank,
  ${FIRST('deposits', 'decided_at', "state = 'approved'")} as deposited,
  (select count(distinct member_id)::int from orders where placed_at >= $1 and placed_at < $2
    and exists (select from members where id = orders.member_id) and not exists
      (select from orders as earlier where earlier.member_id = orders.member_id and earlier.placed_at < $1)) as ordered`

const MEMBERS = `select
  (select count(*)::int from members where opened_at < $2)
    - (select count(*)::int from account_closings where state = 'closed' and ended_at < $2) as total,
  (select ${IN_SPAN('ended_at')} from account_closings where state = 'closed') as closed`

/** Milliseconds that cases took which ended in the span: the half, and nine of ten. */
const times = (table: string, ended: string, states: string) =>
  `select round(percentile_cont(0.5) within group (order by ${ended} - requested_at))::bigint as median,
    round(percentile_cont(0.9) within group (order by ${ended} - requested_at))::bigint as slow
    from ${table} where state in (${states}) and ${ended} >= $1 and ${ended} < $2`

const LOANS = `select
  (select count(*)::int from loans where lent_at < $1 and (ended_at is null or ended_at >= $1)) as open,
  (select count(*)::int from loans join member_balances using (member_id) where state = 'open' and shortfall < 0) as overdue`

const CALLS = `select count(*) filter (where made_at < $2 and (ended_at is null or ended_at >= $2))::int as open,
  ${IN_SPAN('made_at')} as made,
  count(*) filter (where state = 'met' and ended_at >= $1 and ended_at < $2)::int as met,
  count(*) filter (where state in ('forced', 'closed') and deadline_at >= $1 and deadline_at < $2)::int as unmet
  from margin_calls`

const FILLS = `select count(*)::int as count, coalesce(sum(ceil(price_tenths * quantity / 10.0)), 0)::bigint as yen
  from fills where n >= $1 and n < $2`

const MARGIN = `with open as (
    select code, member_id, sum(open_price_tenths * open_quantity / 10) as yen from lots
    where status <> 'closed' and (side = 'down' or leverage_tenths > 10) group by 1, 2
  )
  select coalesce(sum(yen), 0)::bigint as all,
    coalesce((select max(yen) from (select sum(yen) as yen from open group by code) as by_issue), 0)::bigint as issue,
    coalesce((select max(yen) from (select sum(yen) as yen from open group by member_id) as by_member), 0)::bigint as member
  from open`

/**
 * The facts of a day beside the ledger's. What has a time is the same whenever it is asked; loans that are
 * overdue, and the value of leveraged lots (`isClose`), are of the moment at which it is asked.
 */
export async function factsOf(client: Client, { day, from, to }: Span, isClose: boolean): Promise<DayFacts> {
  const span = [from, to]
  return {
    members: await one(client, MEMBERS, span),
    funnel: await one(client, FUNNEL, span),
    deposits: await one<Times>(client, times('deposits', 'decided_at', "'approved'"), span),
    withdrawals: await one<Times>(client, times('withdrawals', 'paid_at', "'paid', 'returned'"), span),
    orders: (
      await one<{ n: number }>(
        client,
        'select count(*)::int as n from orders where placed_at >= $1 and placed_at < $2',
        span,
      )
    ).n,
    fills: await one<{ count: number; yen: Yen }>(client, FILLS, [
      execNo(`${day}-0`),
      execNo(`${day}-99999999999`),
    ]),
    loans: await one(client, LOANS, [to]),
    calls: await one(client, CALLS, span),
    margin: isClose ? await one<NonNullable<DayFacts['margin']>>(client, MARGIN, []) : null,
  }
}

/** The rows of a day's figures. */
export const rowsOf = (day: DateJst, figures: Figures): FigureRow[] =>
  FIGURE_KEYS.map((key) => ({ key, day, value: figures[key] }))

/** Figures from a day on, in its order, of these keys. */
export const figuresSince = (
  { kysely }: Database,
  keys: readonly FigureKey[],
  since: DateJst,
): Promise<FigureRow[]> =>
  kysely
    .selectFrom('dailyFigures')
    .selectAll()
    .where('key', 'in', [...keys])
    .where('day', '>=', since)
    .orderBy('day')
    .execute()

/** Sums of figures over all days. */
export const figuresInAll = async (
  { kysely }: Database,
  keys: readonly FigureKey[],
): Promise<ReadonlyMap<string, number>> => {
  const rows = await kysely
    .selectFrom('dailyFigures')
    .select('key')
    .select(({ fn }) => fn.sum('value').as('sum'))
    .where('key', 'in', [...keys])
    .groupBy('key')
    .execute()
  return new Map(rows.map(({ key, sum }) => [key, Number(sum)]))
}
