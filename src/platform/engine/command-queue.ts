import type { Ms } from '#kernel/time.ts'

export type Lane = 'normal' | 'reserved'
type Waiter = { lane: Lane; since: Ms }

/** Commands that found no place. First in, first out in each lane; nobody waits longer than `waitMs`. */
export class CommandQueue<T extends Waiter> {
  readonly #lanes: Record<Lane, T[]> = { reserved: [], normal: [] }
  readonly #limits: { waiting: number; waitMs: Ms }
  readonly #refuse: (waiter: T) => void
  readonly #now: () => Ms
  #timer: NodeJS.Timeout | null = null

  constructor(limits: { waiting: number; waitMs: Ms }, now: () => Ms, refuse: (waiter: T) => void) {
    this.#limits = limits
    this.#now = now
    this.#refuse = refuse
  }

  get length(): number {
    return this.#lanes.reserved.length + this.#lanes.normal.length
  }

  isEmpty(lane: Lane): boolean {
    return this.#lanes[lane].length === 0
  }

  /** Refused at once when the line is full. */
  enqueue(waiter: T): void {
    const lane = this.#lanes[waiter.lane]
    if (lane.length >= this.#limits.waiting) {
      this.#refuse(waiter)
      return
    }
    lane.push(waiter)
    this.#timer ??= setTimeout(() => this.#expire(), this.#limits.waitMs)
  }

  /** The next whose lane has a place. */
  next(hasPlace: (lane: Lane) => boolean): T | undefined {
    for (const lane of ['reserved', 'normal'] as const) {
      if (this.#lanes[lane].length > 0 && hasPlace(lane)) return this.#lanes[lane].shift()
    }
    return undefined
  }

  /** Empties the line: nobody in it will be served. */
  drain(): T[] {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    return [...this.#lanes.reserved.splice(0), ...this.#lanes.normal.splice(0)]
  }

  #expire(): void {
    this.#timer = null
    const now = this.#now()
    let oldest = Infinity
    for (const lane of Object.values(this.#lanes)) {
      while (lane.length > 0 && now - lane[0]!.since >= this.#limits.waitMs) this.#refuse(lane.shift()!)
      if (lane.length > 0) oldest = Math.min(oldest, lane[0]!.since)
    }
    if (oldest < Infinity)
      this.#timer = setTimeout(() => this.#expire(), Math.max(1, oldest + this.#limits.waitMs - now))
  }
}
