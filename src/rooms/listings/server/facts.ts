import { openingAt, preClosingAt } from '#rooms/instruments/model/schedule.ts'
import { memberOf } from '#rooms/identity/server/public.ts'
import type { MarketPublic } from '#rooms/market/server/public.ts'
import type { House } from '#rooms/room.ts'
import type { Facts, IssueFacts } from '../model/facts.ts'
import { codesIn, datesIn, isFormed } from '../model/check.ts'
import type { FactsOf } from './effects.ts'

/** The official close that a price is measured against: of the day that is over, else of the one before. */
function issueFacts(market: MarketPublic, code: string): IssueFacts | null {
  const issue = market.instrument(code)
  if (issue === null) return null
  const [quote, { phase, tradeDate }] = [market.quote(code), market.phase()]
  const isOver = quote !== null && phase === 'closed' && quote.tradeDate < tradeDate
  return {
    unit: issue.unit, tickTable: issue.tickTable, sharesOutstanding: issue.sharesOutstanding,
    closeTenths: quote === null ? null : isOver ? (quote.lastTenths ?? quote.baseTenths) : quote.baseTenths,
  }
}

/** The world as terms are checked against it: asked at each signature, and by the editor. */
export function factsFrom({ calendar, schedule, clock }: Pick<House, 'calendar' | 'schedule' | 'clock'>, market: MarketPublic): FactsOf {
  return (tables, kind, value): Facts => {
    const now = Math.floor(clock.market())
    if (!isFormed(kind, value)) return { now, closedDates: [], issues: {}, day: null, leadLevel: null }
    const issues = codesIn(kind, value).flatMap((code) => {
      const facts = issueFacts(market, code)
      return facts === null ? [] : [[code, facts] as const]
    })
    const date = 'saleOn' in value ? value.saleOn : 'tradeOn' in value ? value.tradeOn : null
    return {
      now, issues: Object.fromEntries(issues),
      closedDates: [...new Set(datesIn(kind, value).map(([, each]) => each))].filter((each) => !calendar.isTradingDay(each)),
      day: date === null ? null : { opensAt: openingAt(schedule, date), preClosingAt: preClosingAt(schedule, date) },
      leadLevel: 'leadMemberId' in value ? (memberOf(tables, value.leadMemberId)?.level ?? null) : null,
    }
  }
}
