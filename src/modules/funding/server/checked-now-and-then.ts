import type { Ms } from '#kernel/time.ts'
import type { AppContext } from '#modules/module.ts'
import type { Stop } from '../model/withdrawal-timer.ts'
import type { WithdrawalRow } from './tables.ts'

/** Checks that ask SQL and pictures are made this often, and again before what they decide. */
const CHECKED_EVERY: Ms = 5_000

/** `failed`: the first of the published checks that rows alone do not answer; null: none. */
export type Looked = { id: string; failed: Stop | null }

export type Checked = {
  /** `isLast`: it is decided by this, so it is asked now. */
  failed(row: WithdrawalRow, isLast?: boolean): Promise<Stop | null>
  /** Only those are remembered that still wait. */
  forget(waiting: readonly WithdrawalRow[]): void
}

/** Asks for the checks of a withdrawal now and then, and remembers the answer in between. */
export function checkedNowAndThen(
  { clock }: Pick<AppContext, 'clock'>,
  check: (row: WithdrawalRow) => Promise<Stop | null>,
): Checked {
  const known = new Map<string, { at: Ms; failed: Stop | null }>()
  return {
    async failed(row, isLast = false) {
      const before = known.get(row.id)
      const at = clock.machine()
      if (before !== undefined && !isLast && at - before.at < CHECKED_EVERY) return before.failed
      const failed = await check(row)
      known.set(row.id, { at, failed })
      return failed
    },
    forget(waiting) {
      const ids = new Set(waiting.map(({ id }) => id))
      for (const id of known.keys()) if (!ids.has(id)) known.delete(id)
    },
  }
}
