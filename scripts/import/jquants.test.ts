import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { parseActions } from '#modules/instruments/model/actions-file.ts'
import { fileCalendar } from '#modules/instruments/model/calendar.ts'
import { parseListing } from '#modules/instruments/model/listing-file.ts'
import { parseReplayFile } from '#modules/venue/model/replay-bars.ts'
import { replayedMarket } from '#modules/venue/model/replay-issues.ts'
import { NoImport } from './folder.ts'
import { fetchJquants, tablesOf, type Wanted } from './jquants.ts'
import { jquantsClient } from './jquants-client.ts'

/**
 * A server with the published shapes (https://jpx-jquants.com/en/spec): `x-api-key`, `data`, two rows a page,
 * null where nothing traded, the adjustment factor on the ex-date.
 */
const KEY = 'key-of-a-test'
const DATES = ['2024-09-26', '2024-09-27', '2024-09-30']
const bar = (Code: string, date: string, price: number | null, AdjFactor = 1) => ({
  Date: date,
  Code,
  O: price,
  H: price,
  L: price,
  C: price,
  UL: '0',
  LL: '0',
  Vo: price === null ? null : 1_000,
  Va: price === null ? null : price * 1_000,
  AdjFactor,
})
const BARS = [
  ...DATES.map((date, n) => bar('72030', date, [3_000, 1_505, 1_500][n]!, n === 1 ? 0.5 : 1)),
  ...DATES.map((date, n) => bar('130A0', date, [800, null, 801][n]!)),
  ...DATES.map((date) => bar('13060', date, 2_800)),
  ...DATES.map((date) => bar('89510', date, 120_000)),
]
const listed = (Code: string, CoName: string, Mkt: string, MktNm: string, S17: string, ScaleCat = '-') => ({
  Date: DATES.at(-1)!,
  Code,
  CoName,
  CoNameEn: `${CoName}, "Inc"`,
  S17,
  S17Nm: '',
  ScaleCat,
  Mkt,
  MktNm,
})
const MASTER = [
  listed('72030', 'トヨタ自動車', '0111', 'プライム', '6', 'TOPIX Core30'),
  listed('130A0', 'ベンチャー', '0113', 'グロース', '99'),
  listed('13060', 'ＴＯＰＩＸ連動型上場投信', '0109', 'その他', '99'),
  listed('89510', '日本ビルファンド投資法人', '0109', 'その他', '99'),
  listed('99990', '売買のない会社', '0112', 'スタンダード', '1'),
]
const notice = (more: Record<string, string | number>) => ({
  PubDate: '2024-05-08',
  PubTime: '13:00',
  Code: '72030',
  RefNo: '1',
  StatCode: '1',
  IFCode: '1',
  FRCode: '1',
  DivRate: 40,
  RecDate: '2024-09-30',
  ExDate: '2024-09-27',
  PayDate: '2024-11-26',
  ...more,
})
const DIVIDENDS = [
  notice({ FRCode: '2', DivRate: 35 }),
  notice({ PubDate: '2024-09-27', RefNo: '2', StatCode: '2', DivRate: 45 }),
  notice({ Code: '13060', RefNo: '3', StatCode: '3' }),
  notice({ Code: '130A0', RefNo: '4', DivRate: '-' }),
]

type Reply = (request: IncomingMessage, response: ServerResponse) => boolean
let server: Server
let asked: string[]
/** Takes a request before the server does; false: it does not. */
let before: Reply
let folder: string
let now: number
let waits: number[]

beforeEach(async () => {
  ;[asked, waits, now, before] = [[], [], 0, () => false]
  folder = mkdtempSync(join(tmpdir(), 'akari-jquants-'))
  server = createServer((request, response) => {
    asked.push(request.url!)
    if (before(request, response)) return
    const say = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (request.headers['x-api-key'] !== KEY)
      return say(403, { message: 'The incoming api key is invalid or expired.' })
    const url = new URL(request.url!, 'http://localhost')
    const [date, code, from, to] = ['date', 'code', 'from', 'to'].map((name) => url.searchParams.get(name))
    const isAsked = (row: { Date: string; Code: string }) =>
      (date === null || row.Date === date) &&
      (code === null || row.Code === `${code}0`) &&
      (from === null || row.Date >= from!) &&
      (to === null || row.Date <= to!)
    const rows = {
      '/markets/calendar': [
        ...DATES.map((each) => ({ Date: each, HolDiv: '1' })),
        { Date: '2024-09-28', HolDiv: '0' },
        { Date: '2024-09-29', HolDiv: '3' },
      ],
      '/equities/master': MASTER,
      '/equities/bars/daily': BARS.filter(isAsked),
      '/fins/dividend': DIVIDENDS.filter((row) => date === null || row.PubDate === date),
    }[url.pathname]
    if (rows === undefined) return say(403, { message: 'wrong path' })
    const at = Number(url.searchParams.get('pagination_key') ?? 0)
    say(200, {
      data: rows.slice(at, at + 2),
      ...(at + 2 < rows.length ? { pagination_key: String(at + 2) } : {}),
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  rmSync(folder, { recursive: true, force: true })
})

const client = (key = KEY) =>
  jquantsClient({
    key,
    plan: 'light',
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    now: () => now,
    wait: async (ms) => {
      waits.push(ms)
      now += ms
    },
  })
const WANTED: Wanted = { from: '2024-09-26', to: '2024-09-30', codes: null, dividends: false }
const fetched = (wanted: Partial<Wanted> = {}, key = KEY) =>
  fetchJquants(client(key), join(folder, 'parts'), { ...WANTED, ...wanted }, () => {})
const LINES = [
  'code,date,open,high,low,close,volume',
  '1306,2024-09-26,2800,2800,2800,2800,1000',
  '1306,2024-09-27,2800,2800,2800,2800,1000',
  '1306,2024-09-30,2800,2800,2800,2800,1000',
  '130A,2024-09-26,800,800,800,800,1000',
  '130A,2024-09-30,801,801,801,801,1000',
  '7203,2024-09-26,3000,3000,3000,3000,1000',
  '7203,2024-09-27,1505,1505,1505,1505,1000',
  '7203,2024-09-30,1500,1500,1500,1500,1000',
  '8951,2024-09-26,120000,120000,120000,120000,1000',
  '8951,2024-09-27,120000,120000,120000,120000,1000',
  '8951,2024-09-30,120000,120000,120000,120000,1000',
]

it('reads each page of each day, and gives tables that a replay takes: splits are facts, nulls are days without a trade', async () => {
  const tables = await fetched()
  expect(tables.bars.trim().split('\n')).toEqual(LINES)
  expect(tables.actions).toBe('code,ex_date,new_shares,old_shares,dividend,pay_date\n7203,2024-09-27,2,1,,\n')
  expect(tables).toMatchObject({ issues: 4, withoutTrade: 1 })
  const file = parseReplayFile(tables.bars)
  const market = replayedMarket(
    file,
    parseListing(tables.listing),
    parseActions(tables.actions!, fileCalendar(file.dates)),
  )
  expect(market.issues.map(({ instrument: { code, kind, sector } }) => [code, kind, sector])).toEqual([
    ['1306', 'etf', 'etf'],
    ['130A', 'stock', 'it-services'],
    ['7203', 'stock', 'automobiles'],
  ])
  expect([market.faults, market.refused, market.unlisted]).toEqual([[], [], ['8951']])
})

it('asks by issue where those are fewer than the days, and takes the newest decided notice of a dividend', async () => {
  const tables = await fetched({ codes: ['7203'] })
  expect(asked.filter((url) => url.startsWith('/equities/bars'))).toEqual([
    expect.stringContaining('code=7203'),
    expect.stringContaining('pagination_key=2'),
  ])
  expect(tables.bars.trim().split('\n')).toEqual(LINES.filter((line) => /^(code|7203)/.test(line)))
  expect(tablesOf(BARS, MASTER, DIVIDENDS, { codes: null }).actions).toBe(
    'code,ex_date,new_shares,old_shares,dividend,pay_date\n7203,2024-09-27,2,1,45.0,2024-11-26\n',
  )
})

it('keeps to the pace of the plan', async () => {
  await fetched()
  expect(waits.every((ms) => ms > 0 && ms <= 1_000)).toBe(true)
  expect(now).toBe((asked.length - 1) * 1_000)
})

it('waits after 429, and tries again after 500 and a broken connection', async () => {
  const faults: Reply[] = [
    (_, response) => hasSaid(response.writeHead(429).end('{}')),
    (_, response) => hasSaid(response.writeHead(500).end('oops')),
    (request) => hasSaid(request.socket.destroy()),
  ]
  before = (...both) => faults.shift()?.(...both) ?? false
  expect((await fetched()).bars.trim().split('\n')).toEqual(LINES)
  expect(waits).toContain(65_000)
})

it('that was broken off goes on where it was, and refuses to mix two wishes', async () => {
  before = (request, response) =>
    request.url!.includes('date=2024-09-30') &&
    request.url!.startsWith('/equities/bars') &&
    hasSaid(response.writeHead(400).end('{"message":"no such day"}'))
  await expect(fetched()).rejects.toThrow('J-Quants /equities/bars/daily answered 400: no such day.')
  before = () => false
  asked = []
  expect((await fetched()).bars.trim().split('\n')).toEqual(LINES)
  expect(asked.every((url) => url.includes('date=2024-09-30'))).toBe(true)
  expect(readdirSync(join(folder, 'parts')).every((name) => !name.endsWith('.part'))).toBe(true)
  await expect(fetched({ codes: ['7203'] })).rejects.toThrow(/belongs to another import/)
})

it.each([
  [
    'a wrong key',
    'other',
    () => false,
    /403: The incoming api key is invalid or expired\. The key is not valid/,
  ],
  ['an answer that is no JSON', KEY, say('<html>'), /the answer holds no rows/],
  ['an answer of another shape', KEY, say('{"data":[1]}'), /the answer holds no rows/],
  ['pages without an end', KEY, say('{"data":[],"pagination_key":"x"}'), /its pages do not end/],
] as [string, string, Reply, RegExp][])(
  '%s is a sentence without the key',
  async (_, key, reply, sentence) => {
    before = reply
    const error = await fetched({}, key).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(NoImport)
    expect((error as Error).message).toMatch(sentence)
    expect((error as Error).message).not.toContain(key)
    expect(existsSync(join(folder, 'parts', 'calendar.json.gz'))).toBe(false)
  },
)

/** Whatever was done, this answers the request. */
function hasSaid(_done: object): true {
  return true
}

function say(body: string): Reply {
  return (_, response) => hasSaid(response.writeHead(200).end(body))
}
