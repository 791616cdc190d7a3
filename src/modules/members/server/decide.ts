import { assert } from '#kernel/assert.ts'
import type { MemberId } from '#kernel/id.ts'
import { no, type Refusal } from '#kernel/result.ts'
import { defineCommand, done, type DomainEvent } from '#platform/engine/command.ts'
import type { TableAccess, TableReader } from '#platform/engine/table.ts'
import { memberOf, setLevel } from '#modules/identity/server/public.ts'
import { notify } from '#modules/inbox/server/public.ts'
import type { Effect, When } from '#modules/staff/server/public.ts'
import {
  nextSide,
  partsOfCase,
  SIDES,
  verificationState,
  type RejectReason,
  type Side,
  type SideEvent,
} from '../model/verification.ts'
import { identityChanged } from './events.ts'
import { columnsOf, sidesOf } from './submit.ts'
import { verifications, type VerificationRow } from './tables.ts'

/** The picture that the operator saw: a newer one is another case. */
type Body = { pictureId: string }

function rowOf(tables: TableReader, subject: string): { row: VerificationRow; side: Side } | null {
  const parts = partsOfCase(subject)
  const row = parts === null ? undefined : tables.of(verifications).get(parts.memberId)
  return row === undefined ? null : { row, side: parts!.side }
}

/** The refusal where a side is not the one that the operator saw, or is decided already. */
function refuse(tables: TableReader, subject: string, { pictureId }: Body): Refusal | null {
  const found = rowOf(tables, subject)
  if (found === null) return no('CASE_UNKNOWN')
  const side = sidesOf(found.row)[found.side]
  return side.state === 'sent' && side.pictureId === pictureId ? null : no('CASE_DECIDED')
}

/**
 * True if another member has handed in the same document, and two people have not accepted the front in
 * knowledge of that.
 */
export const isTwinned = ({ twins, acceptedTwins, frontState }: VerificationRow): boolean =>
  (twins ?? 0) > (frontState === 'accepted' ? (acceptedTwins ?? 0) : 0)

/** Records from before decision 0175 have no inputs: a flag held for the front alone. */
export type Compared = { compared: true } | null
export const COMPARED: Compared = { compared: true }

/**
 * The flag of the side with the number, and of the other one where it is all that is missing: a twin that
 * came after the front was accepted is looked at by two before the identity passes.
 */
export function isFlagged(tables: TableReader, subject: string, inputs: Compared = COMPARED): boolean {
  const found = rowOf(tables, subject)
  if (found === null) return false
  const { row, side } = found
  if (side === 'front') return (row.twins ?? 0) > 0
  return inputs !== null && row.frontState === 'accepted' && isTwinned(row)
}

/** The twins in whose knowledge the front was accepted. */
export function noteTwins(tables: TableAccess, memberId: MemberId): void {
  const row = tables.of(verifications).get(memberId)!
  tables.of(verifications).update(row, { acceptedTwins: row.twins ?? 0 })
}

const memberOfCase = (_tables: TableReader, subject: string): string | null =>
  partsOfCase(subject)?.memberId ?? null

/**
 * The effect of an event on a side, and with it to the verification: messages, and the level when it passes.
 */
export function decideSides(
  tables: TableAccess,
  row: VerificationRow,
  sides: readonly Side[],
  event: SideEvent,
  reason: RejectReason | null,
  by: readonly string[],
  when: When,
): DomainEvent[] {
  const next = { ...sidesOf(row) }
  for (const side of sides) {
    const state = nextSide(next[side].state, event)
    assert(state !== null, `a side that is ${next[side].state} cannot ${event}`)
    next[side] = { ...next[side], state, reason }
  }
  const now = verificationState(next.front.state, next.back.state)
  const { memberId } = row
  tables
    .of(verifications)
    .update(row, {
      ...columnsOf(next),
      decidedAt: now === 'review' ? null : when.wall,
      ...(event === 'reject' ? { decidedBy: [...new Set([...row.decidedBy, ...by])] } : {}),
    })
  const events: DomainEvent[] = [identityChanged(memberId)]
  if (event === 'reject')
    events.push(
      notify(tables, when, memberId, {
        kind: 'identityRejected',
        args: { side: sides[0]!, reason: reason!.replaceAll('-', '_') },
        about: sides[0]!,
      }),
    )
  if (now === 'passed') {
    // Rises by the published rule (product decision 2): with the identity a member is a beginner.
    if (memberOf(tables, memberId)!.level === 'experience') setLevel(tables, memberId, 'beginner')
    events.push(notify(tables, when, memberId, { kind: 'identityPassed', args: {} }))
  }
  return events
}

type Compares = (memberId: MemberId) => Promise<void>

/**
 * The two ways to accept a side: by one where its document is one member's alone, by two and with a reason
 * where it is flagged.
 */
const accepting = (
  power: 'identity.accept' | 'identity.accept-flagged',
  compare: Compares,
): Effect<Body, Compared> => ({
  power,
  captureInputs: () => COMPARED,
  takes: ['pictureId'],
  looks: 'identity.view',
  before: async (subject) => {
    const memberId = partsOfCase(subject)?.memberId
    if (memberId !== undefined) await compare(memberId)
  },
  refuse(tables, subject, body, inputs) {
    const refused = refuse(tables, subject, body)
    if (refused !== null) return refused
    const flagged = isFlagged(tables, subject, inputs)
    if (power === 'identity.accept') return flagged ? no('IDENTITY_FLAGGED') : null
    return flagged ? null : no('IDENTITY_NOT_FLAGGED')
  },
  memberOf: memberOfCase,
  tells: true,
  carryOut(tables, { subject, signers }, when, inputs) {
    const { row, side } = rowOf(tables, subject)!
    const by = signers.map(({ operatorId }) => operatorId)
    const events = decideSides(tables, row, [side], 'accept', null, by, when)
    if (inputs !== null) noteTwins(tables, row.memberId)
    return done({ side }, events)
  },
})

/**
 * The powers over one side of a document: look at it, accept it, reject it (security-and-trust 8). `compare`:
 * writes how many other members have the same document.
 */
export const sideEffects = (compare: Compares): readonly Effect<Body>[] => [
  accepting('identity.accept', compare),
  accepting('identity.accept-flagged', compare),
  {
    power: 'identity.reject',
    takes: ['pictureId'],
    looks: 'identity.view',
    refuse,
    memberOf: memberOfCase,
    tells: true,
    carryOut(tables, { subject, reason, signers }, when) {
      const { row, side } = rowOf(tables, subject)!
      return done(
        { side },
        decideSides(
          tables,
          row,
          [side],
          'reject',
          reason!.code as RejectReason,
          signers.map(({ operatorId }) => operatorId),
          when,
        ),
      )
    },
  },
  {
    // Every view is an act: the member reads it beside the decisions. What it opens is the console's affair.
    power: 'identity.view',
    takes: ['pictureId'],
    memberOf: memberOfCase,
    refuse: (tables, subject, { pictureId }) => {
      const found = rowOf(tables, subject)
      return found !== null && sidesOf(found.row)[found.side].pictureId === pictureId
        ? null
        : no('CASE_UNKNOWN')
    },
    carryOut: (_tables, { body }) => done({ pictureId: body.pictureId }),
  },
]

/** `identity.compare`: how many other members have the same document, where that has changed. */
export const compareIdentity = defineCommand({
  type: 'identity.compare',
  captureInputs: () => null,
  run(tables, { memberId, twins }: { memberId: MemberId; twins: number }) {
    const row = tables.of(verifications).get(memberId)
    if (row === undefined) return no('CASE_UNKNOWN')
    tables.of(verifications).update(row, { twins })
    return done({ twins })
  },
})

/** The cases that wait to be decided: each side by itself, oldest first. */
export const casesOf = (tables: TableReader) =>
  tables
    .of(verifications)
    .by('review', 'review')
    .flatMap((row) =>
      SIDES.filter((side) => sidesOf(row)[side].state === 'sent').map((side) => ({
        subject: `${row.memberId}.${side}`,
        memberId: row.memberId,
        since: row.submittedAt,
      })),
    )
    .toSorted((a, b) => a.since - b.since)
