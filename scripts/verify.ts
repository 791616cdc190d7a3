/** `npm run verify`: checks the whole journal of `DATA_DIR` or `DATABASE_URL`, beside a running house or without one. Changes nothing. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '#platform/config.ts'
import { refuseNewerDatabase } from '#platform/database/migrate.ts'
import { withDatabase } from '#platform/database/open.ts'
import { checkJournal } from '#platform/engine/check-journal.ts'
import { Misconfigured } from '#platform/misconfigured.ts'

/** Exit status: 0 where everything holds. */
async function verify(): Promise<number> {
  const config = readConfig(process.env)
  if (config.databaseUrl === null && !existsSync(join(config.dataDir, 'postgres'))) throw new Misconfigured(`There is no journal in ${config.dataDir}.`)
  let shown = 0
  const check = await withDatabase(config, async (database) => {
    await refuseNewerDatabase(database)
    return checkJournal(database, (read, of) => {
      const percent = Math.floor((100 * read) / of)
      if (percent >= shown + 10 && process.stdout.isTTY) console.log(`${shown = percent} %`)
    })
  })
  console.log(check.status === 'intact'
    ? `The journal holds: ${check.toSeq + 1} records, ${check.entries} entries, ${check.accounts} accounts, head ${check.head}.`
    : `The journal does not hold${check.badSeq === null ? '' : `, first bad record ${check.badSeq}`}: ${check.what}.`)
  return check.status === 'intact' ? 0 : 1
}

process.exit(await verify().catch((error: unknown) => {
  console.error(error instanceof Misconfigured ? error.message : error)
  return 1
}))
