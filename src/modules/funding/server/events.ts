import { event } from '#platform/engine/event.ts'

/** A deposit, a withdrawal, a bank account or an appeal of a member has changed. */
export const fundingChanged = event('funding.changed', (memberId: string) => ({ memberId }))
export const bankAccountAdded = event('bank-account.added', (memberId: string, accountId: string) => ({
  memberId,
  accountId,
}))
export const bankAccountRemoved = event('bank-account.removed', (memberId: string, accountId: string) => ({
  memberId,
  accountId,
}))
export const accountClosed = event('account.closed', (memberId: string) => ({ memberId }))
