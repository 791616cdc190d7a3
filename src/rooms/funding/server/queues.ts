import type { TableReader } from '#platform/engine/table.ts'
import type { Asked, Queue } from '#rooms/staff/server/public.ts'
import { isSameName, readable } from '../model/kana.ts'
import { appealOf, appealSubject } from './appeals.ts'
import { detailsHash } from './details.ts'
import { detailsOf } from './queries.ts'
import type { Shared } from './sources.ts'
import { openLine } from './statement.ts'
import { appeals, bankAccounts, deposits, withdrawals } from './tables.ts'

/** What waits for operators, with the published checks that the demo desk decides by. Where a check fails, people must look. */
export function fundingQueues(shared: Shared): Queue[] {
  const read = () => shared.house.engine.read
  return [
    {
      name: 'bank-accounts', roles: ['reviewer'],
      items: (tables) => tables.of(bankAccounts).by('state', 'pending').map(({ id, memberId, addedAt }) => ({ subject: id, memberId, since: addedAt })).toSorted(bySince),
      judge: async (subject): Promise<Asked | null> => {
        const failure = await accountFailure(shared, subject)
        return failure === null ? { power: 'bank-account.accept', subject, body: {} } : { power: 'bank-account.reject', subject, body: {}, reason: { code: failure, text: null } }
      },
    },
    {
      name: 'deposits', roles: ['treasurer', 'reviewer'],
      items: (tables) => tables.of(deposits).range('waiting', 'all').flatMap(({ id, memberId, reference }) => {
        const line = openLine(tables, reference, 'in')
        return line === undefined ? [] : [{ subject: id, memberId, since: line.bookedAt }]
      }),
      judge: async (subject) => {
        const row = read().of(deposits).get(subject)
        const line = row && openLine(read(), row.reference, 'in')
        return line?.payerHash === row?.payerHash && line ? { power: 'deposit.credit', subject, body: { lineId: line.id } } : null
      },
    },
    {
      name: 'withdrawals', roles: ['treasurer', 'reviewer'],
      items: (tables) => tables.of(withdrawals).range('due', 'all').filter(({ decider }) => decider === 'two')
        .map(({ id, memberId, requestedAt }) => ({ subject: id, memberId, since: requestedAt })).toSorted(bySince),
      judge: async (subject) => {
        const row = read().of(withdrawals).get(subject)
        const isSound = row !== undefined && (await accountFailure(shared, row.accountId)) === null
        return isSound ? { power: 'withdrawal.approve', subject, body: {} } : null
      },
    },
    {
      name: 'payouts', roles: ['treasurer'],
      items: (tables) => tables.of(withdrawals).range('unpaid', 'all').flatMap(({ id, memberId, reference }) => {
        const line = openLine(tables, reference, 'out')
        return line === undefined ? [] : [{ subject: id, memberId, since: line.bookedAt }]
      }),
      judge: async (subject) => {
        const row = read().of(withdrawals).get(subject)
        const line = row && openLine(read(), row.reference, 'out')
        return line ? { power: 'withdrawal.mark-paid', subject, body: { lineId: line.id } } : null
      },
    },
    {
      name: 'appeals', roles: ['reviewer'],
      items: (tables) => tables.of(appeals).by('state', 'open').map(({ id, memberId, filedAt }) => ({ subject: appealSubject(id), memberId, since: filedAt })).toSorted(bySince),
      judge: (subject) => judgeAppeal(shared, subject),
    },
  ]
}

const bySince = (a: { since: number }, b: { since: number }): number => a.since - b.since

/** Name, image, the record that the journal knows, a bank and a branch that exist: what is wrong first, in the words of the closed list. */
async function accountFailure({ house, verifiedName, banks }: Shared, accountId: string): Promise<'name-differs' | 'image-unreadable' | 'number-differs' | 'account-unknown' | null> {
  const row = house.engine.read.of(bankAccounts).get(accountId)
  const details = await detailsOf(house.db, accountId)
  if (!row || !details || detailsHash(details) !== row.detailsHash) return 'number-differs'
  const [name, image, places] = await Promise.all([verifiedName(row.memberId), house.images.open(details.imageId), banks.names(details.bankCode, details.branchCode)])
  if (name === null || !isSameName(readable(details.holder), name)) return 'name-differs'
  if (places.bankName === null || places.branchName === null) return 'account-unknown'
  return image === null ? 'image-unreadable' : null
}

/** Denials that say what records can show to be wrong; the others are for people. */
const CHECKABLE: ReadonlySet<string> = new Set(['name-differs', 'account-rejected', 'duplicate'])

async function judgeAppeal(shared: Shared, subject: string): Promise<Asked | null> {
  const { house, staff } = shared
  const { read } = house.engine
  const appeal = read.of(appeals).by('state', 'open').find(({ id }) => appealSubject(id) === subject)
  const denied = appeal && read.of(withdrawals).get(appeal.withdrawalId)
  if (!denied || !CHECKABLE.has(denied.reason!)) return null
  const isSound = (await accountFailure(shared, denied.accountId)) === null && !(denied.reason === 'duplicate' && hasTwin(read, denied.id))
  const words = house.text(await shared.identity.langOf(denied.memberId), isSound ? 'funding.desk.overturned' : 'funding.desk.upheld')
  const text = await staff.text(denied.memberId, words)
  return text.ok ? { power: 'appeal.decide', subject, body: {}, reason: { code: isSound ? 'overturned' : 'upheld', text: text.value } } : null
}

/** Another request of the same day for the same sum to the same account that was not ended. */
function hasTwin(tables: TableReader, withdrawalId: string): boolean {
  const row = tables.of(withdrawals).get(withdrawalId)!
  return tables.of(withdrawals).by('member', row.memberId).some((other) =>
    other.id !== row.id && other.yen === row.yen && other.accountId === row.accountId && Math.abs(other.requestedAt - row.requestedAt) < 86_400_000
    && (other.state === 'requested' || other.state === 'approved' || other.state === 'paid') && appealOf(tables, row.id)?.payoutId !== other.id)
}
