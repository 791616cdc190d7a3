import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import type { Ms } from '#kernel/time.ts'

/** The queue of requests before their route. */
export type AdmissionQueue = {
  /**
   * `go` is called when it is the turn of this request from `address`, with how long it has stood in an
   * overload: at once where nobody waits, or where it is urgent.
   */
  enter(isUrgent: boolean, address: string, go: (queuedMs: Ms) => void): void
}

export type AdmissionQueueOptions = {
  /** The time that one turn of the event loop may give to requests. */
  sliceMs: Ms
  /**
   * A request that finds fewer than these before it is not queued: a machine that others use too stands still
   * now and then.
   */
  requests: number
  /** A request that finds so many waits for nothing: it is its turn at once, to be sent away. */
  places: number
  now?: () => Ms
  atEndOfTurn?: (end: () => void) => void
  next?: (go: () => void) => void
}

/**
 * The moment after all ticks, before what awaits goes on: neither is kept waiting by those who call this
 * again and again.
 */
const afterTicks = (go: () => void) => process.nextTick(queueMicrotask, go)

/** Turns. */
const LETTING_IN = 32

/**
 * Keeps the turns of the event loop short. In one turn Node reads all connections that have sent something,
 * but takes one new connection alone: if whatever has been read were answered in the same turn, who comes to
 * the route would wait as many turns as there are others before them, each as long as an overload takes.
 */
export function openAdmissionQueue(
  server: Pick<Server, 'on'>,
  {
    sliceMs,
    requests,
    places,
    now = () => performance.now(),
    atEndOfTurn = setImmediate,
    next = afterTicks,
  }: AdmissionQueueOptions,
): AdmissionQueue {
  const waiting = new FairQueue<{ since: Ms; isOverload: boolean; go: (queuedMs: Ms) => void }>()
  let begun: Ms | null = null
  let isWatched = false
  let hasConnection = false
  /** Turns in a row that have brought a new connection. */
  let arriving = 0
  const watch = () => {
    if (isWatched) return
    isWatched = true
    atEndOfTurn(endTurn)
  }
  server.on('connection', () => {
    hasConnection = true
    watch()
  })

  function endTurn(): void {
    isWatched = false
    begun = null
    arriving = hasConnection ? arriving + 1 : 0
    hasConnection = false
    if (waiting.length === 0) return
    // Most turns are for letting connections in alone, as long as each brings a new one.
    if (arriving % LETTING_IN > 0) watch()
    else serve(now())
  }
  /**
   * The work of a request happens after `go`, in ticks and in what awaits: the time it takes is seen only
   * between requests.
   */
  function serve(since: Ms): void {
    const at = now()
    const first = at - since < sliceMs ? waiting.shift() : undefined
    if (first === undefined) {
      if (waiting.length > 0) watch()
      return
    }
    first.go(first.isOverload ? at - first.since : 0)
    next(() => serve(since))
  }

  return {
    enter(isUrgent, address, go) {
      if (isUrgent) return go(0)
      if (waiting.length >= places) return go(Infinity)
      const at = now()
      begun ??= at
      watch()
      if (waiting.length === 0 && arriving === 0 && !hasConnection && at - begun < sliceMs) go(0)
      else waiting.push(address, { since: at, isOverload: waiting.length >= requests, go })
    },
  }
}

const resting = new WeakSet<Socket>()

/**
 * Reads nothing more from a connection for so long: whoever does not wait as told to waits in buffers of
 * their own.
 */
export function pauseReads(socket: Socket, ms: Ms): void {
  if (resting.has(socket)) return
  resting.add(socket)
  // Later in this turn Node reads on, for what may be left of a body.
  setImmediate(() => socket.pause())
  setTimeout(() => {
    resting.delete(socket)
    socket.resume()
  }, ms).unref()
}

/**
 * Each address in turn, and of one address first in, first out: whoever asks for much waits behind
 * themselves.
 */
class FairQueue<T> {
  readonly #ofAddress = new Map<string, Fifo<T>>()
  readonly #addresses = new Fifo<string>()
  length = 0

  push(address: string, item: T): void {
    let own = this.#ofAddress.get(address)
    if (own === undefined) {
      this.#ofAddress.set(address, (own = new Fifo()))
      this.#addresses.push(address)
    }
    own.push(item)
    this.length++
  }
  shift(): T | undefined {
    const address = this.#addresses.shift()
    if (address === undefined) return undefined
    const own = this.#ofAddress.get(address)!
    const item = own.shift()
    if (own.length > 0) this.#addresses.push(address)
    else this.#ofAddress.delete(address)
    this.length--
    return item
  }
}

/** First in, first out, without moving those who stay. */
class Fifo<T> {
  #items: T[] = []
  #from = 0

  get length(): number {
    return this.#items.length - this.#from
  }
  push(item: T): void {
    this.#items.push(item)
  }
  shift(): T | undefined {
    if (this.length === 0) return undefined
    const item = this.#items[this.#from++]!
    if (this.#from === this.#items.length || this.#from > 1_024) {
      this.#items = this.#items.slice(this.#from)
      this.#from = 0
    }
    return item
  }
}
