import { SIGNABLE } from '#modules/staff/model/approval.ts'
import type { listQueues, QueueItem } from '#modules/staff/operator-contract.ts'
import type { OutputOf } from '#wire/route.ts'

export type QueueView = OutputOf<typeof listQueues>[number]

/** Cases of a queue that are so, as its count counts them: a member with two pictures once. */
export function countOf({ count, items }: QueueView, isSo: (item: QueueItem) => boolean): number {
  const found = items.filter(isSo)
  return count < items.length ? new Set(found.map(({ memberId }) => memberId)).size : found.length
}

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
