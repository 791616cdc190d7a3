/**
 * `npm run witness`: what the auditor's process has signed last, beside what was published. `npm run witness
 * -- anew`: it goes on from there, when its files are lost or a backup was restored; who has seen more,
 * phones above all, will say so.
 */
import { connect } from '#platform/database/connect.ts'
import { withDatabase } from '#platform/database/open.ts'
import { readConfig } from '#platform/config.ts'
import { openLog } from '#platform/log.ts'
import { openSigners } from '#modules/trust/server/signers.ts'
import { newestSigned } from '#modules/trust/server/newest-signed.ts'

const config = readConfig(process.env)
const isAnew = process.argv[2] === 'anew'
const { origin, auditor } = openSigners(config)
const said = (read: () => { size: number } | null): string => {
  try {
    const head = read()
    return head === null ? 'none: its file is not there' : `${head.size} records`
  } catch (error) {
    return (error as Error).message
  }
}
await withDatabase(config, async (database) => {
  const db = connect(database, openLog('error'))
  try {
    const { head, day } = await newestSigned(db, { origin, auditor })
    console.log(`The auditor's process signed last: ${said(auditor.last)}.`)
    console.log(
      `Published with its signature: ${head === null ? 'nothing' : `${head.size} records, ${head.at}`}${day === null ? '' : `; what the firm owed on ${day.day}`}.`,
    )
    if (!isAnew)
      return console.log(
        'npm run witness -- anew: it goes on from what was published. What it signed after that is then known to phones alone.',
      )
    auditor.beginAnew(head, day)
    console.log('It goes on from there. Publish why.')
  } finally {
    await db.close()
  }
})
process.exit(0)
