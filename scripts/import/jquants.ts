import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { addDays, weekday, type DateJst } from '#kernel/time.ts'
import { codeIn } from './columns.ts'
import { fraction } from './csv.ts'
import { field, NoImport, type Tables } from './folder.ts'
import type { Client, Row } from './jquants-client.ts'

export type Wanted = {
  from: DateJst
  to: DateJst
  /** Issue codes; null: all. */
  codes: readonly string[] | null
  /** True: dividends too, which the largest plan alone has. */
  dividends: boolean
}

export type Fetched = Tables & { issues: number; withoutTrade: number }

/** Days on which the exchange trades, by the calendar's `HolDiv`: business days and half days. */
const TRADING = new Set(['1', '2'])
/** The sector that holds what is in no other; J-Quants calls it 99. */
const OTHERS = '10'

/**
 * The data that J-Quants has of these days, as the tables of a replay. Each answer is kept in `parts` as soon
 * as it is whole, so that an import that was broken off goes on where it was. Splits are those of the
 * adjustment factors, dividends those that were decided.
 */
export async function fetchJquants(
  client: Client,
  parts: string,
  wanted: Wanted,
  progress: (done: number, of: number, what: string) => void,
): Promise<Fetched> {
  mkdirSync(parts, { recursive: true })
  refuseOtherWish(parts, wanted)
  const kept = (name: string, fetch: () => Promise<Row[]>) => keptPart(join(parts, `${name}.json.gz`), fetch)
  const { from, to, codes } = wanted
  const days = tradingDays(
    await kept('calendar', () => client.rows('/markets/calendar', { from, to })),
    wanted,
  )
  const master = await kept('master', () => client.rows('/equities/master', { date: days.at(-1)! }))
  const asked: [name: string, query: Record<string, string>][] =
    codes !== null && codes.length < days.length
      ? codes.map((code) => [code, { code, from, to }])
      : days.map((date) => [date, { date }])
  const all = asked.length * (wanted.dividends ? 2 : 1)
  let done = 0
  const bars: Row[] = []
  const payments: Row[] = []
  for (const [name, query] of asked) {
    bars.push(...(await kept(`bars-${name}`, () => client.rows('/equities/bars/daily', query))))
    progress(++done, all, name)
    if (!wanted.dividends) continue
    payments.push(...(await kept(`dividends-${name}`, () => client.rows('/fins/dividend', query))))
    progress(++done, all, name)
  }
  return tablesOf(bars, master, payments, wanted)
}

/** Answers to another question would be taken for these. */
function refuseOtherWish(parts: string, wanted: Wanted): void {
  const file = join(parts, 'wanted.json')
  const said = JSON.stringify(wanted)
  if (!existsSync(file)) return writeFileSync(file, said)
  if (readFileSync(file, 'utf8') !== said)
    throw new NoImport(
      `${parts} belongs to another import: ${readFileSync(file, 'utf8')}. Name another folder.`,
    )
}

async function keptPart(file: string, fetch: () => Promise<Row[]>): Promise<Row[]> {
  if (existsSync(file)) return JSON.parse(gunzipSync(readFileSync(file)).toString()) as Row[]
  const rows = await fetch()
  // A part that is there is whole: a kill while it is written leaves another name.
  writeFileSync(`${file}.part`, gzipSync(JSON.stringify(rows)))
  renameSync(`${file}.part`, file)
  return rows
}

function tradingDays(calendar: readonly Row[], { from, to }: Wanted): DateJst[] {
  const days = calendar
    .filter(({ HolDiv }) => TRADING.has(textOf(HolDiv)))
    .map(({ Date: date }) => textOf(date))
    .filter((date) => date >= from && date <= to)
    .sort()
  // A plan without the calendar of these days answers no rows: then the weekdays are asked for, day by day.
  const asked = days.length > 0 ? days : weekdays(from, to)
  if (asked.length === 0) throw new NoImport(`There is no trading day from ${from} to ${to}.`)
  return asked
}

function weekdays(from: DateJst, to: DateJst): DateJst[] {
  const days: DateJst[] = []
  for (let date = from; date <= to; date = addDays(date, 1))
    if (weekday(date) >= 1 && weekday(date) <= 5) days.push(date)
  return days
}

export function tablesOf(
  bars: readonly Row[],
  master: readonly Row[],
  payments: readonly Row[],
  { codes }: Pick<Wanted, 'codes'>,
): Fetched {
  const chosen = codes === null ? null : new Set(codes)
  const isChosen = ({ Code }: Row) => chosen === null || chosen.has(codeIn(textOf(Code)))
  const lines: string[] = []
  const acts = new Map<string, { shares: readonly [string, string]; dividend: number; payDate: string }>()
  const actOf = (code: string, date: string) => {
    const key = `${code},${date}`
    const act = acts.get(key) ?? { shares: ['', ''], dividend: 0, payDate: '' }
    acts.set(key, act)
    return act
  }
  const traded = new Set<string>()
  let withoutTrade = 0
  for (const row of bars.filter(isChosen)) {
    const [code, date] = [codeIn(textOf(row['Code'])), textOf(row['Date'])]
    const shares = splitOf(row['AdjFactor'])
    if (shares !== null) actOf(code, date).shares = shares
    const figures = ['O', 'H', 'L', 'C', 'Vo'].map((name) => row[name])
    if (figures.some((figure) => typeof figure !== 'number')) withoutTrade++
    else {
      traded.add(code)
      lines.push([code, date, ...figures.map(String)].join(','))
    }
  }
  for (const { code, exDate, yen, payDate } of decided(payments.filter(isChosen))) {
    const act = actOf(code, exDate)
    act.dividend += yen
    act.payDate = payDate
  }
  const listed = master
    .filter((row) => isChosen(row) && traded.has(codeIn(textOf(row['Code']))))
    .map(listedRow)
  return {
    bars: `code,date,open,high,low,close,volume\n${lines.sort().join('\n')}\n`,
    listing: `code,name_ja,name_en,market,sector17_code,scale\n${listed.join('\n')}\n`,
    actions: `code,ex_date,new_shares,old_shares,dividend,pay_date\n${[...acts]
      .filter(([key]) => traded.has(key.split(',')[0]!))
      .map(([key, { shares, dividend, payDate }]) =>
        [key, ...shares, dividend === 0 ? '' : dividend.toFixed(1), payDate].join(','),
      )
      .sort()
      .join('\n')}\n`,
    issues: listed.length,
    withoutTrade,
  }
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''

/** The factor of an ex-date: 0.5 for two new shares of an old one. */
function splitOf(factor: unknown): readonly [string, string] | null {
  if (typeof factor !== 'number' || factor === 1 || !(factor > 0)) return null
  const shares = fraction(1 / factor)
  if (shares === null) throw new NoImport(`J-Quants has an adjustment factor of no whole shares: ${factor}.`)
  return shares
}

/** `StatCode` and `FRCode` of /fins/dividend. */
const DELETED = '3'
const DECIDED = '1'

type Payment = { code: string; exDate: DateJst; yen: number; payDate: string }
/** The newest notice of each dividend, where it was decided and not taken back. */
function decided(rows: readonly Row[]): Payment[] {
  const newest = new Map<string, Row>()
  const at = (row: Row) => ['PubDate', 'PubTime', 'RefNo'].map((name) => textOf(row[name])).join(' ')
  for (const row of rows.toSorted((a, b) => (at(a) < at(b) ? -1 : 1)))
    newest.set(['Code', 'RecDate', 'IFCode'].map((name) => textOf(row[name])).join(' '), row)
  return [...newest.values()].flatMap((row) => {
    const [exDate, rate] = [textOf(row['ExDate']), Number(row['DivRate'])]
    const isOne = textOf(row['FRCode']) === DECIDED && textOf(row['StatCode']) !== DELETED
    if (!isOne || exDate === '' || !(rate > 0)) return []
    const payDate = textOf(row['PayDate'])
    return [
      { code: codeIn(textOf(row['Code'])), exDate, yen: rate, payDate: /^\d/.test(payDate) ? payDate : '' },
    ]
  })
}

function listedRow(row: Row): string {
  const sector = textOf(row['S17'])
  const market = marketOf(row)
  const isShare = market.endsWith(SHARES)
  return [
    codeIn(textOf(row['Code'])),
    textOf(row['CoName']),
    textOf(row['CoNameEn']),
    market,
    isShare ? (sector === '99' || sector === '' ? OTHERS : sector) : '',
    textOf(row['ScaleCat']),
  ]
    .map(field)
    .join(',')
}

const SHARES = '（内国株式）'
/** Markets of domestic shares: prime, standard, growth, and those before April 2022. */
const OF_SHARES = new Set(['0101', '0102', '0104', '0106', '0107', '0111', '0112', '0113'])
/** The market of funds and real-estate trusts, which only their names tell apart. */
const OF_FUNDS = '0109'

/** The market as the exchange's own list calls it, by which a replay tells shares and funds from the rest. */
function marketOf(row: Row): string {
  const [id, name] = [textOf(row['Mkt']), textOf(row['MktNm'])]
  if (OF_SHARES.has(id)) return `${name}${SHARES}`
  return id === OF_FUNDS && !textOf(row['CoName']).includes('投資法人') ? 'ETF・ETN' : name
}
