import type { Ms } from '#kernel/time.ts'
import { defineCommand, type DomainEvent, done, SYSTEM_CALLER } from '#platform/engine/command.ts'
import type { TableReader } from '#platform/engine/table.ts'
import type { DueScan, AppContext } from '#modules/module.ts'
import { arrivesBy, dueAfter, leftOf, nextOfTimer } from '../model/withdrawal-timer.ts'
import { withdrawals, type WithdrawalRow } from './tables.ts'
import type { Checked, Looked } from './checked-now-and-then.ts'
import { confirmedOf, type Times } from './command-times.ts'
import { fundingChanged } from './events.ts'
import { denialUntil, obstacleTo } from './withdrawal-checks.ts'
import { approve, RUNNING, type WithdrawalDeps } from './withdrawals.ts'

const LOOK_EVERY: Ms = 500
const AT_ONCE = 100

/**
 * In the published hours: what is left if it stops now, and when it is over if it goes on now. `since`: when
 * what stands against it began; `arrives`: by when it is at the bank if it is approved now; records from
 * before a stop's new name had a beginning of its own have neither.
 */
type Reckoned = { leftMs: Ms; dueAt: Ms; since?: Ms; arrives?: Ms }

const requested = (tables: TableReader, id: string): WithdrawalRow | undefined => {
  const row = tables.of(withdrawals).get(id)
  return row?.state === 'requested' ? row : undefined
}

/**
 * The journal's time is not gone by while it is ahead of the wall clock, because a wrong time was put right:
 * then the confirmed time of the wall clock counts.
 */
const timesIn = (times: Times, journalAt: Ms): Times =>
  journalAt > times.wall ? { ...times, confirmed: confirmedOf(times) } : times

/**
 * The time for a decision: it stands while something stands against the withdrawal, goes on with what was
 * left, and when it is over by confirmed time the default is pay.
 */
export const timerCommand = ({ times, isBusinessDay }: Pick<WithdrawalDeps, 'times' | 'isBusinessDay'>) =>
  defineCommand({
    type: 'withdrawal.timer',
    captureInputs(
      _world,
      { looked }: { looked: readonly Looked[] },
      call,
      tables,
    ): Times & { reckoned: (Reckoned | null)[] } {
      const now = timesIn(times(), call.at)
      const reckoned = looked.map(({ id, failed }): Reckoned | null => {
        const row = requested(tables, id)
        if (row === undefined) return null
        const since = Math.min(
          Math.max(
            obstacleTo(tables, row, now.confirmed ?? call.at, failed)?.since ?? now.wall,
            row.requestedAt,
          ),
          now.wall,
        )
        return {
          leftMs: leftOf(row.decider, since, row.dueAt, isBusinessDay),
          dueAt: dueAfter(row.decider, now.wall, row.leftMs ?? 0, isBusinessDay),
          since,
          arrives: arrivesBy(row.decider, row.dueAt, null, isBusinessDay),
        }
      })
      return { ...now, reckoned }
    },
    run(tables, { looked }, { wall, at, confirmed, reckoned }, call) {
      const events: DomainEvent[] = []
      for (const [index, { id, failed }] of looked.entries()) {
        const row = requested(tables, id)
        const { leftMs, dueAt, since, arrives }: Reckoned = reckoned[index] ?? { leftMs: 0, dueAt: wall }
        const obstacle = row === undefined ? null : obstacleTo(tables, row, confirmed ?? call.at, failed)
        const next = row === undefined ? null : nextOfTimer(row, obstacle?.stop ?? null, confirmed ?? wall)
        if (row === undefined || next === null) continue
        if (next === 'approve') {
          events.push(
            ...approve(
              tables,
              row,
              row.decider === 'wait' ? 'rule' : 'time',
              row.dueAt,
              { seq: call.seq, at },
              arrives,
            ),
          )
          continue
        }
        const stop = obstacle?.stop ?? null
        const until = stop === 'denial' ? (row.denialUntil ?? denialUntil(obstacle!.since)) : row.denialUntil
        if (next === 'stop')
          tables
            .of(withdrawals)
            .update(row, {
              stoppedFor: stop,
              stoppedAt: Math.min(Math.max(obstacle!.since, row.requestedAt), wall),
              leftMs,
              denialUntil: until,
            })
        else if (next === 'rename')
          tables
            .of(withdrawals)
            .update(row, { stoppedFor: stop, stoppedAt: since ?? row.stoppedAt, denialUntil: until })
        else tables.of(withdrawals).update(row, { ...RUNNING, dueAt })
        events.push(fundingChanged(row.memberId))
      }
      return done({ changed: events.length }, events)
    },
  })

/** Withdrawals that two people have to decide about before this time, or that the default pays. */
export const dueWithin = (tables: TableReader, until: Ms): number =>
  tables
    .of(withdrawals)
    .range('due', 'all', {})
    .filter(({ decider, stoppedFor, dueAt }) => decider === 'two' && stoppedFor === null && dueAt <= until)
    .length

type Deps = {
  context: Pick<AppContext, 'engine' | 'clock'>
  checked: Checked
  timer: ReturnType<typeof timerCommand>
}

/** Withdrawals that wait: whose time stops, goes on or is over. */
export function withdrawalsDue({ context, checked, timer }: Deps): DueScan {
  async function look(): Promise<void> {
    const now = Math.floor(context.clock.confirmed())
    const waiting = context.engine.read.of(withdrawals).range('due', 'all', {})
    checked.forget(waiting)
    const looked: Looked[] = []
    for (const row of waiting) {
      const isLast = row.stoppedFor === null && row.dueAt <= now
      const found = { id: row.id, failed: await checked.failed(row, isLast) }
      if (
        nextOfTimer(row, obstacleTo(context.engine.read, row, now, found.failed)?.stop ?? null, now) !== null
      )
        looked.push(found)
    }
    if (looked.length > 0)
      await context.engine.submit(timer, { looked: looked.slice(0, AT_ONCE) }, SYSTEM_CALLER)
  }
  return { name: 'withdrawals.due', everyMs: LOOK_EVERY, look }
}
