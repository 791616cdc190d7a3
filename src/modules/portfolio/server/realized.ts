import type { MemberId } from '#kernel/id.ts'
import type { Yen } from '#kernel/money.ts'
import type { DateJst } from '#kernel/time.ts'
import type { AppContext } from '#modules/module.ts'
import { gainsSince, realizedByDay, withheldIn } from '#modules/tax/server/public.ts'

/**
 * The realized result of a member, in yen, of this trade date and of its year: shares paid in full against
 * their average cost, as tax has them (decision 0196); the year's less what settlements have withheld in it.
 */
export async function realizedOn(
  { engine, db, calendar }: Pick<AppContext, 'engine' | 'db' | 'calendar'>,
  memberId: MemberId,
  tradeDate: DateJst,
): Promise<{ dayYen: Yen; yearYen: Yen }> {
  const year = tradeDate.slice(0, 4)
  const days = realizedByDay(await gainsSince(db, memberId, `${year}-01-01`), calendar)
  const sumOf = (period: string) =>
    days.reduce((sum, { date, yen }) => (date.startsWith(period) ? sum + yen : sum), 0)
  return { dayYen: sumOf(tradeDate), yearYen: sumOf(year) - withheldIn(engine.read, memberId, year) }
}
