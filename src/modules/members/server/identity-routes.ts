import type { MemberId } from '#kernel/id.ts'
import { createHash } from 'node:crypto'
import { no } from '#kernel/result.ts'
import { dateJst, type Ms } from '#kernel/time.ts'
import { memberCaller } from '#platform/engine/command.ts'
import type { Picture } from '#platform/images.ts'
import { ownId } from '#platform/own-id.ts'
import { on, type Caller, type RouteHandler, type AppContext, type UploadHandler } from '#modules/module.ts'
import { APPEAL_TEXT, isAppealText } from '#modules/staff/model/appeal.ts'
import type { StaffPublic } from '#modules/staff/server/public.ts'
import * as contract from '../contract.ts'
import { factsProblem, normalizeFacts } from '../model/facts.ts'
import { formProblem, maskNumber, normalizeForm } from '../model/identity-form.ts'
import { methodsOn, PICTURES_END } from '../model/methods.ts'
import { caseOf, SIDES, type Side } from '../model/verification.ts'
import { answerBy, fileAppeal, subjectOfAppeal } from './appeal.ts'
import { publishedVersions } from '#modules/legal/server/public.ts'
import type { ChipReader } from './chip-reader.ts'
import { consentsOf } from './consent.ts'
import { purposeOf, type IdentityDetails, type KeptReading, type IdentityStore } from './queries.ts'
import { giveFacts, submitIdentity } from './submit.ts'
import { identityAppeals, verifications } from './tables.ts'
import { identityView, stateOf } from './views.ts'

export const SALT_BYTES = 16

export const engineCaller = ({ memberId, sessionId }: Caller, key: string) =>
  memberCaller(memberId, sessionId, key)

type Deps = { context: AppContext; store: IdentityStore; staff: StaffPublic; reader: ChipReader | null }

/** The acts of a member on the own identity: see where it stands, hand in, appeal. */
export function identityRoutes({ context, store, staff, reader }: Deps): RouteHandler[] {
  const now = (): Ms => Math.floor(context.clock.wall())
  const salt = () => Buffer.from(context.ids.bytes(SALT_BYTES))
  /** The pictures that a submission would hand in. With a chip's portrait goes a selfie from after it. */
  const newest = async (memberId: MemberId) => {
    const front = await store.newestPicture(memberId, 'front')
    const reading = await store.readingOf(front)
    const back = await store.newestPicture(memberId, 'back', reading?.at)
    return { pictures: { front, back }, reading }
  }
  const frontOf = (memberId: MemberId) => context.engine.read.of(verifications).get(memberId)?.frontId ?? null
  return [
    on(contract.getIdentity, async ({ caller, lang }) => {
      const { memberId } = caller
      const { read } = context.engine
      const row = read.of(verifications).get(memberId)
      const appeals = read.of(identityAppeals).by('member', memberId)
      const cases = [
        ...SIDES.map((side) => caseOf(memberId, side)),
        ...appeals.map(({ id }) => subjectOfAppeal(id)),
      ]
      const [details, { pictures, reading }, ...acts] = await Promise.all([
        row === undefined ? null : store.detailsOf(row),
        newest(memberId),
        ...cases.map((subject) => staff.actsOn(memberId, subject, lang)),
      ])
      const appeal = appeals.find(({ attempt }) => attempt === row?.attempts)
      return identityView({
        row,
        details,
        newest: pictures,
        reading,
        methods: methodsOn(dateJst(now()), reader !== null),
        appeal: appeal && {
          ...appeal,
          text: await store.appealText(appeal.textId),
          answerBy: answerBy(context, appeal),
        },
        given: consentsOf(read, memberId),
        now: now(),
        demo: context.config.demo,
        demoDesk: context.config.demoDesk,
        versions: publishedVersions(read),
        acts: acts.flat().toSorted((a, b) => (a.at < b.at ? -1 : 1)),
      })
    }),
    on(contract.submitIdentity, async ({ caller, input, key }) => {
      const { memberId } = caller
      const { consents, ...typed } = input
      // Under the key: a repeat of this write finds the same details and is the same command.
      const detailsId = ownId('identity', memberId, key)
      const before = await store.detailsBefore(memberId, detailsId)
      // The phone never gets the number back: hidden as it was shown, it means the one that was given before.
      const { pictures, reading } = await newest(memberId)
      const known = reading ?? before
      const isHidden = known !== null && typed.idNumber === maskNumber(known.idNumber)
      const form = normalizeForm(isHidden ? { ...typed, idNumber: known.idNumber } : typed)
      const facts = normalizeFacts(typed)
      const problem = formProblem(form) ?? factsProblem(facts, dateJst(now()))
      if (problem !== null) return problem
      const details = { ...form, facts }
      if (reading !== null && !isOfChip(reading, details)) return no('CHIP_DIFFERS')
      const detailsHash = await store.putDetails(detailsId, memberId, details, salt(), now())
      const detailsChanged = before !== null && onDocument(before) !== onDocument(details)
      const submission = {
        detailsId,
        detailsHash,
        detailsChanged,
        pictures,
        isAnew:
          before !== null && ((await store.readingOf(frontOf(memberId))) !== null) !== (reading !== null),
        method: reading === null ? ('picture' as const) : ('chip' as const),
        consents,
      }
      const { result } = await context.engine.submit(submitIdentity, submission, engineCaller(caller, key))
      if (result.ok) return result.answer
      await store.dropDetails(detailsId)
      return result
    }),
    on(contract.saveIdentityFacts, async ({ caller, input, key }) => {
      const { memberId } = caller
      const facts = normalizeFacts(input)
      const problem = factsProblem(facts, dateJst(now()))
      if (problem !== null) return problem
      const row = context.engine.read.of(verifications).get(memberId)
      const known = row === undefined ? null : await store.detailsOf(row)
      if (known === null || stateOf(row) !== 'passed') return no('IDENTITY_NOT_PASSED')
      if (known.facts !== null && known.facts.birthDate !== facts.birthDate) return no('BIRTH_DATE_FIXED')
      const detailsId = ownId('identity-facts', memberId, key)
      const detailsHash = await store.putDetails(detailsId, memberId, { ...known, facts }, salt(), now())
      const given = { detailsId, detailsHash }
      const { result } = await context.engine.submit(giveFacts, given, engineCaller(caller, key))
      if (result.ok) return result.answer
      await store.dropDetails(detailsId)
      return result
    }),
    on(contract.appealIdentity, async ({ caller, input, key }) => {
      const text = input.text.trim()
      if (!isAppealText(text))
        return no('APPEAL_LENGTH', { shortest: APPEAL_TEXT.least, longest: APPEAL_TEXT.most })
      const id = ownId('identity-appeal', caller.memberId, key)
      const textHash = await store.putAppealText(id, caller.memberId, text, salt(), now())
      const { result } = await context.engine.submit(fileAppeal, { id, textHash }, engineCaller(caller, key))
      if (result.ok) return result.answer
      await store.dropAppealText(id)
      return result
    }),
  ]
}

/** True if details say what the chip says; compared as they are kept. */
export function isOfChip(reading: KeptReading, { facts, ...form }: IdentityDetails): boolean {
  const chip = normalizeForm({ ...reading, kana: form.kana })
  const { birthDate, address } = normalizeFacts({ ...facts!, ...reading })
  return onDocument({ ...form, facts }) === onDocument({ ...chip, facts: { ...facts!, birthDate, address } })
}

/** The details that stand on a document: others make nothing be looked at again. */
const onDocument = ({ facts, ...form }: IdentityDetails): string =>
  JSON.stringify([normalizeForm(form), facts?.birthDate, facts?.address])

/** Seals a member's picture of a side and notes its figures for the published checks; its id. */
export async function keepPicture(
  context: Pick<AppContext, 'images' | 'clock'>,
  store: IdentityStore,
  { memberId, side, picture }: { memberId: string; side: Side; picture: Picture },
): Promise<string> {
  const id = await context.images.put(memberId, purposeOf(side), picture)
  const { width, height, jpeg } = picture
  const sha256 = createHash('sha256').update(jpeg).digest('hex')
  const facts = { side, width, height, bytes: jpeg.byteLength, sha256 }
  await store.putPicture(id, memberId, facts, Math.floor(context.clock.wall()))
  return id
}

/**
 * Takes pictures of one side, as long as there is something to hand in, and gives them back to their owner
 * alone.
 */
export function pictureRoute(context: AppContext, store: IdentityStore, side: Side): UploadHandler {
  const purpose = purposeOf(side)
  return {
    purpose,
    refuse({ memberId }) {
      const state = stateOf(context.engine.read.of(verifications).get(memberId))
      if (state === 'passed') return no('IDENTITY_PASSED')
      if (state === 'review') return no('IDENTITY_IN_REVIEW')
      const isOver = side === 'front' && dateJst(context.clock.wall()) >= PICTURES_END
      return isOver ? no('PICTURES_ENDED') : null
    },
    async take({ memberId }, picture) {
      return { id: await keepPicture(context, store, { memberId, side, picture }), side }
    },
    async show({ memberId }, id) {
      const image = await context.images.open(id)
      return image !== null && image.memberId === memberId && image.purpose === purpose ? image.jpeg : null
    },
  }
}
