import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Database } from '../database/connect.ts'
import type { JournalCheck } from './check-journal.ts'
import type { CheckSaid } from './check-journal-worker.ts'

export type { JournalCheck } from './check-journal.ts'
export type JournalChecker = {
  /**
   * Checks all of it, one check at a time: whoever asks meanwhile gets the same. Throws where the thread
   * fails.
   */
  check(told: (read: number, of: number) => void): Promise<JournalCheck>
  stop(): Promise<void>
}

const MEMORY_MB = 256

/** The journal of this database, checked in a thread with a connection of its own. */
export function journalChecker({ config }: Pick<Database, 'config'>): JournalChecker {
  let worker: Worker | null = null
  let running: Promise<JournalCheck> | null = null

  function begin(told: (read: number, of: number) => void): Promise<JournalCheck> {
    const thread = new Worker(new URL('./check-journal-worker.ts', import.meta.url), {
      workerData: config,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    })
    worker = thread
    return new Promise<JournalCheck>((resolve, reject) => {
      thread.on('message', (said: CheckSaid) => {
        if (said.kind === 'read') told(said.read, said.of)
        else resolve(said.check)
      })
      thread.on('error', reject)
      thread.on('exit', () => reject(new Error('the check of the journal was ended')))
    }).finally(() => {
      worker = running = null
    })
  }
  return {
    check: (told) => (running ??= begin(told)),
    async stop() {
      const thread = worker
      if (thread === null) return
      const exited = once(thread, 'exit')
      await thread.terminate()
      await exited
    },
  }
}
