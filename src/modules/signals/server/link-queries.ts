import { sql } from 'kysely'
import type { MemberId } from '#kernel/id.ts'
import type { Yen } from '#kernel/money.ts'
import type { Ms } from '#kernel/time.ts'
import type { Database } from '#platform/database/connect.ts'
import type { Link, LinkKind } from '../model/case.ts'

/** The word for the newest line of the member's chat. */
export const CHAT = 'chat'

export type LinkedRow = { what: LinkKind; id: string; yen: Yen | null; at: Ms; reference: string | null }

const ROWS = sql`select 'withdrawal' as what, id, member_id, yen, requested_at as at, reference from withdrawals
  union all select 'deposit', id, member_id, yen, requested_at, reference from deposits
  union all select 'order', id, member_id, null, placed_at, number from orders
  union all select 'chat', id, member_id, null, at, null from chat_lines`

/**
 * Rows of the member by number or id, and by `chat` the newest line of the chat; null where one is not
 * theirs.
 */
export async function linksNamed(
  { kysely }: Database,
  memberId: MemberId,
  names: readonly string[],
): Promise<{ name: string; link: Link | null }[]> {
  return Promise.all(
    names.map(async (name) => {
      const { rows } = await sql<Link>`select what, id from (${ROWS}) as found where member_id = ${memberId}
        and ${name === CHAT ? sql`what = 'chat'` : sql`what <> 'chat' and (id = ${name} or reference = ${name})`}
        order by at desc limit 1`.execute(kysely)
      return { name, link: rows[0] ?? null }
    }),
  )
}

/** Linked rows with their figures and times. */
export async function linkedRows({ kysely }: Database, links: readonly Link[]): Promise<LinkedRow[]> {
  if (links.length === 0) return []
  const { rows } = await sql<LinkedRow>`select what, id, yen, at, reference from (${ROWS}) as found
    where (what, id) in (${sql.join(links.map(({ what, id }) => sql`(${what}, ${id})`))})
    order by at desc`.execute(kysely)
  return rows
}

/** The number of a member, and the id of the case that is open; null: there is no such member. */
export async function memberWithCase({ kysely }: Database, memberId: MemberId) {
  const row = await kysely
    .selectFrom('members')
    .leftJoin('riskCases', (join) =>
      join.onRef('riskCases.memberId', '=', 'members.id').on('riskCases.state', '=', 'open'),
    )
    .select(['members.number', 'riskCases.id as caseId'])
    .where('members.id', '=', memberId)
    .executeTakeFirst()
  return row ?? null
}
