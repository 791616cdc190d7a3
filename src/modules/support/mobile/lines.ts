import { dateJst, type DateJst } from '#kernel/time.ts'
import type { ChatLine } from '../contract.ts'

/**
 * The known lines of a conversation with one more page of it: each line once, as it was read last, in order.
 * A page that touches nothing known begins anew.
 */
export function merged(known: readonly ChatLine[], page: readonly ChatLine[]): readonly ChatLine[] {
  if (page.length === 0) return known
  const ids = new Set(page.map(({ id }) => id))
  const first = page[0]!.id
  const last = page.at(-1)!.id
  const touches = known.some(({ id }) => ids.has(id)) || known.every(({ id }) => id > last)
  const kept = touches ? known.filter(({ id }) => !ids.has(id) && (id < first || id > last)) : []
  return [...kept, ...page].toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

export type Day = { date: DateJst; at: string; lines: ChatLine[] }

/** Lines under their days in Japan. */
export function byDay(lines: readonly ChatLine[]): Day[] {
  const days: Day[] = []
  for (const line of lines) {
    const date = dateJst(Date.parse(line.at))
    const day = days.at(-1)
    if (day?.date === date) day.lines.push(line)
    else days.push({ date, at: line.at, lines: [line] })
  }
  return days
}
