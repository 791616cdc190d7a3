import { SYSTEM_CALLER } from '#platform/engine/command.ts'
import { deliverTo } from '#platform/engine/command-batcher.ts'
import { listen } from '#platform/engine/event.ts'
import { every } from '#platform/every.ts'
import { guarded } from '#platform/guarded.ts'
import { sharesSplit } from '#modules/instruments/server/events.ts'
import { accountChanged } from '#modules/ledger/server/events.ts'
import { balances } from '#modules/ledger/server/public.ts'
import { latenessMeter } from '#modules/margin/model/lateness.ts'
import { callsOf } from '#modules/margin/server/public.ts'
import type { MarketPublic } from '#modules/market/server/public.ts'
import { openLots } from '#modules/portfolio/server/public.ts'
import { on, type AppContext, type Module } from '#modules/module.ts'
import { lotChanged } from '#modules/portfolio/server/events.ts'
import type { MarketFeed, Trade } from '#modules/venue/server/ports.ts'
import * as contract from '../contract.ts'
import { accountAt } from './account.ts'
import { carryOut } from './carry-out.ts'
import { closeCommand } from './close.ts'
import { EXAMPLES } from './examples.ts'
import { closingJob } from './closing-job.ts'
import { cutCommand, joinCrossings, type Print } from './cut.ts'
import { lossCutDecided, marginChanged } from './events.ts'
import { endedCalls } from './queries.ts'
import { reviewCommand } from './review.ts'
import { isTrading } from '#modules/instruments/model/schedule.ts'
import type { CommandDeps } from './command-deps.ts'
import { marginView } from './view.ts'
import { openWatch } from './watch.ts'

/** The exchange is simulated, whatever the prices come from. */
const SIMULATED = true
/**
 * Accounts that trade all the time are asked so often at most; prices that move are looked at as they come.
 */
const LOOK_EVERY_MS = 250
/** Thousands of accounts change in a busy second: requests are answered between a few and the next few. */
const LOOKS_AT_ONCE = 16

/** Carries out the margin account: warnings and calls at the close, deadlines, forced closing, loss-cut. */
export function createMarginCalls(
  context: AppContext,
  { market, feed }: { market: MarketPublic; feed: MarketFeed },
): Module {
  const { calendar, schedule, clock, db } = context
  const read = () => context.engine.read
  const settlementDate = () => calendar.settlementDate(market.phase().tradeDate)
  const deps: CommandDeps = {
    placing: () => {
      const { phase, tradeDate } = market.phase()
      return { at: clock.market(), phase, settlementDate: calendar.settlementDate(tradeDate), tradeDate }
    },
  }
  const cut = cutCommand(deps)
  const review = reviewCommand(deps)
  const deliverCut = deliverTo(() => context.engine, cut, SYSTEM_CALLER, joinCrossings, context.log)

  const { close, reviewNow } = carryOut(context, market, review)
  const watch = openWatch({
    read,
    day: () => ({ tradeDate: market.phase().tradeDate, settlementDate: settlementDate() }),
    quote: market.quote,
    isStale: market.isStale,
    isTrading: () => isTrading(market.phase().phase),
    cut: (memberId, prices, print) => deliverCut(memberId, { prices, print: print && printOf(print) }),
    send: reviewNow,
  })
  let looking = false
  const lookOn = guarded(context.log, 'a look at loss cuts', (): void => {
    looking = false
    looking = watch.refresh(LOOKS_AT_ONCE)
    if (looking) setImmediate(lookOn)
  })
  let started = false
  let stopLooking = () => {}
  feed.onTrades((trades) => {
    if (started) watch.onTrades(trades)
  })

  const handle = ({ memberId }: { memberId: string }) => {
    watch.changed(memberId)
    if (callsOf(read(), memberId).length > 0) reviewNow(memberId)
  }
  const meter = latenessMeter()
  return {
    name: 'margin-calls',
    measuresAs: 'calls',
    commands: [closeCommand, review, cut],
    listeners: [
      listen(lossCutDecided, ({ lateMs }) => {
        if (typeof lateMs === 'number') meter.add(lateMs)
      }),
      listen(sharesSplit, ({ code }) => watch.forget(code)),
      listen(lotChanged, handle),
      listen(accountChanged, (event) => event.held === true || handle(event)),
      listen(marginChanged, ({ memberId }) => {
        watch.changed(memberId)
        context.bus.publish(`member/${memberId}`, { type: 'margin' })
      }),
    ],
    jobs: [closingJob(schedule, calendar, close)],
    measures: () => {
      const { decided, medianMs, worstMs } = meter.read()
      return { lossCutsDecided: decided, lossCutLateMedianMs: medianMs, lossCutLateWorstMs: worstMs }
    },
    start: async () => {
      started = true
      stopLooking = every(LOOK_EVERY_MS, () => looking || lookOn())
    },
    stop: async () => stopLooking(),
    examples: EXAMPLES,
    routes: [
      on(contract.getMargin, async ({ caller, lang }) => {
        const { memberId } = caller
        const ended = await endedCalls(db, memberId)
        const held = openLots(read(), memberId)
        const prices = market.lastPrices(new Set(held.map(({ code }) => code)))
        return marginView({
          account: accountAt(read(), memberId, (code) => prices.get(code), settlementDate()),
          balances: balances(read(), memberId),
          lots: held,
          calls: [...callsOf(read(), memberId), ...ended],
          nameOf: (code) => market.nameOf(code, lang),
          unitOf: (code) => market.instrument(code)?.unit ?? 1,
          at: clock.market(),
          simulated: SIMULATED,
        })
      }),
    ],
  }
}

const printOf = ({ code, tradeDate, no, priceTenths, at }: Trade): Print => ({
  code,
  tradeDate,
  no,
  priceTenths,
  at,
})
