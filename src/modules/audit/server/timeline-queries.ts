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

type Source = {
  id: string
  what: string
  label: string
  yen: string
  state: string
  at: string
  from: string
}
/** Sources of each kind: columns in SQL, of one table or of several. */
const SOURCES: Readonly<Partial<Record<TimelineKind, readonly Source[]>>> = {
  order: [
    {
      id: 'id',
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
      id: 'id',
      what: 'method',
      label: 'reference',
      yen: 'coalesce(credited_yen, yen)',
      state: 'state',
      at: 'requested_at',
      from: 'deposits',
    },
  ],
  withdrawal: [
    {
      id: 'id',
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
      id: 'id',
      what: `'draw'`,
      label: `draw_id || ' × ' || units`,
      yen: 'null::bigint',
      state: 'state',
      at: 'applied_at',
      from: 'applications',
    },
    {
      id: 'id',
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
      yen: 'null::bigint',
      state: 'status',
      at: 'applied_at',
      from: 'day_applications',
    },
    {
      id: 'id',
      what: `'copy'`,
      label: 'number',
      yen: 'buy_yen',
      state: 'state',
      at: 'applied_at',
      from: 'copy_follows',
    },
  ],
  loan: [
    {
      id: 'id',
      what: `'loan'`,
      label: 'number::text',
      yen: 'yen',
      state: 'state',
      at: 'applied_at',
      from: 'loans',
    },
  ],
  case: [
    {
      id: 'details_id',
      what: `'identity'`,
      label: 'null::text',
      yen: 'null::bigint',
      state: `front_state || ' / ' || back_state`,
      at: 'submitted_at',
      from: 'verifications',
    },
    {
      id: 'id',
      what: `'bank-account'`,
      label: 'null::text',
      yen: 'null::bigint',
      state: 'state',
      at: 'added_at',
      from: 'bank_accounts',
    },
    {
      id: 'id',
      what: `'identity-appeal'`,
      label: 'null::text',
      yen: 'null::bigint',
      state: 'state',
      at: 'filed_at',
      from: 'identity_appeals',
    },
    {
      id: 'id',
      what: `'withdrawal-appeal'`,
      label: 'null::text',
      yen: 'null::bigint',
      state: 'state',
      at: 'filed_at',
      from: 'appeals',
    },
  ],
  chat: [
    {
      id: 'id',
      what: 'author',
      label: 'null::text',
      yen: 'null::bigint',
      state: 'null::text',
      at: 'at',
      from: 'chat_lines',
    },
  ],
  session: [
    {
      id: 'id',
      what: 'factor',
      label: 'device',
      yen: 'null::bigint',
      state: 'null::text',
      at: 'started_at',
      from: 'sessions',
    },
  ],
  note: [
    {
      id: 'id',
      what: 'kind',
      label: 'words',
      yen: 'null::bigint',
      state: `role || ' ' || number`,
      at: 'at',
      from: 'member_notes',
    },
  ],
}

/** One member's rows of one source behind a place, newest first. */
function selected(
  kind: TimelineKind,
  { id, what, label, yen, state, at, from }: Source,
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
