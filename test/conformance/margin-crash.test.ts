/**
 * The margin account through the worst days of the file: a hundred members on real bars. MARKET_DATA_DIR
 * names the folder of the files.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seeded } from '#kernel/random.ts'
import { dateJst, timeJst } from '#kernel/time.ts'
import { type Command, SYSTEM_CALLER, callerFor } from '#platform/engine/command.ts'
import { tseCalendar } from '#modules/instruments/model/calendar.ts'
import { roundToTick } from '#modules/instruments/model/tick.ts'
import { isLeveraged } from '#modules/margin/model/charges.ts'
import { closingThatMeets, missingYen, type MarginCall } from '#modules/margin/model/calls.ts'
import type { Order } from '#modules/orders/model/order.ts'
import { PLAIN_TERMS } from '#modules/orders/model/terms.ts'
import { freeQuantity, type Lot } from '#modules/portfolio/model/lot.ts'
import { lots } from '#modules/portfolio/server/tables.ts'
import { marginCalls } from '#modules/margin/server/tables.ts'
import type { CutInput } from '#modules/margin-calls/server/cut.ts'
import { memberBalances } from '#modules/ledger/server/tables.ts'
import { startTestApp, type TestApp } from '../../src/server/test-app.ts'

const folder = process.env['MARKET_DATA_DIR'] ?? ''
const MEMBERS = 100
/** The issues that traded most before the fall. */
const ISSUES = 60
/** An hour of the market in a second: five days in less than a minute. */
const SPEED = 3_600
const END = timeJst('2024-08-08', 10)
/** Machine time. */
const LATEST_MS = 5_000
/** Interest of a week is less than this part of a lot. */
const CHARGES_PERCENT = 0.1

describe.skipIf(folder === '')('1 to 7 August 2024, and the opening of the 8th (MARKET_DATA_DIR)', () => {
  let app: TestApp
  let work: string
  let looking = true
  beforeAll(async () => {
    work = mkdtempSync(join(tmpdir(), 'akari-crash-'))
    const [head, ...bars] = gunzipSync(readFileSync(join(folder, 'tse_daily_crash_20240729_20240816.csv.gz')))
      .toString()
      .trim()
      .split('\n')
    const turnover = (row: string[]) => Number(row[5]) * Number(row[6])
    const before = bars
      .map((row) => row.split(','))
      .filter(([, date]) => date === '2024-07-31')
      .toSorted((a, b) => turnover(b) - turnover(a))
    const chosen = new Set(before.slice(0, ISSUES).map(([code]) => code))
    const file = join(work, 'bars.csv')
    writeFileSync(file, [head, ...bars.filter((row) => chosen.has(row.split(',')[0]))].join('\n'))
    app = await startTestApp({
      env: {
        MARKET: 'replay',
        REPLAY_FILE: file,
        REPLAY_LISTING: join(folder, 'tse_listed_20240628.csv.gz'),
        // A day before the first: the market goes on while the server starts, which may take seconds.
        REPLAY_FROM: '2024-07-31',
        REPLAY_SPEED: String(SPEED),
      },
    })
    // A night is a sixth of a second at this speed: jobs are looked for more often than usual.
    void (async () => {
      while (looking) {
        await app.jobs.runDue()
        await pause(10)
      }
    })()
  }, 60_000)
  afterAll(async () => {
    looking = false
    await app?.close()
    if (work) rmSync(work, { recursive: true, force: true })
  })

  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
  const submit = (type: string, input: unknown, memberId: string | null = null) => {
    const command = app.modules.all
      .flatMap((module) => module.commands ?? [])
      .find((one) => one.type === type) as Command
    const caller = memberId === null ? { ...SYSTEM_CALLER, memberId } : callerFor(memberId, 'd')
    return app.context.engine.submit(command, input, caller)
  }

  /**
   * The largest position in one issue that this money carries at this leverage. Longs are bought at a limit a
   * little above the market: at market the day's upper limit is reserved for, and so little is bought that
   * hardly an issue falls far enough for a loss-cut.
   */
  async function open(
    memberId: string,
    code: string,
    side: 'up' | 'down',
    leverageTenths: number,
    moneyYen: number,
  ): Promise<void> {
    const quote = app.modules.market.quote(code)!
    const { unit, tickTable } = app.modules.market.instrument(code)!
    const priceTenths =
      side === 'down' || quote.askTenths === null
        ? null
        : Math.min(roundToTick(Math.round(quote.askTenths * 1.02), tickTable, 'up'), quote.upperLimitTenths)
    const reservedTenths = priceTenths ?? quote.upperLimitTenths
    const quantity = Math.floor((moneyYen * leverageTenths) / reservedTenths / unit) * unit
    if (quantity === 0) return
    await submit(
      'order.place',
      {
        ...PLAIN_TERMS,
        code,
        side,
        type: priceTenths === null ? 'market' : 'limit',
        quantity,
        priceTenths,
        leverageTenths,
        takeProfitTenths: null,
        stopLossTenths: null,
      },
      memberId,
    )
  }

  /** Longs at 3×, some of two issues, some beside shares paid in full; shorts; and some without leverage. */
  async function seedMembers(): Promise<string[]> {
    const random = seeded('crash')
    const codes = app.modules.instruments
      .all()
      .map(({ code }) => code)
      .filter((code) => {
        const quote = app.modules.market.quote(code)
        return (
          quote !== null &&
          quote.askTenths !== null &&
          quote.bidTenths !== null &&
          quote.upperLimitTenths * 100 < 60_000_000
        )
      })
    const any = () => codes[Math.floor(random.next() * codes.length)]!
    return Promise.all(
      Array.from({ length: MEMBERS }, async (_, n) => {
        const memberId = app.context.ids.uuid()
        const [one, two] = [any(), any()]
        await submit('member.open', { level: 'advanced', memberId })
        if (n < 60) await open(memberId, one, 'up', 30, 9_800_000)
        else if (n < 75)
          await Promise.all([
            open(memberId, one, 'up', 30, 4_900_000),
            open(memberId, two, 'up', 30, 4_900_000),
          ])
        else if (n < 85) await open(memberId, one, 'up', 10, 9_800_000)
        else if (n < 95) await open(memberId, one, 'down', 30, 9_800_000)
        else
          await Promise.all([
            open(memberId, one, 'up', 30, 6_500_000),
            open(memberId, two, 'up', 10, 3_000_000),
          ])
        return memberId
      }),
    )
  }

  /** Every second member closes what meets a call, as the page proposes it. */
  async function meetCalls(members: readonly string[]): Promise<void> {
    const { read } = app.context.engine
    for (const call of read.of(marginCalls).all()) {
      if (call.state !== 'open' || members.indexOf(call.memberId) % 2 !== 0) continue
      const held = read.of(lots).by('member', call.memberId).filter(isLeveraged)
      if (held.some((lot) => lot.status === 'closing')) continue
      const lot = held.toSorted(
        (a, b) => b.openPriceTenths * b.openQuantity - a.openPriceTenths * a.openQuantity,
      )[0]
      if (!lot || freeQuantity(lot) === 0) continue
      const { unit } = app.modules.market.instrument(lot.code)!
      const { quantity } = closingThatMeets(
        { openPriceTenths: lot.openPriceTenths, quantity: freeQuantity(lot), unit },
        missingYen(call),
      )
      await submit(
        'lot.close',
        { ...PLAIN_TERMS, lotId: lot.id, type: 'market', quantity, priceTenths: null },
        call.memberId,
      )
    }
  }

  /**
   * Each time that the server looked at an account for a loss-cut: the ratio reckoned here by hand at the
   * prices that it was given, and what it did.
   */
  const looks: { memberId: string; percent: number; isLeaving: boolean; cut: number }[] = []

  /**
   * M of the margin rules, written out (facts: margin and tax, section 3), in percent; null without leveraged
   * lots.
   */
  function percentByHand(memberId: string, priceOf: (code: string) => number | undefined): number | null {
    const { read } = app.context.engine
    const held = read.of(lots).by('member', memberId)
    const money = (kind: 'available' | 'unsettled' | 'orderHold') =>
      read.of(memberBalances).get(memberId)?.[kind] ?? 0
    let [margin, notional, differences, substitutes] = [
      money('available') + money('unsettled') + money('orderHold'),
      0,
      0,
      0,
    ]
    for (const lot of held) {
      const price = priceOf(lot.code) ?? lot.openPriceTenths
      if (!isLeveraged(lot)) {
        substitutes += Math.floor((0.8 * price * lot.openQuantity) / 10)
        continue
      }
      margin += lot.marginYen
      notional += (lot.openPriceTenths * lot.openQuantity) / 10
      differences += ((lot.side === 'up' ? 1 : -1) * (price - lot.openPriceTenths) * lot.openQuantity) / 10
    }
    return notional === 0 ? null : (100 * (margin + substitutes + Math.min(differences, 0))) / notional
  }

  function watchCuts(): void {
    const command = app.modules.all
      .flatMap((module) => module.commands ?? [])
      .find(({ type }) => type === 'calls.cut')!
    const run = command.run.bind(command)
    Object.assign(command, {
      run: (...args: Parameters<typeof run>) => {
        const { memberId, crossings } = args[1] as CutInput
        const { prices } = crossings[0]!
        const percent = percentByHand(memberId, (code) => prices[code])
        const isLeaving = app.context.engine.read
          .of(lots)
          .by('member', memberId)
          .some(({ closingQuantity }) => closingQuantity > 0)
        const outcome = run(...args)
        if (percent !== null)
          looks.push({
            memberId,
            percent,
            isLeaving,
            cut: (outcome as { answer: { cut: number } }).answer.cut,
          })
        return outcome
      },
    })
  }

  it('calls, deadlines, forced closings and loss-cuts; the ledger exact, no negative balance unexplained', async () => {
    while (app.context.clock.market() < timeJst('2024-08-01', 9, 20)) await pause(20)
    watchCuts()
    const members = await seedMembers()
    // On a machine so slow that the fall has begun by now, what follows would show nothing.
    expect(app.context.clock.market()).toBeLessThan(timeJst('2024-08-01', 15))
    /**
     * Time since which an account is seen from outside below 10 % with nothing on its way, in machine time;
     * and those that stay there.
     */
    const underSince = new Map<string, number>()
    const late: string[] = []
    while (app.context.clock.market() < END) {
      await meetCalls(members)
      for (const memberId of members) {
        const isWaiting =
          app.modules.market.phase().phase === 'continuous' &&
          app.context.engine.read
            .of(lots)
            .by('member', memberId)
            .every(({ triggeredBy }) => triggeredBy === null)
        const percent = isWaiting
          ? percentByHand(memberId, (code) => app.modules.market.lastPrices([code]).get(code))
          : null
        // Accrued charges, which are not reckoned here, only make it less.
        if (percent === null || percent >= 10) underSince.delete(memberId)
        else if (!underSince.has(memberId)) underSince.set(memberId, performance.now())
        else if (performance.now() - underSince.get(memberId)! > LATEST_MS)
          late.push(`${memberId} ${percent}`)
      }
      await pause(30)
    }
    // The closings that the deadline forced fill at the opening of the 8th, or as soon as the machine can.
    const endedAt = performance.now()
    const isForcing = () =>
      app.context.engine.read
        .of(marginCalls)
        .all()
        .some(({ state }) => state === 'forced')
    do await pause(1_000)
    while (isForcing() && performance.now() - endedAt < LATEST_MS)
    const rows = await recorded()
    const phases = { calls: rows.calls.length, met: 0, closed: 0, forced: 0, open: 0 }
    for (const { state } of rows.calls) phases[state]++
    const cuts = rows.orders.filter(({ origin }) => origin === 'loss-cut')
    const forced = rows.orders.filter(({ origin }) => origin === 'forced-call')

    callsAreRight(rows)
    ledgerIsExact(rows)
    lotsAreClosedOnce(rows)
    // Below 10 % and not before; and nobody was left there for longer than a few of the exchange's own steps.
    const undisturbed = looks.filter(({ isLeaving }) => !isLeaving)
    expect(undisturbed.filter(({ cut }) => cut > 0).length).toBeGreaterThan(0)
    expect(
      undisturbed.filter(
        ({ cut, percent }) => (cut > 0 && percent >= 10 + CHARGES_PERCENT) || (cut === 0 && percent < 10),
      ),
    ).toEqual([])
    expect(late).toEqual([])
    expect([phases.met, phases.closed, cuts.length, forced.length].map((count) => count > 0)).toEqual([
      true,
      true,
      true,
      true,
    ])
  }, 110_000)

  type Transfer = {
    memberId: string
    debit: string
    credit: string
    yen: number
    kind: string
    lotId: string | null
  }
  type Rows = {
    calls: MarginCall[]
    orders: Order[]
    lots: Lot[]
    transfers: Transfer[]
    accounts: { id: string; memberId: string | null; kind: string; balanceYen: number }[]
  }
  /** The rows of one moment: the market goes on meanwhile. */
  const recorded = (): Promise<Rows> =>
    app.context.db.kysely
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (sql) => {
        const found: unknown[] = []
        for (const table of ['margin_calls', 'orders', 'lots', 'transfers', 'accounts'])
          found.push(
            await sql
              .selectFrom(table as 'lots')
              .selectAll()
              .execute(),
          )
        const [calls, orders, held, transfers, accountRows] = found
        return { calls, orders, lots: held, transfers, accounts: accountRows } as Rows
      })

  function callsAreRight({ calls, orders, lots: held }: Rows): void {
    for (const call of calls) {
      expect(call.deadlineAt).toBe(timeJst(tseCalendar.next(call.tradeDate, 2), 15))
      const own = held.filter((lot) => lot.memberId === call.memberId && isLeveraged(lot))
      const forced = orders.filter(
        ({ memberId, origin }) => memberId === call.memberId && origin === 'forced-call',
      )
      if (call.state === 'open') expect(call.deadlineAt).toBeGreaterThan(END)
      // Not a moment before its deadline, and all of it.
      if (call.state === 'closed')
        expect([forced.length > 0, own.every(({ openQuantity }) => openQuantity === 0)]).toEqual([true, true])
      for (const order of forced)
        expect(order.placedAt).toBeGreaterThan(
          Math.min(
            ...calls.filter(({ memberId }) => memberId === call.memberId).map(({ deadlineAt }) => deadlineAt),
          ),
        )
      if (call.state === 'met')
        expect([
          call.metYen === call.amountYen || own.every(({ openQuantity }) => openQuantity === 0),
          call.endedAt! < call.deadlineAt + 60_000,
        ]).toEqual([true, true])
    }
    const without = new Set(held.filter(isLeveraged).map(({ memberId }) => memberId))
    expect(calls.filter(({ memberId }) => !without.has(memberId))).toEqual([])
  }

  function ledgerIsExact({ accounts, transfers, lots: held }: Rows): void {
    const moved = new Map<string, number>()
    for (const { debit, credit, yen } of transfers) {
      moved.set(debit, (moved.get(debit) ?? 0) - yen)
      moved.set(credit, (moved.get(credit) ?? 0) + yen)
    }
    expect(accounts.reduce((sum, { balanceYen }) => sum + balanceYen, 0)).toBe(0)
    for (const { id, memberId, kind, balanceYen } of accounts) {
      expect([id, balanceYen]).toEqual([id, moved.get(id)])
      if (memberId === null) continue
      if (kind !== 'shortfall') expect([id, balanceYen >= 0]).toEqual([id, true])
      // A debt is what losses took beyond the deposit, each with its lot, less what came in since.
      const lent = transfers.filter((one) => one.memberId === memberId && one.kind === 'shortfall')
      if (kind === 'shortfall') expect(lent.every(({ lotId }) => lotId !== null)).toBe(true)
      if (kind === 'lotMargin')
        expect([id, balanceYen]).toEqual([
          id,
          held.filter((lot) => lot.memberId === memberId).reduce((sum, { marginYen }) => sum + marginYen, 0),
        ])
    }
  }

  function lotsAreClosedOnce({ lots: held, orders, transfers }: Rows): void {
    for (const lot of held) {
      const closed = orders
        .filter(({ lotId }) => lotId === lot.id)
        .reduce((sum, { filledQuantity }) => sum + filledQuantity, 0)
      expect([lot.number, closed]).toEqual([lot.number, lot.quantity - lot.openQuantity])
      const interest = transfers.filter(
        ({ lotId, kind }) => lotId === lot.id && (kind === 'interest' || kind === 'stock-lending'),
      )
      expect([lot.number, interest.reduce((sum, { yen }) => sum + yen, 0)]).toEqual([
        lot.number,
        lot.chargesYen,
      ])
    }
    const days = new Set(
      orders.filter(({ origin }) => origin === 'loss-cut').map(({ placedAt }) => dateJst(placedAt)),
    )
    expect([...days].every((day) => tseCalendar.isTradingDay(day))).toBe(true)
  }
})
