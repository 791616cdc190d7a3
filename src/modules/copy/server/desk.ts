import { DAY, iso, type Ms } from '#kernel/time.ts'
import { isFrozen, memberOf } from '#modules/identity/server/public.ts'
import { on, type RouteHandler, type AppContext } from '#modules/module.ts'
import { askedPage, foundIn } from '#modules/staff/model/desk-list.ts'
import type { CaseReader, Queue } from '#modules/staff/server/public.ts'
import { listDeskFollows, type DeskFollow } from '../operator-contract.ts'
import { decidedFollows } from './queries.ts'
import { poolOf, takenYen, type CommandDeps } from './pool-facts.ts'
import { follows, type FollowRow } from './tables.ts'

const pendingFollows = (context: AppContext): FollowRow[] =>
  context.engine.read
    .of(follows)
    .all()
    .filter(({ state }) => state === 'pending')
    .toSorted((a, b) => (a.number < b.number ? -1 : 1))

/**
 * Subscriptions in review until the next NAV. The published rule accepts by itself; people look only for what
 * it cannot know, and silence accepts.
 */
export const copyQueue = (context: AppContext): Queue => ({
  name: 'copy-subscriptions',
  roles: ['reviewer'],
  items: () =>
    pendingFollows(context).map(({ id, memberId, appliedAt }) => ({
      subject: id,
      memberId,
      since: appliedAt,
    })),
  judge: async () => null,
})

/** Cases of a refusal: how much, of which pool. */
export const copyCases = (context: AppContext): CaseReader => ({
  powers: ['copy-subscription.refuse'],
  yen: (subject) => context.engine.read.of(follows).get(subject)?.buyYen ?? null,
  async brief(subject) {
    const row = context.engine.read.of(follows).get(subject)
    return row === undefined
      ? null
      : {
          name: `${row.number} ${row.poolId}`,
          amount: row.buyYen,
          account: null,
          address: { page: 'copy', at: row.id },
        }
  },
  async detail(subject, _body, lang) {
    const row = context.engine.read.of(follows).get(subject)!
    const text = (key: string) => context.text(lang, `copy.console.${key}`)
    return {
      person: null,
      facts: [
        { label: text('pool'), value: row.poolId },
        { label: text('applied'), value: iso(row.appliedAt) },
      ],
      checks: [],
      look: null,
    }
  },
})

/** The reviewers' list, by numbers alone. */
export function copyDeskRoute(
  context: AppContext,
  deps: CommandDeps,
  nextNavAt: (after: Ms) => Ms,
): RouteHandler {
  const view = (row: FollowRow): DeskFollow => {
    const {
      pool,
      listing: { terms },
    } = poolOf(deps, context.engine.read, row.poolId)!
    const member = memberOf(context.engine.read, row.memberId)!
    return {
      id: row.id,
      number: row.number,
      pool: row.poolId,
      member: {
        id: member.id,
        number: member.number,
        level: member.level,
        days: Math.max(0, Math.floor((context.clock.wall() - member.openedAt) / DAY)),
        frozen: isFrozen(context.engine.read, member.id, context.clock.wall()),
      },
      amount: row.buyYen,
      state: row.state,
      reason: row.reason,
      appliedAt: iso(row.appliedAt),
      decidedBy: row.state === 'pending' ? iso(nextNavAt(row.appliedAt)) : null,
      minimum: terms.minimumYen,
      fundSize: terms.capYen,
      taken: takenYen(context.engine.read, pool),
      deadline: iso(terms.closesAt),
    }
  }
  return on(listDeskFollows, async ({ query }) => {
    const pending = pendingFollows(context)
    const asked = askedPage(query)
    const { rows, next, total } =
      query.view === 'decided'
        ? await decidedFollows(context.db, asked)
        : foundIn(
            pending,
            ({ appliedAt, id }) => ({ figure: appliedAt, id }),
            ({ number, memberId, buyYen }) => ({
              reference: number,
              number: memberOf(context.engine.read, memberId)!.number,
              yen: buyYen,
            }),
            asked,
          )
    return { review: pending.length, rows: rows.map(view), next, total }
  })
}
