import type { MemberId } from '#kernel/id.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { addDays, dateJst } from '#kernel/time.ts'
import { defineCommand, done, demoDeskFor, SYSTEM_CALLER } from '#platform/engine/command.ts'
import { isVerified } from '#modules/identity/model/levels.ts'
import { memberOf } from '#modules/identity/server/public.ts'
import { publishedVersions } from '#modules/legal/server/public.ts'
import type { AppContext } from '#modules/module.ts'
import { missingConsents } from '../model/consents.ts'
import type { IdentityDetails } from './queries.ts'
import type { IdentityFacts } from '../model/facts.ts'
import { sampleNumber } from '../model/sample-number.ts'
import { SIDES, type Side } from '../model/verification.ts'
import { identityChanged } from './events.ts'
import { consentsOf, giveConsents } from './consent.ts'
import { keepPicture, SALT_BYTES } from './identity-routes.ts'
import { profileOf, putProfile, type IdentityStore } from './queries.ts'
import { giveFacts } from './submit.ts'
import { verifications } from './tables.ts'

/** The answers of an invented member of the printed level (product decision 2). */
const PROFILE = {
  occupation: 'employee',
  income: 'under-1000',
  assets: 'under-3000',
  experience: 'over-5',
  purpose: 'long-term',
  insiderTie: 'none',
  insiderCode: null,
} as const

/** 見本 means sample. */
const SAMPLE_NAMES = [
  { name: '見本 一郎', kana: 'ミホン イチロウ' },
  { name: '見本 花子', kana: 'ミホン ハナコ' },
] as const
/** Facts of no person: a sample address, and a birthday a day further for each. */
const sampleFacts = (place: number): IdentityFacts => ({
  birthDate: addDays('1985-04-01', place),
  postalCode: '1000000',
  address: `見本県見本市見本町1-2-${place + 1}`,
  occupation: PROFILE.occupation,
  purpose: PROFILE.purpose,
})
const sampleForm = (place: number): IdentityDetails => ({
  ...SAMPLE_NAMES[place % SAMPLE_NAMES.length]!,
  idNumber: sampleNumber(place + 1),
  documentType: 'licence',
  facts: sampleFacts(place),
})

/** 模擬会員 means simulated member: so says the name wherever it is read. */
export const simulatedForm = (place: number): IdentityDetails => ({
  name: `模擬会員 ${KANJI[Math.floor(place / 10)]}${KANJI[place % 10]}`,
  kana: `モギカイイン ${KANA[Math.floor(place / 10)]}${KANA[place % 10]}`,
  idNumber: sampleNumber(FIRST_SIMULATED + place),
  documentType: 'licence',
  facts: sampleFacts(FIRST_SIMULATED + place),
})
const FIRST_SIMULATED = 1_001
const KANJI = '零一二三四五六七八九'
const KANA = ['レイ', 'イチ', 'ニ', 'サン', 'ヨン', 'ゴ', 'ロク', 'ナナ', 'ハチ', 'キュウ']

const PICTURES = join(import.meta.dirname, '../../../../assets/sample-document')
const PICTURE_SIZE = { width: 900, height: 570 }

type Sample = { memberId: MemberId; detailsId: string; detailsHash: string; frontId: string; backId: string }

/**
 * `identity.verify-demo`: the verification that the level of a demo member says, by a sample and no desk.
 * Changes nothing for one who has handed in something, or whose level says of no verification.
 */
export const verifyDemo = defineCommand({
  type: 'identity.verify-demo',
  captureInputs: () => null,
  run(tables, sample: Sample, _inputs, call) {
    const { memberId } = sample
    const table = tables.of(verifications)
    const level = memberOf(tables, memberId)?.level
    if (table.get(memberId) !== undefined || level === undefined || !isVerified(level))
      return done({ verified: false })
    table.insert({
      ...sample,
      frontState: 'accepted',
      backState: 'accepted',
      frontReason: null,
      backReason: null,
      decidedBy: [],
      attempts: 1,
      submittedAt: call.at,
      decidedAt: call.at,
      factsAt: null,
      twins: null,
      acceptedTwins: null,
      erasedAt: null,
    })
    return done({ verified: true }, [identityChanged(memberId)])
  },
})

/**
 * Demo members are printed with a level that verification and leverage come with: they have agreed to the
 * documents of an account when it was made, by the command that every member agrees by, have a profile, and
 * are verified by a sample. Once: what is published later they are asked about like anybody else.
 */
export async function settleDemoPapers(
  context: AppContext,
  store: IdentityStore,
  memberIds: readonly MemberId[],
  formOf = sampleForm,
): Promise<void> {
  const { read } = context.engine
  const now = Math.floor(context.clock.wall())
  for (const [place, memberId] of memberIds.entries()) {
    if (consentsOf(read, memberId).length === 0) {
      const consents = missingConsents([], dateJst(now), publishedVersions(read))
      await context.engine.submit(giveConsents, { consents }, demoDeskFor(memberId))
    }
    if ((await profileOf(context, memberId)) === null)
      await putProfile(context, { ...PROFILE, memberId, at: now })
    if (read.of(verifications).get(memberId) === undefined)
      await handInSample(context, store, memberId, formOf(place))
    else await giveSampleFacts(context, store, memberId, formOf(place))
  }
}

/** Facts of a member whom an earlier version verified by a sample, by every member's own command. */
async function giveSampleFacts(
  context: AppContext,
  store: IdentityStore,
  memberId: MemberId,
  { idNumber, facts }: IdentityDetails,
): Promise<void> {
  const { clock, engine, ids } = context
  const known = await store.detailsOf(engine.read.of(verifications).get(memberId)!)
  if (known === null || known.facts !== null || known.idNumber !== idNumber) return
  const detailsId = ids.uuid()
  const salt = Buffer.from(ids.bytes(SALT_BYTES))
  const at = Math.floor(clock.wall())
  const detailsHash = await store.putDetails(detailsId, memberId, { ...known, facts }, salt, at)
  await engine.submit(giveFacts, { detailsId, detailsHash }, demoDeskFor(memberId))
}

/** Keeps name, number and pictures where a member's are kept, then journals their hash and ids. */
async function handInSample(
  context: AppContext,
  store: IdentityStore,
  memberId: MemberId,
  form: IdentityDetails,
): Promise<void> {
  const { clock, engine, ids } = context
  const detailsId = ids.uuid()
  const salt = Buffer.from(ids.bytes(SALT_BYTES))
  const detailsHash = await store.putDetails(detailsId, memberId, form, salt, Math.floor(clock.wall()))
  const keep = (side: Side) => {
    const jpeg = readFileSync(join(PICTURES, `${side}.jpg`))
    return keepPicture(context, store, { memberId, side, picture: { jpeg, ...PICTURE_SIZE } })
  }
  const [frontId, backId] = await Promise.all(SIDES.map(keep))
  const sample = { memberId, detailsId, detailsHash, frontId: frontId!, backId: backId! }
  await engine.submit(verifyDemo, sample, SYSTEM_CALLER)
}
