import type { LogStatus } from '../model/states.ts'
import type { LogPage } from './queries.ts'

const USUAL_ROWS = 50
const MOST_ROWS = 200

/** A page of a log as it is asked for. */
export function logPage<State>(
  query: { status?: LogStatus | undefined; before?: string | undefined; limit?: string | undefined },
  statesOf: (status: LogStatus) => readonly State[],
): LogPage<State> {
  const { status, before, limit } = query
  return {
    states: status === undefined ? null : statesOf(status),
    before: before ?? null,
    limit: limit === undefined ? USUAL_ROWS : Math.min(Math.max(Number(limit), 1), MOST_ROWS),
  }
}
