import { readdirSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileCalendar } from '#modules/instruments/model/calendar.ts'
import { parseActions } from '#modules/instruments/model/actions-file.ts'
import { forEachRow, type FieldsOf } from '#modules/instruments/model/csv-rows.ts'
import type { Defect } from '#modules/instruments/model/defects.ts'
import { parseListing } from '#modules/instruments/model/listing-file.ts'
import { readTable } from '#modules/instruments/server/module.ts'
import { parseReplayFile } from '#modules/venue/model/replay-bars.ts'
import { replayedMarket } from '#modules/venue/model/replay-issues.ts'
import { codeIn, columnOf, dateIn, figureIn, isNone } from './columns.ts'
import { field, NoImport, type Tables } from './folder.ts'

export type CsvFiles = {
  /** A file of the bars of all issues, or a folder with one file an issue, named by its code. */
  bars: string
  listing: string | null
  splits: string | null
  dividends: string | null
}

export type Read = Tables & {
  issues: number
  days: readonly string[]
  /** Days of an issue that the files have without a price. */
  withoutTrade: number
  /** Days whose price the rules of the exchange did not allow: they are played, and listed by the app. */
  faults: number
}

/** A row of a table that is made, and where it stands in the file that it was read from. */
type Row = { text: string; file: string; line: number }

const PRICES = ['open', 'high', 'low', 'close'] as const
const LISTED = ['code', 'name_ja', 'name_en', 'market', 'sector17_code', 'scale', 'unit'] as const
/** Lines that are told one by one. */
const TOLD = 20

/**
 * The tables of a replay from the files that people have. Throws NoImport with every line that cannot be
 * used: nothing is left out unseen.
 */
export function readCsv(files: CsvFiles): Read {
  const { rows, withoutTrade } = readBars(files.bars)
  const bars = tableOf(`code,date,${PRICES.join(',')},volume`, rows)
  const wrong: string[] = []
  const file = tried(() => parseReplayFile(bars), files.bars)
  tell(file.defects, rows, wrong)
  const listed = files.listing === null ? byCode([...file.days.keys()]) : readListed(files.listing)
  const listing = tableOf(LISTED.join(','), listed)
  const parsed = tried(() => parseListing(listing), files.listing ?? files.bars)
  tell(parsed.defects, listed, wrong)
  const acts = readActions(files, new Set(file.days.keys()))
  const actions = acts === null ? null : tableOf('code,ex_date,new_shares,old_shares,dividend,pay_date', acts)
  const known = actions === null ? null : parseActions(actions, fileCalendar(file.dates))
  if (known !== null) tell(known.defects, acts!, wrong)
  refuse(wrong)
  const market = tried(() => replayedMarket(file, parsed, known), files.listing ?? files.bars)
  return {
    bars,
    listing,
    actions,
    issues: market.issues.length,
    days: file.dates,
    withoutTrade,
    faults: market.faults.length,
  }
}

function refuse(wrong: readonly string[]): void {
  if (wrong.length === 0) return
  const rest = wrong.length > TOLD ? `\n… and ${wrong.length - TOLD} more` : ''
  throw new NoImport(
    `${wrong.slice(0, TOLD).join('\n')}${rest}\n${wrong.length} ${wrong.length === 1 ? 'row' : 'rows'} cannot be used; nothing was written.`,
  )
}

function tried<T>(work: () => T, file: string): T {
  try {
    return work()
  } catch (error) {
    throw new NoImport(`${file}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

const tableOf = (heading: string, rows: readonly Row[]): string =>
  `${heading}\n${rows.map(({ text }) => text).join('\n')}\n`

/** Defects by the lines of the table that was made, said by those of the files. */
function tell(defects: readonly Defect[], rows: readonly Row[], wrong: string[]): void {
  for (const { line, code, reason } of defects) {
    const row = rows[line - 2]!
    wrong.push(`${row.file}, line ${row.line}${code === '' ? '' : ` (${code})`}: ${reason}`)
  }
}

function readBars(path: string): { rows: Row[]; withoutTrade: number } {
  const rows: Row[] = []
  let withoutTrade = 0
  const isFolder = tried(() => statSync(path).isDirectory(), path)
  const files = isFolder
    ? readdirSync(path)
        .filter((name) => /\.(csv|txt|tsv)(\.gz)?$/i.test(name))
        .sort()
        .map((name) => join(path, name))
    : [path]
  if (files.length === 0) throw new NoImport(`${path} holds no file that ends in .csv, .txt or .tsv.`)
  for (const file of files)
    visit(file, ['date', ...PRICES], ['code', 'volume', 'volume_thousands'], (line, fields) => {
      const [date, open, high, low, close, code, volume, thousands] = fields
      const prices = [open, high, low, close]
      if (prices.every(isNone)) return void withoutTrade++
      const of = isFolder && code === '' ? basename(file).split(/[._ ]/)[0]! : code
      const shares = thousands === '' ? figureIn(volume) : timesThousand(figureIn(thousands))
      const made = [codeIn(of), dateIn(date), ...prices.map(figureIn), shares]
      rows.push({ text: made.map(field).join(','), file, line })
    })
  return { rows, withoutTrade }
}

const timesThousand = (figure: string): string =>
  /^\d+(\.\d{1,3})?$/.test(figure) ? String(Math.round(Number(figure) * 1_000)) : figure

function readListed(file: string): Row[] {
  const rows: Row[] = []
  visit(
    file,
    ['code', 'name_ja', 'market'],
    ['name_en', 'sector17_code', 'scale', 'unit'],
    (line, fields) => {
      const [code, nameJa, market, nameEn, sector, scale, unit] = fields.map((text) =>
        isNone(text) ? '' : text.trim(),
      ) as [string, string, string, string, string, string, string]
      const made = [codeIn(code), nameJa, nameEn, market, sector, scale, figureIn(unit)]
      rows.push({ text: made.map(field).join(','), file, line })
    },
  )
  return rows
}

/** The sector that holds what is in no other. */
const OTHERS = '10'
/** Without a listing an issue is called by its code. */
const byCode = (codes: readonly string[]): Row[] =>
  codes.map((code) => ({
    text: [code, code, code, '内国株式', OTHERS, '', ''].join(','),
    file: 'the bars',
    line: 0,
  }))

type Act = {
  newShares: string
  oldShares: string
  dividend: string
  payDate: string
  file: string
  line: number
}

/** Splits and dividends, those of one issue and day as one row. Those of issues without bars are left. */
function readActions({ splits, dividends }: CsvFiles, codes: ReadonlySet<string>): Row[] | null {
  if (splits === null && dividends === null) return null
  const acts = new Map<string, Act>()
  const put = (code: string, date: string, act: Act) => {
    if (!codes.has(code)) return
    const key = `${code},${date}`
    const other = acts.get(key)
    acts.set(key, other === undefined ? act : { ...other, ...withoutEmpty(act) })
  }
  if (splits !== null)
    visit(splits, ['code'], ['ex_date', 'date', 'ratio', 'new_shares', 'old_shares'], (line, fields) => {
      const [code, exDate, date, ratio, newShares, oldShares] = fields
      const [made, before] = newShares === '' ? sharesOf(ratio) : [figureIn(newShares), figureIn(oldShares)]
      const act = { newShares: made, oldShares: before, dividend: '', payDate: '', file: splits, line }
      put(codeIn(code), dateIn(exDate === '' ? date : exDate), act)
    })
  if (dividends !== null)
    visit(dividends, ['code', 'dividend'], ['ex_date', 'date', 'pay_date'], (line, fields) => {
      const [code, dividend, exDate, date, payDate] = fields
      const act = {
        newShares: '',
        oldShares: '',
        dividend: figureIn(dividend),
        payDate: isNone(payDate) ? '' : dateIn(payDate),
        file: dividends,
        line,
      }
      put(codeIn(code), dateIn(exDate === '' ? date : exDate), act)
    })
  return [...acts].map(([key, { newShares, oldShares, dividend, payDate, file, line }]) => ({
    text: `${key},${[newShares, oldShares, dividend, payDate].map(field).join(',')}`,
    file,
    line,
  }))
}

const withoutEmpty = (act: Act): Partial<Act> =>
  Object.fromEntries(Object.entries(act).filter(([, value]) => value !== ''))

/**
 * `2`, `5/1` and `1→5`: new shares, and the old ones that they stand for. `1:5` is a split in Japan and its
 * contrary elsewhere: it is refused where the table is read.
 */
export function sharesOf(ratio: string): [newShares: string, oldShares: string] {
  const plain = ratio.normalize('NFKC').trim()
  const arrow = /^(\d+)\s*(?:→|->)\s*(\d+)$/.exec(plain)
  if (arrow !== null) return [arrow[2]!, arrow[1]!]
  const pair = /^(\d+)\s*\/\s*(\d+)$/.exec(plain)
  if (pair !== null) return [pair[1]!, pair[2]!]
  return fraction(Number(plain)) ?? [plain, '1']
}

/** The largest number of old shares that a ratio is looked for with. */
const MOST_OLD = 100
/** Half of the last of six digits: sources round to them. */
const CLOSE = 5e-6

/** A ratio as whole shares: 1.5 is 3 new ones for 2 old ones. Null where there are none that small. */
export function fraction(ratio: number): [newShares: string, oldShares: string] | null {
  if (!(ratio > 0)) return null
  for (let old = 1; old <= MOST_OLD; old++) {
    const made = Math.round(ratio * old)
    if (made > 0 && Math.abs(made / old - ratio) <= CLOSE * ratio) return [String(made), String(old)]
  }
  return null
}

function visit<const Expected extends readonly string[], const Optional extends readonly string[]>(
  file: string,
  expected: Expected,
  optional: Optional,
  row: (line: number, fields: FieldsOf<readonly [...Expected, ...Optional]>) => void,
): void {
  try {
    readTable(file, (text) => forEachRow(text, expected, row, optional, columnOf))
  } catch (error) {
    throw new NoImport(error instanceof Error ? error.message : String(error))
  }
}
