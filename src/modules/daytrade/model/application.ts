import { assert } from '#kernel/assert.ts'
import type { Quantity, TradingUnits } from '#kernel/price.ts'

/** States that the member sees (specification, chapter 4): applying → success or failed, and nothing else. */
export const APPLICATION_STATUSES = ['applying', 'success', 'failed'] as const
export type ApplicationStatus = (typeof APPLICATION_STATUSES)[number]
/** The last word of the venue: something of the order traded, or nothing. */
export type ApplicationEvent = 'traded' | 'lapsed'

const NEXT: Readonly<Record<ApplicationStatus, Partial<Record<ApplicationEvent, ApplicationStatus>>>> = {
  applying: { traded: 'success', lapsed: 'failed' },
  success: {},
  failed: {},
}
/** The status after an event; null where the event is not possible. */
export const nextStatus = (status: ApplicationStatus, event: ApplicationEvent): ApplicationStatus | null =>
  NEXT[status][event] ?? null

export type Decided = {
  readonly status: 'success' | 'failed'
  readonly takenUnits: TradingUnits
  readonly backUnits: TradingUnits
}

/**
 * The result of an application whose order is over: units that did not trade go back to the inventory, a unit
 * that traded in part stays taken.
 */
export function decided(
  status: ApplicationStatus,
  units: TradingUnits,
  unit: Quantity,
  filledQuantity: Quantity,
): Decided {
  const next = nextStatus(status, filledQuantity > 0 ? 'traded' : 'lapsed')
  assert(next === 'success' || next === 'failed', `an application that is ${status} cannot be decided again`)
  const takenUnits = Math.ceil(filledQuantity / unit)
  assert(takenUnits <= units, `${filledQuantity} shares traded of ${units} units`)
  return { status: next, takenUnits, backUnits: units - takenUnits }
}
