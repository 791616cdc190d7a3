import { useRead } from '#client/reads.ts'
import { listQueues, type QueueItem } from '#modules/staff/operator-contract.ts'

/** Items that wait in queues, by case: the operator at work and the number of signatures. */
export function useWaiting(...queues: readonly string[]): ReadonlyMap<string, QueueItem & { queue: string }> {
  const read = useRead(listQueues, {}, { poll: 'deskQueue', quiet: true })
  return new Map(
    (read.data ?? [])
      .filter(({ name }) => queues.includes(name))
      .flatMap(({ name, items }) => items.map((item) => [item.subject, { ...item, queue: name }])),
  )
}
