import { canonical } from '#kernel/hash.ts'
import type { Firm } from '#platform/firm.ts'

/**
 * The settings of the firm that everybody may see: all but the account that withdrawals leave from and the
 * code that its bank gave.
 */
export type PublicFirm = Pick<Firm, 'name' | 'registration' | 'address' | 'complaints' | 'openingGift'> & {
  readonly deposits: Firm['accounts']['deposits']
}

export const publicOf = ({
  name,
  registration,
  address,
  complaints,
  openingGift,
  accounts,
}: Firm): PublicFirm => ({
  name,
  registration,
  address,
  complaints,
  openingGift,
  deposits: accounts.deposits,
})

/** True where two settings say the same, in whatever order; null: there are none. */
export const isSameFirm = (a: PublicFirm | null, b: PublicFirm | null): boolean =>
  canonical(a) === canonical(b)
