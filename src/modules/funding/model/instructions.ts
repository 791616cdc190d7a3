import type { Yen } from '#kernel/money.ts'
import type { Ms } from '#kernel/time.ts'
import { canonical } from '#kernel/hash.ts'
import type { Sender } from './zengin-transfer.ts'

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
  readonly accountType: string
  readonly accountNumber: string
  readonly holder: string
  /** Wall clock. */
  readonly requestedAt: Ms
}

const TAG = 'AKARI-DEPOSIT-v1\0'

/** The text that the firm signs (Ed25519) and the browser checks: server and phone make it by themselves. */
export const instructionsText = (page: Instructions): string => TAG + canonical(page)

/**
 * The firm's segregated account. Invented like the firm: a bank code that is nobody's, so that money sent by
 * mistake arrives nowhere.
 */
export const SEGREGATED_ACCOUNT = {
  bankCode: '9999',
  bankName: 'デモ銀行',
  branchCode: '001',
  branchName: '分別管理支店',
  accountType: 'ordinary',
  accountNumber: '0010010',
  holder: 'ｱｶﾘｼﾖｳｹﾝ(ﾓｷﾞ)',
} as const

/**
 * The same account as the sender of transfers; the bank's code for the firm and its names in kana are
 * invented too.
 */
export const TRANSFER_SENDER: Sender = {
  clientCode: '10010',
  name: 'アカリショウケン(モギ)',
  bankCode: SEGREGATED_ACCOUNT.bankCode,
  bankKana: 'デモギンコウ',
  branchCode: SEGREGATED_ACCOUNT.branchCode,
  branchKana: 'ブンベツカンリ',
  type: SEGREGATED_ACCOUNT.accountType,
  number: SEGREGATED_ACCOUNT.accountNumber,
}
