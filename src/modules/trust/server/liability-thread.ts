import type { MemberId } from '#kernel/id.ts'
import type { DateJst, Ms } from '#kernel/time.ts'
import type { Database } from '#platform/database/connect.ts'
import type { LeafProof } from './liability-store.ts'
import { workerClient } from './worker-client.ts'

export type Asked =
  | { kind: 'reckon'; day: DateJst; at: Ms }
  | { kind: 'proof'; day: DateJst; memberId: MemberId }

export type LiabilityThread = {
  /** Keeps the day's tree; a day that is kept stays as it is. `at`: when it is published. */
  reckon(day: DateJst, at: Ms): Promise<void>
  proof(day: DateJst, memberId: MemberId): Promise<LeafProof | null>
  stop(): Promise<void>
}

export function liabilityThread(database: Database['config'], saltKey: Uint8Array): LiabilityThread {
  const { ask, stop } = workerClient<Asked>(
    'liabilities',
    new URL('./liability-worker.ts', import.meta.url),
    { database, saltKey },
  )
  return {
    reckon: (day, at) => ask({ kind: 'reckon', day, at }),
    proof: (day, memberId) => ask({ kind: 'proof', day, memberId }),
    stop,
  }
}
