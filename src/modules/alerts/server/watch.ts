import type { PriceTenths } from '#kernel/price.ts'
import type { DateJst } from '#kernel/time.ts'
import { type Caller, type Command, SYSTEM_CALLER } from '#platform/engine/command.ts'
import type { InstrumentsPublic } from '#modules/instruments/server/public.ts'
import { changeBpOf, todayFromTenths } from '#modules/market/model/figures.ts'
import type { MarketPublic } from '#modules/market/server/public.ts'
import { watchPrints } from '#modules/orders/server/public.ts'
import type { AppContext } from '#modules/module.ts'
import type { MarketFeed, Trade } from '#modules/venue/server/ports.ts'
import { onNewDay, type Alert, type Watches } from '../model/alert.ts'
import { hitAlertCommand, newDayCommand, type Hit, type NewDay } from './commands.ts'
import { alerts } from './tables.ts'

const MARKET: Caller = { ...SYSTEM_CALLER, actor: 'venue' }
/** Rows of one command of a new day. */
const AT_ONCE = 500

export type Watching = {
  context: AppContext
  market: Pick<MarketPublic, 'quote'>
  instruments: Pick<InstrumentsPublic, 'actions'>
  feed: Pick<MarketFeed, 'onTrades'>
}

/**
 * Holds every trade against the alerts of its issue. Trades of a new day wait until the alerts are ready for
 * that day.
 */
export function watchAlerts({ context, market, instruments, feed }: Watching): { stop: () => void } {
  const rows = () => context.engine.read.of(alerts)
  const submit = async (command: Command, input: unknown) => {
    try {
      await context.engine.submit(command, input, MARKET)
    } catch (err) {
      // Overloaded or stopping: the alert still watches, and the next trade tries again.
      context.log.warn({ err }, 'a price alert could not be worked')
    }
  }
  const changeOf = (code: string, priceTenths: PriceTenths): number => {
    const quote = market.quote(code)
    return quote === null ? 0 : changeBpOf(priceTenths, todayFromTenths(quote))
  }
  const fire = (row: Alert, { priceTenths, at, tradeDate }: Trade) =>
    submit(hitAlertCommand, { id: row.id, priceTenths, at, tradeDate } satisfies Hit)
  const since = ({ since: from }: Alert) => from
  const reached =
    (watches: Watches, bounds: (code: string, priceTenths: PriceTenths) => { from?: number; to?: number }) =>
    (code: string, priceTenths: PriceTenths) =>
      rows().range(watches, code, bounds(code, priceTenths))
  const watchers = [
    watchPrints<Alert>({ direction: 'rises', since, fire, reached: reached('above', (_, to) => ({ to })) }),
    watchPrints<Alert>({
      direction: 'falls',
      since,
      fire,
      reached: reached('below', (_, from) => ({ from })),
    }),
    watchPrints<Alert>({
      direction: 'rises',
      since,
      fire,
      reached: reached('rise', (code, price) => ({ to: changeOf(code, price) })),
    }),
    watchPrints<Alert>({
      direction: 'falls',
      since,
      fire,
      reached: reached('fall', (code, price) => ({ to: -changeOf(code, price) })),
    }),
  ]

  let today: DateJst = ''
  let waiting: Trade[] | null = null
  let isStopped = false
  async function begin(tradeDate: DateJst): Promise<void> {
    const changed = rows()
      .all()
      .filter(({ status }) => status === 'watching')
      .flatMap((row) => {
        const shares =
          row.sinceDate < tradeDate ? instruments.actions.sharesSince(row.code, row.sinceDate, tradeDate) : 1
        return row.sinceDate < tradeDate && onNewDay(row, tradeDate, shares) !== null
          ? [{ id: row.id, shares }]
          : []
      })
    for (let from = 0; from < changed.length; from += AT_ONCE)
      await submit(newDayCommand, { tradeDate, rows: changed.slice(from, from + AT_ONCE) } satisfies NewDay)
  }

  function handle(trades: readonly Trade[]): void {
    if (isStopped) return
    if (waiting !== null) return void waiting.push(...trades)
    for (const [index, trade] of trades.entries()) {
      if (trade.tradeDate > today) {
        today = trade.tradeDate
        waiting = trades.slice(index)
        void begin(today).finally(() => {
          const left = waiting!
          waiting = null
          handle(left)
        })
        return
      }
      // Sent again after a restart, from a day that is over: it was held against the alerts then.
      if (trade.tradeDate === today) for (const watch of watchers) watch(trade)
    }
  }
  feed.onTrades(handle)
  return {
    stop: () => {
      isStopped = true
    },
  }
}
