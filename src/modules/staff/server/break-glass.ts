import { no } from '#kernel/result.ts'
import type { Ms } from '#kernel/time.ts'
import { defineCommand, done } from '#platform/engine/command.ts'
import type { TableReader } from '#platform/engine/table.ts'
import type { AppContext } from '#modules/module.ts'
import { BREAK_GLASS_NOTICE } from '../model/break-glass.ts'
import { founderId, FOUNDERS } from '../model/founders.ts'
import type { Effect } from './effects.ts'
import { invitePair } from './founding.ts'
import { publishByRule } from './published.ts'
import { askForSet, currentSet } from './recovery.ts'
import { breakGlasses, operators, type BreakGlassRow } from './tables.ts'

/** The break-glass that waits for its time; there is at most one. */
export const waitingGlass = (tables: TableReader): BreakGlassRow | undefined =>
  tables
    .of(breakGlasses)
    .all()
    .find(({ status }) => status === 'waiting')

/** Time that the server has seen pass, or two people have confirmed: a wrong clock lets nobody in early. */
type Times = { id: string; confirmed: Ms }
type Clock = Pick<AppContext, 'clock'>

/**
 * Begins a break-glass by two different codes of the set, which the route has read. Nothing follows from it
 * but the notice.
 */
export const beginBreakGlass = ({ clock }: Clock) =>
  defineCommand({
    type: 'staff.break-glass',
    captureInputs: (world): Times => ({ id: world.id(), confirmed: Math.floor(clock.confirmed()) }),
    run(tables, { setId, numbers }: { setId: string; numbers: readonly number[] }, { id, confirmed }, call) {
      if (new Set(numbers).size < 2) return no('CODES_SAME')
      if (currentSet(tables)?.id !== setId) return no('CODE_WRONG')
      if (waitingGlass(tables) !== undefined) return no('BREAK_GLASS_WAITING')
      const row = tables
        .of(breakGlasses)
        .insert({
          id,
          setId,
          numbers,
          beganAt: call.at,
          opensAt: confirmed + BREAK_GLASS_NOTICE,
          status: 'waiting',
          overAt: null,
        })
      return done({ id, opensAt: row.opensAt }, [publishByRule(tables, 'break-glass.begin', id, call)])
    },
  })

export type BeginBreakGlass = ReturnType<typeof beginBreakGlass>

/** The reading of the wall clock when confirmed time has come to `at`. */
export const reachedAt = (clock: AppContext['clock'], at: Ms): Ms => at + (clock.unconfirmed()?.byMs ?? 0)

/** True if the notice is over. */
export const isGlassDue = (tables: TableReader, confirmed: Ms): boolean =>
  (waitingGlass(tables)?.opensAt ?? Infinity) <= confirmed

/**
 * The notice is over and nobody has stopped it: an administrator and an auditor are invited, new ones, and
 * the codes are spent. Whoever can sign stays.
 */
export const openBreakGlass = ({ clock }: Clock) =>
  defineCommand({
    type: 'staff.break-glass-open',
    captureInputs: (world): Times => ({ id: world.id(), confirmed: Math.floor(clock.confirmed()) }),
    run(tables, _input: null, { id, confirmed }, call) {
      const row = waitingGlass(tables)
      if (row === undefined || !isGlassDue(tables, confirmed)) return no('BREAK_GLASS_EARLY')
      tables.of(breakGlasses).update(row, { status: 'opened', overAt: call.at })
      askForSet(tables, `${id}-recovery`, call.at)
      const invited = invitePair(tables, newPair(tables), id, call.at)
      return done({ id: row.id, invited }, [publishByRule(tables, 'break-glass.open', row.id, call)])
    },
  })

/** The first pair of ids that nobody has. */
function newPair(tables: TableReader): string {
  const isTaken = (pair: string) =>
    FOUNDERS.some((role) => tables.of(operators).get(founderId(pair, role)) !== undefined)
  for (let n = 1; ; n++) if (!isTaken(`again-${n}`)) return `again-${n}`
}

/** Whoever can sign has no need of it: one signature stops it. The codes stay good. */
export const stopEffect: Effect = {
  power: 'break-glass.stop',
  memberOf: () => null,
  refuse: (tables, id) =>
    tables.of(breakGlasses).get(id)?.status === 'waiting' ? null : no('BREAK_GLASS_OVER'),
  carryOut(tables, { subject }, { wall }) {
    const table = tables.of(breakGlasses)
    table.update(table.get(subject)!, { status: 'stopped', overAt: wall })
    return done({ id: subject })
  },
}
