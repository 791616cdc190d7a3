import { dateJst, iso, type Ms } from '#kernel/time.ts'
import type { OperatorActView } from '#modules/staff/contract.ts'
import { versionOn, MARGIN_DOCUMENTS, type DocumentVersion } from '#modules/legal/model/documents.ts'
import type { AccountOpening, IdentityView, LevelView } from '../contract.ts'
import { CONSENT_DOCUMENTS, missingConsents, type ConsentOfMember } from '../model/consents.ts'
import { maskNumber } from '../model/identity-form.ts'
import type { Standing } from '../model/levels.ts'
import type { Method } from '../model/methods.ts'
import { nextTryAt } from '../model/quiz.ts'
import { verificationState, type Side } from '../model/verification.ts'
import type { IdentityDetails, KeptReading } from './queries.ts'
import { sidesOf } from './submit.ts'
import type { AppealRow, ProfileRow, QuizRow, VerificationRow } from './tables.ts'

const isoOrNull = (at: Ms | null | undefined): string | null =>
  at === null || at === undefined ? null : iso(at)

export const stateOf = (row: VerificationRow | undefined) =>
  row === undefined ? ('none' as const) : verificationState(row.frontState, row.backState)

type Identity = {
  row: VerificationRow | undefined
  details: IdentityDetails | null
  newest: Readonly<Record<Side, string | null>>
  /** The reading whose portrait is the newest front. */
  reading: KeptReading | null
  methods: readonly Method[]
  /** Against the newest submission. */
  appeal: (AppealRow & { text: string; answerBy: Ms }) | undefined
  acts: readonly OperatorActView[]
  given: readonly ConsentOfMember[]
  now: Ms
  demo: boolean
  demoDesk: boolean
  versions: readonly DocumentVersion[]
}

export function identityView({
  row,
  details,
  newest,
  reading,
  methods,
  appeal,
  acts,
  given: agreedTo,
  now,
  demo,
  demoDesk,
  versions,
}: Identity): IdentityView {
  const sides = sidesOf(row)
  const sideView = (side: Side): IdentityView['front'] => {
    const { state, reason, pictureId } = sides[side]
    return {
      status: state,
      reason,
      imageId: pictureId,
      draftId: newest[side] === pictureId ? null : newest[side],
    }
  }
  const status = stateOf(row)
  return {
    status,
    name: details?.name ?? '',
    kana: details?.kana ?? '',
    documentType: details?.documentType ?? null,
    idNumber: maskNumber(details?.idNumber ?? ''),
    facts: details?.facts ?? null,
    factsAt: isoOrNull(row?.factsAt),
    methods: [...methods],
    chip: reading === null ? null : chipView(reading),
    front: sideView('front'),
    back: sideView('back'),
    submittedAt: isoOrNull(row?.submittedAt),
    decidedAt: isoOrNull(row?.decidedAt),
    appeal:
      appeal === undefined
        ? null
        : {
            id: appeal.id,
            status: appeal.state,
            text: appeal.text,
            filedAt: iso(appeal.filedAt),
            answerBy: iso(appeal.answerBy),
            decidedAt: isoOrNull(appeal.decidedAt),
          },
    mayAppeal: status === 'rejected' && appeal === undefined,
    acts: [...acts],
    consents: missingConsents(agreedTo, dateJst(now), versions),
    samples: demo,
    desk: demoDesk,
    simulated: true,
  }
}

const chipView = ({
  documentType,
  name,
  birthDate,
  address,
  idNumber,
  at,
  simulated,
}: KeptReading): IdentityView['chip'] => ({
  documentType,
  name,
  birthDate,
  address,
  idNumber: maskNumber(idNumber),
  readAt: iso(at),
  simulated,
})

export function accountOpeningView(
  row: VerificationRow | undefined,
  details: IdentityDetails | null,
  profile: ProfileRow | null,
  agreedTo: readonly ConsentOfMember[],
  now: Ms,
  versions: readonly DocumentVersion[],
): AccountOpening {
  const today = dateJst(now)
  return {
    identity: stateOf(row),
    factsMissing: stateOf(row) === 'passed' && (details?.facts ?? null) === null,
    profile:
      profile === null
        ? null
        : (({ memberId: _, at, ...fields }) => ({ ...fields, at: iso(at) }) as AccountOpening['profile'])(
            profile,
          ),
    documents: CONSENT_DOCUMENTS.flatMap((document) => {
      const version = versionOn(document, today, versions)?.version
      const agreed = agreedTo.findLast((each) => each.document === document)
      return version === undefined
        ? []
        : [
            {
              document,
              version,
              margin: MARGIN_DOCUMENTS.some((each) => each === document),
              agreedVersion: agreed?.version ?? null,
              agreedAt: isoOrNull(agreed?.at),
            },
          ]
    }),
    simulated: true,
  }
}

export function levelView(
  standing: Standing,
  quiz: QuizRow | undefined,
  nextReviewAt: Ms,
  now: Ms,
): LevelView {
  const { level, verified, days, equityYen, daysSinceUnmetCall } = standing
  const openAt = nextTryAt(quiz?.triedAt ?? null)
  return {
    level,
    verified,
    days,
    equity: equityYen,
    daysSinceUnmetCall,
    quiz: {
      passedAt: isoOrNull(quiz?.passedAt),
      tries: quiz?.tries ?? 0,
      right: quiz?.correct ?? null,
      nextTryAt: (quiz?.passedAt ?? null) === null && openAt > now ? iso(openAt) : null,
    },
    nextReviewAt: iso(nextReviewAt),
    simulated: true,
  }
}
