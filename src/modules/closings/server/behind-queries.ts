import { sql, type RawBuilder } from 'kysely'
import type { MemberId } from '#kernel/id.ts'
import type { Yen } from '#kernel/money.ts'
import type { Ms } from '#kernel/time.ts'
import type { Database } from '#platform/database/connect.ts'
import type { AskedPage, FoundPage } from '#modules/staff/model/desk-list.ts'
import { newestPage } from '#modules/staff/server/public.ts'
import { execNo } from '#modules/venue/model/exec-no.ts'
import type { AccountName } from '#modules/ledger/model/accounts.ts'
import type { BEHIND_KINDS } from '../operator-contract.ts'
import type { Added, CaseRows, LedgerRows } from '../model/behind.ts'
import type { Standing } from '../model/closing.ts'
import type { Span } from './fact-queries.ts'

/**
 * A row behind a figure: `yen` as it counts there, with its sign; `ms`: the time that it took; `what`: the
 * kind of an entry, or the account of an opening balance.
 */
export type BehindRow = {
  id: string
  is: (typeof BEHIND_KINDS)[number]
  what: string | null
  reference: string | null
  memberId: MemberId | null
  code: string | null
  yen: Yen | null
  ms: Ms | null
  at: Ms
}

/** A day by time and trade date, by its records, both included, and what it opened with. */
export type BehindSpan = Span & {
  fromSeq: number
  toSeq: number
  opening: readonly Standing[]
  overdrawn: Yen
}

type Table = RawBuilder<unknown>
const DEBIT = sql`split_part(debit, ':', -1)`
const CREDIT = sql`split_part(credit, ':', -1)`

/** An entry as a row, its yen as it counts. */
const entries = (yen: Table, { fromSeq, toSeq }: BehindSpan, where: Table): Table =>
  sql`select seq || '-' || n as id, 'entry' as is, kind as what, null::text as reference,
    nullif(member_id, '') as member_id, code, (${yen})::bigint as yen, null::bigint as ms, at
    from transfers where seq >= ${fromSeq} and seq <= ${toSeq} and ${where}`

/** Above 0 what comes into these accounts, below what leaves them; 0 between two of them. */
const gained = (accounts: readonly AccountName[]): Table =>
  sql`case when ${CREDIT} = any(${accounts}::text[]) then yen else 0 end
    - case when ${DEBIT} = any(${accounts}::text[]) then yen else 0 end`

/** A figure of the report, as a row. */
const stood = (is: string, account: string, yen: Yen, at: Ms): Table =>
  sql`select ${`${is}-${account}`}::text, ${is}::text, ${account}::text, null::text, null::text, null::text,
    ${yen}::bigint, null::bigint, ${at}::bigint`

function ledgerTable(rows: LedgerRows, span: BehindSpan): Table {
  switch (rows.of) {
    case 'balance': {
      const { accounts, sign, overdrawn } = rows
      const moved = sql`${gained(accounts)} <> 0`
      const parts = [
        entries(sql`${sign}::int * (${gained(accounts)})`, span, moved),
        ...span.opening
          .filter(({ account, yen }) => accounts.includes(account) && yen !== 0)
          .map(({ account, yen }) => stood('opening', account, sign * yen, span.from)),
        ...(overdrawn === true && span.overdrawn !== 0
          ? [stood('overdrawn', 'shortfall', span.overdrawn, span.to)]
          : []),
      ]
      return sql.join(parts, sql` union all `)
    }
    case 'moves': {
      const { kind, debit, credit } = rows
      const where = [
        sql`true`,
        ...(kind === undefined ? [] : [sql`kind = ${kind}`]),
        ...(debit === undefined ? [] : [sql`${DEBIT} = ${debit}`]),
        ...(credit === undefined ? [] : [sql`${CREDIT} = ${credit}`]),
      ]
      return entries(sql`yen`, span, sql.join(where, sql` and `))
    }
    case 'earned':
      return entries(
        gained([rows.account]),
        span,
        sql`kind = ${rows.kind} and ${rows.account} in (${DEBIT}, ${CREDIT})`,
      )
    case 'tax':
      return entries(sql`tax_yen`, span, sql`tax_yen <> 0`)
  }
}

type Case = { is: string; from: Table; where: Table; at: Table; id?: Table } & Partial<
  Record<'reference' | 'member' | 'code' | 'yen' | 'ms', Table>
>
const table = ({ is, from, where, at, ...row }: Case): Table =>
  sql`select ${row.id ?? sql`member_id`} as id, ${is}::text as is, null::text as what,
    ${row.reference ?? sql`null::text`} as reference, ${row.member ?? sql`member_id`} as member_id,
    ${row.code ?? sql`null::text`} as code, (${row.yen ?? sql`null`})::bigint as yen,
    (${row.ms ?? sql`null`})::bigint as ms, ${at} as at from ${from} where ${where}`

function caseTable(of: CaseRows['of'], { day, from, to }: BehindSpan): Table {
  const within = (column: Table): Table => sql`${column} >= ${from} and ${column} < ${to}`
  const ms = (ended: Table): Table => sql`${ended} - requested_at`
  const member = { is: 'member', from: sql`members`, id: sql`id`, member: sql`id`, at: sql`opened_at` }
  /** Members by the first time of something. */
  const first = (is: string, rows: Table): Case => ({
    is,
    from: sql`(${rows}) as first`,
    where: within(sql`first_at`),
    at: sql`first_at`,
  })
  const call = {
    is: 'call',
    from: sql`margin_calls`,
    id: sql`member_id || '-' || trade_date`,
    yen: sql`amount_yen`,
    at: sql`made_at`,
  }
  const closed = sql`select member_id from account_closings where state = 'closed' and ended_at < ${to}`
  const cases: Record<CaseRows['of'], () => Case> = {
    members: () => ({ ...member, where: sql`opened_at < ${to} and id not in (${closed})` }),
    'members-closed': () => ({
      is: 'member',
      from: sql`account_closings`,
      where: sql`state = 'closed' and ${within(sql`ended_at`)}`,
      at: sql`ended_at`,
    }),
    registered: () => ({ ...member, where: within(sql`opened_at`) }),
    submitted: () =>
      first('identity', sql`select member_id, min(at) as first_at from identity_details group by member_id`),
    verified: () => ({
      is: 'identity',
      from: sql`verifications`,
      where: sql`front_state = 'accepted' and back_state = 'accepted' and ${within(sql`decided_at`)}`,
      at: sql`decided_at`,
    }),
    bank: () =>
      first(
        'bank-account',
        sql`select member_id, min(decided_at) as first_at from bank_accounts
          where state in ('approved', 'removed') and reason is null and decided_at is not null group by member_id`,
      ),
    deposited: () =>
      first(
        'deposit',
        sql`select member_id, min(decided_at) as first_at from deposits where state = 'approved' group by member_id`,
      ),
    ordered: () =>
      first(
        'order',
        sql`select member_id, min(placed_at) as first_at from orders
          where exists (select from members where id = orders.member_id) group by member_id`,
      ),
    deposits: () => ({
      is: 'deposit',
      from: sql`deposits`,
      where: sql`state = 'approved' and ${within(sql`decided_at`)}`,
      id: sql`id`,
      reference: sql`reference`,
      yen: sql`credited_yen`,
      ms: ms(sql`decided_at`),
      at: sql`decided_at`,
    }),
    withdrawals: () => ({
      is: 'withdrawal',
      from: sql`withdrawals`,
      where: sql`state in ('paid', 'returned') and ${within(sql`paid_at`)}`,
      id: sql`id`,
      reference: sql`reference`,
      yen: sql`yen`,
      ms: ms(sql`paid_at`),
      at: sql`paid_at`,
    }),
    orders: () => ({
      is: 'order',
      from: sql`orders`,
      where: within(sql`placed_at`),
      id: sql`id`,
      reference: sql`number`,
      code: sql`code`,
      at: sql`placed_at`,
    }),
    fills: () => ({
      is: 'fill',
      from: sql`fills join orders on orders.id = fills.order_id`,
      where: sql`fills.n >= ${execNo(`${day}-0`)} and fills.n < ${execNo(`${day}-99999999999`)}`,
      id: sql`fills.order_id || '-' || fills.n`,
      reference: sql`orders.number`,
      code: sql`orders.code`,
      yen: sql`ceil(fills.price_tenths * fills.quantity / 10.0)`,
      at: sql`fills.at`,
    }),
    loans: () => ({
      is: 'loan',
      from: sql`loans`,
      where: sql`lent_at < ${to} and (ended_at is null or ended_at >= ${to})`,
      id: sql`id`,
      reference: sql`'#' || number`,
      yen: sql`yen`,
      at: sql`lent_at`,
    }),
    'calls-open': () => ({
      ...call,
      where: sql`made_at < ${to} and (ended_at is null or ended_at >= ${to})`,
    }),
    'calls-made': () => ({ ...call, where: within(sql`made_at`) }),
    'calls-met': () => ({
      ...call,
      where: sql`state = 'met' and ${within(sql`ended_at`)}`,
      at: sql`ended_at`,
    }),
    'calls-unmet': () => ({
      ...call,
      where: sql`state in ('forced', 'closed') and ${within(sql`deadline_at`)}`,
      at: sql`deadline_at`,
    }),
  }
  return table(cases[of]())
}

const tableOf = (rows: LedgerRows | CaseRows, span: BehindSpan): Table =>
  isOfCases(rows) ? caseTable(rows.of, span) : ledgerTable(rows, span)
const isOfCases = (rows: LedgerRows | CaseRows): rows is CaseRows =>
  !['balance', 'moves', 'earned', 'tax'].includes(rows.of)

/** One page of the rows behind a figure, the newest first, each member's by their number. */
export const behindPage = (
  db: Database,
  rows: LedgerRows | CaseRows,
  span: BehindSpan,
  asked: AskedPage,
): Promise<FoundPage<BehindRow & { number: number | null }>> =>
  newestPage(
    db,
    {
      table: sql`select behind.*, members.number from (${tableOf(rows, span)}) as behind
        left join members on members.id = behind.member_id`,
      by: sql`at`,
      letters: sql`reference || coalesce(code, '')`,
      amount: sql`abs(yen)`,
      hasMember: true,
    },
    asked,
  )

/** All rows behind a figure, added up. */
export async function behindAdded(
  { kysely }: Database,
  rows: LedgerRows | CaseRows,
  span: BehindSpan,
): Promise<Added> {
  const { rows: found } =
    await sql<Added>`select count(*)::int as count, coalesce(sum(yen), 0)::bigint as yen,
    round(percentile_cont(0.5) within group (order by ms))::bigint as median,
    round(percentile_cont(0.9) within group (order by ms))::bigint as slow
    from (${tableOf(rows, span)}) as behind`.execute(kysely)
  return found[0]!
}
