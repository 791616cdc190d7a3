import type { Yen } from '#kernel/money.ts'
import type { PriceTenths, Quantity, PriceYen } from '#kernel/price.ts'
import { momentJst, type Ms, timeJst } from '#kernel/time.ts'
import { limitsFor } from '#modules/instruments/model/limits.ts'
import type { Entry } from './allotment.ts'
import { BUY, SELL, type BookSide, type Slot } from './book.ts'
import { NOTHING_CARRIED, type IssuePlan } from './day-plan.ts'
import { stepAt } from './entry-tag.ts'
import { IssueMarket } from './issue-market.ts'
import type { MatchContext } from './match-context.ts'

const DATE = '2026-11-20'
/** '09:00' or '09:00:30' of the test's day. */
export const at = (clock: string): Ms => {
  const [hour = 0, minute = 0, second = 0] = clock.split(':').map(Number)
  return timeJst(DATE, hour, minute) + second * 1_000
}

export function planAt(baseYen: Yen, more: Partial<IssuePlan> = {}): IssuePlan {
  const baseTenths = baseYen * 10
  return {
    code: 'T',
    unit: 100,
    tickTable: 'other',
    sizeClass: 'mid',
    previousCloseTenths: baseTenths,
    baseTenths,
    limits: limitsFor(baseTenths, 'other'),
    fairTenths: baseTenths,
    volume: 100_000,
    beta: 1,
    ownSd: 0.01,
    ownReturn: 0,
    jump: null,
    soFar: null,
    carried: NOTHING_CARRIED,
    firstDay: null,
    isReplay: false,
    replayed: null,
    ...more,
  }
}

type Fill = [name: string, priceYen: PriceYen, quantity: Quantity]

/** One issue without an exchange around it: orders have names and firms, prices are in yen. */
export function testMarket(baseYen: Yen, more: Partial<IssuePlan> = {}) {
  const names: string[] = ['']
  const entries: Entry[] = [{ firm: 0, bookedIn: 0, givenIn: 0 }]
  const slots = new Map<string, Slot>()
  const fills: Fill[] = []
  /** The facts that decided over each of the fills. */
  const seen: (MatchContext | null)[] = []
  const prints: [clock: string, priceYen: PriceYen, quantity: Quantity][] = []
  const clockOf = (when: Ms) => momentJst(when).slice(11)
  const market = new IssueMarket(planAt(baseYen, more), timeJst(DATE, 0), {
    trade: (_market, price, quantity, _aggressor, when) =>
      void prints.push([clockOf(when), price / 10, quantity]),
    filled: (tag, price, quantity, decidedBy) => {
      fills.push([names[tag]!, price / 10, quantity])
      seen.push(decidedBy)
    },
    opened: () => {},
    entryOf: (tag) => entries[tag]!,
  })
  const tagged = (name: string, clock: string, arrived = clock) => {
    names.push(name)
    return (
      entries.push({ firm: name.charCodeAt(0), bookedIn: stepAt(at(clock)), givenIn: stepAt(at(arrived)) }) -
      1
    )
  }
  const sideOf = (word: 'buy' | 'sell'): BookSide => (word === 'buy' ? BUY : SELL)
  const tenths = (yen: PriceYen | null): PriceTenths | null => (yen === null ? null : yen * 10)
  return {
    market,
    fills,
    seen,
    prints,
    slots,
    /**
     * An order whose firm is its name's first letter. `arrived`: when it came, where it joins the book later.
     */
    wait(
      clock: string,
      name: string,
      side: 'buy' | 'sell',
      priceYen: PriceYen | null,
      quantity: Quantity,
      arrived = clock,
    ): void {
      slots.set(name, market.wait(sideOf(side), tenths(priceYen), quantity, tagged(name, clock, arrived)))
    },
    enter(
      clock: string,
      name: string,
      side: 'buy' | 'sell',
      priceYen: PriceYen | null,
      quantity: Quantity,
      rests = true,
    ): void {
      slots.set(
        name,
        market.enter(sideOf(side), tenths(priceYen), quantity, tagged(name, clock), rests, at(clock)),
      )
    },
    open: (clock: string) => market.open(at(clock)),
    gather: (clock: string) => market.gather(stepAt(at(clock))),
    /** Step by step, as the exchange does it. */
    live(from: string, to: string, renewsBefore = '11:27'): void {
      for (let when = at(from); when <= at(to); when += 200) market.advance(when, at(renewsBefore))
    },
    close: (clock: string, isLast = true) => market.close(at(clock), isLast, stepAt(at('12:30'))),
    /** Kind, side, price and end of what stands instead of trading. */
    quoted(): [kind: string, side: string, priceYen: PriceYen, until: string] | null {
      const { hold } = market
      return hold === null || hold.kind === 'halted'
        ? null
        : [hold.kind, hold.side === BUY ? 'buy' : 'sell', hold.priceTenths / 10, clockOf(hold.until)]
    },
  }
}
