import { no } from '#kernel/result.ts'
import type { Ms } from '#kernel/time.ts'
import { defineMemberCommand, done } from '#platform/engine/command.ts'
import { notify } from '#modules/inbox/server/public.ts'
import type { AppContext } from '#modules/module.ts'
import { answeredBy } from '#modules/staff/model/appeal.ts'
import type { Effect } from '#modules/staff/server/public.ts'
import type { TableReader } from '#platform/engine/table.ts'
import { SIDES, verificationState } from '../model/verification.ts'
import { decideSides } from './decide.ts'
import { identityChanged } from './events.ts'
import { sidesOf } from './submit.ts'
import { identityAppeals, verifications, type AppealRow } from './tables.ts'

/** The name that operators use for an appeal of this module. */
export const IDENTITY_APPEALS = 'identity-appeal.'
export const subjectOfAppeal = (id: string): string => IDENTITY_APPEALS + id
/** By when it is answered: by the end of the next business day of Tokyo, whatever the market's schedule. */
export const answerBy = (
  { businessDays }: Pick<AppContext, 'businessDays'>,
  { filedAt }: Pick<AppealRow, 'filedAt'>,
): Ms => answeredBy(filedAt, businessDays.next)
export const appealOf = (tables: TableReader, subject: string): AppealRow | undefined =>
  tables.of(identityAppeals).get(subject.slice(IDENTITY_APPEALS.length))

/** `identity.appeal`: against a rejection, once for each submission. */
export const fileAppeal = defineMemberCommand({
  type: 'identity.appeal',
  captureInputs: () => null,
  run(tables, input: { id: string; textHash: string }, _inputs, call) {
    const memberId = call.memberId
    const row = tables.of(verifications).get(memberId)
    if (row === undefined || verificationState(row.frontState, row.backState) !== 'rejected')
      return no('NOT_REJECTED')
    if (
      tables
        .of(identityAppeals)
        .by('member', memberId)
        .some(({ attempt }) => attempt === row.attempts)
    )
      return no('APPEALED_BEFORE')
    tables
      .of(identityAppeals)
      .insert({
        id: input.id,
        memberId,
        attempt: row.attempts,
        textId: input.id,
        textHash: input.textHash,
        state: 'open',
        excluded: row.decidedBy,
        filedAt: call.at,
        decidedAt: null,
      })
    return done({ id: input.id, status: 'open' as const }, [identityChanged(memberId)])
  },
})

/**
 * Upheld: the rejection stands, and the member may hand in again. Overturned: what was rejected counts as
 * accepted.
 */
export const appealEffect: Effect = {
  power: 'appeal.decide',
  prefix: IDENTITY_APPEALS,
  tells: true,
  memberOf: (tables, subject) => appealOf(tables, subject)?.memberId ?? null,
  excluded: (tables, subject) => appealOf(tables, subject)?.excluded ?? [],
  refuse: (tables, subject) => {
    const appeal = appealOf(tables, subject)
    return appeal === undefined ? no('CASE_UNKNOWN') : appeal.state === 'open' ? null : no('CASE_DECIDED')
  },
  carryOut(tables, { subject, reason, signers }, when) {
    const appeal = appealOf(tables, subject)!
    const result = reason!.code as 'upheld' | 'overturned'
    tables.of(identityAppeals).update(appeal, { state: result, decidedAt: when.wall })
    const told = notify(tables, when, appeal.memberId, { kind: 'identityAppealDecided', args: { result } })
    if (result === 'upheld') return done({ result }, [told, identityChanged(appeal.memberId)])
    const row = tables.of(verifications).get(appeal.memberId)!
    const rejected = SIDES.filter((side) => sidesOf(row)[side].state === 'rejected')
    return done({ result }, [
      told,
      ...decideSides(
        tables,
        row,
        rejected,
        'overturn',
        null,
        signers.map(({ operatorId }) => operatorId),
        when,
      ),
    ])
  },
}

export const openAppeals = (tables: TableReader) =>
  tables
    .of(identityAppeals)
    .by('open', 'open')
    .map(({ id, memberId, filedAt }) => ({ subject: subjectOfAppeal(id), memberId, since: filedAt }))
    .toSorted((a, b) => a.since - b.since)
