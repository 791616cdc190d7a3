import { LOAN_NUMBERS } from '#modules/loans/server/module.ts'
import { CHIP_READINGS, IDENTITY_NUMBERS } from '#modules/members/server/module.ts'
import { SEALED_PICTURE_KEYS, type SealedColumn } from '#platform/encryption.ts'

/** Everything that the key `images` seals: what a new one seals anew, whole. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  SEALED_PICTURE_KEYS,
  IDENTITY_NUMBERS,
  CHIP_READINGS,
  LOAN_NUMBERS,
]
