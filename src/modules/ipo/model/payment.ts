import { timeJst, type DateJst, type Ms } from '#kernel/time.ts'

/** The days of payment as they are in the terms. */
export type PaymentDays = { readonly payFrom: DateJst; readonly payTo: DateJst }
/**
 * Market times. Winners confirm from `from` up to `passesOnAt`, those to whom a unit passes on up to
 * `endsAt`.
 */
export type PaymentWindow = { readonly from: Ms; readonly passesOnAt: Ms; readonly endsAt: Ms }

/**
 * Whole days in Japan, in two halves (decision 0045): the first is the winners'; what they have left by its
 * middle passes to the waiting list, which has the rest.
 */
export function paymentWindow({ payFrom, payTo }: PaymentDays): PaymentWindow {
  const from = timeJst(payFrom, 0)
  const endsAt = timeJst(payTo, 24)
  return { from, passesOnAt: from + (endsAt - from) / 2, endsAt }
}

/**
 * Deadline for confirming a unit that the draw gave, or that has passed on, at this moment. Null: it is too
 * late for it.
 */
export function confirmUntil(
  { passesOnAt, endsAt }: PaymentWindow,
  by: 'draw' | 'waiting-list',
  now: Ms,
): Ms | null {
  if (by === 'draw' && now < passesOnAt) return passesOnAt
  return now < endsAt ? endsAt : null
}

/** The stages of an offering, by the clock and by what has been decided; `listed` and `void` are for ever. */
export const STAGES = ['coming', 'open', 'drawing', 'payment', 'listing', 'listed', 'void'] as const
export type Stage = (typeof STAGES)[number]

type Standing = {
  readonly opensAt: Ms
  readonly closesAt: Ms
  readonly window: PaymentWindow
  readonly isVoid: boolean
  readonly isDrawn: boolean
  readonly isListed: boolean
}

/** Stage of an offering at this market time. */
export function stageAt({ opensAt, closesAt, window, isVoid, isDrawn, isListed }: Standing, now: Ms): Stage {
  if (isVoid) return 'void'
  if (isListed) return 'listed'
  if (isDrawn) return now < window.endsAt ? 'payment' : 'listing'
  return now < opensAt ? 'coming' : now < closesAt ? 'open' : 'drawing'
}
