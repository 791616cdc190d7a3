import type { MemberId } from '#kernel/id.ts'
import {
  addDays,
  dateJst,
  daysBetween,
  MINUTE,
  timeJst,
  type DateJst,
  type Ms,
  type Days,
} from '#kernel/time.ts'
import { defineCommand, done, SYSTEM_CALLER } from '#platform/engine/command.ts'
import type { TableReader } from '#platform/engine/table.ts'
import { memberOf } from '#modules/identity/server/public.ts'
import { accountChanged } from '#modules/ledger/server/events.ts'
import { balances } from '#modules/ledger/server/public.ts'
import { callsOf } from '#modules/margin/server/public.ts'
import { hasPassed } from '#modules/members/server/public.ts'
import type { AppContext, Job } from '#modules/module.ts'
import { LOOKBACK_DAYS, type CreditFacts } from '../model/credit-score.ts'
import { blemishesSince } from './queries.ts'
import { creditRecords, loans } from './tables.ts'

/** Everything that the score asks about a member, on a day in Japan. */
export function creditFacts(tables: TableReader, memberId: MemberId, wall: Ms): CreditFacts {
  const own = tables.of(loans).by('member', memberId)
  const record = tables.of(creditRecords).get(memberId)
  const sum = (of: 'onTime' | 'late') => own.reduce((all, loan) => all + loan[of], 0)
  // A pool has an account and is nobody's history.
  const openedAt = memberOf(tables, memberId)?.openedAt ?? wall
  return {
    isVerified: hasPassed(tables, memberId),
    days: Math.max(daysBetween(dateJst(openedAt), dateJst(wall)), 0),
    onTime: sum('onTime'),
    late: sum('late'),
    unmetCalls: record?.unmetCalls ?? 0,
    hasOpenCall: callsOf(tables, memberId).length > 0,
    shortfallDays: record?.shortfallDays ?? 0,
    hasShortfall: balances(tables, memberId).shortfall > 0,
  }
}

type Review = {
  asOf: DateJst
  members: readonly { memberId: MemberId; unmetCalls: number; shortfallDays: Days }[]
}

/** `credit.review`: what a day's look into the records found, for whom it differs. */
export const reviewCommand = defineCommand({
  type: 'credit.review',
  captureInputs: () => null,
  run(tables, { asOf, members }: Review) {
    const table = tables.of(creditRecords)
    for (const member of members) {
      const row = table.get(member.memberId)
      if (row === undefined) table.insert({ ...member, asOf })
      else table.update(row, { ...member, asOf })
    }
    return done(
      { changed: members.length },
      members.map(({ memberId }) => accountChanged(memberId)),
    )
  },
})

const AT_ONCE = 200
/** After the month's interest, of which it counts the shortfalls. */
const AFTER_MIDNIGHT: Ms = 5 * MINUTE

/**
 * Each day: calls that ended unmet and days with a shortfall of the last 365 days, by the published rule
 * (product decision 9).
 */
export const creditJob = (context: AppContext): Job => ({
  name: 'loans.credit',
  next(after) {
    const today = timeJst(dateJst(after), 0) + AFTER_MIDNIGHT
    return today > after ? today : timeJst(addDays(dateJst(after), 1), 0) + AFTER_MIDNIGHT
  },
  async run(dueAt) {
    const asOf = dateJst(dueAt)
    const found = new Map(
      (await blemishesSince(context.db, timeJst(addDays(asOf, -LOOKBACK_DAYS), 0))).map((each) => [
        each.memberId,
        each,
      ]),
    )
    const known = context.engine.read.of(creditRecords).all()
    const forgotten = known
      .filter(
        ({ memberId, unmetCalls, shortfallDays }) => !found.has(memberId) && unmetCalls + shortfallDays > 0,
      )
      .map(({ memberId }) => ({ memberId, unmetCalls: 0, shortfallDays: 0 }))
    const isNew = (each: Review['members'][number]) =>
      known.every(
        (row) =>
          row.memberId !== each.memberId ||
          row.unmetCalls !== each.unmetCalls ||
          row.shortfallDays !== each.shortfallDays,
      )
    const members = [...[...found.values()].filter(isNew), ...forgotten]
    for (let from = 0; from < members.length; from += AT_ONCE)
      await context.engine.submit(
        reviewCommand,
        { asOf, members: members.slice(from, from + AT_ONCE) },
        SYSTEM_CALLER,
      )
  },
})
