import type { MemberId } from '#kernel/id.ts'
import type { Yen } from '#kernel/money.ts'
import type { Ms } from '#kernel/time.ts'
import { defineCommand, type DomainEvent, done, SYSTEM_CALLER } from '#platform/engine/command.ts'
import type { TableReader } from '#platform/engine/table.ts'
import type { AppContext, DueScan } from '#modules/module.ts'
import { stopsOfPayment, type Stop } from '../model/withdrawal-timer.ts'
import { fundingChanged } from './events.ts'
import { isWithBank } from './open-line.ts'
import { withdrawals, type WithdrawalRow } from './tables.ts'
import { CHECKED_IN_SQL, obstacleTo, type Obstacle } from './withdrawal-checks.ts'
import type { Checked, Looked } from './checked-now-and-then.ts'
import { RUNNING } from './withdrawals.ts'

const LOOK_EVERY: Ms = 500
const AT_ONCE = 100

const obstacleToPayment = (
  tables: TableReader,
  row: WithdrawalRow,
  now: Ms,
  failed: Stop | null,
): Obstacle | null =>
  row.state === 'approved' && !isWithBank(tables, row)
    ? obstacleTo(tables, row, now, failed, stopsOfPayment(row))
    : null

/**
 * The obstacle to an approved withdrawal on its way to the bank, and since when; null: nothing does, or the
 * bank has it. Of the checks that rows alone do not answer the last look counts.
 */
export const paymentStop = (tables: TableReader, row: WithdrawalRow, now: Ms): Obstacle | null =>
  obstacleToPayment(
    tables,
    row,
    now,
    row.stoppedFor !== null && CHECKED_IN_SQL.includes(row.stoppedFor) ? row.stoppedFor : null,
  )

/**
 * Approved, not with the bank, and not on its way there: stopped, or left out of its files (`isUnwritable`).
 * Then two people may deny it.
 */
export const isStuck = (tables: TableReader, row: WithdrawalRow, now: Ms, isUnwritable: boolean): boolean =>
  row.state === 'approved' &&
  !isWithBank(tables, row) &&
  (isUnwritable || paymentStop(tables, row, now) !== null)

/** Withdrawals of a member that are asked for, or approved and not with the bank: a freeze stops them all. */
export const standing = (tables: TableReader, memberId: MemberId): Yen =>
  tables
    .of(withdrawals)
    .by('member', memberId)
    .filter((row) => row.state === 'requested' || (row.state === 'approved' && !isWithBank(tables, row)))
    .reduce((sum, { yen }) => sum + yen, 0)

/** Payments that time alone approved, not with the bank, and that a published check stands against. */
export const timedApprovalsStopped = (tables: TableReader, now: Ms): number =>
  tables
    .of(withdrawals)
    .range('unpaid', 'all')
    .filter(
      (row) =>
        (row.approvedBy === 'time' || row.decider === 'wait') && paymentStop(tables, row, now) !== null,
    ).length

/**
 * Writes down what has come to stand against approved payments, and what is over by confirmed time (records
 * from before it was asked have none): they go on with it.
 */
export const paymentStopsCommand = defineCommand({
  type: 'withdrawal.payment-stops',
  captureInputs: () => null,
  run(tables, { looked, confirmed }: { looked: readonly Looked[]; confirmed?: Ms }, _inputs, { at }) {
    const events: DomainEvent[] = []
    for (const { id, failed } of looked) {
      const row = tables.of(withdrawals).get(id)
      if (row?.state !== 'approved') continue
      const obstacle = obstacleToPayment(tables, row, confirmed ?? at, failed)
      if (row.stoppedFor === (obstacle?.stop ?? null)) continue
      tables.of(withdrawals).update(
        row,
        obstacle === null
          ? { ...RUNNING, releasedAt: at }
          : {
              stoppedFor: obstacle.stop,
              stoppedAt: Math.min(Math.max(obstacle.since, row.approvedAt!), at),
              // Of the time for a decision nothing is left.
              leftMs: 0,
            },
      )
      events.push(fundingChanged(row.memberId))
    }
    return done({ changed: events.length }, events)
  },
})

/** Approved withdrawals that the bank has not been told of: what has come to stop them, and what is over. */
export function paymentsStopped({
  context,
  checked,
}: {
  context: Pick<AppContext, 'engine' | 'clock'>
  checked: Checked
}): DueScan {
  async function look(): Promise<void> {
    const { read } = context.engine
    const now = Math.floor(context.clock.confirmed())
    const waiting = read
      .of(withdrawals)
      .range('unpaid', 'all')
      .filter(({ transferId }) => transferId === null)
    const looked: Looked[] = []
    for (const row of waiting) {
      const failed = stopsOfPayment(row).some((stop) => CHECKED_IN_SQL.includes(stop) && stop !== 'account')
        ? await checked.failed(row)
        : null
      if (row.stoppedFor !== (obstacleToPayment(read, row, now, failed)?.stop ?? null))
        looked.push({ id: row.id, failed })
    }
    checked.forget(waiting)
    if (looked.length > 0)
      await context.engine.submit(
        paymentStopsCommand,
        { looked: looked.slice(0, AT_ONCE), confirmed: now },
        SYSTEM_CALLER,
      )
  }
  return { name: 'withdrawals.stopped', everyMs: LOOK_EVERY, look }
}
