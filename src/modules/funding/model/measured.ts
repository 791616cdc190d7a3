import { rateBp, type BasisPoints } from '#kernel/money.ts'
import type { Ms } from '#kernel/time.ts'

/** One withdrawal as the public figures count it. `paidAt` is the bank's own time. */
export type Measured = { readonly state: string; readonly requestedAt: Ms; readonly paidAt: Ms | null }

export type WithdrawalFigures = {
  readonly requested: number
  readonly paid: number
  readonly denied: number
  /** Of all that were decided; null while none was. */
  readonly denialBp: BasisPoints | null
  /** From the request to the bank; null while none was paid. */
  readonly medianMs: Ms | null
  readonly slowestMs: Ms | null
}

/** Measured, not promised (security and trust 4): cancelled ones count as requested, in nothing else. */
export function figuresOf(rows: readonly Measured[]): WithdrawalFigures {
  const times = rows
    .flatMap(({ requestedAt, paidAt }) => (paidAt === null ? [] : [paidAt - requestedAt]))
    .toSorted((a, b) => a - b)
  const denied = rows.filter(({ state }) => state === 'denied').length
  const decided = rows.filter(({ state }) => state !== 'requested' && state !== 'cancelled').length
  const middle = Math.floor(times.length / 2)
  const medianMs =
    times.length === 0
      ? null
      : times.length % 2 === 1
        ? times[middle]!
        : Math.round((times[middle - 1]! + times[middle]!) / 2)
  return {
    requested: rows.length,
    paid: times.length,
    denied,
    denialBp: decided === 0 ? null : rateBp(denied, decided),
    medianMs,
    slowestMs: times.at(-1) ?? null,
  }
}
