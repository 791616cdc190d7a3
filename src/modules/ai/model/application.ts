import type { TradingUnits } from '#kernel/price.ts'
import type { Yen } from '#kernel/money.ts'
import { no, type Refusal } from '#kernel/result.ts'
import { LEVEL_LIMITS, limitsOf, LEVELS, type Level } from '#modules/identity/model/levels.ts'

export const APPLICATION_STATUSES = ['applying', 'success', 'failed', 'cancelled'] as const
export type ApplicationStatus = (typeof APPLICATION_STATUSES)[number]
/**
 * `sent`: its order is with the orders module. `filled`: the order ended with shares bought, `unfilled`
 * without; `refused`: no order was made of it.
 */
export type ApplicationEvent = 'cancel' | 'sent' | 'filled' | 'unfilled' | 'refused'

/**
 * The whole life of an application (specification 6: applying, success, failed): what is not in here cannot
 * happen. Once sent, it ends with its order.
 */
const NEXT: Readonly<Record<ApplicationStatus, Partial<Record<ApplicationEvent, ApplicationStatus>>>> = {
  applying: {
    cancel: 'cancelled',
    sent: 'applying',
    filled: 'success',
    unfilled: 'failed',
    refused: 'failed',
  },
  success: {},
  failed: {},
  cancelled: {},
}
/**
 * The status after an event; null where the event is not possible. An order is sent once, ends only when it
 * was sent, and is not cancelled here any more.
 */
export function nextStatus(
  { status, isSent }: { status: ApplicationStatus; isSent: boolean },
  event: ApplicationEvent,
): ApplicationStatus | null {
  const needsSent = event === 'filled' || event === 'unfilled'
  return isSent === needsSent ? (NEXT[status][event] ?? null) : null
}

/** In the order in which they are checked. */
export const APPLY_REJECTIONS = [
  'TRADING_LOCKED',
  'PICK_UNKNOWN',
  'LEVEL_TOO_LOW',
  'ACCOUNT_FROZEN',
  'CARD_NOT_OPEN',
  'PICK_CLOSED',
  'UNITS_ABOVE_MEMBER',
  'ORDER_VALUE_ABOVE_LEVEL',
  'INSUFFICIENT_BUYING_POWER',
] as const
export type ApplyRejection = (typeof APPLY_REJECTIONS)[number]
export const TIME_EXIT_REJECTIONS = ['APPLICATION_NOT_FOUND', 'APPLICATION_FINISHED'] as const
export const CANCEL_REJECTIONS = [
  'APPLICATION_NOT_FOUND',
  'APPLICATION_SENT',
  'APPLICATION_FINISHED',
] as const

export type ApplyFacts = {
  readonly level: Level
  readonly isFrozen: boolean
  /** The card that the pick was published under takes applications now. */
  readonly isCardOpen: boolean
  /** The order of this pick has not been sent yet. */
  readonly isAhead: boolean
  /** Units of a pick that one member may hold, and those already applied for. */
  readonly mostUnits: TradingUnits
  readonly usedUnits: TradingUnits
  /** At the limit, and with the commission. */
  readonly valueYen: Yen
  readonly neededYen: Yen
  /** Free now, and what other applications of the member will need at the same time. */
  readonly freeYen: Yen
  readonly promisedYen: Yen
}

/**
 * The first rule that says no to an application for `units`; null: it is taken. No money is set aside: the
 * order asks again when it is sent.
 */
export function refusedApplication(facts: ApplyFacts, units: TradingUnits): Refusal<ApplyRejection> | null {
  const { level } = facts
  const limits = limitsOf(level)
  if (limits.products === 'none')
    return no('LEVEL_TOO_LOW', {
      level,
      neededLevel: LEVELS.find((one) => LEVEL_LIMITS[one].products !== 'none')!,
    })
  if (facts.isFrozen) return no('ACCOUNT_FROZEN')
  if (!facts.isCardOpen) return no('CARD_NOT_OPEN')
  if (!facts.isAhead) return no('PICK_CLOSED')
  if (facts.usedUnits + units > facts.mostUnits)
    return no('UNITS_ABOVE_MEMBER', { most: facts.mostUnits, used: facts.usedUnits })
  if (facts.valueYen > limits.maxOrderValueYen)
    return no('ORDER_VALUE_ABOVE_LEVEL', { level, maxYen: limits.maxOrderValueYen, valueYen: facts.valueYen })
  const availableYen = Math.max(facts.freeYen - facts.promisedYen, 0)
  return facts.neededYen > availableYen
    ? no('INSUFFICIENT_BUYING_POWER', {
        neededYen: facts.neededYen,
        availableYen,
        shortYen: facts.neededYen - availableYen,
      })
    : null
}
