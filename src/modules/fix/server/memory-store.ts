import type { SessionStore } from '#platform/fix/connection.ts'
import type { FixMessage } from '#wire/fix/message.ts'
import type { Sent } from '#platform/fix/wire.ts'

/**
 * Numbers of a session that is worth nothing once it is over, and messages that nobody wants again: prices.
 * Its other end begins at 1 with each logon.
 */
export class MemoryStore implements SessionStore {
  readonly #write: (message: Sent) => void
  readonly #now: () => number
  #nextIn = 1
  #nextOut = 1

  constructor(write: (message: Sent) => void, now: () => number) {
    this.#write = write
    this.#now = now
  }

  numbers() {
    return { nextIn: this.#nextIn, nextOut: this.#nextOut }
  }

  step({ reset, nextIn, send }: Parameters<SessionStore['step']>[0]): Promise<void> {
    if (reset) this.#nextIn = this.#nextOut = 1
    if (nextIn !== null) this.#nextIn = nextIn
    for (const message of send) this.send(message)
    return Promise.resolve()
  }

  send({ type, fields }: FixMessage): void {
    this.#write({ seq: this.#nextOut++, at: this.#now(), type, fields })
  }

  sentFrom(): Promise<readonly Sent[]> {
    return Promise.resolve([])
  }
}
