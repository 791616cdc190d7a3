import type { House } from '#rooms/room.ts'
import type { Asked, StaffPublic } from '#rooms/staff/server/public.ts'
import type { IdentityPublic } from '#rooms/identity/server/public.ts'
import { checkSide } from '../model/checks.ts'
import type { RejectReason, Side } from '../model/verification.ts'
import { partsOfCase, SIDES } from '../model/verification.ts'
import { appealEffect, appealOf, openAppeals } from './appeal.ts'
import { casesOf, sideEffects } from './decide.ts'
import { hasPassed } from './public.ts'
import type { IdentityStore } from './queries.ts'
import { sidesOf } from './submit.ts'
import { verifications } from './tables.ts'

type Given = { house: House; store: IdentityStore; staff: StaffPublic; identity: Pick<IdentityPublic, 'langOf'> }

/** Lays identities and appeals before operators. The demo desk decides them by the published checks, people by what they see. */
export function openQueues({ house, store, staff, identity }: Given): void {
  for (const effect of [...sideEffects, appealEffect]) staff.register(effect)

  /** What the checks say of a side as it stands; null: it holds. */
  async function judged(memberId: string, side: Side): Promise<RejectReason | null> {
    const row = house.engine.read.of(verifications).get(memberId)!
    const sides = sidesOf(row)
    const facts = async (of: Side) => (sides[of].pictureId === null ? null : store.pictureOf(sides[of].pictureId))
    const [picture, other, form] = await Promise.all([facts(side), facts(side === 'front' ? 'back' : 'front'), store.detailsOf(row.detailsId)])
    const taken = (await store.sameDocument(memberId, form!)).some((each) =>
      hasPassed(house.engine.read, each.memberId) && house.engine.read.of(verifications).get(each.memberId)?.detailsId === each.id)
    return checkSide({ picture: picture!, other, form: form!, isNumberTaken: taken })
  }

  staff.queue({
    name: 'identity', roles: ['reviewer'], items: casesOf,
    async judge(subject): Promise<Asked | null> {
      const { memberId, side } = partsOfCase(subject)!
      const row = house.engine.read.of(verifications).get(memberId)
      if (row === undefined) return null
      const body = { pictureId: sidesOf(row)[side].pictureId! }
      const code = await judged(memberId, side)
      return code === null ? { power: 'identity.accept', subject, body } : { power: 'identity.reject', subject, body, reason: { code, text: null } }
    },
  })

  staff.queue({
    name: 'identity-appeals', roles: ['reviewer'], items: openAppeals,
    async judge(subject): Promise<Asked | null> {
      const appeal = appealOf(house.engine.read, subject)
      const row = appeal === undefined ? undefined : house.engine.read.of(verifications).get(appeal.memberId)
      if (appeal === undefined || row === undefined) return null
      const rejected = SIDES.filter((side) => sidesOf(row)[side].state === 'rejected')
      const again = await Promise.all(rejected.map((side) => judged(appeal.memberId, side)))
      const code = again.some((reason) => reason !== null) ? 'upheld' : 'overturned'
      const text = await staff.text(appeal.memberId, house.text(await identity.langOf(appeal.memberId), `members.appeal.${code}`))
      return text.ok ? { power: 'appeal.decide', subject, body: {}, reason: { code, text: text.value } } : null
    },
  })
}
