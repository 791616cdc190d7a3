import type { Ms } from '#kernel/time.ts'
import type { SqlTables } from '#platform/database/connect.ts'
import type { Sql } from '#platform/database/row-list.ts'
import type { AppContext } from '#modules/module.ts'
import { invitationList } from './row-lists.ts'

export type InvitationCode = SqlTables['invitationCodes']

/** The owner of the list that a code is in, as `invitationList` says in SQL. */
const ownerOf = ({ owner, batch, kind }: Pick<InvitationCode, 'owner' | 'batch' | 'kind'>): string =>
  owner ?? batch ?? kind

/** Codes that invite, as the server wrote them. */
export function openInvitationCodes({ db: { kysely }, config }: Pick<AppContext, 'db' | 'config'>) {
  const list = invitationList(config)
  const ownerOfCode = async (db: Sql, code: string): Promise<string | undefined> => {
    const row = await db
      .selectFrom('invitationCodes')
      .select(['owner', 'batch', 'kind'])
      .where('code', '=', code)
      .executeTakeFirst()
    return row && ownerOf(row)
  }
  return {
    async find(code: string): Promise<InvitationCode | undefined> {
      const owner = await ownerOfCode(kysely, code)
      return owner === undefined
        ? undefined
        : (await list.of(kysely, owner, 'codes')).find((row) => row.code === code)
    },
    /** New ones of one giver. */
    async add(trx: Sql, rows: readonly InvitationCode[]): Promise<void> {
      const owner = ownerOf(rows[0]!)
      await list.begin(trx, owner)
      await list.change(trx, owner, 'codes', async () => {
        await trx
          .insertInto('invitationCodes')
          .values([...rows])
          .execute()
        return { put: rows }
      })
    },
    /** Takes one use off; false: it is used up, or nobody gave it. */
    async use(trx: Sql, code: string): Promise<boolean> {
      const owner = await ownerOfCode(trx, code)
      if (owner === undefined) return false
      let isUsed = false
      await list.change(trx, owner, 'codes', async (_trx, rows) => {
        const row = rows.find((each) => each.code === code)
        isUsed = row !== undefined && (row.usesLeft === null || row.usesLeft > 0)
        if (!isUsed || row!.usesLeft === null) return {}
        const used = { ...row!, usesLeft: row!.usesLeft - 1 }
        await trx
          .updateTable('invitationCodes')
          .set({ usesLeft: used.usesLeft })
          .where('code', '=', code)
          .execute()
        return { put: [used] }
      })
      return isUsed
    },
    /** All of these givers are over. */
    async expire(owners: readonly string[], expiresAt: Ms): Promise<void> {
      for (const owner of owners)
        await list.change(kysely, owner, 'codes', async (trx, rows) => {
          const put = rows.map((row) => ({ ...row, expiresAt }))
          for (const { code } of put)
            await trx.updateTable('invitationCodes').set({ expiresAt }).where('code', '=', code).execute()
          return { put }
        })
    },
    /** The owners who give codes of this kind. */
    async owners(kind: InvitationCode['kind']): Promise<string[]> {
      const rows = await kysely
        .selectFrom('invitationCodes')
        .select(['owner', 'batch', 'kind'])
        .distinct()
        .where('kind', '=', kind)
        .execute()
      return rows.map(ownerOf)
    },
  }
}
