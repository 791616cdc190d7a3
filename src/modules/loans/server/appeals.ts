import type { MemberId } from '#kernel/id.ts'
import { no } from '#kernel/result.ts'
import type { DateJst } from '#kernel/time.ts'
import { defineMemberCommand, done } from '#platform/engine/command.ts'
import type { TableAccess, TableReader } from '#platform/engine/table.ts'
import type { Times } from '#modules/funding/server/public.ts'
import { notify } from '#modules/inbox/server/public.ts'
import { answeredBy } from '#modules/staff/model/appeal.ts'
import type { Effect } from '#modules/staff/server/public.ts'
import { loanChanged } from './events.ts'
import { step } from './rows.ts'
import { loanAppeals, loans, type LoanAppealRow } from './tables.ts'

/** The name that operators use for an appeal of this module. */
export const LOAN_APPEALS = 'loan:'
export const appealSubject = (id: string): string => LOAN_APPEALS + id
export const appealBySubject = (tables: TableReader, subject: string): LoanAppealRow | undefined =>
  tables.of(loanAppeals).get(subject.slice(LOAN_APPEALS.length))
export const appealOf = (tables: TableReader, loanId: string): LoanAppealRow | undefined =>
  tables.of(loanAppeals).by('loan', loanId)[0]

/** Whoever applies again has no use for an open appeal: the new application takes its place. */
export function withdrawAppeal(tables: TableAccess, memberId: MemberId): void {
  for (const row of tables.of(loanAppeals).by('state', 'open'))
    if (row.memberId === memberId) tables.of(loanAppeals).update(row, { state: 'withdrawn' })
}

/** Against a refusal, once. `textId`: where the text stands, which is personal. */
export const appealCommand = (times: () => Times, nextBusinessDay: (date: DateJst) => DateJst) =>
  defineMemberCommand({
    type: 'loan.appeal',
    captureInputs() {
      const { wall } = times()
      return { wall, answerBy: answeredBy(wall, nextBusinessDay) }
    },
    run(
      tables,
      { loanId, textId, textHash }: { loanId: string; textId: string; textHash: string },
      { wall, answerBy },
      call,
    ) {
      const memberId = call.memberId
      const loan = tables.of(loans).get(loanId)
      if (loan?.memberId !== memberId) return no('LOAN_NOT_FOUND')
      if (appealOf(tables, loanId) !== undefined) return no('APPEALED_ALREADY')
      if (loan.state !== 'refused') return no('LOAN_NOT_REFUSED')
      if (
        tables
          .of(loans)
          .by('member', memberId)
          .some(({ state }) => state === 'pending')
      )
        return no('LOAN_PENDING')
      tables
        .of(loanAppeals)
        .insert({
          id: textId,
          memberId,
          loanId,
          textId,
          textHash,
          state: 'open',
          excluded: loan.refusedBy,
          filedAt: wall,
          answerBy,
          decidedAt: null,
        })
      return done({ id: loanId }, [loanChanged(memberId)])
    },
  })

/**
 * A third person's word. Overturned, the application waits again for two people: nobody lends alone
 * (invariant I11).
 */
export const appealEffect: Effect = {
  power: 'appeal.decide',
  prefix: LOAN_APPEALS,
  tells: true,
  memberOf: (tables, subject) => appealBySubject(tables, subject)?.memberId ?? null,
  excluded: (tables, subject) => appealBySubject(tables, subject)?.excluded ?? [],
  refuse: (tables, subject) =>
    appealBySubject(tables, subject)?.state === 'open' ? null : no('APPEAL_DECIDED'),
  carryOut(tables, { subject, reason }, when) {
    const row = appealBySubject(tables, subject)
    if (row?.state !== 'open') return no('APPEAL_DECIDED')
    const verdict = reason!.code as 'upheld' | 'overturned'
    const loan = tables.of(loans).get(row.loanId)!
    tables.of(loanAppeals).update(row, { state: verdict, decidedAt: when.wall })
    if (verdict === 'overturned') step(tables, loan, 'overturn', { decidedAt: null, reason: null })
    const told = notify(tables, when, row.memberId, {
      kind: 'loanAppealDecided',
      args: { amount: loan.yen, verdict },
      about: loan.id,
    })
    return done({ state: verdict }, [loanChanged(row.memberId), told])
  },
}
