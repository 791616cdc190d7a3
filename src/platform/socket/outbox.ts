import type { Ms } from '#kernel/time.ts'
import { guarded } from '../guarded.ts'
import type { Log } from '../log.ts'
import type { Client } from './client.ts'

export type Outbox = {
  /**
   * Something waits for this client. `now`: it must not wait for the next beat, whatever went out since the
   * last.
   */
  due(client: Client, now: boolean): void
  forget(client: Client): void
  stop(): void
}

/**
 * Sends what waits: what happened to a member at once, prices once between two beats, which bounds the frames
 * that a client gets: the first at once, what follows it with the beat. `drop` is called with a client whose
 * line is full beyond hope.
 */
export function openOutbox(beatMs: Ms, drop: (client: Client) => void, log: Log): Outbox {
  const due = new Set<Client>()
  const urgent = new Set<Client>()
  /** Have had a frame since the last beat. */
  const served = new Set<Client>()
  const flush = guarded(
    log,
    'a flush of a socket',
    (client: Client) => {
      due.delete(client)
      served.add(client)
      const outcome = client.flush()
      if (outcome === 'later') due.add(client)
      else if (outcome === 'close') drop(client)
    },
    drop,
  )
  const flushUrgent = () => {
    for (const client of [...urgent]) {
      urgent.delete(client)
      flush(client)
    }
  }
  const beat = setInterval(() => {
    served.clear()
    for (const client of [...due]) flush(client)
  }, beatMs)
  return {
    due(client, now) {
      due.add(client)
      if (!now && served.has(client)) return
      if (urgent.size === 0) setImmediate(flushUrgent)
      urgent.add(client)
    },
    forget(client) {
      due.delete(client)
      urgent.delete(client)
      served.delete(client)
    },
    stop: () => clearInterval(beat),
  }
}
