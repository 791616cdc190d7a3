import { describe, expect, test } from 'vitest'
import { addDays, timeJst } from '#kernel/time.ts'
import { messages } from '#modules/inbox/server/tables.ts'
import { everyDayCalendar, tseCalendar } from '#modules/instruments/model/calendar.ts'
import { changeableSchedule, closingAt, schedules } from '#modules/instruments/model/schedule.ts'
import type { MarginCall } from '#modules/margin/model/calls.ts'
import { lossCuts, marginCalls, type LossCut } from '#modules/margin/server/tables.ts'
import type { Order } from '#modules/orders/model/order.ts'
import {
  CODE,
  MEMBER,
  moneyDesk,
  TODAY,
  type Answer,
  type MoneyDesk,
} from '#modules/orders/server/money.fixture.ts'
import { orders } from '#modules/orders/server/tables.ts'
import type { Lot } from '#modules/portfolio/model/lot.ts'
import { lots } from '#modules/portfolio/server/tables.ts'
import { closeCommand } from './close.ts'
import { AFTER_CLOSE_MS, closingJob, deadlineOf } from './closing-job.ts'
import { cutCommand, joinCrossings, type Crossing, type Print } from './cut.ts'
import { isNeeded, reviewCommand, reviewOf } from './review.ts'

const answerOf = (answer: Answer) => {
  if (!answer.ok) throw new Error(`${answer.rejection} ${JSON.stringify(answer.detail)}`)
  return answer.answer
}
const told = (desk: MoneyDesk) =>
  [...desk.kept.rows]
    .filter(([key]) => key.startsWith(`${messages.name} `))
    .map(([, message]) => message as { kind: string; args: object })
const toldOf = (desk: MoneyDesk, ...kinds: string[]) =>
  told(desk)
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ kind, args }) => [kind, args])
const openLots = (desk: MoneyDesk): Lot[] => desk.tables.of(lots).by('member', MEMBER)
const pending = (desk: MoneyDesk): Order[] => desk.tables.of(orders).by('working', MEMBER)
const callOn = (desk: MoneyDesk, date = TODAY) =>
  desk.kept.rows.get(`${marginCalls.name} ${MEMBER} ${date}`) as MarginCall | undefined

const cutCommandOf = ({ market }: MoneyDesk) =>
  cutCommand({
    placing: () => ({
      at: market.at,
      phase: market.phase,
      settlementDate: everyDayCalendar.settlementDate(TODAY),
      tradeDate: market.tradeDate,
    }),
  })

/**
 * 1,000 shares at 4,000 with 3×, bought with 2,000,000: G is 1,998,594 after the fee and a day's interest.
 */
function story() {
  const desk = moneyDesk({ depositYen: 2_000_000, baseYen: 4_000 })
  const { market } = desk
  const commands = (() => {
    const placing = () => ({
      at: market.at,
      phase: market.phase,
      settlementDate: everyDayCalendar.settlementDate(TODAY),
      tradeDate: market.tradeDate,
    })
    return { close: closeCommand, cut: cutCommandOf(desk), review: reviewCommand({ placing }) }
  })()
  const deadlineAt = closingAt(schedules.tse, addDays(TODAY, 2))
  const paidIn = () =>
    Object.fromEntries(
      desk.tables
        .of(marginCalls)
        .by('member', MEMBER)
        .map((call) => [
          call.tradeDate,
          desk.kept.transfers
            .filter(
              ({ seq, debit, credit }) => seq > call.madeSeq && (debit === 'h:bank' || credit === 'h:bank'),
            )
            .reduce((sum, { debit, yen }) => sum + (debit === 'h:bank' ? yen : -yen), 0),
        ]),
    )
  return {
    ...desk,
    deadlineAt,
    open(quantity = 1_000, ticket: Parameters<MoneyDesk['place']>[0] = {}) {
      const { id } = answerOf(desk.place({ quantity, leverage: 3, ...ticket }))
      desk.fill(id, quantity, 4_000)
      market.at += 1_000
      return openLots(desk).at(-1)!
    },
    /** The close of this day at this price. */
    closeDay(yen: number, date = TODAY) {
      market.last.set(CODE, yen * 10)
      const input = {
        tradeDate: date,
        at: closingAt(schedules.tse, date),
        deadlineAt,
        settlementDate: everyDayCalendar.settlementDate(TODAY),
        prices: { [CODE]: yen * 10 },
        memberIds: [MEMBER],
      }
      return answerOf(desk.submit(commands.close, input, null))
    },
    review(deadline: number | null = null) {
      const input = { memberId: MEMBER, paidIn: paidIn(), deadline, at: deadline ?? market.at }
      const needed = isNeeded(reviewOf(desk.tables, input))
      const answer = answerOf(desk.submit(commands.review, input, null))
      expect(needed).toBe(answer.changed + answer.sent > 0)
      return answer
    },
    cut(yen: number, print: Print | null = null) {
      market.last.set(CODE, yen * 10)
      return answerOf(
        desk.submit(
          commands.cut,
          { memberId: MEMBER, crossings: [{ prices: { [CODE]: yen * 10 }, print }] },
          null,
        ),
      ).cut as number
    },
    /** Every yen of the member is in the log. */
    isExact() {
      const own = (account: string) => account.startsWith(`m:${MEMBER}:`)
      const log = desk.kept.transfers.reduce(
        (sum, { debit, credit, yen }) => sum + (own(credit) ? yen : 0) - (own(debit) ? yen : 0),
        0,
      )
      const { shortfall, ...rest } = desk.balances()
      expect(Object.values(rest).reduce((sum, yen) => sum + yen, 0) + shortfall).toBe(log)
      expect(Math.min(...Object.values(rest))).toBeGreaterThanOrEqual(0)
    },
  }
}

describe('at the close', () => {
  test('below 30 % it warns, once for each time that the ratio falls there', () => {
    const desk = story()
    desk.open()
    const days: [yen: number, warnings: number][] = [
      [3_400, 0],
      [3_100, 1],
      [3_050, 1],
      [3_400, 1],
      [3_150, 2],
    ]
    for (const [n, [yen, warnings]] of days.entries()) {
      desk.closeDay(yen, addDays(TODAY, n))
      expect(toldOf(desk, 'marginWarning').length).toBe(warnings)
    }
    expect(callOn(desk)).toBeUndefined()
  })

  test('below 20 % it calls for the difference, once, with two business days', () => {
    const desk = story()
    desk.open()
    desk.closeDay(2_700)
    desk.closeDay(2_700)
    // 20 % of 4,000,000 less 698,594.
    expect(callOn(desk)).toMatchObject({
      amountYen: 101_406,
      metYen: 0,
      notionalYen: 4_000_000,
      deadlineAt: desk.deadlineAt,
      state: 'open',
    })
    expect(toldOf(desk, 'marginCall', 'marginWarning')).toEqual([
      ['marginCall', { amount: 101_406, deadline: desk.deadlineAt }],
    ])
  })

  test('a price that recovers does not cancel it; a worse close asks for the rest in a second call', () => {
    const desk = story()
    desk.open()
    desk.closeDay(2_700)
    desk.closeDay(4_000, addDays(TODAY, 1))
    expect(desk.review()).toEqual({ changed: 0, sent: 0 })
    expect(callOn(desk)).toMatchObject({ state: 'open', metYen: 0 })
    desk.closeDay(2_600, addDays(TODAY, 2))
    expect(callOn(desk, addDays(TODAY, 2))).toMatchObject({ amountYen: 100_000, beforeYen: 101_406 })
  })

  test('without leveraged lots there is nothing to ask', () => {
    const desk = story()
    desk.open(100, { leverage: 1 })
    desk.closeDay(2_700)
    expect([told(desk).map(({ kind }) => kind), callOn(desk)]).toEqual([['orderFilled'], undefined])
  })
})

describe('a call is met', () => {
  test('by closing lots: 20 % of what is closed counts, at open prices', () => {
    const desk = story()
    const lot = desk.open()
    desk.closeDay(2_700)
    answerOf(desk.close(lot.id, { quantity: 100 }))
    desk.fill(pending(desk)[0]!.id, 100, 2_700)
    expect(desk.review()).toEqual({ changed: 1, sent: 0 })
    expect(callOn(desk)).toMatchObject({ metYen: 80_000, state: 'open' })
    answerOf(desk.close(lot.id, { quantity: 100 }))
    desk.fill(pending(desk)[0]!.id, 100, 2_700)
    desk.review()
    expect(callOn(desk)).toMatchObject({ metYen: 101_406, state: 'met', endedAt: desk.market.at })
    expect(toldOf(desk, 'callMet')).toEqual([['callMet', { amount: 101_406 }]])
    desk.isExact()
  })

  test('by cash, to the yen', () => {
    const desk = story()
    desk.open()
    desk.closeDay(2_700)
    desk.deposit(101_405)
    desk.review()
    expect(callOn(desk)).toMatchObject({ metYen: 101_405, state: 'open' })
    desk.deposit(1)
    desk.review()
    expect(callOn(desk)).toMatchObject({ state: 'met' })
    expect(desk.review(desk.deadlineAt)).toEqual({ changed: 0, sent: 0 })
  })

  test('a second call by what the first one leaves', () => {
    const desk = story()
    desk.open()
    desk.closeDay(2_700)
    desk.closeDay(2_600, addDays(TODAY, 1))
    desk.deposit(150_000)
    desk.review()
    expect([callOn(desk)!.state, callOn(desk, addDays(TODAY, 1))!.metYen]).toEqual(['met', 48_594])
  })

  test('two calls that are met, or forced, at once are told of in one message', () => {
    const met = story()
    const forced = story()
    for (const desk of [met, forced]) {
      desk.open()
      desk.closeDay(2_700)
      desk.closeDay(2_600, addDays(TODAY, 1))
    }
    met.deposit(201_406)
    expect(met.review().changed).toBe(2)
    expect(toldOf(met, 'callMet')).toEqual([['callMet', { amount: 201_406 }]])
    expect(forced.review(forced.deadlineAt).changed).toBe(2)
    expect(toldOf(forced, 'forcedClosing')).toEqual([['forcedClosing', { amount: 201_406 }]])
  })
})

describe('a deadline that has passed', () => {
  function forced() {
    const desk = story()
    const lot = desk.open()
    const { id: waiting } = answerOf(desk.place({ type: 'limit', price: 3_990, quantity: 100 }))
    desk.closeDay(2_700)
    desk.market.phase = 'closed'
    desk.market.at = desk.deadlineAt + AFTER_CLOSE_MS
    return { ...desk, lot, waiting }
  }

  test('closes lots of both directions one after the other: neither calls the other back', () => {
    const desk = story()
    desk.deposit(500_000)
    const long = desk.open()
    const short = desk.open(100, { side: 'down' })
    desk.closeDay(2_200)
    desk.market.phase = 'pre-open'
    expect(desk.review(desk.deadlineAt).sent).toBe(2)
    expect(desk.review().sent).toBe(0)
    expect(pending(desk)).toMatchObject([{ lotId: long.id, origin: 'forced-call', cancelAsked: false }])
    desk.fill(pending(desk)[0]!.id, 1_000, 2_200)
    expect(pending(desk)).toMatchObject([{ lotId: short.id, origin: 'forced-call' }])
    desk.isExact()
  })

  test('not a moment before it', () => {
    const desk = forced()
    expect(desk.review(desk.deadlineAt - 1)).toEqual({ changed: 0, sent: 0 })
  })

  test('cancels open new orders and sends every leveraged lot into the opening auction, once', () => {
    const desk = forced()
    expect(desk.review(desk.deadlineAt)).toEqual({ changed: 1, sent: 1 })
    expect(desk.review(desk.deadlineAt)).toEqual({ changed: 0, sent: 0 })
    expect(callOn(desk)).toMatchObject({ state: 'forced', endedAt: null })
    expect(toldOf(desk, 'forcedClosing')).toEqual([['forcedClosing', { amount: 101_406 }]])
    // An own buy order, which the closing sale must not meet, is cancelled before it goes out.
    expect(pending(desk)).toMatchObject([{ id: desk.waiting, cancelAsked: true }])
    desk.end(desk.waiting, 'CANCELED')
    expect(pending(desk)).toMatchObject([
      { origin: 'forced-call', condition: 'at-open', type: 'market', quantity: 1_000, lotId: desk.lot.id },
    ])
    expect(desk.place({ leverage: 1 })).toMatchObject({ rejection: 'CALL_UNMET' })
    desk.fill(pending(desk)[0]!.id, 1_000, 2_650)
    desk.review()
    expect(callOn(desk)).toMatchObject({ state: 'closed' })
    expect(desk.place({ leverage: 1 }).ok).toBe(true)
    desk.isExact()
  })

  test('what the auction leaves goes out at market in the session', () => {
    const desk = forced()
    desk.end(desk.waiting, 'EXPIRED', 'DAY_END')
    desk.review(desk.deadlineAt)
    expect(pending(desk)).toMatchObject([{ origin: 'forced-call', condition: 'at-open' }])
    desk.market.phase = 'continuous'
    desk.end(pending(desk)[0]!.id, 'EXPIRED', 'AT_OPEN_LAPSED')
    expect(desk.review()).toEqual({ changed: 0, sent: 1 })
    expect(pending(desk)).toMatchObject([{ origin: 'forced-call', condition: 'none', quantity: 1_000 }])
    expect(desk.review()).toEqual({ changed: 0, sent: 0 })
  })

  test('a worse close asks nothing of an account that is being closed', () => {
    const desk = forced()
    desk.review(desk.deadlineAt)
    desk.closeDay(2_000, addDays(TODAY, 2))
    expect(callOn(desk, addDays(TODAY, 2))).toBeUndefined()
  })

  test('shares paid in full stay', () => {
    const desk = story()
    desk.open(800)
    desk.open(100, { leverage: 1 })
    desk.closeDay(2_300)
    expect(callOn(desk)).toMatchObject({ state: 'open' })
    expect(desk.review(desk.deadlineAt)).toEqual({ changed: 1, sent: 1 })
    expect(pending(desk).map(({ quantity }) => quantity)).toEqual([800])
  })
})

const cutsOf = (desk: MoneyDesk): LossCut[] =>
  [...desk.kept.rows].filter(([key]) => key.startsWith(`${lossCuts.name} `)).map(([, row]) => row as LossCut)
const printAt = (yen: number, no: number, at: number): Print => ({
  code: CODE,
  tradeDate: TODAY,
  no,
  priceTenths: yen * 10,
  at,
})
/** A print as the watch sees it: everything else stands where it stood. */
const crossing = (yen: number, no: number, at: number): Crossing => ({
  prices: { [CODE]: yen * 10 },
  print: printAt(yen, no, at),
})

describe('what a loss-cut writes down', () => {
  test('the print that crossed, when it was made and when it was decided on', () => {
    const desk = story()
    const lot = desk.open()
    const at = desk.market.at - 40
    expect(desk.cut(2_402, printAt(2_402, 70, at - 1_000))).toBe(0)
    expect(cutsOf(desk)).toEqual([])
    expect(desk.cut(2_400, printAt(2_400, 71, at))).toBe(1)
    // G is 1,998,594 less a loss of 1,600,000: 9.96 % of 4,000,000.
    expect(cutsOf(desk)).toEqual([
      {
        lotId: lot.id,
        seq: expect.any(Number),
        memberId: MEMBER,
        quantity: 1_000,
        ratioBp: 996,
        decidedAt: desk.market.at,
        printCode: CODE,
        printDate: TODAY,
        printNo: 71,
        printTenths: 24_000,
        printAt: at,
      },
    ])
    expect(desk.cut(2_300, printAt(2_300, 72, desk.market.at))).toBe(0)
    expect(cutsOf(desk)).toHaveLength(1)
  })

  test('says how late it was; without a print there is nothing to be late for', () => {
    const late = (print: Print | null) => {
      const desk = story()
      desk.open()
      const answer = desk.submit(
        cutCommandOf(desk),
        {
          memberId: MEMBER,
          crossings: [
            { prices: { [CODE]: 24_000 }, print: print && { ...print, at: desk.market.at + print.at } },
          ],
        },
        null,
      )
      return (
        answer.ok &&
        answer.events.filter(({ type }) => type === 'loss-cut.decided').map(({ lateMs }) => lateMs)
      )
    }
    expect([late(printAt(2_400, 1, -250)), late(printAt(2_400, 1, 0)), late(null)]).toEqual([
      [250],
      [0],
      [null],
    ])
  })

  const waiting: [what: string, seen: [yen: number, no: number][], decidedOn: number | null][] = [
    ['one print', [[2_400, 5]], 5],
    [
      'several: the first that crossed',
      [
        [2_400, 5],
        [2_350, 6],
        [2_300, 7],
      ],
      5,
    ],
    [
      'the price is back by the time of asking',
      [
        [2_400, 5],
        [2_401, 6],
        [2_399, 7],
      ],
      5,
    ],
    [
      'what the first saw has been met, the last crosses again',
      [
        [2_900, 5],
        [2_950, 6],
        [2_300, 7],
      ],
      7,
    ],
    [
      'met altogether',
      [
        [2_900, 5],
        [2_950, 6],
      ],
      null,
    ],
  ]
  test.each(waiting)('prints that came while the account was being asked: %s', (_, seen, decidedOn) => {
    const desk = story()
    desk.open()
    desk.submit(
      cutCommandOf(desk),
      joinCrossings(
        MEMBER,
        seen.map(([yen, no]) => crossing(yen, no, desk.market.at)),
      ),
      null,
    )
    expect(cutsOf(desk).map(({ printNo }) => printNo)).toEqual(decidedOn === null ? [] : [decidedOn])
  })
})

describe('the loss-cut', () => {
  test('closes at market below 10 %, once, and again only when that came to nothing', () => {
    const desk = story()
    const lot = desk.open()
    expect(desk.cut(2_402)).toBe(0)
    expect(desk.cut(2_400)).toBe(1)
    expect(desk.cut(2_300)).toBe(0)
    expect(pending(desk)).toMatchObject([
      { origin: 'loss-cut', condition: 'none', type: 'market', lotId: lot.id, quantity: 1_000 },
    ])
    expect(toldOf(desk, 'lossCut')).toEqual([['lossCut', { code: CODE, quantity: 1_000 }]])
    desk.end(pending(desk)[0]!.id, 'EXPIRED', 'NO_LIQUIDITY')
    expect(desk.cut(2_300)).toBe(1)
    desk.fill(pending(desk)[0]!.id, 1_000, 2_300)
    expect(openLots(desk)).toEqual([])
    desk.isExact()
  })

  test('cancels open new orders, and a closing order of the member that is in its way', () => {
    const desk = story()
    const lot = desk.open()
    const { id: waiting } = answerOf(desk.place({ type: 'limit', price: 3_990, quantity: 100 }))
    const { id: late } = answerOf(desk.close(lot.id, { type: 'limit', price: 4_500 }))
    expect(desk.cut(2_300)).toBe(1)
    expect(pending(desk).map(({ id, cancelAsked }) => [id, cancelAsked])).toEqual([
      [waiting, true],
      [late, true],
    ])
    expect(desk.cut(2_200)).toBe(0)
    desk.end(waiting, 'CANCELED')
    desk.end(late, 'CANCELED')
    expect(pending(desk)).toMatchObject([{ origin: 'loss-cut', quantity: 1_000 }])
  })

  test('a loss beyond the deposit is a visible shortfall and blocks new orders', () => {
    const desk = story()
    desk.open()
    desk.cut(1_900)
    desk.fill(pending(desk)[0]!.id, 1_000, 1_900)
    // 2,000,000 less two fees of 1,100 and 1,045 yen, interest of 306 for a day, and a loss of 2,100,000.
    expect(desk.balances()).toMatchObject({ available: 0, unsettled: 0, lotMargin: 0, shortfall: -102_451 })
    expect(toldOf(desk, 'shortfall')).toEqual([['shortfall', { amount: 102_451 }]])
    expect(desk.place({ leverage: 1 })).toMatchObject({
      rejection: 'SHORTFALL_OPEN',
      detail: { shortfallYen: 102_451 },
    })
    desk.isExact()
  })

  test('four days at the lower limit: what nobody buys is sent again each day, no money appears or is lost, and the rest is a visible shortfall (T20)', () => {
    const desk = story()
    desk.open()
    // 4,000 may fall by 700, 3,300 by 500, 2,800 and 2,300 by 500 and 400.
    desk.closeDay(3_300)
    desk.closeDay(2_600, addDays(TODAY, 1))
    expect([desk.cut(2_600), pending(desk)]).toEqual([0, []])
    for (const [yen, day] of [
      [2_200, 2],
      [1_900, 3],
    ] as const) {
      expect(desk.cut(yen)).toBe(1)
      expect(desk.cut(yen)).toBe(0)
      // Nobody buys: it ends with the day, the lot stays, the money stands where it stood.
      const before = desk.balances()
      desk.end(pending(desk)[0]!.id, 'EXPIRED', 'DAY_END')
      desk.closeDay(yen, addDays(TODAY, day))
      expect([openLots(desk).map(({ openQuantity }) => openQuantity), desk.balances()]).toEqual([
        [1_000],
        before,
      ])
      desk.isExact()
    }
    expect(desk.cut(1_600)).toBe(1)
    desk.fill(pending(desk)[0]!.id, 1_000, 1_600)
    expect(openLots(desk)).toEqual([])
    expect(0 - desk.balances().shortfall).toBeGreaterThan(400_000)
    expect(desk.place({ leverage: 1 })).toMatchObject({ rejection: 'SHORTFALL_OPEN' })
    desk.isExact()
  })

  test('a shortfall is set off at once by what a sale of other shares brings', () => {
    const desk = story()
    desk.open()
    const paid = desk.open(100, { leverage: 1 })
    desk.cut(1_500)
    desk.fill(pending(desk)[0]!.id, 1_000, 1_500)
    const owed = 0 - desk.balances().shortfall
    expect(owed).toBeGreaterThan(0)
    answerOf(desk.close(paid.id))
    desk.fill(pending(desk)[0]!.id, 100, 1_500)
    // 150,000 less the fee of 82.
    expect(0 - desk.balances().shortfall).toBe(owed - 149_918)
    expect(desk.kept.transfers.at(-1)).toMatchObject({
      kind: 'shortfall-repaid',
      yen: 149_918,
      debit: 'm:alice:unsettled',
      credit: 'm:alice:shortfall',
    })
    desk.isExact()
  })
})

describe('the closing job', () => {
  const ran: string[] = []
  const job = closingJob(
    schedules.tse,
    tseCalendar,
    async (date, dueAt) => void ran.push(`${date} ${new Date(dueAt).toISOString()}`),
  )

  test('is due half a minute after each close; what was missed runs in order, each at its own time', async () => {
    let after = timeJst('2026-11-20', 15, 30)
    for (let day = 0; day < 3; day++) {
      after = job.next(after)
      await job.run(after)
    }
    // Friday, over the weekend and Labour Thanksgiving Day, then Tuesday and Wednesday.
    expect(ran).toEqual([
      '2026-11-20 2026-11-20T06:30:30.000Z',
      '2026-11-24 2026-11-24T06:30:30.000Z',
      '2026-11-25 2026-11-25T06:30:30.000Z',
    ])
  })

  test('a day that closes after midnight', () => {
    const always = closingJob(schedules['always-open'], everyDayCalendar, async () => {})
    expect(always.next(timeJst('2026-11-20', 3))).toBe(timeJst('2026-11-20', 5, 55, 30))
    expect(always.next(timeJst('2026-11-20', 5, 55, 30))).toBe(timeJst('2026-11-21', 5, 55, 30))
  })

  test.each([
    ['2026-11-19', '2026-11-24'],
    ['2026-11-20', '2026-11-25'],
  ])('a call of %s must be met by the close of %s', (made, deadline) => {
    expect(deadlineOf(schedules.tse, tseCalendar, made)).toBe(timeJst(deadline, 15, 30))
    const half = changeableSchedule('tse')
    half.change([
      { from: deadline, until: deadline, sessions: [['08:00', '09:00', '11:30']], preClosing: '11:25' },
    ])
    // A half-day takes no hour from whoever has to pay.
    expect(deadlineOf(half, tseCalendar, made)).toBe(timeJst(deadline, 15, 30))
    expect(closingJob(half, tseCalendar, async () => {}).next(timeJst(deadline, 11, 31))).toBe(
      timeJst(deadline, 15, 30, 30),
    )
  })
})
