import type { MemberId } from '#kernel/id.ts'
import { dateJst, daysBetween, MINUTE, type DateJst, type Ms } from '#kernel/time.ts'
import type { Yen } from '#kernel/money.ts'
import { defineCommand, type DomainEvent, done, SYSTEM_CALLER } from '#platform/engine/command.ts'
import type { Job } from '#platform/jobs.ts'
import type { TableReader } from '#platform/engine/table.ts'
import { isVerified } from '#modules/identity/model/levels.ts'
import { memberOf, setLevel } from '#modules/identity/server/public.ts'
import { notify } from '#modules/inbox/server/public.ts'
import { closingAt } from '#modules/instruments/model/schedule.ts'
import { callsOf, lastUnmetCall } from '#modules/margin/server/public.ts'
import type { PortfolioPublic } from '#modules/portfolio/server/public.ts'
import type { AppContext } from '#modules/module.ts'
import { levelFor, type Standing } from '../model/levels.ts'
import { levelChanged } from './events.ts'
import { quizResults } from './tables.ts'

/** The facts that a review needs and no hot row has. `unmetAt`: the time when a call last ended unmet. */
type Facts = { memberId: MemberId; equityYen: Yen; unmetAt: Ms | null }
const AT_ONCE = 100
/** After the closing auction and the calls of its close. */
const AFTER_CLOSE: Ms = 2 * MINUTE

/** Standing of a member by the published rules on a day in Japan. */
export function standingOf(tables: TableReader, { memberId, equityYen, unmetAt }: Facts, at: Ms): Standing {
  const member = memberOf(tables, memberId)!
  const today = dateJst(at)
  const since = (then: Ms): number => Math.max(0, daysBetween(dateJst(then), today))
  return {
    level: member.level,
    verified: isVerified(member.level),
    quizPassed: (tables.of(quizResults).get(memberId)?.passedAt ?? null) !== null,
    days: since(member.openedAt),
    equityYen,
    daysSinceUnmetCall: callsOf(tables, memberId).length > 0 ? 0 : unmetAt === null ? null : since(unmetAt),
  }
}

/** `level.review`: raises whoever meets the published rules, and tells them. Nobody's level falls. */
export const reviewLevels = defineCommand({
  type: 'level.review',
  captureInputs: () => null,
  run(tables, { at, members }: { at: Ms; members: readonly Facts[] }, _inputs, call) {
    const events: DomainEvent[] = []
    for (const facts of members) {
      const standing = standingOf(tables, facts, at)
      const level = levelFor(standing)
      if (level === standing.level) continue
      setLevel(tables, facts.memberId, level)
      events.push(
        notify(tables, { seq: call.seq, at }, facts.memberId, { kind: 'levelRaised', args: { level } }),
        levelChanged(facts.memberId),
      )
    }
    return done({ raised: events.length / 2 }, events)
  },
})

export const factsOf = async (
  { db }: Pick<AppContext, 'db'>,
  portfolio: PortfolioPublic,
  memberId: MemberId,
): Promise<Facts> => ({
  memberId,
  equityYen: portfolio.totalAssets(memberId),
  unmetAt: await lastUnmetCall(db, memberId),
})

/**
 * The review of levels once a trading day, after its close. Only who has passed the quiz can rise by it: the
 * identity raises in its own command.
 */
export function reviewJob(context: AppContext, portfolio: PortfolioPublic): Job {
  const { schedule, calendar } = context
  const dueOn = (date: DateJst) => closingAt(schedule, date) + AFTER_CLOSE
  return {
    name: 'members.levels',
    next(after) {
      let date = calendar.previous(dateJst(after))
      while (dueOn(date) <= after) date = calendar.next(date)
      return dueOn(date)
    },
    async run(dueAt) {
      // In replay the market's date is long past: days with the firm are people's days.
      const at = context.config.replay === null ? dueAt : Math.floor(context.clock.wall())
      const { read } = context.engine
      const may = read
        .of(quizResults)
        .all()
        .filter(({ memberId, passedAt }) => passedAt !== null && memberOf(read, memberId)?.level !== 'core')
      for (let from = 0; from < may.length; from += AT_ONCE) {
        const members = await Promise.all(
          may.slice(from, from + AT_ONCE).map(({ memberId }) => factsOf(context, portfolio, memberId)),
        )
        await context.engine.submit(reviewLevels, { at, members }, SYSTEM_CALLER)
      }
    },
  }
}
