import type { MarketDayView } from '../contract.ts'

/**
 * The state of a day: sealed, revealed with everything that is needed to live it again, or revealed without.
 */
export const stateOf = ({ revealedAt, fileHash }: MarketDayView): 'sealed' | 'revealed' | 'lost' =>
  revealedAt === null ? 'sealed' : fileHash === null ? 'lost' : 'revealed'
export const TONES = { sealed: 'brand', revealed: 'ok', lost: 'warn' } as const
