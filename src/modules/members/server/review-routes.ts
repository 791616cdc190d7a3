import type { MemberId } from '#kernel/id.ts'
import { dateJst, iso, timeJst } from '#kernel/time.ts'
import { isFrozen, memberOf } from '#modules/identity/server/public.ts'
import { NotFound, on, type RouteHandler, type AppContext } from '#modules/module.ts'
import type { StaffPublic } from '#modules/staff/server/public.ts'
import { ageOn } from '../model/facts.ts'
import { formProblem } from '../model/identity-form.ts'
import { caseOf, SIDES, verificationState, type RejectReason, type Side } from '../model/verification.ts'
import * as contract from '../operator-contract.ts'
import { subjectOfAppeal } from './appeal.ts'
import type { ChipReader } from './chip-reader.ts'
import type { Twin } from './desk.ts'
import type { IdentityDetails, IdentityStore, KeptReading } from './queries.ts'
import { isOfChip } from './identity-routes.ts'
import { sidesOf } from './submit.ts'
import { identityAppeals, verifications, type VerificationRow } from './tables.ts'

type Deps = {
  context: AppContext
  store: IdentityStore
  staff: StaffPublic
  reader: ChipReader | null
  /** The finding of the published checks on a side as it stands; null: they hold. */
  judged: (memberId: MemberId, side: Side) => Promise<RejectReason | null>
  /** Members with the same document, verified or under review, but for this one. */
  twins: (row: VerificationRow) => Promise<Twin[]>
  /** Verified members with the same name and date of birth, but for this one. */
  namesakes: (row: VerificationRow) => Promise<number>
}

/**
 * The console's queue of documents, and one case of it. Decisions and looks are acts; here is only what is
 * read.
 */
export function reviewRoutes({
  context,
  store,
  staff,
  reader,
  judged,
  twins,
  namesakes,
}: Deps): RouteHandler[] {
  const read = () => context.engine.read
  const common = (row: VerificationRow) => ({
    memberId: row.memberId,
    number: memberOf(read(), row.memberId)!.number,
    submittedAt: iso(row.submittedAt),
    attempts: row.attempts,
  })
  return [
    on(contract.listIdentityCases, async () => {
      const rows = read()
        .of(verifications)
        .by('review', 'review')
        .toSorted((a, b) => a.submittedAt - b.submittedAt)
      const [types, today] = await Promise.all([
        store.documentTypes(rows.map(({ detailsId }) => detailsId)),
        store.decidedSince(timeJst(dateJst(context.clock.wall()), 0)),
      ])
      const waits = today
        .map(({ submittedAt, decidedAt }) => decidedAt! - submittedAt)
        .toSorted((a, b) => a - b)
      return {
        cases: rows.map((row) => ({
          ...common(row),
          documentType: types.get(row.detailsId) ?? null,
          front: row.frontState,
          back: row.backState,
        })),
        today: {
          decided: today.length,
          rejected: today.filter((row) => verificationState(row.frontState, row.backState) === 'rejected')
            .length,
          medianMs: waits[Math.floor((waits.length - 1) / 2)] ?? null,
        },
        now: iso(context.clock.wall()),
      }
    }),
    on(contract.getIdentityCase, async ({ operator, params: { id: memberId }, lang }) => {
      const row = read().of(verifications).get(memberId)
      const form = row === undefined ? null : await store.detailsOf(row)
      if (row === undefined || form === null) throw new NotFound('identity')
      await staff.logRead(operator.operatorId, memberId, 'identity')
      const sides = sidesOf(row)
      const facts = Object.fromEntries(
        await Promise.all(
          SIDES.map(async (side) => [side, await store.pictureOf(sides[side].pictureId ?? '')] as const),
        ),
      )
      const view = async (side: Side) => {
        const { state, reason, pictureId } = sides[side]
        const { width = 0, height = 0, bytes = 0 } = facts[side] ?? {}
        return {
          status: state,
          reason,
          pictureId,
          width,
          height,
          bytes,
          check: pictureId === null ? null : await judged(memberId, side),
        }
      }
      const cases = [
        ...SIDES.map((side) => caseOf(memberId, side)),
        ...read()
          .of(identityAppeals)
          .by('member', memberId)
          .map(({ id }) => subjectOfAppeal(id)),
      ]
      const [front, back, twinsFound, samePerson, ...acts] = await Promise.all([
        view('front'),
        view('back'),
        twins(row),
        namesakes(row),
        ...cases.map((subject) => staff.actsOn(memberId, subject, lang)),
      ])
      const state = verificationState(row.frontState, row.backState)
      return {
        ...common(row),
        documentType: form.documentType,
        status: state === 'none' ? 'review' : state,
        name: form.name,
        kana: form.kana,
        idNumber: form.idNumber,
        facts: form.facts,
        factsAt: row.factsAt === null ? null : iso(row.factsAt),
        chip: chipSeen(await store.readingOf(row.frontId), form, facts.front?.sha256, reader),
        age: form.facts === null ? null : ageOn(dateJst(context.clock.wall()), form.facts.birthDate),
        front,
        back,
        numberForm: formProblem(form)?.rejection !== 'ID_NUMBER_FORMAT',
        frozen: isFrozen(read(), row.memberId, context.clock.wall()),
        sameDocument: twinsFound.length,
        twins: twinsFound.map((twin) => ({ ...twin, number: memberOf(read(), twin.memberId)!.number })),
        samePerson,
        samePicture: facts.front?.sha256 !== undefined && facts.front.sha256 === facts.back?.sha256,
        decidedAt: row.decidedAt === null ? null : iso(row.decidedAt),
        acts: acts.flat().toSorted((a, b) => (a.at < b.at ? -1 : 1)),
      }
    }),
  ]
}

/** A reading as the reviewer sees it: whether it holds is found anew at each look. */
function chipSeen(
  reading: KeptReading | null,
  details: IdentityDetails,
  portraitSha256: string | undefined,
  reader: ChipReader | null,
): contract.IdentityCaseView['chip'] {
  if (reading === null) return null
  const { signature, simulated, at } = reading
  return {
    genuine:
      reader !== null &&
      reader.isGenuine(reading, Buffer.from(signature, 'base64')) &&
      reading.portraitSha256 === portraitSha256,
    matches: isOfChip(reading, details),
    simulated,
    readAt: iso(at),
  }
}
