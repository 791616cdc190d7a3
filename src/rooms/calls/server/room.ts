import type { DateJst, Ms } from '#kernel/time.ts'
import type { DomainEvent } from '#platform/engine/command.ts'
import { deliverTo } from '#platform/engine/deliver.ts'
import { every } from '#platform/every.ts'
import { balances } from '#rooms/ledger/server/public.ts'
import { isLeveraged } from '#rooms/margin/model/charges.ts'
import { callsOf, marginCalls, marginCloses } from '#rooms/margin/server/public.ts'
import type { MarketPublic } from '#rooms/market/server/public.ts'
import { lots, openLots } from '#rooms/portfolio/server/public.ts'
import { on, type House, type Room } from '#rooms/room.ts'
import type { MarketFeed } from '#rooms/venue/server/ports.ts'
import * as contract from '../contract.ts'
import { accountAt, pricesOf } from './account.ts'
import { closeCommand } from './close.ts'
import { closingJob, deadlineOf } from './closing-job.ts'
import { cutCommand, type CutInput } from './cut.ts'
import { endedCalls, paidInSince } from './queries.ts'
import { isNeeded, reviewCommand, reviewOf, type ReviewInput } from './review.ts'
import { isTrading, type Sources } from './sources.ts'
import { marginView } from './view.ts'
import { openWatch } from './watch.ts'

/** The exchange is simulated, whatever the prices come from. */
const SIMULATED = true
/** Accounts that trade all the time are asked so often at most; prices that move are looked at as they come. */
const LOOK_EVERY_MS = 250
/** Of one close, in one command. */
const MEMBERS_AT_ONCE = 100
const HOUSE = { actor: 'system', memberId: null, device: '', key: '' }

/** Carries out the margin account: warnings and calls at the close, deadlines, forced closing, loss-cut. */
export function createCalls(house: House, { market, feed }: { market: MarketPublic; feed: MarketFeed }): Room {
  const { calendar, schedule, clock, db, log } = house
  const read = () => house.engine.read
  const settlementDate = () => calendar.settlementDate(market.phase().tradeDate)
  const sources: Sources = {
    placing: () => {
      const { phase, tradeDate } = market.phase()
      return { at: clock.market(), phase, settlementDate: calendar.settlementDate(tradeDate), tradeDate }
    },
  }
  const cut = cutCommand(sources)
  const review = reviewCommand(sources)
  const deliverCut = deliverTo(() => house.engine, cut, HOUSE, (_, asked: CutInput[]) => asked.at(-1)!, log)

  /** Looks whether anything has become of a member's calls, and has it written if so. */
  async function reviewMember(memberId: string, deadline: Ms | null, at: Ms): Promise<void> {
    const calls = callsOf(read(), memberId)
    if (calls.length === 0) return
    const paidIn = await paidInSince(db, calls.filter(({ state }) => state === 'open'), deadline ?? at)
    const input: ReviewInput = { at, deadline, memberId, paidIn }
    if (isNeeded(reviewOf(read(), input))) await house.engine.submit(review, input, HOUSE)
  }
  const reviewNow = inTurn((memberId: string) => reviewMember(memberId, null, clock.market()).catch((err: unknown) =>
    log.warn({ err, memberId }, 'a margin call could not be looked at; the next close does it')))

  const watch = openWatch({
    read, settlementDate, quote: market.quote, isStale: market.isStale, isTrading: () => isTrading(market.phase().phase),
    cut: (memberId, prices) => deliverCut(memberId, { memberId, prices }), send: reviewNow,
  })
  let started = false
  let stopLooking = () => {}
  feed.onTrades((trades) => {
    if (started) watch.onTrades(trades)
  })

  async function close(tradeDate: DateJst, dueAt: Ms): Promise<void> {
    const memberIds = [...new Set([...read().of(lots).all().filter(isLeveraged), ...read().of(marginCloses).all()].map((row) => row.memberId))].sort()
    const heldBy = (ids: readonly string[]) => ids.flatMap((memberId) => openLots(read(), memberId))
    // First of all the exchange itself has to have closed: its last fills count too.
    const closes = await market.closesOf(new Set(heldBy(memberIds).map(({ code }) => code)), tradeDate)
    const due = read().of(marginCalls).range('deadline', 'open', { to: dueAt })
    for (const memberId of new Set(due.map((call) => call.memberId))) await reviewMember(memberId, dueAt, dueAt)

    for (let from = 0; from < memberIds.length; from += MEMBERS_AT_ONCE) {
      const asked = memberIds.slice(from, from + MEMBERS_AT_ONCE)
      await house.engine.submit(closeCommand, {
        at: dueAt, deadlineAt: deadlineOf(schedule, calendar, tradeDate), memberIds: asked,
        prices: pricesOf((code) => closes.get(code), heldBy(asked)), settlementDate: calendar.settlementDate(tradeDate), tradeDate,
      }, HOUSE)
    }
  }

  const hear = ({ memberId }: DomainEvent) => {
    watch.changed(memberId as string)
    if (callsOf(read(), memberId as string).length > 0) reviewNow(memberId as string)
  }
  return {
    name: 'calls',
    commands: [closeCommand, review, cut],
    listeners: [
      { on: 'shares.split', hear: ({ code }) => watch.forget(code as string) },
      { on: 'lot.changed', hear },
      { on: 'account.changed', hear },
      { on: 'margin.changed', hear: ({ memberId }) => {
        watch.changed(memberId as string)
        house.bus.publish(`member/${memberId as string}`, { type: 'margin' })
      } },
    ],
    jobs: [closingJob(schedule, calendar, close)],
    start: async () => {
      started = true
      stopLooking = every(LOOK_EVERY_MS, watch.refresh)
    },
    stop: async () => stopLooking(),
    doors: [
      on(contract.getMargin, async ({ caller, lang }) => {
        const { memberId } = caller!
        const ended = await endedCalls(db, memberId)
        const held = openLots(read(), memberId)
        const prices = market.lastPrices(new Set(held.map(({ code }) => code)))
        return marginView({
          account: accountAt(read(), memberId, (code) => prices.get(code), settlementDate()), balances: balances(read(), memberId), lots: held,
          calls: [...callsOf(read(), memberId), ...ended], nameOf: (code) => market.nameOf(code, lang),
          unitOf: (code) => market.instrument(code)?.unit ?? 1, at: clock.market(), simulated: SIMULATED,
        })
      }),
    ],
  }
}

/** Runs `work` for one key at a time; asked again meanwhile, it runs once more after. */
function inTurn(work: (key: string) => Promise<void>): (key: string) => void {
  const running = new Map<string, 'once' | 'again'>()
  const run = (key: string) => {
    running.set(key, 'once')
    void work(key).finally(() => {
      const again = running.get(key) === 'again'
      running.delete(key)
      if (again) run(key)
    })
  }
  return (key) => void (running.has(key) ? running.set(key, 'again') : run(key))
}
