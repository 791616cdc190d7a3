/**
 * `npm run import -- csv …` and `npm run import -- jquants …`: history of the Tokyo market into a new folder
 * that MARKET=replay plays. All of it is read and held against the rules of a replay before anything is
 * written.
 */
import { readFileSync, statSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { fileCalendar } from '#modules/instruments/model/calendar.ts'
import { parseActions } from '#modules/instruments/model/actions-file.ts'
import { parseListing } from '#modules/instruments/model/listing-file.ts'
import { parseReplayFile } from '#modules/venue/model/replay-bars.ts'
import { replayedMarket } from '#modules/venue/model/replay-issues.ts'
import { codeIn } from './import/columns.ts'
import { readCsv } from './import/csv.ts'
import { NoImport, refuseTaken, startOf, writeFolder, type Source, type Tables } from './import/folder.ts'
import { fetchJquants } from './import/jquants.ts'
import { jquantsClient, PLANS, type Plan } from './import/jquants-client.ts'
import { isDate } from '#kernel/time.ts'

const USAGE = `npm run import -- csv --bars FILE|FOLDER [--listing FILE] [--splits FILE] [--dividends FILE] --out FOLDER
npm run import -- jquants --key-file FILE --from DATE --to DATE [--codes 7203,6758] [--plan ${Object.keys(PLANS).join('|')}] [--dividends] --out FOLDER`

const text = { type: 'string' } as const

function importCsv(args: string[]): string {
  const { values } = parseArgs({
    args,
    options: { bars: text, listing: text, splits: text, dividends: text, out: text },
  })
  const { bars, out } = values
  if (bars === undefined || out === undefined) throw new NoImport(USAGE)
  refuseTaken(out)
  const read = readCsv({
    bars,
    listing: values.listing ?? null,
    splits: values.splits ?? null,
    dividends: values.dividends ?? null,
  })
  const [from, to] = [read.days[0]!, read.days.at(-1)!]
  writeFolder(out, read, { source: 'csv', isPrivate: false, from, to })
  return [
    `${read.issues} issues, ${read.days.length} days, ${from} to ${to}; ${read.withoutTrade} rows without a trade.`,
    ...(read.faults > 0
      ? [`${read.faults} days go beyond the exchange's rules; they are played, and the app lists them.`]
      : []),
    ...(values.listing === undefined
      ? ['No listing: each issue is called by its code, and stands in the sector of services and others.']
      : []),
    `Start: ${startOf(out, read, from)}`,
  ].join('\n')
}

async function importJquants(args: string[]): Promise<string> {
  const { values } = parseArgs({
    args,
    options: {
      'key-file': text,
      from: text,
      to: text,
      codes: text,
      plan: { ...text, default: 'free' },
      dividends: { type: 'boolean', default: false },
      out: text,
    },
  })
  const { 'key-file': keyFile, from, to, out, plan } = values
  if (keyFile === undefined || from === undefined || to === undefined || out === undefined)
    throw new NoImport(USAGE)
  const bad = [from, to].find((date) => !isDate(date))
  if (bad !== undefined || from > to)
    throw new NoImport(`No days: ${bad ?? `${from} to ${to}`}. Dates are 2024-08-01.`)
  if (!(plan in PLANS)) throw new NoImport(`No plan: ${plan}. One of ${Object.keys(PLANS).join(', ')}.`)
  refuseTaken(out)
  const codes = values.codes?.split(',').map(codeIn).filter(Boolean) ?? null
  const client = jquantsClient({
    key: keyIn(keyFile),
    plan: plan as Plan,
    tell: (sentence) => console.error(sentence),
  })
  const tables = await fetchJquants(
    client,
    `${out}.parts`,
    { from, to, codes, dividends: values.dividends },
    (done, of, what) => console.error(`${done} of ${of}: ${what}`),
  )
  const { days, faults } = checked(tables)
  writeFolder(out, tables, {
    source: 'jquants',
    isPrivate: true,
    from: days[0]!,
    to: days.at(-1)!,
  } satisfies Source)
  return [
    `${tables.issues} issues, ${days.length} days, ${days[0]} to ${days.at(-1)}; ${tables.withoutTrade} rows without a trade.`,
    ...(faults > 0
      ? [`${faults} days go beyond the exchange's rules; they are played, and the app lists them.`]
      : []),
    'J-Quants allows private use by its registrant alone: a server with more than one member does not start on it.',
    `${out}.parts holds the answers and is no longer needed.`,
    `Start: ${startOf(out, tables, days[0]!)}`,
  ].join('\n')
}

function keyIn(file: string): string {
  const mode = tried(() => statSync(file).mode, file)
  if ((mode & 0o077) !== 0) throw new NoImport(`${file}: others can read it; chmod 600 first.`)
  const key = readFileSync(file, 'utf8').trim()
  if (!/^[\x21-\x7e]+$/.test(key)) throw new NoImport(`${file} does not hold one key on one line.`)
  return key
}

/** The market that a start would make of the tables. Throws where it would refuse them. */
function checked({ bars, listing, actions }: Tables): { days: readonly string[]; faults: number } {
  const file = tried(() => parseReplayFile(bars), 'the bars')
  const calendar = fileCalendar(file.dates)
  const market = tried(
    () =>
      replayedMarket(file, parseListing(listing), actions === null ? null : parseActions(actions, calendar)),
    'the listing',
  )
  for (const { file: of, code, reason } of market.refused) console.error(`left out, ${of} ${code}: ${reason}`)
  return { days: file.dates, faults: market.faults.length }
}

function tried<T>(work: () => T, what: string): T {
  try {
    return work()
  } catch (error) {
    throw new NoImport(`${what}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

const [kind = '', ...args] = process.argv.slice(2)
const work = async (): Promise<string> => {
  if (kind === 'csv') return importCsv(args)
  if (kind === 'jquants') return importJquants(args)
  throw new NoImport(USAGE)
}
await work().then(console.log, (error: unknown) => {
  const isKnown = error instanceof NoImport || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')
  console.error(isKnown === true ? (error as Error).message : error)
  process.exitCode = 1
})
