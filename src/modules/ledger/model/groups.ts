/**
 * The subjects of entries, for those who add them up. `inside`: between two accounts of the member (holds,
 * margin, settlement): their amounts are 0. `pools`: what pools came to when they paid, and fees for leading
 * one; `copy`: what was paid into them, and that coming back. `loans`: lent and repaid. `cash`: money that
 * came in or went out by the member's word. `debt`: what the firm lent as a shortfall and got back.
 */
export const ENTRY_GROUPS = [
  'trades',
  'dividends',
  'interest',
  'fees',
  'tax',
  'pools',
  'cash',
  'copy',
  'loans',
  'debt',
  'inside',
] as const
export type EntryGroup = (typeof ENTRY_GROUPS)[number]

/**
 * Declares the kinds of transfer that a module makes, each with its group. The name is what the ledger stores
 * and the account log says: it stays for ever.
 */
export const transferKinds = <const Kinds extends Readonly<Record<string, EntryGroup>>>(
  kinds: Kinds,
): Kinds => kinds
