import { createHmac, createHash } from 'node:crypto'
import { canonical } from '#kernel/hash.ts'
import { matched } from '../model/kana.ts'
import type { AccountDetailsRow, SenderDetailsRow } from './tables.ts'

/** The salted hash that the journal knows of an account: who changes what it is, is found out. */
export function detailsHash({
  salt,
  accountId,
  memberId,
  holder,
  bankCode,
  branchCode,
  type,
  number,
  imageId,
}: Omit<AccountDetailsRow, 'bankName' | 'branchName'>): string {
  const text = canonical({ accountId, bankCode, branchCode, holder, imageId, memberId, number, type })
  return createHash('sha256').update(salt).update(text).digest('hex')
}

/** The same of the account of a sender to whom money goes back. */
export function senderHash({
  salt,
  lineId,
  holder,
  bankCode,
  branchCode,
  type,
  number,
}: Omit<SenderDetailsRow, 'hash' | 'bankName' | 'branchName' | 'at'>): string {
  const text = canonical({ bankCode, branchCode, holder, lineId, number, type })
  return createHash('sha256').update(salt).update(text).digest('hex')
}

/**
 * The salted hash of a payer's name, the same for all ways of writing it; null where there is no name to
 * compare.
 */
export const payerHasher =
  (pepper: Buffer) =>
  (name: string): string | null => {
    const form = matched(name)
    return form === null || form === ''
      ? null
      : createHmac('sha256', pepper).update(`payer ${form}`).digest('hex')
  }
