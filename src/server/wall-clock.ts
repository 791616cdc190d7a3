import { no } from '#kernel/result.ts'
import { DAY, type Ms } from '#kernel/time.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/connect.ts'
import { defineCommand, done } from '#platform/engine/command.ts'
import { defineTable } from '#platform/engine/table.ts'

/** How far the demo clock has moved the wall clock ahead of the machine's. One row. */
type WallClockRow = { id: string; offsetMs: Ms }

export const wallClock = defineTable<WallClockRow>()({
  name: 'wall_clock',
  columns: { id: 'text', offsetMs: 'int8' },
  key: 'id',
})

declare module '#platform/database/connect.ts' {
  interface SqlTables {
    wallClock: WallClockRow
  }
}

const ROW = 'wall'
/**
 * One step forward at most; further needs several, so that a slip of the finger does not cost a century of
 * jobs.
 */
export const FURTHEST_DAYS = 400

/** Read before the engine starts: the journal's time follows the wall clock. */
export async function wallClockOffset({ kysely }: Database): Promise<Ms> {
  const row = await kysely.selectFrom('wallClock').select('offsetMs').where('id', '=', ROW).executeTakeFirst()
  return row?.offsetMs ?? 0
}

/** Moves the wall clock of the demo forward. In the journal, so that the next start goes on from there. */
export const setWallClock = (clock: Clock) =>
  defineCommand({
    type: 'clock.set',
    captureInputs: () => ({ machine: Math.floor(clock.machine()), wall: Math.floor(clock.wall()) }),
    run: (tables, { at }: { at: Ms }, { machine, wall }) => {
      if (at <= wall) return no('CLOCK_BACKWARDS')
      if (at > wall + FURTHEST_DAYS * DAY) return no('CLOCK_TOO_FAR', { days: FURTHEST_DAYS })
      const table = tables.of(wallClock)
      const row = table.get(ROW)
      if (row === undefined) table.insert({ id: ROW, offsetMs: at - machine })
      else table.update(row, { offsetMs: at - machine })
      return done({ at })
    },
  })
