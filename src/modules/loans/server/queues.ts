import type { IdentityPublic } from '#modules/identity/server/public.ts'
import type { MembersPublic } from '#modules/members/server/public.ts'
import type { AppContext } from '#modules/module.ts'
import type { AppealKind, Asked, Queue, StaffPublic } from '#modules/staff/server/public.ts'
import { appealBySubject, appealSubject, LOAN_APPEALS } from './appeals.ts'
import type { Checks } from './checks.ts'
import type { LoanStore } from './queries.ts'
import { loanAppeals, loans } from './tables.ts'

/**
 * The loans that wait for two reviewers, and the published checks by which the demo desk decides: another
 * person's name or number is refused, more than the member can afford too; a record that is not the
 * journal's, a frozen account or a shortfall are for people.
 */
export const loanQueue = (context: AppContext, checks: Checks): Queue => ({
  name: 'loans',
  roles: ['reviewer'],
  items: (tables) =>
    tables
      .of(loans)
      .by('state', 'pending')
      .map(({ id, memberId, appliedAt }) => ({ subject: id, memberId, since: appliedAt }))
      .toSorted((a, b) => a.since - b.since),
  async judge(subject): Promise<Asked | null> {
    const row = context.engine.read.of(loans).get(subject)
    if (row === undefined) return null
    const failed = new Set(
      (await checks.of(row)).checks.filter(({ passed }) => !passed).map(({ name }) => name),
    )
    const refuse = (code: string): Asked => ({
      power: 'loan.refuse',
      subject,
      body: {},
      reason: { code, text: null },
    })
    if (failed.has('record')) return null
    if (failed.has('name') || failed.has('number')) return refuse('identity-differs')
    if (failed.has('means') || failed.has('total')) return refuse('affordability')
    return failed.size > 0 ? null : { power: 'loan.approve', subject, body: {} }
  },
})

type Deps = {
  context: AppContext
  checks: Checks
  store: LoanStore
  members: Pick<MembersPublic, 'verifiedIdentity'>
  identity: Pick<IdentityPublic, 'langOf'>
  staff: Pick<StaffPublic, 'text'>
}

/** Refusals that records can show to be wrong; the others are for people. */
const CHECKED_BY: Readonly<Record<string, readonly string[]>> = {
  affordability: ['means', 'total'],
  'identity-differs': ['name', 'number', 'record'],
}

export const loanAppealKind = ({ context, checks, store, members, identity, staff }: Deps): AppealKind => ({
  kind: 'loan',
  prefix: LOAN_APPEALS,
  items: (tables) =>
    tables
      .of(loanAppeals)
      .by('state', 'open')
      .map(({ id, memberId, filedAt }) => ({ subject: appealSubject(id), memberId, since: filedAt })),
  async judge(subject) {
    const { read } = context.engine
    const loan = read.of(loans).get(appealBySubject(read, subject)?.loanId ?? '')
    const by = CHECKED_BY[loan?.reason ?? '']
    if (loan === undefined || by === undefined) return null
    const { checks: all } = await checks.of(loan)
    const code = all.every(({ name, passed }) => passed || !by.includes(name)) ? 'overturned' : 'upheld'
    const text = await staff.text(
      loan.memberId,
      context.text(await identity.langOf(loan.memberId), `loans.desk.${code}`),
    )
    return text.ok ? { power: 'appeal.decide', subject, body: {}, reason: { code, text: text.value } } : null
  },
  async read(subject, lang) {
    const { read } = context.engine
    const row = appealBySubject(read, subject)
    if (row === undefined) return null
    const loan = read.of(loans).get(row.loanId)!
    const [verified, text] = await Promise.all([
      members.verifiedIdentity(row.memberId),
      store.appealText(row.textId),
    ])
    return {
      memberId: row.memberId,
      name: verified?.name ?? '',
      about: context.text(lang, 'loans.appeal.about', { amount: loan.yen }),
      case: row.loanId,
      cases: [row.loanId],
      state: row.state,
      filedAt: row.filedAt,
      answerBy: row.answerBy,
      text,
    }
  },
})
