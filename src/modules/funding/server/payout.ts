import type { MemberId } from '#kernel/id.ts'
import { iso } from '#kernel/time.ts'
import { usableFrom } from '../model/bank-account.ts'
import { HOURS } from '../model/withdrawal.ts'
import { accountsOf } from './accounts.ts'
import { reachedAt } from './command-times.ts'
import { detailsOfMember } from './queries.ts'
import type { FundingDeps } from './deps.ts'
import { accountLabel } from './views.ts'

/** The hours in which requests are taken, and whether they are now. */
export const hoursNow = ({ context, commandDeps }: FundingDeps) => ({
  ...HOURS,
  open: commandDeps.takesRequests(context.clock.wall()),
})

/** The member's accepted accounts in words, with the time from which each may be paid to. */
export async function payoutAccounts({ context }: FundingDeps, memberId: MemberId, lang: string) {
  const details = await detailsOfMember(context.db, memberId)
  return accountsOf(context.engine.read, memberId)
    .filter(({ state }) => state === 'approved')
    .map((row) => ({
      id: row.id,
      label: accountLabel(details.get(row.id), (key, args) => context.text(lang, key, args)),
      usable: usableFrom(row.addedAt) <= context.clock.confirmed(),
      usableFrom: iso(reachedAt(context, usableFrom(row.addedAt))),
    }))
}
