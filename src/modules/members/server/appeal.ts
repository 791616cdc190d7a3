import type { MemberId } from '#kernel/id.ts'
import { no } from '#kernel/result.ts'
import type { Ms } from '#kernel/time.ts'
import { defineMemberCommand, done } from '#platform/engine/command.ts'
import { notify } from '#modules/inbox/server/public.ts'
import type { AppContext } from '#modules/module.ts'
import { answeredBy } from '#modules/staff/model/appeal.ts'
import type { Body } from '#modules/staff/model/request.ts'
import type { Effect } from '#modules/staff/server/public.ts'
import type { TableReader } from '#platform/engine/table.ts'
import { caseOf, SIDES, verificationState } from '../model/verification.ts'
import { COMPARED, decideSides, isTwinned, noteTwins, type Compared } from './decide.ts'
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

/** The document behind an appeal is another member's, too: then it is decided as the first time, by two. */
export function isFlaggedAppeal(tables: TableReader, subject: string): boolean {
  const row = tables.of(verifications).get(appealOf(tables, subject)?.memberId ?? '')
  return row !== undefined && isTwinned(row)
}

/** The sides that were rejected, with their pictures: whoever decides the appeal has looked at them. */
function rejectedSides(tables: TableReader, subject: string) {
  const memberId = appealOf(tables, subject)?.memberId ?? ''
  const sides = sidesOf(tables.of(verifications).get(memberId))
  return SIDES.filter((side) => sides[side].state === 'rejected').map((side) => ({
    subject: caseOf(memberId, side),
    body: { pictureId: sides[side].pictureId! },
  }))
}

/** The two ways to decide an appeal against a rejection: by one, or by two where the identity is flagged. */
export const appealEffects = (compare: (memberId: MemberId) => Promise<void>, read: () => TableReader) => [
  deciding('appeal.decide', compare, read),
  {
    ...deciding('appeal.decide-flagged', compare, read),
    looks: 'identity.view' as const,
    looksAt: rejectedSides,
  },
]

/**
 * Upheld: the rejection stands, and the member may hand in again. Overturned: what was rejected counts as
 * accepted.
 */
const deciding = (
  power: 'appeal.decide' | 'appeal.decide-flagged',
  compare: (memberId: MemberId) => Promise<void>,
  read: () => TableReader,
): Effect<Body, Compared> => ({
  power,
  prefix: IDENTITY_APPEALS,
  tells: true,
  captureInputs: () => COMPARED,
  before: async (subject) => {
    const memberId = appealOf(read(), subject)?.memberId
    if (memberId !== undefined) await compare(memberId)
  },
  memberOf: (tables, subject) => appealOf(tables, subject)?.memberId ?? null,
  excluded: (tables, subject) => appealOf(tables, subject)?.excluded ?? [],
  refuse(tables, subject, _body, inputs) {
    const appeal = appealOf(tables, subject)
    if (appeal === undefined) return no('CASE_UNKNOWN')
    if (appeal.state !== 'open') return no('CASE_DECIDED')
    if (power === 'appeal.decide-flagged')
      return isFlaggedAppeal(tables, subject) ? null : no('IDENTITY_NOT_FLAGGED')
    return inputs !== null && isFlaggedAppeal(tables, subject) ? no('IDENTITY_FLAGGED') : null
  },
  carryOut(tables, { subject, reason, signers }, when, inputs) {
    const appeal = appealOf(tables, subject)!
    const result = reason!.code as 'upheld' | 'overturned'
    tables.of(identityAppeals).update(appeal, { state: result, decidedAt: when.wall })
    const told = notify(tables, when, appeal.memberId, { kind: 'identityAppealDecided', args: { result } })
    if (result === 'upheld') return done({ result }, [told, identityChanged(appeal.memberId)])
    const row = tables.of(verifications).get(appeal.memberId)!
    const rejected = SIDES.filter((side) => sidesOf(row)[side].state === 'rejected')
    const by = signers.map(({ operatorId }) => operatorId)
    const events = decideSides(tables, row, rejected, 'overturn', null, by, when)
    if (inputs !== null) noteTwins(tables, appeal.memberId)
    return done({ result }, [told, ...events])
  },
})

export const openAppeals = (tables: TableReader) =>
  tables
    .of(identityAppeals)
    .by('open', 'open')
    .map(({ id, memberId, filedAt }) => ({ subject: subjectOfAppeal(id), memberId, since: filedAt }))
    .toSorted((a, b) => a.since - b.since)
