import { createHash } from 'node:crypto'
import type { MemberId } from '#kernel/id.ts'
import type { Database } from '#platform/database/connect.ts'
import { dropUnnamed } from '#platform/database/drop-unnamed.ts'
import { RowForged } from '#platform/database/row-mac.ts'
import { hashedRows, type StoredCheck } from '#platform/engine/check-stored.ts'
import type { ApiKeyRow, Details } from '../model/api-key.ts'
import './tables.ts'

type Kept = { memberId: string; name: string; networks: string; salt: Buffer }

/** The salted hash that the journal knows: who changes the addresses of a key, is found out. */
export const detailsHash = ({ memberId, name, networks, salt }: Kept): string =>
  createHash('sha256')
    .update(salt)
    .update(JSON.stringify([memberId, name, networks]))
    .digest('hex')

const listOf = (networks: string): string[] => (networks === '' ? [] : networks.split(' '))

/** Names and addresses of keys, beside the journal. */
export function keyDetails({ kysely }: Pick<Database, 'kysely'>) {
  const rowOf = (id: string) =>
    kysely.selectFrom('apiKeyDetails').selectAll().where('id', '=', id).executeTakeFirst()
  const believed = ({ id, detailsHash: said }: ApiKeyRow, row: Kept | undefined): Details => {
    if (row === undefined || detailsHash(row) !== said) throw new RowForged('api_key_details', id)
    return { name: row.name, networks: listOf(row.networks) }
  }
  return {
    /** Kept under `id` once: a repeat finds what the first try wrote. Answers the salted hash. */
    async put(id: string, memberId: MemberId, { name, networks }: Details, salt: Buffer): Promise<string> {
      await kysely
        .insertInto('apiKeyDetails')
        .values({ id, memberId, name, networks: networks.join(' '), salt })
        .onConflict((on) => on.column('id').doNothing())
        .execute()
      return detailsHash((await rowOf(id))!)
    },
    /** Of a key that was refused at once nothing is kept. */
    drop: (id: string): Promise<void> => dropUnnamed({ kysely }, 'api_key_details.id', id, ['api_keys.id']),
    /** Throws where the journal has another hash: a key without its addresses opens nothing. */
    of: async (key: ApiKeyRow): Promise<Details> => believed(key, await rowOf(key.id)),
    async ofAll(keys: readonly ApiKeyRow[]): Promise<Details[]> {
      if (keys.length === 0) return []
      const rows = await kysely
        .selectFrom('apiKeyDetails')
        .selectAll()
        .where(
          'id',
          'in',
          keys.map(({ id }) => id),
        )
        .execute()
      const byId = new Map(rows.map((row) => [row.id, row]))
      return keys.map((key) => believed(key, byId.get(key.id)))
    },
  }
}

/** The details of keys: the journal has a hash of each. */
export const detailsCheck: StoredCheck = hashedRows({
  table: 'api_key_details',
  columns: ['id', 'member_id', 'name', 'networks', 'salt'],
  sql: `select k.id as key, k.details_hash as said, d.id is not null and d.member_id = k.member_id as present,
    d.member_id as "memberId", d.name, d.networks, d.salt
    from api_keys k left join api_key_details d on d.id = k.id`,
  hash: detailsHash,
})
