import { join } from 'node:path'
import type { Database } from '#platform/database/connect.ts'
import { RowSeal, sealKey, sealMemory } from '#platform/engine/row-seal.ts'
import { readKeys } from '#platform/keys.ts'

/**
 * The act of somebody who edits rows and has the keys of the server: a signature that no table was sealed, so
 * that the next start takes the rows as they are.
 */
export async function unseal(dataDir: string, sql: Pick<Database['pool'], 'query'>): Promise<void> {
  const seal = new RowSeal({ key: sealKey(readKeys(join(dataDir, 'keys')).salts) }, [])
  const {
    rows: [lease],
  } = await sql.query<{ head: Buffer }>('select head from lease')
  const sealed = Buffer.from(seal.at(lease!.head.toString('latin1')), 'latin1')
  await sql.query('update lease set row_seal = $1', [sealed])
  sealMemory(dataDir).keep(seal.signedShape)
}
