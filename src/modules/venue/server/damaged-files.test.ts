import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOUR, MINUTE, SECOND, type Ms } from '#kernel/time.ts'
import { tseCalendar } from '#modules/instruments/model/calendar.ts'
import { openingAt, schedules } from '#modules/instruments/model/schedule.ts'
import { simulatedUniverse } from '#modules/instruments/model/universe.ts'
import { activityClock } from '../model/activity.ts'
import type { Message } from '../model/day-log.ts'
import { planIssue, planOf, type DayPlan } from '../model/day-plan.ts'
import { Participants } from '../model/participants.ts'
import type { ExecutionReport, VenueOrder } from '../model/terms.ts'
import { drawDay } from '../model/test-day.ts'
import { ExchangeHost } from './exchange-host.ts'
import type { LogMark } from './log-marks.ts'
import { readReceiptBook, receiptBook } from './receipt-book.ts'
import { readTradeBook, tradeBook } from './trade-book.ts'
import { readDayLog, venueFiles } from './venue-files.ts'

/**
 * Every file of DATA_DIR/venue, lost or changed in each way: what the next start, or whoever reads it, says
 * of it.
 */
const schedule = schedules.tse
const FRIDAY = '2026-11-20'
const ten = openingAt(schedule, FRIDAY) + HOUR
const universe = simulatedUniverse('damage-test').slice(0, 2)
const CODE = universe[0]!.code

type Opened = { host: ExchangeHost; damage: string[]; older: string[]; marks: LogMark[]; planned: number }
function opened(from: string, mark: LogMark | null): Opened {
  const seen: Opened = { host: null!, damage: [], older: [], marks: [], planned: 0 }
  seen.host = new ExchangeHost({
    schedule,
    calendar: tseCalendar,
    longestCatchUpMs: MINUTE,
    snapshotEveryMs: 10 * SECOND,
    files: venueFiles(from, {
      isKept: () => true,
      mark,
      marked: (each) => seen.marks.push(each),
      damaged: (why, movedTo) => seen.damage.push(why, movedTo),
      older: (log) => seen.older.push(log),
    }),
    background: (plan, at) => new Participants(plan, activityClock(schedule, plan.tradeDate), at),
    ready: () => Promise.resolve(),
    ask: async ({ tradeDate }): Promise<DayPlan> => {
      seen.planned++
      return planOf(
        tradeDate,
        'seed',
        0,
        universe.map((instrument) =>
          planIssue(instrument, drawDay('seed', instrument, tradeDate), {
            previousCloseTenths: instrument.openingPriceTenths,
            baseTenths: instrument.openingPriceTenths,
            fairTenths: null,
            soFar: null,
          }),
        ),
      )
    },
  })
  return seen
}

const order = (orderId: string, change: Partial<VenueOrder> = {}): VenueOrder => ({
  orderId,
  memberId: `member of ${orderId}`,
  code: CODE,
  side: 'BUY',
  ordType: 'MARKET',
  timeInForce: 'DAY',
  condition: 'NONE',
  priceTenths: null,
  quantity: 100,
  leavesQty: 100,
  venueSeq: null,
  ...change,
})
const submit = (each: VenueOrder) => [JSON.stringify(['submit', each] satisfies Message)]

let directory: string
let mark: LogMark
let resting: VenueOrder
let receipts: ExecutionReport[]
let until: Ms
const copies: string[] = []
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'akari-damage-'))
  const { host, marks } = opened(directory, null)
  const [book, trades] = [receiptBook(directory), tradeBook(directory)]
  host.prepare(ten)
  await host.start(ten, [], new Map())
  resting = order('resting', { ordType: 'LIMIT', priceTenths: host.today!.markets[0]!.limits.lowerTenths })
  host.receive(submit(resting), ten)
  receipts = []
  for (until = ten; until <= ten + 28 * SECOND; until += 400) {
    host.tick(until)
    if (until % 2_000 === 0) host.receive(submit(order(`o${until}`)), until)
    const reports = book.write(host.takeReports())
    trades.write(reports)
    receipts.push(...reports.filter(({ execType }) => execType === 'TRADE'))
  }
  book.close()
  trades.close()
  mark = marks.at(-1)!
})
afterAll(() => {
  for (const each of [directory, ...copies]) rmSync(each, { recursive: true })
})

const copied = (): string => {
  const copy = mkdtempSync(join(tmpdir(), 'akari-damaged-'))
  cpSync(directory, copy, { recursive: true })
  copies.push(copy)
  return copy
}
const flip = (path: string, at: number) => {
  const bytes = readFileSync(path)
  bytes[at]! ^= 1
  writeFileSync(path, bytes)
}
const size = (path: string) => readFileSync(path).length
const WAYS: [name: string, hurt: (path: string) => void][] = [
  ['deleted', (path) => rmSync(path)],
  ['cut in the middle', (path) => truncateSync(path, Math.floor(size(path) / 2))],
  ['emptied', (path) => truncateSync(path, 0)],
  ['one byte flipped in the middle', (path) => flip(path, Math.floor(size(path) / 2))],
  ['its first byte flipped', (path) => flip(path, 0)],
  ['its third byte flipped', (path) => flip(path, 2)],
  ['garbled', (path) => writeFileSync(path, Buffer.alloc(size(path), 0xa5))],
]
const logIn = (folder: string) => readdirSync(folder).find((name) => name.startsWith('day-'))!
const stretches = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.startsWith('stretch-'))
    .sort((a, b) => a.length - b.length || (a < b ? -1 : 1))

async function startedAgain(folder: string, from: LogMark | null = mark): Promise<Opened> {
  const again = opened(folder, from)
  again.host.prepare(until + SECOND)
  await again.host.start(until + SECOND, [resting], new Map())
  return again
}
/**
 * The state after a day that was lost: planned anew, opened by an auction, with the members' orders; the next
 * start finds nothing wrong.
 */
function reopened({ host, damage, planned, marks }: Opened, folder: string) {
  const next = opened(folder, marks.at(-1)!)
  next.host.prepare(until + 2 * SECOND)
  return {
    movedTo: damage[1],
    planned,
    leavesQty: host.today!.members.get('resting')?.leavesQty,
    next: next.damage,
  }
}
const REOPENED = (folder: string) => ({
  movedTo: join(folder, 'damaged-1'),
  planned: 1,
  leavesQty: 100,
  next: [],
})

test('whole: nothing is said, and the day goes on as it was', async () => {
  const again = await startedAgain(copied())
  expect(again).toMatchObject({ damage: [], older: [], planned: 0 })
})

describe.each(WAYS)('%s', (name, hurt) => {
  test('the log of the exchange: said, and the market reopens', async () => {
    const folder = copied()
    hurt(join(folder, logIn(folder)))
    expect(reopened(await startedAgain(folder), folder)).toEqual(REOPENED(folder))
  })

  test('the newest snapshot: said, and the market reopens', async () => {
    const folder = copied()
    hurt(join(folder, stretches(folder).at(-1)!))
    expect(reopened(await startedAgain(folder), folder)).toEqual(REOPENED(folder))
  })

  test('the log after the last mark of the database: its lines carry their own checksums', async () => {
    if (name === 'deleted') return
    const folder = copied()
    const path = join(folder, logIn(folder))
    const tail = join(folder, 'tail')
    const bytes = readFileSync(path)
    writeFileSync(tail, bytes.subarray(mark.bytes))
    hurt(tail)
    const left = readFileSync(tail)
    rmSync(tail)
    writeFileSync(path, Buffer.concat([bytes.subarray(0, mark.bytes), left]))
    const { damage } = await startedAgain(folder)
    // A cut there cannot be told from what a kill tore; a line feed that is gone is a torn line too.
    const isTorn = name === 'cut in the middle' || name === 'emptied' || name === 'garbled'
    expect(damage.length > 0).toBe(!isTorn)
  })

  test('the log of a day that is read to be published: no day is made of it', () => {
    const folder = copied()
    hurt(join(folder, logIn(folder)))
    let read: unknown
    try {
      read = readDayLog(folder, FRIDAY)
    } catch (error) {
      read = (error as Error).name
    }
    // The lines of a log that ends too early are what they are: the day then comes to other closing prices.
    const said =
      name === 'deleted'
        ? null
        : name === 'cut in the middle'
          ? { lines: expect.any(Array) as unknown }
          : 'LineDamaged'
    expect(
      typeof read === 'object' && read !== null ? { lines: (read as { lines: unknown }).lines } : read,
    ).toEqual(said)
  })

  test('the book of trades: read without a fault, with nothing in it that was not traded', async () => {
    const folder = copied()
    hurt(join(folder, `trades-${FRIDAY}.log`))
    const book = await readTradeBook(folder, FRIDAY)
    const whole = (await readTradeBook(directory, FRIDAY))!
    if (name === 'deleted') expect(book).toBeNull()
    else
      for (const { execId } of book!.values())
        expect([...whole.values()].some((trade) => trade.execId === execId) || name.includes('flipped')).toBe(
          true,
        )
  })

  test('the file of receipts: no text is given that is not of the digest', async () => {
    const folder = copied()
    const hurtAlready = new Set<string>()
    for (const { receipt: digest = '', at } of receipts) {
      const texts = await readReceiptBook(directory, { digest, at })
      expect(texts).not.toBeNull()
      const minute = timeOf(at)
      const path = join(folder, 'receipts', FRIDAY, `${minute}.log`)
      if (existsSync(path) && !hurtAlready.has(path)) {
        hurtAlready.add(path)
        hurt(path)
      }
      expect([null, JSON.stringify(texts)]).toContainEqual(
        await readReceiptBook(folder, { digest, at }).then((found) => found && JSON.stringify(found)),
      )
    }
  })
})
const timeOf = (at: Ms): string => new Date(at + 9 * HOUR).toISOString().slice(11, 16).replace(':', '')

test('nothing is moved, and nothing said, before the start goes on: it may be refused', async () => {
  const folder = copied()
  const files = () => readdirSync(folder).toSorted()
  const before = files()
  const again = opened(folder, { ...mark, digest: '0'.repeat(64) })
  again.host.prepare(until + SECOND)
  expect([files(), again.damage]).toEqual([before, []])
  await again.host.start(until + SECOND, [resting], new Map())
  expect(again.damage).toEqual([
    expect.stringContaining('are not those that were written'),
    join(folder, 'damaged-1'),
  ])
  expect(readdirSync(join(folder, 'damaged-1')).toSorted()).toEqual(
    [logIn(directory), ...stretches(directory)].toSorted(),
  )
})

test('everything gone: said, where the database remembers that there was something', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'akari-damaged-'))
  copies.push(folder)
  expect(reopened(await startedAgain(folder), folder)).toEqual(REOPENED(folder))
})

test('a last line that a kill tore is cut away without a word', async () => {
  const folder = copied()
  const path = join(folder, logIn(folder))
  const before = readFileSync(path, 'utf8')
  appendFileSync(path, '0a1b2c3d [8975669,17')
  const again = await startedAgain(folder)
  expect(again).toMatchObject({ damage: [], planned: 0 })
  expect(readFileSync(path, 'utf8').slice(before.length)).toMatch(/^[0-9a-f]{8} \[/)
  expect(readFileSync(path, 'utf8')).not.toContain('0a1b2c3d')
})

test('a log of a version without checksums is read as it stood, and said; what is written to it from then on has them', async () => {
  const folder = copied()
  const path = join(folder, logIn(folder))
  const bare = (text: string) => text.replace(/^[0-9a-f]{8} /, '')
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
  const older = `${lines.map(bare).join('\n')}\n`
  /** Offsets of whole lines, before and after. */
  const moved = new Map<number, number>([[0, 0]])
  let [was, is] = [0, 0]
  for (const line of lines)
    moved.set((was += Buffer.byteLength(line) + 1), (is += Buffer.byteLength(bare(line)) + 1))
  writeFileSync(path, older)
  for (const name of stretches(folder)) {
    const { sum, offset, version, ...rest } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as {
      sum: string
      offset: number
      version: number
    }
    expect(sum).toMatch(/^[0-9a-f]{64}$/)
    writeFileSync(join(folder, name), JSON.stringify({ version, offset: moved.get(offset), ...rest }))
  }
  const again = await startedAgain(folder, null)
  expect(again).toMatchObject({ damage: [], older: [logIn(folder)], planned: 0 })
  again.host.receive(submit(order('later')), until + 2 * SECOND)
  expect(readFileSync(path, 'utf8').trimEnd().split('\n').at(-1)).toMatch(/^[0-9a-f]{8} \[/)
  expect((await startedAgain(folder, again.marks.at(-1))).damage).toEqual([])
})
