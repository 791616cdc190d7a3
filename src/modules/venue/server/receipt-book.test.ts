import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canonical, type Json } from '#kernel/hash.ts'
import { seeded } from '#kernel/random.ts'
import { MINUTE, SECOND, timeJst } from '#kernel/time.ts'
import { closingAt, openingAt } from '#modules/instruments/model/schedule.ts'
import { roundToTick } from '#modules/instruments/model/tick.ts'
import type { ExchangeDay } from '../model/exchange.ts'
import { boardIn, fromMid, RECEIPT_TAG, rerun, SCENE_TAG, textHash } from '../model/receipt.ts'
import { DATE, dayOf, order, planFor, schedule, testUniverse } from '../model/test-day.ts'
import type { Condition, ExecutionReport } from '../model/terms.ts'
import { readReceiptBook, receiptBook } from './receipt-book.ts'

const RUNS = Number(process.env['RECEIPT_SEEDS'] ?? 2)
let directory: string
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'akari-receipts-'))
})
afterAll(() => rmSync(directory, { recursive: true }))

/**
 * Members at random, at every hour of a day: at any price and for any size, also such as bring special
 * quotes.
 */
function tradeAtRandom(day: ExchangeDay, random: ReturnType<typeof seeded>, at: number): void {
  const market = day.markets[random.below(day.markets.length)]!
  const { limits, book, plan } = market
  const touch = book.bestAskTenths() ?? book.bestBidTenths() ?? plan.baseTenths
  const near = roundToTick(touch + (random.below(9) - 4) * book.unitTenths, plan.tickTable, 'nearest')
  const far = roundToTick(
    limits.lowerTenths + random.next() * (limits.upperTenths - limits.lowerTenths),
    plan.tickTable,
    'up',
  )
  const price = [null, near, near, near, Math.min(far, limits.upperTenths)][random.below(5)]!
  const quantity = 100 * (1 + random.below(random.next() < 0.05 ? 20_000 : 40))
  const conditions: Condition[] = ['NONE', 'NONE', 'NONE', 'AT_OPEN', 'AT_CLOSE', 'FUNARI']
  const plain = order(
    `o${at}`,
    `m${random.below(12)}`,
    plan.code,
    random.below(2) === 0 ? 'BUY' : 'SELL',
    price,
    quantity,
  )
  day.submit(
    { ...plain, condition: conditions[random.below(6)]!, timeInForce: random.below(8) === 0 ? 'IOC' : 'DAY' },
    at,
  )
}

/** A day with members: its trades as reports with receipts. */
function lived(seed: string, step: (at: number) => number): ExecutionReport[] {
  const day = dayOf(planFor(seed, testUniverse.slice(0, 3)))
  const random = seeded(seed, 'members')
  const book = receiptBook(directory)
  const reports: ExecutionReport[] = []
  for (
    let at = openingAt(schedule, DATE) - MINUTE;
    at <= closingAt(schedule, DATE) + SECOND;
    at += step(at)
  ) {
    day.advanceTo(at)
    tradeAtRandom(day, random, at)
    reports.push(...book.write(day.takeReports()))
    day.takeTrades()
  }
  book.close()
  return reports.filter(({ execType }) => execType === 'TRADE')
}

/** All that is written down, read once. */
function everyText(): Map<string, { receipt: string; scene: string }> {
  const texts = new Map<string, { receipt: string; scene: string }>()
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    let scene = ''
    for (const line of readFileSync(join(entry.parentPath, entry.name), 'utf8').split('\n')) {
      if (line.startsWith('S ')) scene = line.slice(67)
      else texts.set(line.slice(2, 66), { receipt: line.slice(67), scene })
    }
  }
  return texts
}

/** Dense around the auctions, thin between them. */
const pace = (at: number): number => {
  const near = [
    openingAt(schedule, DATE),
    timeJst(DATE, 11, 30),
    timeJst(DATE, 12, 30),
    closingAt(schedule, DATE),
  ].some((auction) => Math.abs(at - auction) < 6 * MINUTE)
  return near ? 2_900 : 2 * MINUTE + 300
}

test(`the receipt of every trade runs to the same fills again, over ${RUNS} days of members at random`, () => {
  const kinds = new Set<string>()
  for (let run = 0; run < RUNS; run++) {
    const trades = lived(`receipts-${run}`, pace)
    expect(trades.length).toBeGreaterThan(100)
    const texts = everyText()
    for (const [digest, own] of Map.groupBy(trades, ({ receipt }) => receipt!)) {
      const { wrong, receipt, scene } = rerun({ digest, ...texts.get(digest)! })
      expect(wrong).toEqual([])
      for (const text of Object.values(texts.get(digest)!))
        expect(canonical(JSON.parse(text) as Json)).toBe(text)
      expect(receipt.fills.map(([price, quantity]) => [price, quantity])).toEqual(
        own.map(({ lastPxTenths, lastQty }) => [lastPxTenths, lastQty]),
      )
      expect(receipt.order).toMatchObject({
        venueSeq: own[0]!.venueSeq,
        leavesQty: own.at(-1)!.leavesQty + own.reduce((sum, { lastQty }) => sum + lastQty, 0),
      })
      kinds.add(scene.event.kind === 'order' ? (receipt.row === 0 ? 'came' : 'waited') : scene.event.kind)
      if (scene.state.hold?.kind === 'sequential') kinds.add('sequential')
    }
  }
  expect([...kinds].sort()).toEqual(expect.arrayContaining(['came', 'close', 'seek', 'waited']))
}, 120_000)

/** One day for what follows. */
let trades: ExecutionReport[]
beforeAll(() => {
  trades = lived('one day', pace)
}, 60_000)

describe('whoever changes a receipt', () => {
  const found = (digest: string, receipt: string, scene: string): boolean => {
    try {
      return rerun({ digest, receipt, scene }).wrong.length > 0
    } catch {
      return true
    }
  }
  test('is found: each byte of it and of its scene, and fills that the rules do not give though every digest is made anew', async () => {
    const { receipt: digest = '', at } = trades.find(
      ({ at: when }) => when > openingAt(schedule, DATE) + MINUTE,
    )!
    const { receipt, scene } = (await readReceiptBook(directory, { digest, at }))!
    expect(found(digest, receipt, scene)).toBe(false)
    const flipped = (text: string, index: number) =>
      `${text.slice(0, index)}${String.fromCharCode(text.charCodeAt(index) ^ 1)}${text.slice(index + 1)}`
    for (let index = 0; index < receipt.length; index++)
      expect(found(digest, flipped(receipt, index), scene)).toBe(true)
    for (let index = 0; index < scene.length; index++)
      expect(found(digest, receipt, flipped(scene, index))).toBe(true)

    const { fills } = rerun({ digest, receipt, scene }).receipt
    const [price, quantity] = fills[0]!
    for (const other of [
      [price + 10, quantity],
      [price, quantity - 100],
    ]) {
      const changed = receipt.replace(`["${price}","${quantity}"]`, `["${other[0]}","${other[1]}"]`)
      expect(changed).not.toBe(receipt)
      expect(rerun({ digest: textHash(RECEIPT_TAG + changed), receipt: changed, scene }).wrong).toEqual([
        'match',
      ])
    }
    // The same order in a book that was never there.
    const elsewhere = scene.replace(`${price} `, `${price + 10} `)
    const moved = receipt.replace(textHash(SCENE_TAG + scene), textHash(SCENE_TAG + elsewhere))
    expect(found(textHash(RECEIPT_TAG + moved), moved, elsewhere)).toBe(true)
  })
})

test('a scene shows ten levels of both sides, and the distance from the middle is what it costs', () => {
  const texts = everyText()
  const found = trades
    .map(({ receipt: digest = '' }) => rerun({ digest, ...texts.get(digest)! }))
    .find(({ scene }) => boardIn(scene).bids.length === 10 && boardIn(scene).asks.length === 10)!
  const { receipt, scene } = found
  const board = boardIn(scene)
  expect(scene.book).toMatch(/^[0-9a-f]{64}$/)
  expect(
    fromMid(
      { ...receipt, order: { ...receipt.order, side: 'BUY' }, fills: [[board.asks[0]![0], 100]] },
      board,
    ),
  ).toBe((board.asks[0]![0] - board.bids[0]![0]) / 2)
  expect(
    fromMid(
      { ...receipt, order: { ...receipt.order, side: 'SELL' }, fills: [[board.asks[0]![0], 100]] },
      board,
    ),
  ).toBe((board.bids[0]![0] - board.asks[0]![0]) / 2)
})
