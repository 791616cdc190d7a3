import type { MemberId } from '#kernel/id.ts'
import type { Yen } from '#kernel/money.ts'
import type { DateJst, Ms } from '#kernel/time.ts'
import type { Database } from '#platform/database/connect.ts'
import type { MarginCall } from '#modules/margin/model/calls.ts'
import { firmAccount } from '#modules/ledger/model/accounts.ts'

const SHOWN_ENDED = 10

/** A member's newest calls that have ended. */
export const endedCalls = ({ kysely }: Database, memberId: MemberId): Promise<MarginCall[]> =>
  kysely
    .selectFrom('marginCalls')
    .selectAll()
    .where('memberId', '=', memberId)
    .where('state', 'in', ['met', 'closed'])
    .orderBy('tradeDate', 'desc')
    .limit(SHOWN_ENDED)
    .execute()

/**
 * Money from outside since each of these calls was made, less what left, up to market time `until`; by the
 * call's trade date.
 */
export async function paidInSince(
  { kysely }: Database,
  calls: readonly MarginCall[],
  until: Ms,
): Promise<Record<DateJst, Yen>> {
  const bank = firmAccount('bank')
  const paidIn: Record<DateJst, Yen> = {}
  for (const { memberId, tradeDate, madeSeq } of calls) {
    const moves = await kysely
      .selectFrom('transfers')
      .select(['debit', 'yen'])
      .where('memberId', '=', memberId)
      .where('seq', '>', madeSeq)
      .where('at', '<=', until)
      .where((is) => is.or([is('debit', '=', bank), is('credit', '=', bank)]))
      .execute()
    paidIn[tradeDate] = moves.reduce((sum, { debit, yen }) => sum + (debit === bank ? yen : -yen), 0)
  }
  return paidIn
}
