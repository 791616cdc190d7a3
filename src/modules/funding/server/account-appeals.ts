import { no } from '#kernel/result.ts'
import type { DateJst } from '#kernel/time.ts'
import { defineMemberCommand, done } from '#platform/engine/command.ts'
import type { TableReader } from '#platform/engine/table.ts'
import { notify } from '#modules/inbox/server/public.ts'
import { answeredBy } from '#modules/staff/model/appeal.ts'
import type { Effect } from '#modules/staff/server/public.ts'
import { decideAccountAppeal } from '../model/appeal.ts'
import { ACCOUNT_APPEAL, after, BANK_ACCOUNT } from '../model/states.ts'
import { accountAppeals, bankAccounts, type AccountAppealRow } from './tables.ts'
import type { Times } from './command-times.ts'
import { fundingChanged } from './events.ts'

/** The prefix by which operators name an appeal about a bank account. */
export const ACCOUNT_APPEALS = 'bank-account:'
export const accountAppealSubject = (id: string): string => ACCOUNT_APPEALS + id
export const accountAppealBySubject = (tables: TableReader, subject: string): AccountAppealRow | undefined =>
  tables.of(accountAppeals).get(subject.slice(ACCOUNT_APPEALS.length))
export const accountAppealOf = (tables: TableReader, accountId: string): AccountAppealRow | undefined =>
  tables.of(accountAppeals).by('account', accountId)[0]

/** The member says why a rejection is wrong. `textId`: where the text stands, which is personal. */
export const appealAccountCommand = ({
  times,
  nextBusinessDay,
}: {
  times: () => Times
  nextBusinessDay: (date: DateJst) => DateJst
}) =>
  defineMemberCommand({
    type: 'bank-account.appeal',
    captureInputs(world) {
      const now = times()
      return { ...now, id: world.id(), answerBy: answeredBy(now.wall, nextBusinessDay) }
    },
    run(tables, { accountId, textId }: { accountId: string; textId: string }, inputs, call) {
      const memberId = call.memberId
      const row = tables.of(bankAccounts).get(accountId)
      const decision = decideAccountAppeal({
        state: row?.memberId === memberId ? row.state : undefined,
        appealed: accountAppealOf(tables, accountId) !== undefined,
        isText: true,
      })
      if (!decision.ok) return decision
      tables
        .of(accountAppeals)
        .insert({
          id: inputs.id,
          memberId,
          accountId,
          textId,
          state: 'open',
          filedAt: inputs.wall,
          answerBy: inputs.answerBy,
          decidedAt: null,
          answerId: null,
        })
      return done({ id: accountId }, [fundingChanged(memberId)])
    },
  })

/** Upheld: the account stays rejected. Overturned: it counts as accepted from now on. */
export const accountAppealEffect: Effect<Record<string, never>> = {
  power: 'appeal.decide',
  prefix: ACCOUNT_APPEALS,
  tells: true,
  memberOf: (tables, subject) => accountAppealBySubject(tables, subject)?.memberId ?? null,
  refuse: (tables, subject) =>
    accountAppealBySubject(tables, subject)?.state === 'open' ? null : no('APPEAL_DECIDED'),
  excluded(tables, subject) {
    const appeal = accountAppealBySubject(tables, subject)
    return appeal === undefined
      ? []
      : (tables.of(bankAccounts).get(appeal.accountId)?.decidedBy ?? '').split(' ')
  },
  carryOut(tables, { subject, reason }, when) {
    const appeal = accountAppealBySubject(tables, subject)
    const verdict = reason!.code === 'overturned' ? 'overturn' : 'uphold'
    const state = appeal && after(ACCOUNT_APPEAL, appeal.state, verdict)
    if (!appeal || !state) return no('APPEAL_DECIDED')
    const account = tables.of(bankAccounts).get(appeal.accountId)!
    tables.of(accountAppeals).update(appeal, { state, decidedAt: when.wall, answerId: reason!.text!.id })
    if (verdict === 'overturn') {
      const approved = after(BANK_ACCOUNT, account.state, 'overturn')
      if (approved === null) return no('APPEAL_DECIDED')
      tables.of(bankAccounts).update(account, { state: approved, decidedAt: when.wall, reason: null })
    }
    const told = notify(tables, when, appeal.memberId, {
      kind: 'bankAccountAppealDecided',
      args: { result: state },
      about: appeal.accountId,
    })
    return done({ state }, [fundingChanged(appeal.memberId), told])
  },
}
