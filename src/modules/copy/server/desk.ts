import { DAY, iso, type Ms } from '#kernel/time.ts'
import { memberOf } from '#modules/identity/server/public.ts'
import { on, type Door, type House } from '#modules/module.ts'
import type { Queue } from '#modules/staff/server/public.ts'
import { listDeskFollows, type DeskFollow } from '../operator-contract.ts'
import { decidedFollows } from './queries.ts'
import { poolOf, takenYen, type Sources } from './sources.ts'
import { follows, type FollowRow } from './tables.ts'

const pendingFollows = (house: House): FollowRow[] =>
  house.engine.read.of(follows).all().filter(({ state }) => state === 'pending').toSorted((a, b) => (a.number < b.number ? -1 : 1))

/** What is in review until the next NAV. The published rule accepts by itself; people look only for what it cannot know, and silence accepts. */
export const copyQueue = (house: House): Queue => ({
  name: 'copy-subscriptions', roles: ['reviewer'],
  items: () => pendingFollows(house).map(({ id, memberId, appliedAt }) => ({ subject: id, memberId, since: appliedAt })),
  judge: async () => null,
})

/** The reviewers' list, by numbers alone. */
export function copyDeskDoor(house: House, sources: Sources, nextNavAt: (after: Ms) => Ms): Door {
  const view = (row: FollowRow): DeskFollow => {
    const { pool, listing: { terms } } = poolOf(sources, house.engine.read, row.poolId)!
    const member = memberOf(house.engine.read, row.memberId)!
    return {
      id: row.id, number: row.number, pool: row.poolId, member: { id: member.id, number: member.number, level: member.level, days: Math.max(0, Math.floor((house.clock.wall() - member.openedAt) / DAY)) }, amount: row.buyYen, state: row.state, reason: row.reason,
      appliedAt: iso(row.appliedAt), decidedBy: row.state === 'pending' ? iso(nextNavAt(row.appliedAt)) : null,
      minimum: terms.minimumYen, fundSize: terms.capYen, taken: takenYen(house.engine.read, pool), deadline: iso(terms.closesAt),
    }
  }
  return on(listDeskFollows, async ({ query }) => {
    const pending = pendingFollows(house)
    return { review: pending.length, rows: (query.view === 'decided' ? await decidedFollows(house.db) : pending).map(view) }
  })
}
