/** `npm run verify`: checks the whole journal of `DATA_DIR` or `DATABASE_URL`, beside a running house or without one. Changes nothing. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '#platform/config.ts'
import { startEmbedded } from '#platform/database/embedded.ts'
import { checkJournal } from '#platform/engine/check-journal.ts'

const config = readConfig(process.env)
if (config.databaseUrl === null && !existsSync(join(config.dataDir, 'postgres'))) {
  console.error(`There is no journal in ${config.dataDir}.`)
  process.exit(1)
}
const embedded = config.databaseUrl === null ? await startEmbedded(config.dataDir) : null
let shown = 0
const check = await checkJournal(embedded?.config ?? { connectionString: config.databaseUrl! }, (read, of) => {
  const percent = Math.floor((100 * read) / of)
  if (percent >= shown + 10 && process.stdout.isTTY) console.log(`${shown = percent} %`)
}).finally(async () => {
  // The database of a house that runs is the house's.
  if (embedded?.adopted === false) await embedded.stop()
})
console.log(check.status === 'intact'
  ? `The journal holds: ${check.toSeq + 1} records, ${check.entries} entries, ${check.accounts} accounts, head ${check.head}.`
  : `The journal does not hold${check.badSeq === null ? '' : `, first bad record ${check.badSeq}`}: ${check.what}.`)
process.exit(check.status === 'intact' ? 0 : 1)
