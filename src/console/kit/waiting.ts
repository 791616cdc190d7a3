import { SIGNABLE } from '#modules/staff/model/approval.ts'
import type { listQueues } from '#modules/staff/operator-contract.ts'
import type { OutputOf } from '#wire/route.ts'

export type QueueView = OutputOf<typeof listQueues>[number]

/**
 * The number of cases that wait for the caller: of the queues that the role works on, and requests to sign
 * whose case is in none of these.
 */
export function waitingForMe(queues: readonly QueueView[]): number {
  const mine = queues.filter((queue) => queue.mine && queue.name !== SIGNABLE)
  const counted = new Set(mine.flatMap(({ items }) => items.map(({ subject }) => subject)))
  const toSign = new Set(
    queues
      .filter(({ name }) => name === SIGNABLE)
      .flatMap(({ items }) => items.map(({ subject }) => subject)),
  )
  return (
    mine.reduce((sum, { count }) => sum + count, 0) +
    [...toSign].filter((subject) => !counted.has(subject)).length
  )
}
