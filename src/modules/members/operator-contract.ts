import * as z from 'zod/mini'
import { OperatorActView } from '#modules/staff/contract.ts'
import { route } from '#wire/route.ts'
import { Id, Instant, IdOfMember, MsFigure } from '#wire/values.ts'
import { DOCUMENT_TYPES } from './model/identity-form.ts'
import { OCCUPATIONS, PURPOSES } from './model/profile.ts'
import { REJECT_REASONS } from './model/verification.ts'

/** The roles that look at documents, and that audit those who do. */
const DESK = ['reviewer', 'auditor'] as const
const SideState = z.enum(['none', 'sent', 'accepted', 'rejected'])

/** A member as lists show them: by number. Names stand where one case is opened, which the member sees. */
export const IdentityCase = z.object({
  memberId: IdOfMember,
  number: z.int(),
  documentType: z.nullable(z.enum(DOCUMENT_TYPES)),
  submittedAt: Instant,
  /** The number of times it has been handed in. */
  attempts: z.int(),
  front: SideState,
  back: SideState,
})
export type IdentityCase = z.output<typeof IdentityCase>
/** The cases to be looked at, oldest first; the figures are of today (Japan). */
export const listIdentityCases = route({
  name: 'listIdentityCases',
  method: 'GET',
  path: '/console/identity',
  access: 'operator',
  roles: DESK,
  output: z.object({
    cases: z.array(IdentityCase),
    today: z.object({ decided: z.int(), rejected: z.int(), medianMs: z.nullable(MsFigure) }),
    now: Instant,
  }),
})

const Side = z.object({
  status: SideState,
  reason: z.nullable(z.enum(REJECT_REASONS)),
  /**
   * The picture under review or decided: what `identity.view`, `.accept` and `.reject` name. Figures of the
   * file as it is kept.
   */
  pictureId: z.nullable(z.string()),
  width: z.int(),
  height: z.int(),
  bytes: z.int(),
  /** The finding of the published checks on it; null: they hold. */
  check: z.nullable(z.enum(REJECT_REASONS)),
})
/**
 * One member's documents and what was typed, with the published checks. The pictures are looked at by an act
 * each (`identity.view`). Opening it is noted for the member.
 */
export const getIdentityCase = route({
  name: 'getIdentityCase',
  method: 'GET',
  path: '/console/identity/{id}',
  access: 'operator',
  roles: DESK,
  params: z.strictObject({ id: Id }),
  output: z.object({
    ...IdentityCase.shape,
    status: z.enum(['review', 'passed', 'rejected']),
    name: z.string(),
    kana: z.string(),
    idNumber: z.string(),
    /** Date of birth (YYYY-MM-DD), address, occupation, purpose; null: not asked for at the time. */
    facts: z.nullable(
      z.object({
        birthDate: z.string(),
        postalCode: z.string(),
        address: z.string(),
        occupation: z.enum(OCCUPATIONS),
        purpose: z.enum(PURPOSES),
      }),
    ),
    /** Time of facts given after the verification, compared with no document; null: handed in with it. */
    factsAt: z.nullable(Instant),
    /**
     * The reading of the card's chip, where the front is its portrait and the back a selfie. `genuine`: the
     * issuer's signature holds, and the portrait is the one that it is over. `matches`: what was handed in
     * is what the chip says. null: pictures of a document.
     */
    chip: z.nullable(
      z.object({ genuine: z.boolean(), matches: z.boolean(), simulated: z.boolean(), readAt: Instant }),
    ),
    /** Full years today; null: no date of birth. */
    age: z.nullable(z.int()),
    front: Side,
    back: Side,
    /**
     * True if the number has the form of such a document's; the number of other members who gave the same
     * document and are verified or under review; true if both pictures are one file.
     */
    numberForm: z.boolean(),
    sameDocument: z.int(),
    /** The account is frozen, by the member or the firm. */
    frozen: z.boolean(),
    twins: z.array(
      z.object({ memberId: IdOfMember, number: z.int(), state: z.enum(['passed', 'review', 'rejected']) }),
    ),
    /** Other verified members with the same name in kana and date of birth. */
    samePerson: z.int(),
    samePicture: z.boolean(),
    decidedAt: z.nullable(Instant),
    acts: z.array(OperatorActView),
  }),
})
export type IdentityCaseView = z.output<(typeof getIdentityCase)['output']>
