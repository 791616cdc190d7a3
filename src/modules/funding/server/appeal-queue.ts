import type { MemberId } from '#kernel/id.ts'
import type { TableReader } from '#platform/engine/table.ts'
import type { AppealCase, AppealKind, Asked } from '#modules/staff/server/public.ts'
import { accountAppealBySubject, accountAppealSubject, ACCOUNT_APPEALS } from './account-appeals.ts'
import { appealBySubject, appealOf, appealSubject, WITHDRAWAL_APPEALS } from './appeals.ts'
import { appealTextsOf, detailsOf } from './queries.ts'
import { accountFailure, bySince } from './queues.ts'
import type { FundingDeps } from './deps.ts'
import {
  accountAppeals,
  appeals,
  bankAccounts,
  withdrawals,
  type AccountAppealRow,
  type AppealRow,
} from './tables.ts'
import { accountLabel } from './views.ts'

/** Denials and rejections that say what records can show to be wrong; the others are for people. */
const CHECKABLE: ReadonlySet<string> = new Set([
  'name-differs',
  'account-rejected',
  'account-unknown',
  'duplicate',
])

/**
 * Appeals against denied withdrawals and rejected accounts, in the queue of all appeals; the demo desk
 * decides what records show.
 */
export function fundingAppeals(deps: FundingDeps): AppealKind[] {
  const { context, staff, identity, verifiedName } = deps
  const { db } = context
  const read = () => context.engine.read

  const label = async (accountId: string, lang: string) =>
    accountLabel(await detailsOf(db, accountId), (key, args) => context.text(lang, key, args))
  const common = async (row: AppealRow | AccountAppealRow) => ({
    memberId: row.memberId,
    name: (await verifiedName(row.memberId)) ?? '',
    filedAt: row.filedAt,
    answerBy: row.answerBy,
    text: (await appealTextsOf(db, [row.textId])).get(row.textId) ?? '',
  })
  const answer = async (
    subject: string,
    memberId: MemberId,
    isSound: boolean,
    words: 'desk' | 'desk.account',
  ): Promise<Asked | null> => {
    const code = isSound ? 'overturned' : 'upheld'
    const text = await staff.text(
      memberId,
      context.text(await identity.langOf(memberId), `funding.${words}.${code}`),
    )
    return text.ok ? { power: 'appeal.decide', subject, body: {}, reason: { code, text: text.value } } : null
  }

  return [
    {
      kind: 'withdrawal',
      prefix: WITHDRAWAL_APPEALS,
      items: (tables) =>
        tables
          .of(appeals)
          .by('state', 'open')
          .map(({ id, memberId, filedAt }) => ({ subject: appealSubject(id), memberId, since: filedAt }))
          .toSorted(bySince),
      async judge(subject) {
        const denied = read()
          .of(withdrawals)
          .get(appealBySubject(read(), subject)?.withdrawalId ?? '')
        if (!denied || !CHECKABLE.has(denied.reason!)) return null
        const isSound =
          (await accountFailure(deps, denied.accountId)) === null &&
          !(denied.reason === 'duplicate' && hasTwin(read(), denied.id))
        return answer(subject, denied.memberId, isSound, 'desk')
      },
      async read(subject, lang): Promise<AppealCase | null> {
        const row = appealBySubject(read(), subject)
        if (row === undefined) return null
        const denied = read().of(withdrawals).get(row.withdrawalId)!
        const about = context.text(lang, 'funding.appeal.about', {
          amount: denied.yen,
          account: await label(denied.accountId, lang),
        })
        return {
          ...(await common(row)),
          about,
          case: row.withdrawalId,
          cases: [row.withdrawalId],
          state: row.state === 'granted' ? 'overturned' : row.state,
        }
      },
    },
    {
      kind: 'bank-account',
      prefix: ACCOUNT_APPEALS,
      items: (tables) =>
        tables
          .of(accountAppeals)
          .by('state', 'open')
          .map(({ id, memberId, filedAt }) => ({
            subject: accountAppealSubject(id),
            memberId,
            since: filedAt,
          }))
          .toSorted(bySince),
      async judge(subject) {
        const rejected = read()
          .of(bankAccounts)
          .get(accountAppealBySubject(read(), subject)?.accountId ?? '')
        if (!rejected || !CHECKABLE.has(rejected.reason!)) return null
        return answer(
          subject,
          rejected.memberId,
          (await accountFailure(deps, rejected.id)) === null,
          'desk.account',
        )
      },
      async read(subject, lang): Promise<AppealCase | null> {
        const row = accountAppealBySubject(read(), subject)
        return row === undefined
          ? null
          : {
              ...(await common(row)),
              about: await label(row.accountId, lang),
              case: row.accountId,
              cases: [row.accountId],
              state: row.state,
            }
      },
    },
  ]
}

/** Another request of the same day for the same sum to the same account that was not ended. */
function hasTwin(tables: TableReader, withdrawalId: string): boolean {
  const row = tables.of(withdrawals).get(withdrawalId)!
  return tables
    .of(withdrawals)
    .by('member', row.memberId)
    .some(
      (other) =>
        other.id !== row.id &&
        other.yen === row.yen &&
        other.accountId === row.accountId &&
        Math.abs(other.requestedAt - row.requestedAt) < 86_400_000 &&
        (other.state === 'requested' || other.state === 'approved' || other.state === 'paid') &&
        appealOf(tables, row.id)?.payoutId !== other.id,
    )
}
