import type { Refusal } from '#kernel/result.ts'
import { iso } from '#kernel/time.ts'
import { memberOf } from '#modules/identity/server/public.ts'
import { NotFound, on, type AppContext, type RouteHandler } from '#modules/module.ts'
import { FREEZE_POWERS, getFreeze } from '../operator-contract.ts'
import { openRequest } from './act.ts'
import { hindranceOf } from './approval-view.ts'
import type { Effects } from './effects.ts'
import { groundOf } from './freeze-ground.ts'
import type { AboutFrozen, StaffPublic } from './public.ts'
import { freezes } from './tables.ts'

type Deps = {
  context: AppContext
  effects: Effects
  staff: Pick<StaffPublic, 'logRead' | 'personOf'>
  about: AboutFrozen
}

/** The freeze of an account, and which acts on it the caller could sign: for each page with a member. */
export const freezeRoute = ({ context, effects, staff, about }: Deps): RouteHandler =>
  on(getFreeze, async ({ operator, params: { id: memberId }, lang }) => {
    const { read } = context.engine
    const now = Math.floor(context.clock.wall())
    const member = memberOf(read, memberId)
    if (member === undefined) throw new NotFound('member')
    await staff.logRead(operator.operatorId, memberId, 'profile')
    const isHeld = member.heldUntil !== null && now < member.heldUntil
    const [{ person, yen }, ground] = await Promise.all([
      about(memberId),
      isHeld ? groundOf(context, memberId) : null,
    ])
    const wordsOf = (refusal: Refusal | null): string | null =>
      refusal === null
        ? null
        : context.text(lang, `${refusal.module ?? 'staff'}.rejection.${refusal.rejection}`, refusal.detail)
    return {
      number: member.number,
      own: member.frozenAt !== null,
      until: isHeld ? iso(member.heldUntil!) : null,
      by: isHeld ? (read.of(freezes).get(memberId)?.frozenBy ?? []).map(staff.personOf) : [],
      ground,
      name: person,
      stopped: yen,
      hindrances: Object.fromEntries(
        FREEZE_POWERS.map((power) => [
          power,
          wordsOf(
            hindranceOf(
              read,
              effects,
              {
                power,
                subject: memberId,
                body: {},
                status: null,
                signatures: [],
                askedAt: now,
                otherOpen: openRequest(read, power, memberId, now)?.signatures ?? [],
              },
              operator,
              now,
            ),
          ),
        ]),
      ) as Record<(typeof FREEZE_POWERS)[number], string | null>,
    }
  })
