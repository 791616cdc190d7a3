import { dateJst, timeJst, type Ms } from '#kernel/time.ts'

/**
 * Years for which the ledger of a member who has left names whose it is: the longest period that the law sets
 * for anything that is kept of a person (facts: identity, section 5).
 */
export const RETENTION_YEARS = 10

/** The first moment at which a person is erased: Tokyo’s midnight after as many years and a day. */
export function erasedFrom(endedAt: Ms): Ms {
  const [year, month, day] = dateJst(endedAt).split('-').map(Number) as [number, number, number]
  const pad = (value: number, length: number) => String(value).padStart(length, '0')
  const next = new Date(Date.UTC(year + RETENTION_YEARS, month - 1, day + 1))
  return timeJst(
    `${pad(next.getUTCFullYear(), 4)}-${pad(next.getUTCMonth() + 1, 2)}-${pad(next.getUTCDate(), 2)}`,
    0,
  )
}
