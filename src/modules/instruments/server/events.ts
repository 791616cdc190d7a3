import type { DateJst } from '#kernel/time.ts'
import { event } from '#platform/engine/event.ts'

export const issueListed = event('issue.listed', (code: string) => ({ code }))
export const issueWithdrawn = event('issue.withdrawn', (code: string) => ({ code }))
/** Every share has become `shares` of them. */
export const sharesSplit = event('shares.split', (code: string, exDate: DateJst, shares: number) => ({
  code,
  exDate,
  shares,
}))
