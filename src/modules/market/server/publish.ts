import { SECOND } from '#kernel/time.ts'
import type { Bus } from '#platform/bus/bus.ts'
import { every } from '#platform/every.ts'
import { guarded } from '#platform/guarded.ts'
import type { Log } from '#platform/log.ts'
import type { MarketFeed } from '#modules/venue/server/ports.ts'
import type { MarketView, QuoteView } from '../contract.ts'
import type { Quotes } from './quotes.ts'
import { depthView, quoteView, tradeView } from './views.ts'
import type { WholeDays } from './whole-days.ts'

type Deps = {
  feed: MarketFeed
  bus: Bus
  quotes: Quotes
  /** Of the issues that are listed now. */
  codes: () => readonly string[]
  quoteOf: (code: string) => QuoteView | null
  wholeOf: WholeDays['of']
  overview: () => MarketView
  simulated: boolean
  log: Log
}

/**
 * Sends what the feed says to those who listen; boards are asked for only while someone does. Answers how to
 * stop.
 */
export function publishMarket({
  feed,
  bus,
  quotes,
  codes,
  quoteOf,
  wholeOf,
  overview,
  simulated,
  log,
}: Deps): () => void {
  feed.onQuote((quote) => {
    const topic = `quote/${quote.code}`
    if (bus.wanted(topic)) bus.publish(topic, quoteView(wholeOf(quote), false, simulated))
  })
  feed.onDepth((depth) => {
    const topic = `depth/${depth.code}`
    if (bus.wanted(topic)) bus.publish(topic, depthView(depth, simulated))
  })
  feed.onTrades((batch) => {
    for (const [code, trades] of Map.groupBy(batch, (trade) => trade.code)) {
      const topic = `trades/${code}`
      if (bus.wanted(topic)) bus.publish(topic, trades.map(tradeView))
    }
  })
  bus.onInterest((topic, wanted) => {
    const [name, code = ''] = topic.split('/')
    if (name !== 'depth' || !codes().includes(code)) return
    if (wanted) feed.watchDepth(code)
    else feed.unwatchDepth(code)
  })

  let wasSilent = quotes.isSilent()
  return every(
    SECOND,
    guarded(log, 'a publication of the market', () => {
      if (bus.wanted('market')) bus.publish('market', overview())
      const isSilent = quotes.isSilent()
      if (isSilent === wasSilent) return
      wasSilent = isSilent
      // Figures that turned old, or new again, are sent once more with their mark.
      for (const code of codes()) {
        const view = bus.wanted(`quote/${code}`) ? quoteOf(code) : null
        if (view) bus.publish(`quote/${code}`, view)
      }
    }),
  )
}
