import { event } from '#platform/engine/event.ts'

/** A loan, its application or its appeal has changed. */
export const loanChanged = event('loan.changed', (memberId: string) => ({ memberId }))
