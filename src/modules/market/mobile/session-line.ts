import { MINUTE } from '#kernel/time.ts'
import type { QuoteView } from '../contract.ts'

/** The sign that a Japanese board sets beside a price which nobody may trade at just now. */
export type Mark = 'special' | 'sequential' | 'limit' | 'pre-open'

/**
 * In the last three minutes before continuous trading ends a special quote is not renewed (market rules 6).
 */
const NO_RENEWAL_MS = 3 * MINUTE

/** The text of the line (a key of the texts), the mark that goes with it, and the time that it names. */
export function sessionLine(
  quote: QuoteView,
  phase: string,
  phaseEndsAt: string,
): { key: string; mark: Mark | null; until: string } {
  const { indication, state } = quote
  const line = (name: string, mark: Mark | null = null, until = phaseEndsAt) => ({
    key: `market.line.${name}`,
    mark,
    until,
  })
  if (quote.stale) return line('stale', null, quote.at)
  if (state === 'halted') return line('halted')
  if (state === 'pre-open') return line(phase === 'pre-closing' ? 'pre-closing' : 'pre-open', 'pre-open')
  if (indication !== null && state !== 'closed') {
    const mark = markOf(quote)
    const isLast =
      mark === 'special' && Date.parse(indication.until) >= Date.parse(phaseEndsAt) - NO_RENEWAL_MS
    return line(`${isLast ? 'last' : mark}.${indication.side}`, mark, indication.until)
  }
  return state === 'limit'
    ? line('limit', 'limit')
    : { key: 'market.phaseUntil', mark: null, until: phaseEndsAt }
}

/** The mark of the quote that stands instead of trading; null while the issue trades freely or not at all. */
export function markOf({ state, indication }: QuoteView): Mark | null {
  if (state === 'pre-open') return 'pre-open'
  return indication !== null && (state === 'special' || state === 'sequential' || state === 'limit')
    ? state
    : null
}
