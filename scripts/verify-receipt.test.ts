import { execFile } from 'node:child_process'
import { generateKeyPairSync, sign } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seeded } from '#kernel/random.ts'
import { MINUTE, SECOND, timeJst, type Ms } from '#kernel/time.ts'
import { limitsFor, specialQuoteStep } from '#modules/instruments/model/limits.ts'
import { firstPriceRange } from '#modules/instruments/model/first-price.ts'
import { roundToTick } from '#modules/instruments/model/tick.ts'
import { receiptText, type ReceiptView } from '#modules/orders/contract.ts'
import type { Entry } from '#modules/venue/model/allotment.ts'
import type { BookSide } from '#modules/venue/model/book.ts'
import { NOTHING_CARRIED, type IssuePlan } from '#modules/venue/model/day-plan.ts'
import { backgroundTag, stepAt } from '#modules/venue/model/entry-tag.ts'
import { IssueMarket } from '#modules/venue/model/issue-market.ts'
import { RECEIPT_TAG, receiptOf, SCENE_TAG, sceneOf, textHash } from '#modules/venue/model/receipt.ts'
import type { Decision, MatchContext } from '#modules/venue/model/match-context.ts'
import { startTestApp } from '#server/test-app.ts'
import { waitFor } from '#server/wait-for.fixture.ts'

const SCRIPT = new URL('./verify-receipt.ts', import.meta.url).pathname
const ISSUES = process.env['TEST_LONG'] === '1' ? 400 : 60
const DATE = '2026-11-20'
const MIDNIGHT = timeJst(DATE, 0)

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'akari-receipts-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let files = 0
const saved = (view: unknown): string => {
  const path = join(folder, `receipt-${files++}.json`)
  writeFileSync(path, JSON.stringify(view))
  return path
}
const run = (...paths: string[]): Promise<{ code: number; wrong: string[]; right: number }> =>
  new Promise((resolve) => {
    execFile(process.execPath, [SCRIPT, ...paths], { maxBuffer: 1e9 }, (error, out) => {
      const lines = out.split('\n')
      resolve({
        code: error === null ? 0 : Number(error.code),
        wrong: lines.filter((line) => line.startsWith('WRONG')),
        right: lines.filter((line) => line.startsWith('ok')).length,
      })
    })
  })

const keys = generateKeyPairSync('ed25519')
const publicKey = String(keys.publicKey.export({ format: 'jwk' }).x)
type Saved = Pick<ReceiptView, 'digest' | 'receipt' | 'scene' | 'seq' | 'signature' | 'publicKey'> & {
  kind: MatchContext['event']['kind']
  hold: string
}

const KINDS = ['usual', 'usual', 'usual', 'listing', 'replay'] as const

/**
 * A day of one issue, with orders of members and others that come from anywhere, often far too large: every
 * receipt that the exchange makes of it.
 */
function receiptsOf(seed: string): Saved[] {
  const random = seeded('receipts', seed)
  const one = <T>(all: readonly T[]): T => all[random.below(all.length)]!
  const kind = one(KINDS)
  const tickTable = one(['topix500', 'other', 'one-unit'] as const)
  const baseTenths = roundToTick(
    one([800, 9_000, 24_000, 120_000]) + random.below(5_000),
    tickTable,
    'nearest',
  )
  const plan: IssuePlan = {
    code: 'T',
    unit: 100,
    tickTable,
    sizeClass: 'mid',
    previousCloseTenths: baseTenths,
    baseTenths,
    fairTenths: baseTenths,
    volume: 100_000,
    beta: 1,
    ownSd: 0.01,
    ownReturn: 0,
    jump: null,
    soFar: null,
    limits: kind === 'listing' ? firstPriceRange(baseTenths, tickTable) : limitsFor(baseTenths, tickTable),
    carried: NOTHING_CARRIED,
    isReplay: kind === 'replay',
    replayed: null,
    firstDay: kind === 'listing' ? { offerTenths: baseTenths, quotedTenths: baseTenths } : null,
  }
  type Own = {
    side: BookSide
    priceTenths: number | null
    quantity: number
    left: number
    entry: Entry
    receivedAt: Ms
  }
  const owned = new Map<number, Own>()
  const decisions = new Map<MatchContext, Map<number, Decision>>()
  const market = new IssueMarket(plan, MIDNIGHT, {
    trade: () => {},
    opened: () => {},
    entryOf: (tag) => owned.get(tag)!.entry,
    filled(tag, priceTenths, quantity, seen) {
      const own = owned.get(tag)!
      const all = decisions.get(seen!) ?? new Map<number, Decision>()
      decisions.set(seen!, all)
      const { side, quantity: whole, left, receivedAt } = own
      const known: Decision = all.get(tag) ?? {
        seen: seen!,
        phase: 'continuous',
        tag,
        fills: [],
        order: {
          venueSeq: tag,
          side: side === 0 ? ('BUY' as const) : ('SELL' as const),
          timeInForce: 'DAY' as const,
          condition: 'NONE' as const,
          priceTenths: own.priceTenths,
          quantity: whole,
          leavesQty: left,
          receivedAt,
        },
      }
      all.set(tag, known)
      known.fills.push([priceTenths, quantity])
      own.left -= quantity
    },
  })
  market.memberOrders = 1
  const come = (at: Ms, wait: boolean) => {
    const side = random.below(2) as BookSide
    const reach =
      one([1, 1, 2, 6, 30]) * Math.max(10, Math.floor(specialQuoteStep(market.referenceTenths) / 10))
    const priceTenths =
      random.below(8) === 0 && plan.firstDay === null
        ? null
        : Math.min(
            Math.max(
              roundToTick(
                Math.max(market.referenceTenths + random.below(2 * reach) - reach, 10),
                tickTable,
                'nearest',
              ),
              market.limits.lowerTenths,
            ),
            market.limits.upperTenths,
          )
    const quantity = 100 * (1 + random.below(one([3, 10, 80])))
    let tag = backgroundTag(random.below(8), stepAt(at) - stepAt(MIDNIGHT))
    if (random.below(2) === 0) {
      tag = owned.size + 1
      const takenIn = stepAt(at) - random.below(3)
      owned.set(tag, {
        side,
        priceTenths,
        quantity,
        left: quantity,
        receivedAt: at,
        entry: { firm: -1 - random.below(3), bookedIn: stepAt(at), givenIn: takenIn },
      })
    }
    if (wait) market.wait(side, priceTenths, quantity, tag)
    else market.enter(side, priceTenths, quantity, tag, random.below(4) > 0, at)
    if (!wait && random.below(4) === 0) comeOdd(at)
  }
  const comeOdd = (at: Ms) => {
    const side = random.below(2) as BookSide
    const priceTenths =
      random.below(2) === 0
        ? null
        : roundToTick(market.referenceTenths + random.below(21) - 10, tickTable, 'nearest')
    const [tag, quantity] = [owned.size + 1, 1 + random.below(99)]
    owned.set(tag, {
      side,
      priceTenths,
      quantity,
      left: quantity,
      receivedAt: at,
      entry: { firm: -1, bookedIn: stepAt(at), givenIn: stepAt(at) },
    })
    market.enterOddLot(side, priceTenths, quantity, tag, at)
  }
  let at = timeJst(DATE, 8, 50)
  market.gather(stepAt(at))
  for (let n = 0; n < 30; n++) come((at += random.below(10) * SECOND), true)
  at = timeJst(DATE, 9, 0)
  market.open(at)
  for (let n = 0; n < 120; n++) {
    at += random.below(one([2, 30, 200])) * SECOND
    market.advance(at, timeJst(DATE, 15, 22))
    market.takeFirstPrice()
    if (random.below(60) === 0) market.halt(at, at + 10 * MINUTE)
    come(at, false)
  }
  at = Math.max(at, timeJst(DATE, 15, 25))
  market.gather(stepAt(at))
  for (let n = 0; n < 12; n++) come((at += random.below(10) * SECOND), true)
  market.close(at + MINUTE, true, stepAt(timeJst(DATE, 12, 30)))

  return [...decisions].flatMap(([seen, all]) => {
    const decided = [...all.values()]
    const { text, rows } = sceneOf(seen, decided, '0'.repeat(64))
    return decided.map((decision, index) => {
      const receipt = receiptOf(decision, rows[index]!, textHash(SCENE_TAG + text), DATE)
      const digest = textHash(RECEIPT_TAG + receipt)
      return {
        digest,
        receipt,
        scene: text,
        seq: null,
        publicKey,
        signature: sign(null, Buffer.from(receiptText(digest)), keys.privateKey).toString('base64url'),
        kind: seen.event.kind,
        hold: seen.state.hold?.kind ?? '',
      }
    })
  })
}

it('is one file that needs nothing of this project', () => {
  const imports = [...readFileSync(SCRIPT, 'utf8').matchAll(/^import .* from '(.+)'$/gm)].map(
    ([, from]) => from,
  )
  expect(imports).toEqual(['node:crypto', 'node:fs'])
})

describe(`the receipts of ${ISSUES} issues that are traded by chance`, () => {
  it(
    'come out of its own rules as the exchange made them, in auctions, freely, under special and sequential quotes, in listings and replays',
    { timeout: 10 * 60_000 },
    async () => {
      const all = Array.from({ length: ISSUES }, (_, n) => receiptsOf(String(n))).flat()
      // Each way to a trade is among them.
      const ways = new Set(all.map(({ kind, hold }) => `${kind} ${hold}`))
      for (const way of ['order ', 'order sequential', 'seek ', 'seek special', 'close ', 'odd-lot '])
        expect([...ways]).toContain(way)
      expect(all.length).toBeGreaterThan(20 * ISSUES)
      for (let from = 0; from < all.length; from += 500) {
        const part = all.slice(from, from + 500)
        expect(await run(...part.map(saved))).toEqual({ code: 0, wrong: [], right: 6 * part.length })
      }
    },
  )

  it('are found out where anything of them is another', async () => {
    const made = receiptsOf('3').find(({ kind }) => kind === 'order')!
    const other = (change: Partial<Saved>) => run(saved({ ...made, ...change }))
    const price = made.receipt!.match(/"fills":\[\["(\d+)"/)![1]!
    const cheaper = made.receipt!.replace(`"fills":[["${price}"`, `"fills":[["${Number(price) - 1}"`)
    // Made by somebody who may sign: only the match tells.
    const digest = textHash(RECEIPT_TAG + cheaper)
    const signature = sign(null, Buffer.from(receiptText(digest)), keys.privateKey).toString('base64url')
    expect(await other({ receipt: cheaper, digest, signature })).toMatchObject({
      code: 1,
      wrong: ['WRONG the same match gives the same fills'],
    })
    expect((await other({ receipt: cheaper })).wrong).toContain('WRONG the receipt is the one of its digest')
    expect(
      (await other({ scene: made.scene!.replace('"orders":"', '"orders":"0 10 100 0;') })).wrong,
    ).toContain('WRONG the book is the one that it names')
    expect(await other({ signature: Buffer.alloc(64).toString('base64url') })).toMatchObject({
      code: 1,
      wrong: ['WRONG the firm has signed it'],
    })
    expect((await other({ receipt: null })).code).toBe(3)
  })
})

it('takes what a running server hands out', { timeout: 180_000 }, async () => {
  const app = await startTestApp()
  try {
    const { token } = await app.enrol('090-5757-0031')
    const [code] = await app.affordable(1)
    const {
      data: { id },
    } = await app.call('POST', '/api/orders', {
      token,
      body: { code, side: 'up', type: 'market', quantity: 100, leverage: 1 },
    })
    await waitFor(
      async () => (await app.call('GET', `/api/orders/${id}`, { token })).data,
      ({ filledQuantity }) => filledQuantity === 100,
    )
    const { data: view } = await app.call('GET', `/api/orders/${id}/receipt`, { token })
    expect(await run(saved(view))).toEqual({ code: 0, wrong: [], right: 6 })
  } finally {
    await app.close()
  }
})
