import type { MemberId } from '#kernel/id.ts'
import { no } from '#kernel/result.ts'
import type { Ms } from '#kernel/time.ts'
import type { Clock } from '#platform/clock.ts'
import { defineMemberCommand, done } from '#platform/engine/command.ts'
import type { TableReader } from '#platform/engine/table.ts'
import { isFrozen } from '#modules/identity/server/public.ts'
import { notify } from '#modules/inbox/server/public.ts'
import type { Effect } from '#modules/staff/server/public.ts'
import { MOST_ACCOUNTS, usableFrom } from '../model/bank-account.ts'
import { ACCOUNT_APPEAL, after, BANK_ACCOUNT, reasonWord } from '../model/states.ts'
import { accountAppeals, bankAccounts, closings, withdrawals, type BankAccountRow } from './tables.ts'
import type { Times } from './command-times.ts'
import { bankAccountAdded, bankAccountRemoved, fundingChanged } from './events.ts'

/** The member's accounts, removed ones left out, oldest first. */
export const accountsOf = (tables: TableReader, memberId: MemberId): BankAccountRow[] =>
  tables
    .of(bankAccounts)
    .by('member', memberId)
    .filter(({ state }) => state !== 'removed')
    .toSorted((a, b) => a.addedAt - b.addedAt || (a.id < b.id ? -1 : 1))

export const isClosing = (tables: TableReader, memberId: MemberId): boolean => {
  const row = tables.of(closings).get(memberId)
  return row !== undefined && row.state !== 'revoked'
}

/** `asksFreeze`: records from before a frozen member could add no account have none. */
type Adding = Times & { asksFreeze?: true }

/**
 * A new account, as its form has been read: from now on it waits for a review, and 72 h for its first
 * withdrawal.
 */
export const addAccountCommand = (times: () => Times) =>
  defineMemberCommand({
    type: 'bank-account.add',
    captureInputs: (): Adding => ({ ...times(), asksFreeze: true }),
    run(tables, input: { accountId: string; detailsHash: string }, inputs, call) {
      const memberId = call.memberId
      const standing = accountsOf(tables, memberId)
      if (isClosing(tables, memberId)) return no('ACCOUNT_CLOSING')
      if (inputs.asksFreeze && isFrozen(tables, memberId, call.at)) return no('ACCOUNT_FROZEN')
      if (standing.length >= MOST_ACCOUNTS) return no('BANK_ACCOUNTS_FULL', { most: MOST_ACCOUNTS })
      tables
        .of(bankAccounts)
        .insert({
          id: input.accountId,
          memberId,
          detailsHash: input.detailsHash,
          state: 'pending',
          addedAt: inputs.wall,
          decidedAt: null,
          removedAt: null,
          reason: null,
          decidedBy: null,
        })
      return done({ id: input.accountId }, [
        fundingChanged(memberId),
        bankAccountAdded(memberId, input.accountId),
      ])
    },
  })

/** An account under a withdrawal on its way stays until that has arrived. */
export const removeAccountCommand = (times: () => Times) =>
  defineMemberCommand({
    type: 'bank-account.remove',
    captureInputs: () => times(),
    run(tables, { accountId }: { accountId: string }, inputs, call) {
      const memberId = call.memberId
      const row = tables.of(bankAccounts).get(accountId)
      const state = row?.memberId === memberId ? after(BANK_ACCOUNT, row.state, 'remove') : null
      if (row === undefined || state === null) return no('BANK_ACCOUNT_NOT_FOUND')
      const underWay = tables
        .of(withdrawals)
        .by('member', memberId)
        .some((one) => one.accountId === accountId && (one.state === 'requested' || one.state === 'approved'))
      if (underWay) return no('BANK_ACCOUNT_IN_USE')
      tables.of(bankAccounts).update(row, { state, removedAt: inputs.wall })
      for (const appeal of tables.of(accountAppeals).by('account', accountId)) {
        const withdrawn = after(ACCOUNT_APPEAL, appeal.state, 'withdraw')
        if (withdrawn !== null) tables.of(accountAppeals).update(appeal, { state: withdrawn })
      }
      return done({ id: accountId, status: 'removed' as const }, [
        fundingChanged(memberId),
        bankAccountRemoved(memberId, accountId),
      ])
    },
  })

const memberOf = (tables: TableReader, subject: string) =>
  tables.of(bankAccounts).get(subject)?.memberId ?? null
const undecided = (tables: TableReader, subject: string) =>
  tables.of(bankAccounts).get(subject)?.state === 'pending' ? null : no('BANK_ACCOUNT_DECIDED')

/** `inputs`: of records from before it was asked there are none. */
function frozenAt(tables: TableReader, subject: string, inputs: unknown) {
  const { at = null } = (inputs as { at?: Ms } | null) ?? {}
  const memberId = memberOf(tables, subject)
  return at !== null && memberId !== null && isFrozen(tables, memberId, at) ? no('PAYOUT_FROZEN') : null
}

/** A reviewer's word about an account (security and trust 1). */
export function accountEffects(clock: Pick<Clock, 'wall'>): Effect[] {
  const decide = (act: 'accept' | 'reject'): Effect => ({
    power: `bank-account.${act}`,
    looks: 'bank-account.view',
    memberOf,
    tells: true,
    captureInputs: () => (act === 'accept' ? { at: Math.floor(clock.wall()) } : null),
    refuse: (tables, subject, _body, inputs) =>
      undecided(tables, subject) ?? (act === 'accept' ? frozenAt(tables, subject, inputs) : null),
    carryOut(tables, { subject, reason, signers }, when) {
      const row = tables.of(bankAccounts).get(subject)
      const state = row && after(BANK_ACCOUNT, row.state, act)
      if (!row || !state) return no('BANK_ACCOUNT_DECIDED')
      tables
        .of(bankAccounts)
        .update(row, {
          state,
          decidedAt: when.wall,
          reason: reason?.code ?? null,
          decidedBy: act === 'reject' ? signers.map(({ operatorId }) => operatorId).join(' ') : null,
        })
      const told =
        act === 'accept'
          ? notify(tables, when, row.memberId, {
              kind: 'bankAccountAccepted',
              args: { from: usableFrom(row.addedAt) },
            })
          : notify(tables, when, row.memberId, {
              kind: 'bankAccountRejected',
              args: { reason: reasonWord(reason!.code) },
            })
      return done({ state }, [fundingChanged(row.memberId), told])
    },
  })
  return [
    decide('accept'),
    decide('reject'),
    {
      // Every look at the picture is an act that the member reads (security-and-trust 8). The console shows
      // it for a minute.
      power: 'bank-account.view',
      memberOf,
      refuse: (tables, subject) =>
        tables.of(bankAccounts).get(subject) === undefined ? no('BANK_ACCOUNT_NOT_FOUND') : null,
      carryOut: () => done({}),
    },
  ]
}
