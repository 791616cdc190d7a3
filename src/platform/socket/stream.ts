import type { Bus } from '../bus/bus.ts'
import type { Limits } from '../limits.ts'

/** One who reads a stream: told when there is something new. */
export type Reader = {
  /** A newer value: the old one need not be sent any more. */
  renewed(stream: LatestStream): void
  /** One more message of a log. */
  appended(stream: LogStream, frame: string): void
}

const frameOf = (name: string, seq: number, message: unknown): string =>
  `{"t":${JSON.stringify(name)},"s":${seq},"d":${JSON.stringify(message) ?? 'null'}}`

/**
 * A topic of which only the newest value counts. It is written out once, however many read it, and only if
 * someone does.
 */
export class LatestStream {
  readonly kind = 'latest'
  readonly readers = new Set<Reader>()
  readonly #name: string
  readonly #unsubscribe: () => void
  #seq: number
  #value: unknown
  #frame: string | null = null

  constructor(bus: Bus, name: string, snapshot: unknown, firstSeq: number) {
    this.#name = name
    this.#seq = firstSeq
    this.#value = snapshot ?? undefined
    this.#unsubscribe = bus.subscribe(name, (message) => {
      this.#value = message
      this.#seq++
      this.#frame = null
      for (const reader of this.readers) reader.renewed(this)
    })
  }

  /** The newest value as it goes out; null before the first. */
  frame(): string | null {
    if (this.#value === undefined) return null
    return (this.#frame ??= frameOf(this.#name, this.#seq, this.#value))
  }

  end(): void {
    this.#unsubscribe()
  }
}

/**
 * A topic whose every message counts. The last ones are kept, so that a reader that was away a moment can go
 * on.
 */
export class LogStream {
  readonly kind = 'log'
  readonly readers = new Set<Reader>()
  /** A member's own events do not wait for the next beat. */
  readonly urgent: boolean
  readonly #wireName: string
  readonly #unsubscribe: () => void
  readonly #ring: string[] = []
  #seq: number

  constructor(bus: Bus, busName: string, wireName: string, firstSeq: number, limits: Limits['socket']) {
    this.urgent = busName !== wireName
    this.#wireName = wireName
    this.#seq = firstSeq
    this.#unsubscribe = bus.subscribe(busName, (message) => {
      const frame = frameOf(wireName, ++this.#seq, message)
      this.#ring.push(frame)
      if (this.#ring.length > limits.ringLength) this.#ring.shift()
      for (const reader of this.readers) reader.appended(this, frame)
    })
  }

  get isEmpty(): boolean {
    return this.#ring.length === 0
  }

  /** The messages that a reader that saw `after` has missed; a reset when that is no longer known. */
  since(after: number): string[] {
    const missed = this.#seq - after
    if (missed < 0 || missed > this.#ring.length) return [this.resetFrame()]
    return missed === 0 ? [] : this.#ring.slice(-missed)
  }

  resetFrame(): string {
    return `{"t":${JSON.stringify(this.#wireName)},"s":${this.#seq},"reset":true}`
  }

  end(): void {
    this.#unsubscribe()
  }
}

export type Stream = LatestStream | LogStream
