import type { Client } from './client.ts'

export type Outbox = {
  /** Something waits for this client. `now`: it must not wait for the next beat. */
  due(client: Client, now: boolean): void
  forget(client: Client): void
  stop(): void
}

/**
 * Sends what waits: what happened to a member at once, prices with the next beat, which bounds the frames that a client gets.
 * `drop` is called with a client whose line is full beyond hope.
 */
export function openOutbox(beatMs: number, drop: (client: Client) => void): Outbox {
  const due = new Set<Client>()
  const urgent = new Set<Client>()
  const flush = (client: Client) => {
    due.delete(client)
    const outcome = client.flush()
    if (outcome === 'later') due.add(client)
    else if (outcome === 'close') drop(client)
  }
  const flushUrgent = () => {
    for (const client of [...urgent]) {
      urgent.delete(client)
      flush(client)
    }
  }
  const beat = setInterval(() => {
    for (const client of [...due]) flush(client)
  }, beatMs)
  return {
    due(client, now) {
      due.add(client)
      if (!now) return
      if (urgent.size === 0) setImmediate(flushUrgent)
      urgent.add(client)
    },
    forget(client) {
      due.delete(client)
      urgent.delete(client)
    },
    stop: () => clearInterval(beat),
  }
}
