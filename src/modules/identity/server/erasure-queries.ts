import { sql } from 'kysely'
import type { MemberId } from '#kernel/id.ts'
import type { Database } from '#platform/database/connect.ts'

/** Those of these members who still have a telephone number or a mail address. */
export const contactsLeft = async (
  { kysely }: Pick<Database, 'kysely'>,
  memberIds: readonly MemberId[],
): Promise<MemberId[]> =>
  (
    await sql<{ memberId: MemberId }>`select c.member_id from credentials c
      where c.member_id = any(${[...memberIds]}::text[])
        and (not starts_with(c.mobile, 'erased ')
          or exists (select from email_addresses e where e.member_id = c.member_id))
      order by c.member_id`.execute(kysely)
  ).rows.map(({ memberId }) => memberId)
