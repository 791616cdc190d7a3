import { assert } from '#kernel/assert.ts'

/** No venue numbers more executions in a day. */
const PER_DAY = 100_000_000_000

/** `<tradeDate>-<n>` as one number that grows: reports at or below the last applied one have been applied. */
export function execNo(execId: string): number {
  const parts = execId.split('-').map(Number)
  assert(parts.length === 4, `not an execId: ${execId}`)
  const [year, month, day, n] = parts as [number, number, number, number]
  const number = ((year - 2_000) * 372 + month * 31 + day) * PER_DAY + n
  assert(Number.isSafeInteger(number) && number > 0 && n >= 0 && n < PER_DAY, `not an execId: ${execId}`)
  return number
}
