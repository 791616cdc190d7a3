/**
 * `npm run verify`: checks the whole journal of `DATA_DIR` or `DATABASE_URL` and every table against it,
 * beside a running server or without one. Changes nothing.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '#platform/config.ts'
import { keysOpenToOthers } from '#platform/data-directory.ts'
import { connect } from '#platform/database/connect.ts'
import { firstMissing, refuseNewerDatabase } from '#platform/database/migrate.ts'
import { withDatabase } from '#platform/database/open.ts'
import { checkSettings } from '#platform/database/ownership.ts'
import { checkJournal, type JournalCheck } from '#platform/engine/check-journal.ts'
import { differenceText } from '#platform/engine/difference.ts'
import { openLog } from '#platform/log.ts'
import { Misconfigured } from '#platform/misconfigured.ts'
import { NOT_COMPARED, NOT_COMPARED_COLUMNS } from '#server/not-compared.ts'
import { clockReturnLines } from '#server/clock-returns.ts'
import { rulesOf } from '#server/rules.ts'

const SHOWN = 50
const [HOLDS, DIFFERS, CANNOT_TELL] = [0, 1, 2]

/** Exit status: 0 where everything holds, 1 where something does not, 2 where it cannot be told. */
async function verify(): Promise<number> {
  const config = readConfig(process.env)
  if (config.databaseUrl === null && !existsSync(join(config.dataDir, 'postgres')))
    throw new Misconfigured(`There is no journal in ${config.dataDir}.`)
  let shown = 0
  const [check, returns] = await withDatabase(config, async (database) => {
    await refuseNewerDatabase(database)
    const missing = await firstMissing(database)
    if (missing !== null)
      throw new Misconfigured(
        `This database is of an earlier version: it has not seen ${missing}. Check it with that version, or start this one on it first.`,
      )
    await checkSettings(database, config)
    const found = await checkJournal(
      database,
      (read, of) => {
        const percent = Math.floor((100 * read) / of)
        if (percent >= shown + 10 && process.stdout.isTTY) console.log(`${(shown = percent)} %`)
      },
      rulesOf(config, database, openLog('error')),
    )
    const db = connect(database, openLog('error'))
    const returns = await clockReturnLines(db.pool).finally(() => db.close())
    return [found, returns] as const
  })
  for (const line of [...linesOf(check), ...returns]) console.log(line)
  for (const path of keysOpenToOthers(config.keysDir))
    console.log(
      `Other users of this machine can read or write ${path}: take their rights away (chmod go-rwx).`,
    )
  if (check.status === 'broken') return DIFFERS
  return check.again?.notAgain === null && check.again.otherAnswers.length === 0 ? HOLDS : CANNOT_TELL
}

function linesOf(check: JournalCheck): string[] {
  const { status, badSeq, what, toSeq, entries, accounts, head, again, stored } = check
  const differences = stored?.differences ?? []
  const isOfTables = status === 'broken' && again !== null && again.differing + differences.length > 0
  const lines = [
    status === 'intact' || isOfTables
      ? `The journal holds: ${toSeq + 1} records, ${entries} entries, ${accounts} accounts, head ${head}.`
      : `The journal does not hold${badSeq === null ? '' : `, first bad record ${badSeq}`}: ${what}.`,
  ]
  if (again === null) return lines
  if (again.notAgain !== null) {
    const { seq, type, what: why } = again.notAgain
    lines.push(
      `Run again, the journal comes out the same up to record ${seq}, a ${type}: ${why}.`,
      'Either another version wrote it, which this one cannot repeat, or it was never what ran. From there on tables could not be compared row by row; entries and balances are held against the records above,',
    )
  } else if (again.differing > 0) {
    lines.push(
      `Run again, it leaves other rows: ${again.differing} values differ. ${again.differing > again.differences.length ? 'The first' : 'They are'}:`,
      ...again.differences.map((each) => `  ${differenceText(each)}`),
    )
  } else
    lines.push(
      `Run again, every record comes out the same, signatures of operators too, and leaves the ${again.rows} rows that stand in ${again.tables} tables.`,
    )
  if (again.otherAnswers.length > 0)
    lines.push(
      'Answers that are kept for repeated requests have other fields than this version gives: an earlier version wrote them within the last day, or they were edited; that cannot be told. The first:',
      ...again.otherAnswers.map((each) => `  ${differenceText(each)}`),
    )
  lines.push(
    differences.length === 0
      ? `Beside the journal ${stored!.rows} rows are what it has the hashes of, or open with their key; every table was read to its end.`
      : `Beside the journal, ${differences.length} rows or tables are not as they were left:`,
    ...differences.slice(0, SHOWN).map((each) => `  ${differenceText(each)}`),
    {
      true: 'Rows in memory are those that the server sealed with its key beside the head.',
      false: 'Rows in memory are NOT those that the server sealed beside the head: a start refuses them.',
      null: 'No version has sealed the rows in memory yet: the next start does.',
    }[`${again.isSealed}`],
  )
  lines.push(
    `Not compared: ${Object.entries({ ...NOT_COMPARED, ...NOT_COMPARED_COLUMNS })
      .map(([table, why]) => `${table} (${why})`)
      .join(', ')}.`,
  )
  return lines
}

process.exit(
  await verify().catch((error: unknown) => {
    console.error(error instanceof Misconfigured ? error.message : error)
    return error instanceof Misconfigured ? CANNOT_TELL : DIFFERS
  }),
)
