import type { MemberId, OrderId } from '#kernel/id.ts'
import { sql } from 'kysely'
import type { Yen } from '#kernel/money.ts'
import { timeJst, type DateJst, type Ms } from '#kernel/time.ts'
import type { Database } from '#platform/database/connect.ts'
import { execNo } from '#modules/venue/model/exec-no.ts'
import type { TransferRow } from '#modules/ledger/server/public.ts'
import type { FeeOf, Held, Traded, Unpaid } from '../model/reconcile.ts'

const BANK = 'h:bank'
/** Entries that touch the firm's bank account, by the day in Japan on which they were made. */
export function bankEntriesOf({ kysely }: Database, date: DateJst): Promise<TransferRow[]> {
  const bank = sql.lit(BANK)
  return kysely
    .selectFrom('transfers')
    .selectAll()
    .where((is) => is.or([is('debit', '=', bank as never), is('credit', '=', bank as never)]))
    .where('at', '>=', timeJst(date, 0))
    .where('at', '<', timeJst(date, 24))
    .orderBy('seq')
    .orderBy('n')
    .execute()
}
export const bankEntriesAt = ({ kysely }: Database, seqs: readonly number[]): Promise<TransferRow[]> => {
  const bank = sql.lit(BANK)
  return seqs.length === 0
    ? Promise.resolve([])
    : kysely
        .selectFrom('transfers')
        .selectAll()
        .where((is) => is.or([is('debit', '=', bank as never), is('credit', '=', bank as never)]))
        .where('seq', 'in', [...seqs])
        .execute()
}

export type Line = {
  id: string
  kind: 'in' | 'out' | 'returned'
  yen: Yen
  reference: string | null
  source: string
  bookedAt: Ms
  usedFor: string | null
}
const LINE = ['id', 'kind', 'yen', 'reference', 'source', 'bookedAt', 'usedFor'] as const
export const linesOf = ({ kysely }: Database, date: DateJst): Promise<Line[]> =>
  kysely
    .selectFrom('statementLines')
    .select(LINE)
    .where('bookedAt', '>=', timeJst(date, 0))
    .where('bookedAt', '<', timeJst(date, 24))
    .orderBy('bookedAt')
    .execute()
export const linesById = ({ kysely }: Database, ids: readonly string[]): Promise<Line[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : kysely
        .selectFrom('statementLines')
        .select(LINE)
        .where('id', 'in', [...ids])
        .execute()

/**
 * Lines that nothing settles, booked before then (null: whenever): those that stand for nothing, and those
 * that stand for something of which no entry tells. An index has the former; the latter are none.
 */
export const unsettledLines = ({ kysely }: Database, before: Ms | null): Promise<Line[]> =>
  kysely
    .selectFrom('statementLines')
    .select(LINE)
    .where((is) =>
      is.or([
        is('usedFor', 'is', null),
        is.not(
          is.or([
            is.exists(
              is
                .selectFrom('cashEntries')
                .select('cashEntries.id')
                .whereRef('cashEntries.lineId', '=', 'statementLines.id'),
            ),
            is.exists(
              is
                .selectFrom('refundEntries')
                .select('refundEntries.id')
                .whereRef('refundEntries.lineId', '=', 'statementLines.id'),
            ),
          ]),
        ),
      ]),
    )
    .$if(before !== null, (query) => query.where('bookedAt', '<', before!))
    .orderBy('bookedAt')
    .execute()

/** Lines that stand for nothing, whenever they were booked: an index has them. */
export const unusedLines = ({ kysely }: Database): Promise<Line[]> =>
  kysely.selectFrom('statementLines').select(LINE).where('usedFor', 'is', null).orderBy('bookedAt').execute()

/** The last record of the journal that is durable. */
export const durableSeq = ({ kysely }: Database): Promise<number> =>
  kysely
    .selectFrom('lease')
    .select('seq')
    .executeTakeFirstOrThrow()
    .then(({ seq }) => seq)

/**
 * Entries on the firm's bank account made before then that their line does not bear out by the rows; what the
 * journal says of each is asked by whoever reports it. Opening money has no line, and corrections cancel out.
 */
export async function unsettledEntries(
  { kysely }: Database,
  before: Ms,
  /** Of those after this record of the journal and these alone; null: of all. */
  among: { after: number; open: readonly string[] } | null = null,
): Promise<TransferRow[]> {
  const chosen =
    among === null
      ? sql`true`
      : sql`(entry.seq > ${among.after} or entry.seq = any (${among.open.map((id) => Number(id.split('-', 1)[0]))}::bigint[]))`
  const { rows } = await sql<{ seq: number; n: number }>`
    select entry.seq, entry.n from transfers entry
    left join (
      select id, about, line_id, reverses, reversed_by from cash_entries
      union all select id, refund_id, line_id, null, null from refund_entries
    ) cash on cash.id = entry.seq || '-' || entry.n
    left join statement_lines line on line.id = cash.line_id
    left join lateral (
      select sum(case when debit = 'h:bank' then yen else -yen end) as yen from transfers
      where member_id = '' and seq = entry.seq and n > entry.n and kind = 'bank-claim'
    ) claim on true
    where (entry.debit = 'h:bank' or entry.credit = 'h:bank') and entry.kind <> 'opening-deposit' and entry.at < ${before}
      and not (entry.kind = 'bank-claim' and entry.n > 0)
      and ${chosen} and (cash.id is null or (cash.reverses is null and cash.reversed_by is null
        and (line.id is null or line.used_for is distinct from cash.about
          or (case when line.kind = 'out' then -line.yen else line.yen end)
            <> (case when entry.debit = 'h:bank' then entry.yen else -entry.yen end) + coalesce(claim.yen, 0))))
  `.execute(kysely)
  // With the claim that one act posted beside a payment.
  return bankEntriesAt({ kysely } as Database, [...new Set(rows.map(({ seq }) => seq))])
}

export type Referred = {
  id: string
  memberId: MemberId | null
  reference: string
  yen: Yen
  open: boolean
  isUnbooked: boolean
  isDeposit: boolean
  returnsYen?: Yen
  claimYen?: Yen
}
/** Deposits, withdrawals and refunds of these references, and whether a line is still awaited for them. */
export async function casesBy({ kysely }: Database, references: readonly string[]): Promise<Referred[]> {
  if (references.length === 0) return []
  const [deposits, withdrawals, refunds] = await Promise.all([
    kysely
      .selectFrom('deposits')
      .select(['id', 'memberId', 'reference', 'yen', 'state'])
      .where('reference', 'in', [...references])
      .execute(),
    kysely
      .selectFrom('withdrawals')
      .select(['id', 'memberId', 'reference', 'yen', 'state', 'paidYen', 'claimYen'])
      .where('reference', 'in', [...references])
      .execute(),
    kysely
      .selectFrom('refunds')
      .select(['id', 'memberId', 'reference', 'yen', 'state'])
      .where('reference', 'in', [...references])
      .execute(),
  ])
  return [
    ...deposits.map(({ state, ...row }) => ({
      ...row,
      open: state === 'pending',
      isUnbooked: state === 'denied',
      isDeposit: true,
    })),
    ...withdrawals.map(({ state, paidYen, claimYen, ...row }) => ({
      ...row,
      open: state === 'requested' || state === 'approved',
      isUnbooked: false,
      isDeposit: false,
      ...(state === 'paid'
        ? { returnsYen: Math.min(paidYen ?? row.yen, row.yen) + (claimYen ?? 0), claimYen: claimYen ?? 0 }
        : {}),
    })),
    ...refunds.map(({ state, ...row }) => ({
      ...row,
      open: state === 'approved',
      isUnbooked: false,
      isDeposit: false,
      ...(state === 'paid' ? { returnsYen: row.yen } : {}),
    })),
  ]
}

/**
 * The records of the journal that brought a deposit or withdrawal into the ledger: found by the act that did.
 */
export async function actSeqsOf({ kysely }: Database, subjects: readonly string[]): Promise<number[]> {
  if (subjects.length === 0) return []
  const rows = await kysely
    .selectFrom('operatorActs')
    .select('id')
    .where('subject', 'in', [...subjects])
    .execute()
  return rows.map(({ id }) => Number(id.slice(0, 12)))
}

/** Payments that were decided and that no line shows as gone: withdrawals, and money on its way back. */
export const unpaidPayments = async (db: Database): Promise<Unpaid[]> => [
  ...(await unpaidWithdrawals(db)),
  ...(await unpaidRefunds(db)),
]
const unpaidRefunds = ({ kysely }: Database): Promise<Unpaid[]> =>
  kysely
    .selectFrom('refunds')
    .select(['id', 'memberId', 'yen', 'decidedAt', 'bouncedAt', 'state'])
    .where('state', '<>', 'paid')
    .execute()
    .then((rows) =>
      rows.map(({ id, memberId, yen, decidedAt, bouncedAt, state }) => ({
        id,
        memberId,
        yen,
        approvedAt: state === 'bounced' ? bouncedAt! : decidedAt,
        isStopped: false,
        refund: state === 'bounced' ? 'bounced' : 'under-way',
      })),
    )
const unpaidWithdrawals = ({ kysely }: Database): Promise<Unpaid[]> =>
  kysely
    .selectFrom('withdrawals')
    .select(['id', 'memberId', 'yen', 'approvedAt', 'stoppedFor', 'releasedAt'])
    .where('state', '=', 'approved')
    .execute()
    .then((rows) =>
      rows.map(({ approvedAt, stoppedFor, releasedAt, ...row }) => ({
        ...row,
        approvedAt: releasedAt ?? approvedAt!,
        isStopped: stoppedFor !== null,
      })),
    )

/**
 * The sum at the bank by the ledger as it is now; the sum by the lines, and the opening money, of before then
 * where that is said.
 */
export async function bankTotals(
  { kysely }: Database,
  before: Ms | null = null,
): Promise<{ ledger: Yen; statements: Yen; opening: Yen }> {
  const bank = sql.lit(BANK)
  const [account, lines, opening] = await Promise.all([
    firmAccount(kysely, BANK),
    kysely
      .selectFrom('statementLines')
      .select(({ fn }) => ['kind', fn.sum('yen').as('yen')])
      .$if(before !== null, (query) => query.where('bookedAt', '<', before!))
      .groupBy('kind')
      .execute(),
    kysely
      .selectFrom('transfers')
      .select(({ fn }) => fn.sum('yen').as('yen'))
      .where((is) => is.or([is('debit', '=', bank as never), is('credit', '=', bank as never)]))
      .where('kind', '=', 'opening-deposit')
      .$if(before !== null, (query) => query.where('at', '<', before!))
      .executeTakeFirstOrThrow(),
  ])
  return {
    // Credits less debits: what the firm has at its bank stands below zero in the ledger.
    ledger: 0 - (account?.balanceYen ?? 0),
    opening: Number(opening.yen ?? 0),
    statements: lines.reduce(
      (sum, { kind, yen }) => sum + (kind === 'out' ? 0 - Number(yen) : Number(yen)),
      0,
    ),
  }
}

/** Fills of a trade date, by the number of their execution, which begins with the date. */
export const fillsOf = ({ kysely }: Database, date: DateJst): Promise<Traded[]> =>
  kysely
    .selectFrom('fills')
    .select(['orderId', 'n', 'quantity', 'priceTenths', 'at'])
    .where('n', '>=', execNo(`${date}-0`))
    .where('n', '<', execNo(`${date}-99999999999`))
    .orderBy('n')
    .execute()
    .then((rows) => rows.map(({ n, ...row }) => ({ ...row, key: `${n} ${row.orderId}` })))

/** Numbers of these members, by which the console names them. */
export async function numbersOf(
  { kysely }: Database,
  memberIds: readonly MemberId[],
): Promise<ReadonlyMap<MemberId, number>> {
  if (memberIds.length === 0) return new Map()
  const rows = await kysely
    .selectFrom('members')
    .select(['id', 'number'])
    .where('id', 'in', [...memberIds])
    .execute()
  return new Map(rows.map(({ id, number }) => [id, number]))
}

export type Traced = { orderId: OrderId; memberId: MemberId; entry: string | null }
/**
 * The owners of these orders, and the first entry that each order made at a time: where the ledger says what
 * the firm took it for.
 */
export async function tracesOf(
  { kysely }: Database,
  orders: readonly { orderId: OrderId; at: Ms | null }[],
): Promise<Traced[]> {
  if (orders.length === 0) return []
  const owners = await kysely
    .selectFrom('orders')
    .select(['id', 'memberId'])
    .where(
      'id',
      'in',
      orders.map(({ orderId }) => orderId),
    )
    .execute()
  const ownerOf = new Map(owners.map(({ id, memberId }) => [id, memberId]))
  return Promise.all(
    orders.flatMap(({ orderId, at }) => {
      const memberId = ownerOf.get(orderId)
      return memberId === undefined
        ? []
        : [firstEntry(kysely, memberId, orderId, at).then((entry) => ({ orderId, memberId, entry }))]
    }),
  )
}

async function firstEntry(
  kysely: Database['kysely'],
  memberId: MemberId,
  orderId: OrderId,
  at: Ms | null,
): Promise<string | null> {
  let query = kysely
    .selectFrom('transfers')
    .select(['seq', 'n'])
    .where('memberId', '=', memberId)
    .where('orderId', '=', orderId)
  if (at !== null) query = query.where('at', '=', at)
  const row = await query.orderBy('seq').orderBy('n').limit(1).executeTakeFirst()
  return row === undefined ? null : `${row.seq}-${row.n}`
}

/** Fees of a trade date by order, as the fills say and as the ledger took them; those alone that differ. */
export async function differingFees({ kysely }: Database, date: DateJst, limit: number): Promise<FeeOf[]> {
  const { rows } = await sql<FeeOf>`
    with filled as (select order_id, sum(fee_yen) as yen from fills where n >= ${execNo(`${date}-0`)} and n < ${execNo(`${date}-99999999999`)} group by order_id),
    taken as (
      select order_id, min(member_id) as member_id, sum(yen) as yen from transfers
      where at >= ${timeJst(date, 0)} and at < ${timeJst(date, 48)} and trade_date = ${date} and kind = 'fee' and order_id is not null group by order_id
    )
    select coalesce(filled.order_id, taken.order_id) as order_id, taken.member_id, coalesce(filled.yen, 0)::bigint as filled_yen, coalesce(taken.yen, 0)::bigint as ledger_yen
    from filled full join taken on taken.order_id = filled.order_id where coalesce(filled.yen, 0) <> coalesce(taken.yen, 0) limit ${limit}
  `.execute(kysely)
  return rows
}

/**
 * Money kept back that is not what lots, orders, withdrawals, applications, shares paid and announced
 * dividends say: by member and account.
 */
export async function differingHeld({ kysely }: Database, limit: number): Promise<Held[]> {
  const { rows } = await sql<Held>`
    with rows (member_id, account, yen) as (
      select member_id, 'lotMargin', margin_yen from lots where status <> 'closed'
      union all select member_id, 'orderHold', hold_available_yen + hold_unsettled_yen from orders where status in ('pending', 'holding', 'closing')
      union all select member_id, 'withdrawalHold', yen from withdrawals where state in ('requested', 'approved')
      union all select member_id, 'dividendHold', held_yen from entitlements where paid_at is null
      union all select member_id, 'subscriptionHold', held_available_yen + held_unsettled_yen from applications
      union all select member_id, 'subscriptionHold', buy_yen from copy_follows where state = 'pending'
      union all select member_id, 'paidShares', paid_yen from ipo_wins where lot_id is null
      union all select member_id, 'paidShares', quantity * price_tenths / 10 from block_deliveries where delivered_at is null
    ),
    said as (select member_id, account, sum(yen) as yen from rows group by member_id, account),
    kept as (select member_id, kind as account, balance_yen as yen from accounts where kind in ('lotMargin', 'orderHold', 'withdrawalHold', 'dividendHold', 'subscriptionHold', 'paidShares'))
    select coalesce(kept.member_id, said.member_id) as member_id, coalesce(kept.account, said.account) as account,
      coalesce(kept.yen, 0)::bigint as ledger_yen, coalesce(said.yen, 0)::bigint as rows_yen
    from kept full join said on said.member_id = kept.member_id and said.account = kept.account
    where coalesce(kept.yen, 0) <> coalesce(said.yen, 0) limit ${limit}
  `.execute(kysely)
  return rows
}

/** The balance of an account of the firm; undefined: it was never posted to. */
const firmAccount = (kysely: Database['kysely'], id: string) =>
  kysely
    .selectFrom('accounts')
    .select('balanceYen')
    .where('memberId', 'is', null)
    .where('id', '=', id)
    .executeTakeFirst()

/** Claims against the bank by the ledger, where one stands below zero, and by the withdrawals. */
export async function bankClaims({ kysely }: Database): Promise<Held> {
  const [account, rows] = await Promise.all([
    firmAccount(kysely, 'h:bankClaims'),
    kysely
      .selectFrom('withdrawals')
      .select(({ fn }) => fn.sum('claimYen').as('yen'))
      .executeTakeFirstOrThrow(),
  ])
  return {
    memberId: null,
    account: 'bankClaims',
    ledgerYen: 0 - (account?.balanceYen ?? 0),
    rowsYen: Number(rows.yen ?? 0),
  }
}

/** Money of no member by the ledger, and by the refunds that have not gone. */
export async function unidentified({ kysely }: Database): Promise<Held> {
  const [account, rows] = await Promise.all([
    firmAccount(kysely, 'h:unidentified'),
    kysely
      .selectFrom('refunds')
      .select(({ fn }) => fn.sum('yen').as('yen'))
      .where('state', '<>', 'paid')
      .executeTakeFirstOrThrow(),
  ])
  return {
    memberId: null,
    account: 'unidentified',
    ledgerYen: account?.balanceYen ?? 0,
    rowsYen: Number(rows.yen ?? 0),
  }
}

export const heldAccounts = ({ kysely }: Database): Promise<number> =>
  kysely
    .selectFrom('accounts')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('kind', 'in', [
      'lotMargin',
      'orderHold',
      'withdrawalHold',
      'dividendHold',
      'subscriptionHold',
      'paidShares',
    ])
    .executeTakeFirstOrThrow()
    .then(({ count }) => Number(count))
