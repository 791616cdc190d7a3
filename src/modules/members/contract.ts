import * as z from 'zod/mini'
import { TEXT_MAX } from '#kernel/specification.ts'
import { route } from '#wire/route.ts'
import { Id, Instant, IssueCode, YenFigure } from '#wire/values.ts'
import { LEVELS } from '#modules/identity/model/levels.ts'
import { DOCUMENT_IDS } from '#modules/legal/model/documents.ts'
import { OperatorActView } from '#modules/staff/contract.ts'
import { FACT_REJECTIONS } from './model/facts.ts'
import { CHIP_DOCUMENTS, METHODS } from './model/methods.ts'
import { DOCUMENT_TYPES, FORM_REJECTIONS } from './model/identity-form.ts'
import { ASSETS, EXPERIENCES, INCOMES, INSIDER_TIES, OCCUPATIONS, PURPOSES } from './model/profile.ts'
import { SUBMIT_REJECTIONS } from './model/submission.ts'
import { CHOICES, QUESTIONS, type QuestionId } from './model/quiz.ts'
import { REJECT_REASONS } from './model/verification.ts'

/** A document as it was agreed to. */
const Consent = z.strictObject({
  document: z.enum(DOCUMENT_IDS),
  version: z.int().check(z.gte(1), z.lte(10_000)),
})
/** Form and length are rules of their own, so that their sentences are those of the product. */
const Typed = z.string().check(z.maxLength(TEXT_MAX))

const Facts = {
  /** YYYY-MM-DD; adults alone. */
  birthDate: Typed,
  /** Seven digits, with or without a hyphen. */
  postalCode: Typed,
  address: Typed,
  occupation: z.enum(OCCUPATIONS),
  purpose: z.enum(PURPOSES),
}

const SideView = z.object({
  /** `none`: nothing handed in yet. */
  status: z.enum(['none', 'sent', 'accepted', 'rejected']),
  reason: z.nullable(z.enum(REJECT_REASONS)),
  /**
   * The picture under review or decided, and a newer one that was sent but not handed in yet: for `GET
   * /upload/identity-<side>/{id}`.
   */
  imageId: z.nullable(Id),
  draftId: z.nullable(Id),
})
export const IdentityView = z.object({
  status: z.enum(['none', 'review', 'passed', 'rejected']),
  name: z.string(),
  kana: z.string(),
  documentType: z.nullable(z.enum(DOCUMENT_TYPES)),
  /** All but the last four characters hidden. */
  idNumber: z.string(),
  /** Null where they were never asked for: they are asked then. */
  facts: z.nullable(
    z.object({ ...Facts, birthDate: z.string(), postalCode: z.string(), address: z.string() }),
  ),
  /** Methods that are offered today; none: no identity can be checked. */
  methods: z.array(z.enum(METHODS)),
  /** The newest reading of a chip, whose portrait is the front; null: a document's picture came after it. */
  chip: z.nullable(
    z.object({
      documentType: z.enum(CHIP_DOCUMENTS),
      name: z.string(),
      birthDate: z.string(),
      address: z.string(),
      /** As `idNumber`. */
      idNumber: z.string(),
      readAt: Instant,
      simulated: z.boolean(),
    }),
  ),
  /** Time at which they were given after the verification; null: handed in with it. */
  factsAt: z.nullable(Instant),
  front: SideView,
  back: SideView,
  submittedAt: z.nullable(Instant),
  decidedAt: z.nullable(Instant),
  /**
   * Against the newest rejection, with the member's own words; answered by the end of the next business day.
   */
  appeal: z.nullable(
    z.object({
      id: Id,
      status: z.enum(['open', 'upheld', 'overturned', 'withdrawn']),
      text: z.string(),
      filedAt: Instant,
      answerBy: Instant,
      decidedAt: z.nullable(Instant),
    }),
  ),
  mayAppeal: z.boolean(),
  /** Everything that operators did about it, views of the pictures included; oldest first. */
  acts: z.array(OperatorActView),
  /** Documents to agree to with it: newest versions that the member has not agreed to. */
  consents: z.array(Consent),
  /** Demo: sample documents are offered, real ones should not be sent. */
  samples: z.boolean(),
  /** Demo desk: it decides within seconds, by published checks. */
  desk: z.boolean(),
  simulated: z.boolean(),
})
export type IdentityView = z.output<typeof IdentityView>
export const getIdentity = route({
  name: 'getIdentity',
  method: 'GET',
  path: '/identity',
  access: 'member',
  output: IdentityView,
})

/**
 * Hands in what was typed with the newest picture of each side. After a rejection: what was rejected, and
 * details where the reason is about them.
 */
export const submitIdentity = route({
  name: 'submitIdentity',
  method: 'POST',
  path: '/identity/submit',
  access: 'member',
  keyed: true,
  input: z.strictObject({
    name: Typed,
    kana: Typed,
    idNumber: Typed,
    documentType: z.enum(DOCUMENT_TYPES),
    ...Facts,
    consents: z.array(Consent).check(z.maxLength(20)),
  }),
  output: z.object({ status: z.literal('review') }),
  rejections: [...FORM_REJECTIONS, ...FACT_REJECTIONS, ...SUBMIT_REJECTIONS],
})

/**
 * Facts of a member whose identity is verified: those that were not asked for then, or have changed since.
 * The verification stays as it is. A date of birth that was given once stays too.
 */
export const saveIdentityFacts = route({
  name: 'saveIdentityFacts',
  method: 'POST',
  path: '/identity/facts',
  access: 'member',
  keyed: true,
  input: z.strictObject(Facts),
  output: z.object({ status: z.literal('saved') }),
  rejections: [...FACT_REJECTIONS, 'IDENTITY_NOT_PASSED', 'BIRTH_DATE_FIXED'],
})

/**
 * Reads the chip of the member's card: in the demo setting one of an invented person, as the page says.
 * Name, date of birth, address and number are the chip's from then on, its portrait is the front, and a
 * selfie is asked for as the back.
 */
export const readIdentityChip = route({
  name: 'readIdentityChip',
  method: 'POST',
  path: '/identity/chip',
  access: 'member',
  keyed: true,
  input: z.strictObject({ documentType: z.enum(CHIP_DOCUMENTS) }),
  output: z.object({ status: z.literal('read'), imageId: Id }),
  rejections: [
    'CHIP_NOT_OFFERED',
    'IDENTITY_PASSED',
    'IDENTITY_IN_REVIEW',
    'CHIP_TOO_OFTEN',
    'CHIP_NOT_GENUINE',
  ],
})

/** Against a rejection: another reviewer looks at it again, within one business day. */
export const appealIdentity = route({
  name: 'appealIdentity',
  method: 'POST',
  path: '/identity/appeal',
  access: 'member',
  keyed: true,
  input: z.strictObject({ text: z.string().check(z.maxLength(1_000)) }),
  output: z.object({ id: Id, status: z.literal('open') }),
  rejections: ['APPEAL_LENGTH', 'NOT_REJECTED', 'APPEALED_BEFORE'],
})

const Profile = {
  occupation: z.enum(OCCUPATIONS),
  income: z.enum(INCOMES),
  assets: z.enum(ASSETS),
  experience: z.enum(EXPERIENCES),
  purpose: z.enum(PURPOSES),
  /** Tie to a listed company, and its issue where there is one. */
  insiderTie: z.enum(INSIDER_TIES),
  insiderCode: z.nullable(IssueCode),
}
export const AccountOpening = z.object({
  identity: z.enum(['none', 'review', 'passed', 'rejected']),
  /** True if the identity is verified and the facts of a person are still asked for. */
  factsMissing: z.boolean(),
  profile: z.nullable(z.object({ ...Profile, at: Instant })),
  /** Every document of an account, with what the member has agreed to of it. */
  documents: z.array(
    z.object({
      document: z.enum(DOCUMENT_IDS),
      version: z.int(),
      margin: z.boolean(),
      agreedVersion: z.nullable(z.int()),
      agreedAt: z.nullable(Instant),
    }),
  ),
  simulated: z.boolean(),
})
export type AccountOpening = z.output<typeof AccountOpening>
export const getAccountOpening = route({
  name: 'getAccountOpening',
  method: 'GET',
  path: '/account-opening',
  access: 'member',
  output: AccountOpening,
})

/** Investor profile and insider registration; may be given again whenever something has changed. */
export const saveProfile = route({
  name: 'saveProfile',
  method: 'POST',
  path: '/account-opening/profile',
  access: 'member',
  keyed: true,
  input: z.strictObject(Profile),
  output: z.object({ status: z.literal('saved') }),
  rejections: ['INSIDER_CODE_REQUIRED', 'INSIDER_CODE_UNKNOWN'],
})

/** Agrees to documents as they are in force. */
export const giveConsents = route({
  name: 'giveConsents',
  method: 'POST',
  path: '/account-opening/consents',
  access: 'member',
  keyed: true,
  input: z.strictObject({ consents: z.array(Consent).check(z.minLength(1), z.maxLength(20)) }),
  output: z.object({ status: z.literal('agreed') }),
  rejections: ['CONSENT_OUTDATED'],
})

export const LevelView = z.object({
  level: z.enum(LEVELS),
  verified: z.boolean(),
  days: z.int(),
  equity: YenFigure,
  daysSinceUnmetCall: z.nullable(z.int()),
  quiz: z.object({
    passedAt: z.nullable(Instant),
    tries: z.int(),
    right: z.nullable(z.int()),
    nextTryAt: z.nullable(Instant),
  }),
  /** The next time that the rules are looked at. */
  nextReviewAt: Instant,
  simulated: z.boolean(),
})
export type LevelView = z.output<typeof LevelView>
export const getLevel = route({
  name: 'getLevel',
  method: 'GET',
  path: '/level',
  access: 'member',
  output: LevelView,
})

const questionIds = QUESTIONS.map(({ id }) => id) as [QuestionId, ...QuestionId[]]
const answers = Object.fromEntries(questionIds.map((id) => [id, z.enum(CHOICES)])) as Record<
  QuestionId,
  z.ZodMiniEnum<{ a: 'a'; b: 'b'; c: 'c' }>
>
/** An answer to every question, once a day. */
export const answerQuiz = route({
  name: 'answerQuiz',
  method: 'POST',
  path: '/level/quiz',
  access: 'member',
  keyed: true,
  input: z.strictObject({ answers: z.strictObject(answers) }),
  output: z.object({
    status: z.enum(['passed', 'failed']),
    right: z.int(),
    wrong: z.array(z.enum(questionIds)),
  }),
  rejections: ['QUIZ_PASSED', 'QUIZ_TOO_SOON'],
})
