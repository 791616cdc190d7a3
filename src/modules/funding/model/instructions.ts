import type { Yen } from '#kernel/money.ts'
import type { Ms } from '#kernel/time.ts'
import { canonical } from '#kernel/hash.ts'
import type { AccountType } from './bank-account.ts'

/**
 * Instructions for paying a deposit. All that the signature covers; nothing else is shown as an instruction.
 */
export type Instructions = {
  readonly depositId: string
  readonly yen: Yen
  readonly method: string
  readonly reference: string
  readonly bankCode: string
  readonly bankName: string
  readonly branchCode: string
  readonly branchName: string
  readonly accountType: AccountType
  readonly accountNumber: string
  readonly holder: string
  /** Wall clock. */
  readonly requestedAt: Ms
}

const TAG = 'AKARI-DEPOSIT-v1\0'

/** The text that the firm signs (Ed25519) and the browser checks: server and phone make it by themselves. */
export const instructionsText = (page: Instructions): string => TAG + canonical(page)
