import { useRead } from '#client/reads.ts'
import { listOffDays, type OffSpan } from '../contract.ts'

const NONE: readonly OffSpan[] = []

/** Spans of trade dates on which the exchange did not run; none until that is known. */
export const useOffDays = (): readonly OffSpan[] =>
  useRead(listOffDays, {}, { quiet: true, staleTime: 60_000 }).data?.spans ?? NONE
