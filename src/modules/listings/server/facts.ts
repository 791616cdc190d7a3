import { addDays, type DateJst } from '#kernel/time.ts'
import type { TableReader } from '#platform/engine/table.ts'
import type { CorporateActions } from '#modules/instruments/model/corporate-actions.ts'
import { openingAt, preClosingAt } from '#modules/instruments/model/schedule.ts'
import { memberOf } from '#modules/identity/server/public.ts'
import type { MarketPublic } from '#modules/market/server/public.ts'
import type { AppContext } from '#modules/module.ts'
import { asked, NOTHING_ASKED, type Asked } from '../model/requested.ts'
import type { CardFigures, Facts, IssueFacts } from '../model/facts.ts'
import type { FactsOf } from './effects.ts'

export type FactsDeps = { market: MarketPublic; actions: CorporateActions }

/** The official close that a price is measured against: of the day that is over, else of the one before. */
function issueFacts({ market, actions }: FactsDeps, code: string, until: DateJst | null): IssueFacts | null {
  const issue = market.instrument(code)
  if (issue === null) return null
  const [quote, { phase, tradeDate }] = [market.quote(code), market.phase()]
  const isOver = quote !== null && phase === 'closed' && quote.tradeDate < tradeDate
  return {
    unit: issue.unit,
    tickTable: issue.tickTable,
    sharesOutstanding: issue.sharesOutstanding,
    closeTenths: quote === null ? null : isOver ? (quote.lastTenths ?? quote.baseTenths) : quote.baseTenths,
    // A base price is without the rights of its own day already.
    exDate:
      quote === null || until === null
        ? null
        : (actions.between(addDays(quote.tradeDate, 1), until, code)[0]?.exDate ?? null),
  }
}

const isDay = (date: DateJst): boolean => !Number.isNaN(Date.parse(`${date}T00:00:00Z`))

/**
 * The world as terms are checked against it: what the editor asks for, and what both signatures are held
 * against.
 */
export function factsFrom(
  { calendar, schedule, clock, config }: Pick<AppContext, 'calendar' | 'schedule' | 'clock' | 'config'>,
  inputs: FactsDeps,
  cardOf: (testTo: DateJst) => CardFigures | null,
): { about(tables: TableReader, asked: Asked): Facts; of: FactsOf } {
  const about = (tables: TableReader, { codes, dates, day, lead, testTo }: Asked): Facts => ({
    now: Math.floor(clock.market()),
    closedDates: [...new Set(dates)].filter((date) => !isDay(date) || !calendar.isTradingDay(date)),
    issues: Object.fromEntries(
      codes.flatMap((code) => {
        const facts = issueFacts(inputs, code, dates.filter(isDay).toSorted().at(-1) ?? null)
        return facts === null ? [] : [[code, facts] as const]
      }),
    ),
    takesNewIssues: config.market === 'sim',
    day:
      day === null || !isDay(day)
        ? null
        : { opensAt: openingAt(schedule, day), preClosingAt: preClosingAt(schedule, day) },
    card: testTo === null ? null : cardOf(testTo),
    leadLevel: lead === null ? null : (memberOf(tables, lead)?.level ?? null),
  })
  return { about, of: (tables, kind, value) => about(tables, asked(kind, value) ?? NOTHING_ASKED) }
}
