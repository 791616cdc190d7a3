import { no, ok, type Result } from '#kernel/result.ts'
import { APPEAL_TEXT } from '#modules/staff/model/appeal.ts'

export const APPEAL_REJECTIONS = [
  'WITHDRAWAL_NOT_FOUND',
  'NOT_DENIED',
  'APPEALED_ALREADY',
  'APPEAL_TEXT',
] as const

/** An appeal is made once, and against a denial alone. */
export function decideAppeal(facts: {
  state: string | undefined
  appealed: boolean
  isText: boolean
}): Result<null, (typeof APPEAL_REJECTIONS)[number]> {
  if (facts.state === undefined) return no('WITHDRAWAL_NOT_FOUND')
  if (facts.state !== 'denied') return no('NOT_DENIED')
  if (facts.appealed) return no('APPEALED_ALREADY')
  if (!facts.isText) return no('APPEAL_TEXT', APPEAL_TEXT)
  return ok(null)
}

/** Against the rejection of a bank account: once, and not when it has been removed. */
export const ACCOUNT_APPEAL_REJECTIONS = [
  'BANK_ACCOUNT_NOT_FOUND',
  'ACCOUNT_NOT_REJECTED',
  'ACCOUNT_APPEALED',
  'APPEAL_TEXT',
] as const

export function decideAccountAppeal(facts: {
  state: string | undefined
  appealed: boolean
  isText: boolean
}): Result<null, (typeof ACCOUNT_APPEAL_REJECTIONS)[number]> {
  if (facts.state === undefined || facts.state === 'removed') return no('BANK_ACCOUNT_NOT_FOUND')
  if (facts.state !== 'denied') return no('ACCOUNT_NOT_REJECTED')
  if (facts.appealed) return no('ACCOUNT_APPEALED')
  if (!facts.isText) return no('APPEAL_TEXT', APPEAL_TEXT)
  return ok(null)
}
