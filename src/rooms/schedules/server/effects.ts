import { done } from '#platform/engine/command.ts'
import { tradeDateAt } from '#rooms/instruments/model/schedule.ts'
import type { House } from '#rooms/room.ts'
import type { Effect } from '#rooms/staff/server/public.ts'
import { feesProblem } from '../model/fees.ts'
import { invitationsProblem } from '../model/invitations.ts'
import { limitsProblem } from '../model/limits.ts'
import { isDay, type BeginFacts } from '../model/schedule.ts'
import { schedules, type ScheduleKind } from './tables.ts'

/** Each kind of table: the power that sets it, and why a request for one is refused. */
const KINDS = {
  fees: { power: 'fees.set', problem: feesProblem },
  limits: { power: 'limits.set', problem: limitsProblem },
  invitations: { power: 'invitations.issue', problem: invitationsProblem },
} as const

/** What carries the powers out: two signatures, the next business day, published, and never changed (security-and-trust 1). */
export const effects = ({ calendar, clock, schedule }: House): Effect[] => (Object.keys(KINDS) as ScheduleKind[]).map((kind): Effect<{ from?: string }, BeginFacts> => {
  const { power, problem } = KINDS[kind]
  return {
    power, memberOf: () => null,
    given: (_tables, _subject, { from }) => ({ today: tradeDateAt(schedule, calendar, clock.market()), isOpen: isDay(from) && calendar.isTradingDay(from) }),
    refuse: (tables, id, body, facts) => problem(id, body, facts, tables.of(schedules).get(id) !== undefined),
    carryOut(tables, { subject: id, body, signers }, { at }) {
      const from = body.from!
      tables.of(schedules).insert({ id, kind, fromDate: from, body, publishedAt: at, signers })
      return done({ from }, [{ type: 'schedule.published', id }])
    },
  }
})
