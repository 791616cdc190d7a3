import type { MemberId } from '#kernel/id.ts'
import type { AppContext } from '#modules/module.ts'
import type { AppealCase, Asked, StaffPublic } from '#modules/staff/server/public.ts'
import type { IdentityPublic } from '#modules/identity/server/public.ts'
import { checkSide } from '../model/checks.ts'
import type { RejectReason, Side } from '../model/verification.ts'
import { caseOf, partsOfCase, SIDES } from '../model/verification.ts'
import { answerBy, appealEffect, appealOf, IDENTITY_APPEALS, openAppeals } from './appeal.ts'
import { casesOf, sideEffects } from './decide.ts'
import { hasPassed } from './public.ts'
import type { IdentityStore } from './queries.ts'
import { sidesOf } from './submit.ts'
import { verifications, type VerificationRow } from './tables.ts'

type Deps = {
  context: AppContext
  store: IdentityStore
  staff: StaffPublic
  identity: Pick<IdentityPublic, 'langOf'>
}

/**
 * Lays identities and appeals before operators, and gives back the checks. The demo desk decides them by the
 * published checks, people by what they see.
 */
export function openQueues({ context, store, staff, identity }: Deps) {
  for (const effect of [...sideEffects, appealEffect]) staff.register('members', effect)

  /** The number of other verified members who gave the same document. */
  async function twins(row: VerificationRow): Promise<number> {
    const form = await store.detailsOf(row)
    return (await store.sameDocument(row.memberId, form!)).filter(isInForce).length
  }
  /** The number of other verified members with the same name and date of birth: a hint, no check. */
  async function namesakes(row: VerificationRow): Promise<number> {
    const form = await store.detailsOf(row)
    return (await store.samePerson(row.memberId, form!)).filter(isInForce).length
  }
  const isInForce = (each: { id: string; memberId: MemberId }): boolean =>
    hasPassed(context.engine.read, each.memberId) &&
    context.engine.read.of(verifications).get(each.memberId)?.detailsId === each.id

  /** The finding of the checks on a side as it stands; null: it holds. */
  async function judged(memberId: MemberId, side: Side): Promise<RejectReason | null> {
    const row = context.engine.read.of(verifications).get(memberId)!
    const sides = sidesOf(row)
    const facts = async (of: Side) =>
      sides[of].pictureId === null ? null : store.pictureOf(sides[of].pictureId)
    const [picture, other, form] = await Promise.all([
      facts(side),
      facts(side === 'front' ? 'back' : 'front'),
      store.detailsOf(row),
    ])
    return checkSide({ picture: picture!, other, form: form!, isNumberTaken: (await twins(row)) > 0 })
  }

  staff.queue({
    name: 'identity',
    roles: ['reviewer'],
    perMember: true,
    items: casesOf,
    async judge(subject): Promise<Asked | null> {
      const { memberId, side } = partsOfCase(subject)!
      const row = context.engine.read.of(verifications).get(memberId)
      if (row === undefined) return null
      const body = { pictureId: sidesOf(row)[side].pictureId! }
      const code = await judged(memberId, side)
      return code === null
        ? { power: 'identity.accept', subject, body }
        : { power: 'identity.reject', subject, body, reason: { code, text: null } }
    },
  })

  staff.pictures('identity.view', async (_subject, body) => String(body.pictureId))

  staff.appeals({
    kind: 'identity',
    prefix: IDENTITY_APPEALS,
    items: openAppeals,
    async read(subject, lang): Promise<AppealCase | null> {
      const appeal = appealOf(context.engine.read, subject)
      if (appeal === undefined) return null
      const { memberId, state, filedAt, textId } = appeal
      const details = await store.detailsOf(context.engine.read.of(verifications).get(memberId)!)
      return {
        memberId,
        name: details?.kana ?? '',
        about: details === null ? '' : context.text(lang, `members.identity.type.${details.documentType}`),
        case: memberId,
        cases: SIDES.map((side) => caseOf(memberId, side)),
        state,
        filedAt,
        answerBy: answerBy(context, appeal),
        text: await store.appealText(textId),
      }
    },
    async judge(subject): Promise<Asked | null> {
      const appeal = appealOf(context.engine.read, subject)
      const row =
        appeal === undefined ? undefined : context.engine.read.of(verifications).get(appeal.memberId)
      if (appeal === undefined || row === undefined) return null
      const rejected = SIDES.filter((side) => sidesOf(row)[side].state === 'rejected')
      const again = await Promise.all(rejected.map((side) => judged(appeal.memberId, side)))
      const code = again.some((reason) => reason !== null) ? 'upheld' : 'overturned'
      const text = await staff.text(
        appeal.memberId,
        context.text(await identity.langOf(appeal.memberId), `members.appeal.${code}`),
      )
      return text.ok
        ? { power: 'appeal.decide', subject, body: {}, reason: { code, text: text.value } }
        : null
    },
  })
  return { judged, twins, namesakes }
}
