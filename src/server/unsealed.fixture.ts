import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '#platform/database/connect.ts'

/**
 * What somebody does who edits rows and also reaches the files of the server: the next start takes the rows
 * as they are, as it does after a version that sealed none.
 */
export async function unseal(dataDir: string, sql: Pick<Database['pool'], 'query'>): Promise<void> {
  await sql.query('update lease set row_seal = null')
  rmSync(join(dataDir, 'sealed-rows.json'), { force: true })
}
