import type { MemberId } from '#kernel/id.ts'
import type { Yen } from '#kernel/money.ts'
import type { PriceTenths, Quantity } from '#kernel/price.ts'
import type { Ms } from '#kernel/time.ts'
import type { RuleName } from './rules.ts'

/** Kinds of rows that a signal rests on. */
export const EVIDENCE_KINDS = [
  'device',
  'withdrawal',
  'deposit',
  'line',
  'order',
  'usual',
  'listed',
  'document',
] as const

/** A row that a signal rests on, by its id, with its figure and time. */
export type Evidence = {
  readonly what: (typeof EVIDENCE_KINDS)[number]
  readonly id: string
  readonly yen: Yen | null
  readonly at: Ms | null
  /** Likeness of a name to a listed one, of 100. */
  readonly score?: number
}

/** A finding of a rule about a member. `key`: what it is about; the same is found once. */
export type Signal = {
  readonly rule: RuleName
  readonly memberId: MemberId
  readonly key: string
  /** The time of what happened last. */
  readonly at: Ms
  readonly evidence: readonly Evidence[]
  /** Other members whom it is about too. */
  readonly others: readonly MemberId[]
}

/** A device by its short name, on which a member was first seen at `at`. */
export type DeviceUse = { readonly memberId: MemberId; readonly device: string; readonly at: Ms }
/** A document by the short name of its number, as a member has handed it in. */
export type DocumentUse = {
  readonly memberId: MemberId
  readonly document: string
  readonly id: string
  readonly at: Ms
}
/** Money asked for, or that came. */
export type Payment = { readonly id: string; readonly memberId: MemberId; readonly yen: Yen; readonly at: Ms }
/** A transfer of the bank with the reference of a member's deposit; the payers are hashes of names. */
export type Transfer = Payment & {
  readonly depositId: string
  /** null: the bank named none. */
  readonly payer: string | null
  readonly holder: string
}
export type Trade = {
  readonly orderId: string
  readonly memberId: MemberId
  readonly code: string
  readonly isBuy: boolean
  readonly priceTenths: PriceTenths
  readonly quantity: Quantity
  readonly yen: Yen
  readonly at: Ms
}
