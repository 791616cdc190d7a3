import type { Ms } from '#kernel/time.ts'
import type { TableReader } from '#platform/engine/table.ts'
import { isFrozen } from '#modules/identity/server/public.ts'
import type { Asked, Queue } from '#modules/staff/server/public.ts'
import type { LineView } from '../operator-contract.ts'
import { isSameName, readable } from '../model/kana.ts'
import { detailsHash } from './details.ts'
import { detailsOf } from './queries.ts'
import type { FundingDeps } from './deps.ts'
import { claimOf, openLine } from './open-line.ts'
import { lineMatch } from './desk-views.ts'
import { stoppedSince } from './views.ts'
import {
  bankAccounts,
  deposits,
  statementFiles,
  statementLines,
  withdrawals,
  type StatementLineRow,
} from './tables.ts'

/**
 * Cases that wait for operators, with the published checks that the demo desk decides by. Where a check
 * fails, people must look.
 */
export function fundingQueues(deps: FundingDeps): Queue[] {
  const read = () => deps.context.engine.read
  return [
    {
      name: 'bank-accounts',
      roles: ['reviewer'],
      items: (tables) =>
        tables
          .of(bankAccounts)
          .by('state', 'pending')
          .map(({ id, memberId, addedAt }) => ({ subject: id, memberId, since: addedAt }))
          .toSorted(bySince),
      judge: async (subject): Promise<Asked | null> => {
        const failure = await accountFailure(deps, subject)
        const account = read().of(bankAccounts).get(subject)
        // Of a frozen member none is accepted: it waits for the end of the freeze.
        if (failure === null && account && isFrozen(read(), account.memberId, deps.context.clock.wall()))
          return null
        return failure === null
          ? { power: 'bank-account.accept', subject, body: {} }
          : { power: 'bank-account.reject', subject, body: {}, reason: { code: failure, text: null } }
      },
    },
    {
      name: 'deposits',
      roles: ['treasurer', 'reviewer'],
      items: (tables) =>
        tables
          .of(deposits)
          .range('waiting', 'all')
          .flatMap(({ id, memberId, reference }) => {
            const line = openLine(tables, reference, 'in')
            return line === undefined ? [] : [{ subject: id, memberId, since: broughtAt(tables, line) }]
          }),
      judge: async (subject) => {
        const row = read().of(deposits).get(subject)
        const line = row && openLine(read(), row.reference, 'in')
        return line?.payerHash === row?.payerHash && line
          ? { power: 'deposit.credit', subject, body: { lineId: line.id } }
          : null
      },
    },
    {
      name: 'withdrawals',
      roles: ['treasurer', 'reviewer'],
      items: (tables) =>
        tables
          .of(withdrawals)
          .range('due', 'all')
          .filter(({ decider }) => decider === 'two')
          .map((row) => ({
            subject: row.id,
            memberId: row.memberId,
            since: row.requestedAt,
            stopped: stoppedSince(row, deps.context.clock),
          }))
          .toSorted(bySince),
      judge: async (subject) => {
        const row = read().of(withdrawals).get(subject)
        const isSound =
          row !== undefined && row.stoppedFor === null && (await accountFailure(deps, row.accountId)) === null
        return isSound ? { power: 'withdrawal.approve', subject, body: {} } : null
      },
    },
    {
      name: 'payouts',
      roles: ['treasurer'],
      items: (tables) =>
        tables
          .of(withdrawals)
          .range('unpaid', 'all')
          .flatMap(({ id, memberId, reference }) => {
            const line = fittingLine(tables, reference, 'payout')
            return line === undefined ? [] : [{ subject: id, memberId, since: broughtAt(tables, line) }]
          }),
      judge: async (subject) => {
        const row = read().of(withdrawals).get(subject)
        const line = row && fittingLine(read(), row.reference, 'payout')
        return line ? { power: 'withdrawal.mark-paid', subject, body: { lineId: line.id } } : null
      },
    },
    {
      name: 'returns',
      roles: ['treasurer'],
      items: (tables) =>
        tables
          .of(statementLines)
          .range('waiting', 'all')
          .filter((line) => line.kind === 'returned' && lineMatch(tables, line) === 'returned')
          .flatMap((line) => {
            const row = tables.of(withdrawals).by('reference', line.reference!)[0]
            // Its payment is marked first: it waits in that queue until then.
            return row?.state !== 'paid'
              ? []
              : [{ subject: row.id, memberId: row.memberId, since: broughtAt(tables, line) }]
          }),
      judge: async (subject) => {
        const row = read().of(withdrawals).get(subject)
        const line = row && fittingLine(read(), row.reference, 'returned')
        return line ? { power: 'withdrawal.mark-returned', subject, body: { lineId: line.id } } : null
      },
    },
    {
      name: 'settlements',
      roles: ['treasurer', 'reviewer'],
      items: (tables) =>
        tables
          .of(statementLines)
          .range('waiting', 'all')
          .flatMap((line) => {
            const match = lineMatch(tables, line)
            const row =
              match === 'claim-credit'
                ? claimOf(tables, line)
                : match === 'claim-returned' || (match === 'amount-differs' && line.kind === 'out')
                  ? tables.of(withdrawals).by('reference', line.reference!)[0]
                  : undefined
            return row === undefined
              ? []
              : [{ subject: row.id, memberId: row.memberId, since: broughtAt(tables, line) }]
          })
          .toSorted(bySince),
      // The cause of another sum, people find out.
      judge: () => Promise.resolve(null),
    },
  ]
}

/**
 * The time since which a line lies before operators: its file was brought in then, whatever day the bank
 * booked it on. A line of the demo bank is here as soon as it is booked.
 */
const broughtAt = (tables: TableReader, { fileId, bookedAt }: StatementLineRow): Ms =>
  fileId === null ? bookedAt : (tables.of(statementFiles).get(fileId)?.importedAt ?? bookedAt)

/** An open line of this reference that can be counted as it is. */
const fittingLine = (
  tables: TableReader,
  reference: string,
  match: LineView['match'],
): StatementLineRow | undefined =>
  tables
    .of(statementLines)
    .by('open', reference)
    .find((line) => lineMatch(tables, line) === match)

export const bySince = (a: { since: number }, b: { since: number }): number => a.since - b.since

/**
 * Name, image, the record that the journal knows, a bank and a branch that exist: what is wrong first, in the
 * words of the closed list.
 */
export async function accountFailure(
  { context, verifiedName, banks }: FundingDeps,
  accountId: string,
): Promise<'name-differs' | 'image-unreadable' | 'number-differs' | 'account-unknown' | null> {
  const row = context.engine.read.of(bankAccounts).get(accountId)
  const details = await detailsOf(context.db, accountId)
  if (!row || !details || detailsHash(details) !== row.detailsHash) return 'number-differs'
  const [name, image, places] = await Promise.all([
    verifiedName(row.memberId),
    context.images.open(details.imageId),
    banks.names(details.bankCode, details.branchCode),
  ])
  if (name === null || !isSameName(readable(details.holder), name)) return 'name-differs'
  if (places.bankName === null || places.branchName === null) return 'account-unknown'
  return image === null ? 'image-unreadable' : null
}
