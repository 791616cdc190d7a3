import { rateBp } from '#kernel/money.ts'
import { yenOf, type PriceTenths } from '#kernel/price.ts'
import { iso, type Ms } from '#kernel/time.ts'
import type { InstrumentsPublic } from '#modules/instruments/server/public.ts'
import { WHOLE_MARKET } from '#modules/venue/model/terms.ts'
import type { MarketFeed, Venue } from '#modules/venue/server/ports.ts'
import type { OutputOf } from '#wire/route.ts'
import type { HaltView } from '../contract.ts'
import { changeBpOf, todayFromTenths } from '../model/figures.ts'
import type { getMonitor, MonitorRow } from '../operator-contract.ts'
import type { MarketPublic } from './public.ts'
import type { Quotes } from './quotes.ts'

type Deps = {
  kind: 'sim' | 'replay' | 'fix'
  instruments: InstrumentsPublic
  quotes: Pick<Quotes, 'get' | 'isSilent'>
  feed: Pick<MarketFeed, 'workedTo'>
  sessions: NonNullable<Venue['sessions']>
  phase: MarketPublic['phase']
  halts: () => HaltView[]
  now: () => Ms
}

const median = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.toSorted((a, b) => a - b)[values.length >> 1]!
const yenOrNull = (tenths: PriceTenths | null) => (tenths === null ? null : yenOf(tenths))

/**
 * The market as of now, from memory: every issue with its spread, the age of its quote, and what stands
 * instead of trading.
 */
export function monitorOf(
  { kind, instruments, quotes, feed, sessions, phase, halts, now }: Deps,
  lang: string,
): OutputOf<typeof getMonitor> {
  const at = now()
  const standing = halts()
  const rows = instruments.all().flatMap(({ code }): MonitorRow[] => {
    const quote = quotes.get(code)
    if (quote === null) return []
    const { lastTenths, bidTenths, askTenths, indication } = quote
    const middle = bidTenths === null || askTenths === null ? null : (bidTenths + askTenths) / 2
    return [
      {
        code,
        name: instruments.nameOf(code, lang),
        state: quote.state,
        last: yenOrNull(lastTenths),
        changeBp: lastTenths === null ? null : changeBpOf(lastTenths, todayFromTenths(quote)),
        bid: yenOrNull(bidTenths),
        ask: yenOrNull(askTenths),
        spreadBp: middle === null ? null : rateBp(askTenths! - bidTenths!, middle),
        volume: quote.volume,
        turnover: quote.turnoverYen,
        ageMs: Math.max(0, Math.floor(at - quote.at)),
        special:
          indication === null
            ? null
            : { side: indication.side === 'BUY' ? 'buy' : 'sell', price: yenOf(indication.priceTenths) },
        halt: standing.find(({ subject }) => subject === code) ?? null,
      },
    ]
  })
  const worked = feed.workedTo()
  const { phase: name, tradeDate } = phase()
  return {
    feed: {
      kind,
      silent: quotes.isSilent(),
      lagMs: worked === 0 ? null : Math.max(0, Math.floor(at - worked)),
      newestMs: rows.length === 0 ? null : Math.min(...rows.map(({ ageMs }) => ageMs ?? Infinity)),
    },
    sessions: sessions().map(({ since, ...rest }) => ({
      ...rest,
      since: since === null ? null : iso(since),
    })),
    phase: name,
    tradeDate,
    marketHalt: standing.find(({ subject }) => subject === WHOLE_MARKET) ?? null,
    spreadMedianBp: median(rows.flatMap(({ spreadBp }) => spreadBp ?? [])),
    turnover: rows.reduce((sum, { turnover }) => sum + turnover, 0),
    rows,
  }
}
