import { canonical, type Json } from '#kernel/hash.ts'
import type { ApprovalView } from '#modules/staff/operator-contract.ts'
import { rivalsOf, type PowerName } from '#registry/powers.ts'

export type Choice = {
  power: PowerName
  /** The data signed beside the subject: ids, amounts, words of closed lists. */
  body?: Record<string, unknown>
  /** The reason of the listed ones that this choice is; left out: it is chosen; null: elsewhere, not yet. */
  reason?: string | null
  label: string
  tone?: 'primary' | 'danger' | 'neutral'
  hotkey?: string
  /** Hindrance as things stand; written on the button. */
  hindrance?: string | null
  /** Asked before it is signed: repeats in numbers what will happen. */
  confirm?: string
}

/** A choice as it is offered now. `instead`: the own request that it takes the place of. */
export type Offer = Choice & { instead?: string }

type Open = Pick<ApprovalView, 'power' | 'body' | 'what'> & { signatures: readonly { operatorId: string }[] }

/**
 * Of powers that decide a case together one request is open. Whoever alone has asked may ask otherwise, which
 * takes the own request back by name; the others sign it, or wait (server: `REQUEST_OPEN`).
 */
export function offerOf(choice: Choice, open: readonly Open[], operatorId: string): Offer | null {
  const rivals: readonly string[] = rivalsOf(choice.power)
  const rival = open.find(({ power }) => rivals.includes(power))
  if (rival === undefined) return choice
  const isSame =
    rival.power === choice.power && canonical(rival.body as Json) === canonical((choice.body ?? {}) as Json)
  if (isSame || rival.signatures.some((each) => each.operatorId !== operatorId)) return null
  const { hotkey: _, ...rest } = choice
  return { ...rest, instead: rival.what }
}
