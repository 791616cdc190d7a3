import type { DateJst, Ms } from '#kernel/time.ts'
import { defineCommand, done, type DomainEvent } from '#platform/engine/command.ts'
import type { TableReader } from '#platform/engine/table.ts'
import { hasPendingDividends } from '#modules/corporate-actions/server/public.ts'
import { notify } from '#modules/inbox/server/public.ts'
import { balances, post } from '#modules/ledger/server/public.ts'
import { hasOpenYear } from '#modules/tax/server/public.ts'
import { worthOf } from '../model/fund-value.ts'
import { payBack } from './open-pool.ts'
import { poolChanged, openDrafts } from './pool-facts.ts'
import { lastShares, pools, type LastShareRow } from './tables.ts'

/**
 * Money that came into a pool that has paid everything out. `date`: the trade date that is over; `at`: market
 * time at which it is due.
 */
export type HandOn = { poolId: string; date: DateJst; at: Ms }

const sharesOf = (tables: TableReader, poolId: string): LastShareRow[] =>
  tables.of(lastShares).by('pool', poolId)

/** True if there is money to hand on, or somebody who has nothing more to wait for. */
export const hasLateMoney = (tables: TableReader, poolId: string, date: DateJst): boolean =>
  sharesOf(tables, poolId).length > 0 &&
  (balances(tables, poolId).available > 0 || isDone(tables, poolId, date))

/** No dividend is awaited, and no year is open whose loss could give tax back. */
const isDone = (tables: TableReader, poolId: string, date: DateJst): boolean =>
  !hasPendingDividends(tables, poolId) &&
  !hasOpenYear(tables, poolId, tables.of(pools).get(poolId)!.navDate ?? date, date)

/**
 * To whom the pool belonged at its last NAV, by their units then: each rounded down, the rest is the lead's,
 * as at every NAV.
 */
export const handOnCommand = defineCommand({
  type: 'copy.hand-on',
  captureInputs: () => undefined,
  run(tables, { poolId, date, at }: HandOn, _inputs, call) {
    const shares = sharesOf(tables, poolId)
    if (shares.length === 0) return done({ yen: 0 })
    const pool = tables.of(pools).get(poolId)!
    const equityYen = balances(tables, poolId).available
    const events: DomainEvent[] = []
    if (equityYen > 0) {
      const drafts = openDrafts(tables)
      const units = shares.reduce((sum, each) => sum + each.units, 0)
      let leftYen = equityYen
      for (const { holderId, memberId, units: held } of shares) {
        const yen = worthOf({ equityYen, units }, held)
        if (holderId === poolId || yen === 0) continue
        leftYen -= yen
        payBack(drafts, poolId, memberId, yen, 0)
        events.push(
          ...poolChanged(memberId, poolId),
          notify(tables, { seq: call.seq, at }, memberId, {
            kind: 'copyPaid',
            args: { pool: poolId, amount: yen, profit: yen },
            about: holderId,
          }),
        )
      }
      payBack(drafts, poolId, pool.leadMemberId, leftYen, 0)
      events.push(...poolChanged(pool.leadMemberId, poolId))
      post(tables, { seq: call.seq, at, tradeDate: date }, drafts.transfers())
    }
    if (isDone(tables, poolId, date))
      for (const row of shares) tables.of(lastShares).update(row, { done: true })
    return done({ yen: equityYen }, events)
  },
})
