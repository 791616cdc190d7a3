import { connect } from '#platform/database/connect.ts'
import { runStored } from '#platform/engine/check-stored.ts'
import type { RunningApp } from './app.ts'
import { rulesOf } from './rules.ts'

/**
 * The findings of the checks of rows beside the journal for each edit, which is taken back; of a stopped
 * server too.
 */
export async function seenOfEdits(
  { context: { config, log, db } }: Pick<RunningApp, 'context'>,
  edits: readonly string[],
): Promise<string[]> {
  const { stored } = rulesOf(config, db.config, log)
  const own = connect(db.config, log)
  const sql = await own.pool.connect()
  const seen: string[] = []
  for (const edit of edits) {
    await sql.query(`begin; ${edit}`)
    const { differences } = await runStored(sql, stored)
    seen.push(...differences.map(({ table, what }) => `${table}: ${what}`))
    await sql.query('rollback')
  }
  sql.release()
  await own.close()
  return seen
}
