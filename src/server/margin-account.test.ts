import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Command, SYSTEM_CALLER, callerFor } from '#platform/engine/command.ts'
import type { MarginCall } from '#modules/margin/model/calls.ts'
import type { LossCut } from '#modules/margin/server/tables.ts'
import { STEP_MS } from '#modules/venue/model/entry-tag.ts'
import { replayJournal } from './journal-replay.fixture.ts'
import { startTestApp, type TestApp, type AnyJson } from './test-app.ts'
import { waitFor } from './wait-for.fixture.ts'

/** A week of two invented issues, played in half a minute: ONE falls and recovers, TWO falls on. */
const ONE = '1001'
const TWO = '1002'
const WEEK: [date: string, one: number[], two: number[]][] = [
  ['2026-06-01', [4_000, 4_000, 4_000, 4_000], [4_000, 4_000, 4_000, 4_000]],
  ['2026-06-02', [4_000, 4_010, 3_990, 4_000], [4_000, 4_010, 3_990, 4_000]],
  ['2026-06-03', [3_990, 4_000, 3_310, 3_320], [3_990, 4_000, 3_310, 3_320]],
  ['2026-06-04', [3_320, 3_400, 3_300, 3_400], [3_300, 3_310, 2_850, 2_870]],
  ['2026-06-05', [3_400, 3_600, 3_400, 3_600], [2_870, 2_900, 2_860, 2_890]],
  ['2026-06-08', [3_610, 3_650, 3_600, 3_640], [2_890, 2_900, 2_860, 2_890]],
]
const QUANTITY = 7_400
/** An hour of the market in a second. */
const SPEED = 3_600
/** A week on a busy machine. */
const SLOW_MS = 60_000

let app: TestApp
let folder: string
let looking = true
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'akari-week-'))
  const [file, listing] = [join(folder, 'week.csv'), join(folder, 'listing.csv')]
  const bars = WEEK.flatMap(([date, one, two]) => [
    `${ONE},${date},${one.join(',')},5000000`,
    `${TWO},${date},${two.join(',')},5000000`,
  ])
  writeFileSync(file, ['code,date,open,high,low,close,volume', ...bars].join('\n'))
  writeFileSync(
    listing,
    [
      'code,name_ja,name_en,market,sector17_code,scale',
      ...[ONE, TWO].map((code) => `${code},試験${code},Test ${code},プライム（内国株式）,6,TOPIX Large70`),
    ].join('\n'),
  )
  app = await startTestApp({
    env: {
      MARKET: 'replay',
      REPLAY_FILE: file,
      REPLAY_LISTING: listing,
      REPLAY_FROM: '2026-06-02',
      REPLAY_SPEED: String(SPEED),
    },
  })
  // At this speed the night between two days is a sixth of a second: jobs are looked for more often than they
  // usually are.
  void (async () => {
    while (looking) {
      await app.jobs.runDue()
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  })()
}, 30_000)
afterAll(() => {
  looking = false
  rmSync(folder, { recursive: true, force: true })
})

const commandOf = (type: string): Command =>
  app.modules.all.flatMap((module) => module.commands ?? []).find((command) => command.type === type)!

async function submit(type: string, input: unknown, memberId: string | null = null): Promise<AnyJson> {
  const caller = memberId === null ? { ...SYSTEM_CALLER, memberId } : callerFor(memberId, 'd')
  const { result } = await app.context.engine.submit(commandOf(type), input, caller)
  if (!result.ok) throw new Error(`${type}: ${result.rejection} ${JSON.stringify(result.detail)}`)
  return result.answer
}

/** An advanced member with 10,000,000 yen and 7,400 shares at about 4,000 on 3×: a ratio of a third. */
async function holder(code: string): Promise<string> {
  const memberId = app.context.ids.uuid()
  await submit('member.open', { level: 'advanced', memberId })
  await submit(
    'order.place',
    {
      code,
      side: 'up',
      type: 'limit',
      quantity: QUANTITY,
      priceTenths: 40_200,
      triggerTenths: null,
      condition: 'none',
      timeInForce: 'day',
      validity: 'day',
      validUntil: null,
      leverageTenths: 30,
      takeProfitTenths: null,
      stopLossTenths: null,
    },
    memberId,
  )
  return memberId
}

type ClosingOrder = {
  origin: string
  condition: string
  tradeDate: string
  placedAt: number
  ordStatus: string
  lotId: string
  quantity: number
}
const rows = <T>(table: string, memberId: string): Promise<T[]> =>
  app.context.db.kysely
    .selectFrom(table as 'marginCalls')
    .selectAll()
    .where('memberId', '=', memberId)
    .execute() as Promise<unknown> as Promise<T[]>
it('a call, its deadline and the forced closing; a loss-cut; every yen accounted for', async () => {
  const [forced, cut] = await Promise.all([holder(ONE), holder(TWO)])
  const sum = (lots: readonly { quantity: number }[]) =>
    lots.reduce((total, { quantity }) => total + quantity, 0)
  await waitFor(
    () => rows<{ quantity: number }>('lots', forced),
    (lots) => sum(lots) === QUANTITY,
    SLOW_MS,
  )

  // 3 June: 20 % of the notional is more than what is left; the deadline is the close of the second business
  // day after.
  const [call] = await waitFor(
    () => rows<MarginCall>('margin_calls', forced),
    (calls) => calls.length > 0,
    SLOW_MS,
  )
  expect(call).toMatchObject({
    tradeDate: '2026-06-03',
    state: 'open',
    deadlineAt: Date.parse('2026-06-05T06:30:00Z'),
  })
  expect(call!.amountYen).toBeGreaterThan(500_000)
  expect(call!.amountYen).toBeLessThan(1_500_000)

  // 4 June: below 10 % while it trades; what is closed meets the second one's call long before its deadline.
  await waitFor(
    () => rows<MarginCall>('margin_calls', cut),
    ([own]) => own?.state === 'met',
    SLOW_MS,
  )
  const cuts = (await rows<ClosingOrder>('orders', cut)).filter(({ origin }) => origin === 'loss-cut')
  expect(new Set(cuts.map(({ tradeDate }) => tradeDate))).toEqual(new Set(['2026-06-04']))
  // Each on the print that took the account under, which it names; how late that was stands in the health of
  // the server.
  const written = await rows<LossCut>('loss_cuts', cut)
  expect(new Set(written.map(({ lotId }) => lotId))).toEqual(new Set(cuts.map(({ lotId }) => lotId)))
  for (const { printCode, printDate, printNo, printTenths, printAt, decidedAt, ratioBp } of written) {
    expect({ printCode, printDate }).toEqual({ printCode: TWO, printDate: '2026-06-04' })
    expect([
      printNo! > 0,
      printTenths! >= 28_500 && printTenths! <= 33_100,
      ratioBp < 1_000,
      decidedAt >= printAt! - STEP_MS,
    ]).toEqual([true, true, true, true])
  }
  const { measures } = (await app.call('GET', '/api/health')).data
  expect(measures.calls).toMatchObject({
    lossCutsDecided: new Set(written.map(({ seq }) => seq)).size,
    lossCutLateMedianMs: expect.any(Number),
    lossCutLateWorstMs: expect.any(Number),
  })

  // 5 June closes at a price that would ask for nothing; the call stands, and is forced: each lot once, at
  // the opening of the next day.
  // At this speed the auction may be over when the orders are sent, or when they arrive: both go out at
  // market then.
  const ended = await waitFor(
    () => rows<MarginCall>('margin_calls', forced),
    ([own]) => own?.state === 'closed',
    SLOW_MS,
  )
  expect(ended).toHaveLength(1)
  const closings = (await rows<ClosingOrder>('orders', forced)).filter(
    ({ origin }) => origin === 'forced-call',
  )
  expect(
    closings.filter(
      ({ condition, placedAt }) => condition !== 'at-open' && placedAt < Date.parse('2026-06-08T00:00:00Z'),
    ),
  ).toEqual([])
  const filled = closings.filter(({ ordStatus }) => ordStatus === 'FILLED')
  expect([sum(filled), new Set(closings.map(({ tradeDate }) => tradeDate))]).toEqual([
    QUANTITY,
    new Set(['2026-06-08']),
  ])
  expect(new Set(filled.map(({ lotId }) => lotId)).size).toBe(filled.length)

  for (const memberId of [forced, cut]) {
    const transfers = await rows<{
      debit: string
      credit: string
      yen: number
      kind: string
      lotId: string | null
    }>('transfers', memberId)
    for (const { id, kind, balanceYen } of await rows<{ id: string; kind: string; balanceYen: number }>(
      'accounts',
      memberId,
    )) {
      const moved = transfers.reduce(
        (total, { debit, credit, yen }) => total + (credit === id ? yen : 0) - (debit === id ? yen : 0),
        0,
      )
      expect([id, moved, kind === 'shortfall' || balanceYen >= 0]).toEqual([id, balanceYen, true])
    }
    // The costs of each lot stand in entries of its own, one for each fill that closed it.
    const closed = (
      await rows<{ id: string; openQuantity: number; chargesYen: number }>('lots', memberId)
    ).filter(({ openQuantity }) => openQuantity === 0)
    expect(closed.length).toBeGreaterThan(0)
    for (const { id, chargesYen } of closed) {
      const interest = transfers.filter(({ kind, lotId }) => kind === 'interest' && lotId === id)
      expect(interest.reduce((total, { yen }) => total + yen, 0)).toBe(chargesYen)
      expect(interest.length).toBeGreaterThan(0)
    }
  }
  const kinds = async (memberId: string) =>
    (await rows<{ kind: string }>('messages', memberId))
      .map(({ kind }) => kind)
      .filter((kind) => /margin|call|Closing|lossCut/.test(kind))
  expect(await kinds(forced)).toEqual(['marginCall', 'forcedClosing'])
  expect(await kinds(cut)).toEqual(['marginCall', ...cuts.map(() => 'lossCut'), 'callMet'])
}, 70_000)

it('the journal of that week, run again, says the same byte for byte and leaves the same rows', async () => {
  looking = false
  const { held, again } = await replayJournal(app)
  expect(again).toEqual(held)
}, 30_000)
