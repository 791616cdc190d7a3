import type { Ms } from '#kernel/time.ts'
import type { MemberId } from '#kernel/id.ts'
import { sql } from 'kysely'
import type { Database } from '#platform/database/connect.ts'

/** Columns that name whose row it is, in the order in which they are looked for. */
const OWNERS = ['member_id', 'member', 'owner'] as const
/** Cases of which the law forbids to tell the member, by the signatures of two people. */
const SECRET_CASES = '(select case_id from case_seals where ended_at is null or withheld is not null)'
/** Tables whose rows belong to a member through another one. */
const THROUGH: Readonly<Record<string, string>> = {
  members: 'id = $member',
  fills: 'order_id in (select id from orders where member_id = $member)',
  copy_pools: 'lead_member_id = $member',
  fix_messages: 'key_id in (select key_id from fix_sessions where member_id = $member)',
  fix_names: 'key_id in (select id from api_keys where member_id = $member)',
  fix_parts: 'fix_order_id in (select id from fix_orders where member_id = $member)',
  venue_orders: 'order_id in (select id from orders where member_id = $member)',
  venue_reports: 'order_id in (select id from orders where member_id = $member)',
  venue_messages: `(select split_part(field->>1, '.', 1) from jsonb_array_elements(fields) as field
    where field->>0 = '11' limit 1) in (select replace(id, '-', '') from orders where member_id = $member)`,
  // Risk signals are told when people have looked at them, so that no thief of an account reads them first.
  risk_cases: `member_id = $member and state = 'closed' and id not in ${SECRET_CASES}`,
  // Entries under a seal, once it discloses them.
  case_entries: `member_id = $member and not (sealed and case_id in ${SECRET_CASES})`,
  risk_signals: `case_id in (select id from risk_cases where member_id = $member and state = 'closed')
    and case_id not in ${SECRET_CASES}`,
}
/**
 * Not handed out: answers kept for repeats (the orders they are about are), and approvals with the operators'
 * signatures (`operator_acts` says what they did).
 */
export const LEFT_OUT: ReadonlySet<string> = new Set(['idempotency', 'approvals', 'journal'])
/** Columns that can name rows of other members beside those of one's own. */
const OF_OTHERS: ReadonlySet<string> = new Set([
  'risk_signals.key',
  'risk_signals.evidence',
  'risk_signals.others',
])
/**
 * Secrets, and what is only there to find or prove something: they would help a thief and tell a member
 * nothing.
 */
const SECRET = /hash|salt|secret|token|sealed|wrapped|public_key|challenge|p256dh|^auth$/

/**
 * Under which condition a row of this table is the member's, with `$member` for the id; null: its rows are of
 * no member.
 */
export function conditionOf(table: string, columns: readonly string[]): string | null {
  const owner = OWNERS.find((name) => columns.includes(name))
  return THROUGH[table] ?? (owner === undefined ? null : `${owner} = $member`)
}

/**
 * `pictures`: those that still open, oldest first; each is had by its purpose and id at `/upload`, by the
 * member alone.
 */
export type OwnData = {
  tables: Record<string, Record<string, unknown>[]>
  leftOut: string[]
  pictures: { id: string; purpose: string; at: Ms }[]
}

/**
 * Every row of every table that names the member. Tables are found in the database's own catalogue, so that a
 * module that begins to keep something about its members is in without being asked. In one snapshot, so that
 * rows fit each other.
 */
export async function ownDataOf({ kysely }: Database, memberId: MemberId): Promise<OwnData> {
  return kysely
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (snapshot) => {
      const { rows: columns } = await sql<{ tableName: string; columnName: string; dataType: string }>`
      select table_name, column_name, data_type from information_schema.columns where table_schema = current_schema() order by table_name, ordinal_position
    `.execute(snapshot)
      const byTable = Map.groupBy(columns, ({ tableName }) => tableName)
      const pictures = await snapshot
        .selectFrom('sealedImages')
        .select(['id', 'purpose', 'at'])
        .where('memberId', '=', memberId)
        .where('wrappedKey', 'is not', null)
        .orderBy('at')
        .orderBy('id')
        .execute()
      const data: OwnData = { tables: {}, leftOut: [], pictures }
      for (const [table, all] of byTable) {
        const condition = conditionOf(
          table,
          all.map(({ columnName }) => columnName),
        )
        if (condition === null || LEFT_OUT.has(table)) continue
        const [before = '', after = ''] = condition.split('$member')
        const isOpen = ({ columnName, dataType }: (typeof all)[number]) =>
          dataType !== 'bytea' && !SECRET.test(columnName) && !OF_OTHERS.has(`${table}.${columnName}`)
        data.leftOut.push(
          ...all.filter((column) => !isOpen(column)).map(({ columnName }) => `${table}.${columnName}`),
        )
        const open = all.filter(isOpen).map(({ columnName }) => sql.ref(columnName))
        if (open.length === 0) continue
        const { rows } = await sql<Record<string, unknown>>`
        select ${sql.join(open)} from ${sql.table(table)} where ${sql.raw(before)}${memberId}${sql.raw(after)} order by 1
      `.execute(snapshot)
        if (rows.length > 0) data.tables[table] = rows
      }
      return data
    })
}
