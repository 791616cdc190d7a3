import type { DateJst } from '#kernel/time.ts'
import { closesHash, commitmentOf, DAY_FORMAT, type DayFile } from './market-day.ts'
import { textHash } from './receipt.ts'

/**
 * The checks that a phone makes of a published day: the file is the one that was named, its seed and plan are
 * what was sealed, its closing prices are those that were published.
 */
export const DAY_CHECKS = ['file', 'commitment', 'closes'] as const
export type DayCheck = (typeof DAY_CHECKS)[number]

/**
 * The checks that fail. Issues that joined a day have a seal of their own, over the plan that came with them.
 * To live the day again takes minutes: `scripts/replay-day.ts`.
 */
export function checkDay(
  file: DayFile,
  day: {
    readonly tradeDate: DateJst
    readonly commitment: string
    readonly seed: string | null
    readonly closesHash: string | null
    readonly fileHash: string | null
  },
): DayCheck[] {
  const joined = file.lines.flatMap(([, , what]) =>
    what[0] === 'list' && typeof what[1] === 'object' && 'issues' in what[1] ? [what[1]] : [],
  )
  const isSealed = [file.opening.plan, ...joined].some(
    (plan) =>
      plan.seed === day.seed && plan.tradeDate === day.tradeDate && commitmentOf(plan) === day.commitment,
  )
  const found = {
    file: file.format === DAY_FORMAT && textHash(JSON.stringify(file)) === day.fileHash,
    commitment: isSealed && file.seed === day.seed,
    closes: closesHash(file.closes) === day.closesHash,
  }
  return DAY_CHECKS.filter((check) => !found[check])
}
