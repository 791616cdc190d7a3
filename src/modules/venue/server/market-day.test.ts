import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seeded } from '#kernel/random.ts'
import { HOUR, MINUTE, SECOND } from '#kernel/time.ts'
import { tseCalendar } from '#modules/instruments/model/calendar.ts'
import { closingAt, openingAt, preOpenAt, schedules } from '#modules/instruments/model/schedule.ts'
import { roundToTick } from '#modules/instruments/model/tick.ts'
import { simulatedUniverse } from '#modules/instruments/model/universe.ts'
import { activityClock } from '../model/activity.ts'
import { checkDay } from '../model/day-check.ts'
import type { LogLine, Message } from '../model/day-log.ts'
import { planIssue, planOf, type DayPlan } from '../model/day-plan.ts'
import {
  closesHash,
  commitmentOf,
  DAY_FORMAT,
  replayDay,
  withoutNames,
  type DayFile,
} from '../model/market-day.ts'
import { RULES_VERSION } from '../model/match.ts'
import { Participants } from '../model/participants.ts'
import { textHash } from '../model/receipt.ts'
import { drawDay } from '../model/test-day.ts'
import type { VenueOrder } from '../model/terms.ts'
import { ExchangeHost, type DayOver, type PlanRequest } from './exchange-host.ts'
import { receiptBook } from './receipt-book.ts'
import { seedOfDay } from './seeds.ts'
import { readDayLog, venueFiles } from './venue-files.ts'

const schedule = schedules.tse
const FRIDAY = '2026-11-20'
const universe = simulatedUniverse('reveal-test')
  .sort((a, b) => b.turnoverYen - a.turnoverYen)
  .slice(0, 3)
const newcomer = simulatedUniverse('reveal-test').sort((a, b) => b.turnoverYen - a.turnoverYen)[3]!
const key = Buffer.alloc(32, 7)
const open = openingAt(schedule, FRIDAY)
const close = closingAt(schedule, FRIDAY)

let directory: string
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'akari-reveal-'))
})
afterAll(() => rmSync(directory, { recursive: true }))

function planned({ tradeDate, issues, besides }: PlanRequest): DayPlan {
  const seed = seedOfDay(key, tradeDate)
  const listed =
    besides === undefined ? universe : isListed && !besides.includes(newcomer.code) ? [newcomer] : []
  return planOf(
    tradeDate,
    seed,
    drawDay(seed, universe[0]!, tradeDate).marketIntradayReturn,
    listed.map((instrument) => {
      const issue = issues.find(({ code }) => code === instrument.code)
      const last = issue?.lastTenths ?? instrument.openingPriceTenths
      return planIssue(instrument, drawDay(seed, instrument, tradeDate), {
        previousCloseTenths: last,
        baseTenths: last,
        fairTenths: issue?.fairTenths ?? null,
        soFar: null,
      })
    }),
  )
}
let isListed = false
const hostIn = () =>
  new ExchangeHost({
    schedule,
    calendar: tseCalendar,
    files: venueFiles(directory, { isKept: () => true }),
    longestCatchUpMs: MINUTE,
    snapshotEveryMs: 10 * MINUTE,
    background: (plan, at) => new Participants(plan, activityClock(schedule, plan.tradeDate), at),
    ready: () => Promise.resolve(),
    ask: async (request) => planned(request),
  })

type Lived = { file: DayFile; closes: DayOver['closes']; receipts: string[] }
let lived: Lived

/**
 * A day with members, a kill, an hour off, a stop by people, a new issue, orders that are amended and taken
 * back; published as the server does it.
 */
beforeAll(async () => {
  const random = seeded('members of the revealed day')
  const book = receiptBook(directory)
  const digests = new Set<string>()
  const over: DayOver[] = []
  let host = hostIn()
  const take = () => {
    for (const { receipt } of book.write(host.takeReports())) if (receipt !== undefined) digests.add(receipt)
    over.push(...host.takeOver())
  }
  const begin = async (at: number) => {
    host.prepare(at)
    await host.start(at, host.today?.working() ?? [], new Map())
    take()
  }
  let placed = 0
  const say =
    (...messages: Message[]) =>
    (at: number) =>
      host.receive(
        messages.map((message) => JSON.stringify(message)),
        at,
      )
  const act = (at: number) => {
    const market = host.today!.markets[random.below(host.today!.markets.length)]!
    const touch = market.book.bestAskTenths() ?? market.plan.baseTenths
    const price =
      random.below(3) === 0
        ? null
        : roundToTick(
            touch + (random.below(11) - 5) * market.book.unitTenths,
            market.plan.tickTable,
            'nearest',
          )
    const quantity = 100 * (1 + random.below(50))
    const order: VenueOrder = {
      orderId: `order ${++placed}`,
      memberId: `a member's own id ${random.below(6)}`,
      code: market.plan.code,
      side: random.below(2) === 0 ? 'BUY' : 'SELL',
      ordType: price === null ? 'MARKET' : 'LIMIT',
      timeInForce: 'DAY',
      condition: (['NONE', 'NONE', 'AT_CLOSE', 'FUNARI'] as const)[random.below(4)]!,
      priceTenths: price,
      quantity,
      leavesQty: quantity,
      venueSeq: null,
    }
    say(
      ['submit', order],
      ...(random.below(4) === 0 ? [['amend', `order ${placed - 2}`, { quantity: 100 }] as Message] : []),
      ...(random.below(6) === 0 ? [['cancel', `order ${placed - 3}`] as Message] : []),
    )(at)
  }
  const live = (from: number, to: number, pause: number) => {
    for (let at = from; at < to; at += pause) {
      host.tick(at)
      act(at)
      take()
    }
  }
  await begin(open - 5 * MINUTE)
  live(open - 5 * MINUTE + SECOND, open + 20 * MINUTE, 7_300)
  // Killed, and started again at once; then off for an hour.
  host = hostIn()
  await begin(open + 20 * MINUTE + SECOND)
  live(open + 20 * MINUTE + 2 * SECOND, open + 40 * MINUTE, 7_300)
  host = hostIn()
  await begin(open + HOUR + 40 * MINUTE)
  say(['stops', [universe[1]!.code]])(open + HOUR + 41 * MINUTE)
  live(open + HOUR + 41 * MINUTE + SECOND, open + HOUR + 50 * MINUTE, 7_300)
  say(['stops', []])(open + HOUR + 50 * MINUTE)
  isListed = true
  host.look()
  await new Promise((resolve) => setImmediate(resolve))
  live(open + HOUR + 51 * MINUTE, close + 2 * SECOND, 47_300)
  host.tick(close + 10 * SECOND)
  take()
  book.close()
  host.stop(close + 10 * SECOND)
  const { opening, lines } = readDayLog(directory, FRIDAY)!
  const { closes } = over.find(({ tradeDate }) => tradeDate === FRIDAY)!
  lived = {
    closes,
    receipts: [...digests],
    file: JSON.parse(
      JSON.stringify({
        format: DAY_FORMAT,
        tradeDate: FRIDAY,
        schedule: 'tse',
        rules: RULES_VERSION,
        seed: opening.plan.seed,
        opening,
        lines: withoutNames(lines),
        closes,
      }),
    ) as DayFile,
  }
}, 120_000)

describe('a published day', () => {
  test('lived again comes to the same closing price of every issue, with the same receipts, over a kill, an hour off, a stop and a new issue', () => {
    const again = replayDay(lived.file)
    expect(again.closes).toEqual(lived.closes)
    expect(again.closes.map(([code]) => code).sort()).toEqual(
      [...universe, newcomer].map(({ code }) => code).sort(),
    )
    expect([...again.receipts].sort()).toEqual([...lived.receipts].sort())
    expect(lived.receipts.length).toBeGreaterThan(100)
    const kinds = new Set(lived.file.lines.map(([, , what]) => (typeof what === 'string' ? what : what[0])))
    expect([...kinds].sort()).toEqual(
      expect.arrayContaining(['amend', 'cancel', 'list', 'passed', 'reopened', 'stops', 'submit']),
    )
  })

  test('names nobody, and says whether two orders are of one member in one issue and nothing more', () => {
    const text = JSON.stringify(lived.file.lines)
    expect(text).not.toContain('own id')
    expect(text).not.toContain('order 1')
  })

  test('with another seed, one order less or one share more, does not', () => {
    const { file } = lived
    const otherSeed = {
      ...file,
      opening: { ...file.opening, plan: { ...file.opening.plan, seed: seedOfDay(key, '2026-11-19') } },
    }
    expect(replayDay(otherSeed).closes).not.toEqual(lived.closes)
    const index = file.lines.findIndex(
      ([, , what]) => what[0] === 'submit' && (what[1] as VenueOrder).ordType === 'MARKET',
    )
    const without = { ...file, lines: file.lines.filter((_, at) => at !== index) }
    expect(replayDay(without).receipts.toSorted()).not.toEqual(lived.receipts.toSorted())
    const more = file.lines.map((line, at): LogLine =>
      at === index
        ? [
            line[0],
            line[1],
            ['submit', { ...(line[2] as ['submit', VenueOrder])[1], quantity: 9_900, leavesQty: 9_900 }],
          ]
        : line,
    )
    expect(replayDay({ ...file, lines: more }).closes).not.toEqual(lived.closes)
  }, 60_000)

  test('is what was sealed: its seal, its file and its closing prices are found changed, each by its name', () => {
    const { file } = lived
    const day = {
      tradeDate: FRIDAY,
      commitment: commitmentOf(file.opening.plan),
      seed: file.seed,
      closesHash: closesHash(file.closes),
      fileHash: textHash(JSON.stringify(file)),
    }
    expect(checkDay(file, day)).toEqual([])
    expect(
      checkDay({ ...file, closes: file.closes.map(([code, price]) => [code, price! + 10] as const) }, day),
    ).toEqual(['file', 'closes'])
    const shaped = {
      ...file.opening.plan,
      issues: file.opening.plan.issues.map((issue) => ({ ...issue, ownReturn: issue.ownReturn + 0.01 })),
    }
    expect(checkDay({ ...file, opening: { ...file.opening, plan: shaped } }, day)).toEqual([
      'file',
      'commitment',
    ])
  })
})

test('a day that is over is told of once, and again after a restart', async () => {
  const host = hostIn()
  host.prepare(close + MINUTE)
  await host.start(close + MINUTE, [], new Map())
  expect(host.takeOver()).toEqual([{ tradeDate: FRIDAY, closes: lived.closes }])
  host.tick(close + MINUTE + SECOND)
  expect(host.takeOver()).toEqual([])
  host.tick(preOpenAt(schedule, '2026-11-24') + SECOND)
  await new Promise((resolve) => setImmediate(resolve))
  expect(host.today!.plan.tradeDate).toBe('2026-11-24')
})
