import { sql, type RawBuilder } from 'kysely'
import type { MemberId } from '#kernel/id.ts'
import type { Yen } from '#kernel/money.ts'
import type { Ms } from '#kernel/time.ts'
import type { Database } from '#platform/database/connect.ts'
import { wayOf } from '#modules/orders/model/way.ts'
import type { TimelineKind } from '../operator-contract.ts'

/** A place in a list that goes by time; several rows can bear the same time. */
export type Place = { readonly at: Ms; readonly id: string }
export type TimelineRow = {
  id: string
  kind: TimelineKind
  /** The word of its kind: an order's way, a case's kind, a chat line's author, … */
  what: string
  /** A number, a code or a device: nothing that the page's reader may not see. */
  label: string | null
  yen: Yen | null
  state: string | null
  at: Ms
}

/** Columns in SQL; those that are left out are `id` and nothing. */
type Source = {
  from: string
  at: string
  what: string
  id?: string
  label?: string
  yen?: string
  state?: string
}
/** Sources of each kind: one table or several. */
const SOURCES: Readonly<Partial<Record<TimelineKind, readonly Source[]>>> = {
  order: [
    {
      what: `purpose || ' ' || side || ' ' || leverage_tenths`,
      label: `number || ' · ' || code || ' × ' || quantity`,
      yen: 'quoted_notional_yen',
      state: 'status',
      at: 'placed_at',
      from: 'orders',
    },
  ],
  deposit: [
    {
      what: 'method',
      label: 'reference',
      yen: `coalesce(case when credited_yen is null then yen else (select
        sum(case way when 'in' then cash_entries.yen else -cash_entries.yen end)
        from cash_entries where about = deposits.id)::bigint end, credited_yen)`,
      state: 'state',
      at: 'requested_at',
      from: 'deposits',
    },
    {
      what: `'correction'`,
      label: 'reverses',
      yen: `case way when 'in' then yen else -yen end`,
      at: 'at',
      from: `(select * from cash_entries where kind = 'correction') as corrections`,
    },
    {
      what: `'refund'`,
      label: 'line_id',
      yen: '-yen',
      state: 'state',
      at: 'coalesce(bounced_at, paid_at, decided_at)',
      from: 'refunds',
    },
  ],
  withdrawal: [
    {
      what: 'proven_by',
      label: 'reference',
      yen: 'yen',
      state: 'state',
      at: 'requested_at',
      from: 'withdrawals',
    },
  ],
  application: [
    {
      what: `'draw'`,
      label: `draw_id || ' × ' || units`,
      state: 'state',
      at: 'applied_at',
      from: 'applications',
    },
    {
      what: `'ipo-payment'`,
      yen: 'yen',
      at: 'at',
      from: `(select *, seq || '-' || n as id from transfers where kind = 'subscription-payment') as payments`,
    },
    {
      what: `'ipo-withdrawn'`,
      label: `offering_id || ' × ' || units`,
      yen: 'payable_yen',
      at: 'changed_at',
      from: `(select * from ipo_wins where state = 'void') as withdrawn`,
    },
    {
      what: `'ai'`,
      label: `code || ' × ' || units`,
      yen: 'hold_yen',
      state: 'status',
      at: 'applied_at',
      from: 'ai_applications',
    },
    {
      id: 'order_id',
      what: `'day-trade'`,
      label: `number || ' · ' || code`,
      state: 'status',
      at: 'applied_at',
      from: 'day_applications',
    },
    {
      what: `'copy'`,
      label: 'number',
      yen: 'buy_yen',
      state: 'state',
      at: 'applied_at',
      from: 'copy_follows',
    },
  ],
  loan: [
    { what: `'loan'`, label: 'number::text', yen: 'yen', state: 'state', at: 'applied_at', from: 'loans' },
  ],
  case: [
    {
      id: 'details_id',
      what: `'identity'`,
      state: `front_state || ' / ' || back_state`,
      at: 'submitted_at',
      from: 'verifications',
    },
    { what: `'bank-account'`, state: 'state', at: 'added_at', from: 'bank_accounts' },
    { what: `'identity-appeal'`, state: 'state', at: 'filed_at', from: 'identity_appeals' },
    { what: `'withdrawal-appeal'`, state: 'state', at: 'filed_at', from: 'appeals' },
  ],
  chat: [{ what: 'author', at: 'at', from: 'chat_lines' }],
  session: [{ what: 'factor', label: 'device', at: 'started_at', from: 'sessions' }],
  note: [{ what: 'kind', label: 'words', state: `role || ' ' || number`, at: 'at', from: 'member_notes' }],
}

/** One member's rows of one source behind a place, newest first. */
function selected(
  kind: TimelineKind,
  { from, at, what, id = 'id', label = 'null::text', yen = 'null::bigint', state = 'null::text' }: Source,
  memberId: MemberId,
  behind: Place | null,
  limit: number,
): RawBuilder<unknown> {
  const raw = (text: string) => sql.raw(text)
  const place =
    behind === null
      ? sql``
      : sql`and (${raw(at)}, ${raw(id)} collate "C") < (${behind.at}::bigint, ${behind.id} collate "C")`
  return sql`(select ${raw(id)} as id, ${kind}::text as kind, ${raw(what)} as what, ${raw(label)} as label,
    ${raw(yen)} as yen, ${raw(state)} as state, ${raw(at)} as at
    from ${raw(from)} where member_id = ${memberId} ${place}
    order by ${raw(at)} desc, ${raw(id)} collate "C" desc limit ${limit})`
}

/**
 * Events of a member, of these kinds, newest first, behind a place; null: from the newest. Acts and
 * looks of operators are beside it (`doneTo`).
 */
export async function timelineOf(
  { kysely }: Database,
  memberId: MemberId,
  kinds: readonly TimelineKind[],
  behind: Place | null,
  limit: number,
): Promise<TimelineRow[]> {
  const parts = kinds.flatMap((kind) =>
    (SOURCES[kind] ?? []).map((source) => selected(kind, source, memberId, behind, limit)),
  )
  if (parts.length === 0) return []
  const { rows } = await sql<TimelineRow>`
    select * from (${sql.join(parts, sql` union all `)}) as found order by at desc, id collate "C" desc limit ${limit}
  `.execute(kysely)
  return rows.map((row) => (row.kind === 'order' ? { ...row, what: orderWay(row.what) } : row))
}

function orderWay(what: string): string {
  const [purpose, side, leverageTenths] = what.split(' ')
  return wayOf({
    purpose: purpose as 'open' | 'close',
    side: side as 'up' | 'down',
    leverageTenths: Number(leverageTenths),
  })
}
