import { RowForged } from './row-mac.ts'

/**
 * The disk gives back other bytes than were written, or none: SQLSTATE class XX (a damaged page or index) and
 * 58030 (it cannot be read); or a row is not what the server wrote.
 */
export const isDamage = (error: unknown): boolean =>
  error instanceof RowForged ||
  (error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    /^(XX00[012]|58030)$/.test(error.code))
