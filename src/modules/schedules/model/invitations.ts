import { no, type Refusal } from '#kernel/result.ts'
import { addDays, type DateJst } from '#kernel/time.ts'
import { beginProblem, BEGIN_REJECTIONS, hasFields, type BeginFacts } from './schedule.ts'

/**
 * A batch of invitation codes: good from the beginning of `from` to the end of `until` (days of the wall
 * clock), each for so many new members.
 */
export type InvitationBatch = {
  readonly from: DateJst
  readonly until: DateJst
  readonly codes: number
  readonly usesEach: number
}

/** The most that one batch can be (decided here): codes, uses of each, days. */
export const BATCH_MOST = { codes: 500, usesEach: 100, days: 180 } as const

/** Refusals of a batch, in the order in which they are checked. */
export const INVITATION_REJECTIONS = [...BEGIN_REJECTIONS, 'BATCH_SIZE', 'BATCH_UNTIL'] as const

/** The id of the nth batch that begins on a day, from 1. */
export const batchId = (from: DateJst, n: number): string => `invitations-${from}-${n}`

/**
 * Reason why this batch cannot be issued. Codes have an expiry always (product decision 2), and never a
 * member's name.
 */
export function invitationsProblem(
  id: string,
  body: Readonly<Record<string, unknown>>,
  facts: BeginFacts,
  isKnown: boolean,
): Refusal<(typeof INVITATION_REJECTIONS)[number]> | null {
  const { from, until, codes, usesEach } = body as InvitationBatch
  const isNamed =
    id.startsWith(`invitations-${from}-`) && /-[1-9]\d?$/.test(id) && id.length <= batchId(from, 10).length
  const problem = beginProblem(
    hasFields(body, ['from', 'until'], ['codes', 'usesEach']),
    isNamed,
    from,
    facts,
    isKnown,
  )
  if (problem !== null) return problem
  if (codes < 1 || codes > BATCH_MOST.codes || usesEach < 1 || usesEach > BATCH_MOST.usesEach)
    return no('BATCH_SIZE', { codes: BATCH_MOST.codes, uses: BATCH_MOST.usesEach })
  return until < from || until > addDays(from, BATCH_MOST.days)
    ? no('BATCH_UNTIL', { days: BATCH_MOST.days })
    : null
}
