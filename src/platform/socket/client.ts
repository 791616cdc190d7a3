import type { MemberId } from '#kernel/id.ts'
import type { WebSocket } from 'ws'
import * as z from 'zod/mini'
import type { ClientFrame, ServerFrame } from '#wire/topic.ts'
import { SECOND, type Ms } from '#kernel/time.ts'
import type { Limits } from '../limits.ts'
import type { LatestStream, LogStream, Reader, Stream } from './stream.ts'
import type { Streams } from './streams.ts'

/** `budget`: whose sockets are counted with it (`budgetOf`). */
export type Identity = { memberId: MemberId; sessionId: string; budget: string }

const Name = z.string().check(z.minLength(1), z.maxLength(100))
const Frame: z.ZodMiniType<ClientFrame> = z.discriminatedUnion('op', [
  z.strictObject({
    op: z.literal('sub'),
    topics: z
      .array(z.strictObject({ t: Name, after: z.optional(z.int().check(z.gte(0))) }))
      .check(z.maxLength(100)),
  }),
  z.strictObject({ op: z.literal('unsub'), topics: z.array(Name).check(z.maxLength(100)) }),
  z.strictObject({ op: z.literal('ping') }),
])

/**
 * One socket: what it reads, and what waits to go out. A slow reader loses old values, never the others' time
 * nor the server's memory.
 */
export class Client implements Reader {
  readonly identity: Identity | null
  readonly address: string
  heardAt: Ms
  readonly #socket: WebSocket
  readonly #streams: Streams
  readonly #limits: Limits['socket']
  readonly #due: (client: Client, atOnce: boolean) => void
  readonly #subscriptions = new Map<string, Stream>()
  readonly #renewed = new Set<LatestStream>()
  readonly #lagging = new Set<LogStream>()
  /** Frames of logs, and beside each the log that it is of. */
  #queue: string[] = []
  #sources: LogStream[] = []
  #queued = 0
  #second = 0
  #heardInSecond = 0

  constructor(
    socket: WebSocket,
    identity: Identity | null,
    address: string,
    now: Ms,
    context: { streams: Streams; limits: Limits['socket']; due: (client: Client, atOnce: boolean) => void },
  ) {
    this.#socket = socket
    this.identity = identity
    this.address = address
    this.heardAt = now
    this.#streams = context.streams
    this.#limits = context.limits
    this.#due = context.due
  }

  renewed(stream: LatestStream): void {
    this.#renewed.add(stream)
    this.#due(this, false)
  }

  appended(stream: LogStream, frame: string): void {
    if (this.#isSlow()) this.#lagging.add(stream)
    else this.#enqueue(stream, frame)
    this.#due(this, stream.urgent)
  }

  /**
   * Counts whatever the browser sends. Returns false when that is too much, and the socket must be closed.
   */
  count(now: Ms): boolean {
    this.heardAt = now
    const second = Math.floor(now / SECOND)
    if (this.#second !== second) this.#heardInSecond = 0
    this.#second = second
    return ++this.#heardInSecond <= this.#limits.messagesPerSecond
  }

  /** A message of the browser. Returns false when the socket must be closed. */
  hear(data: string, now: Ms): boolean {
    if (!this.count(now)) return false
    const frame = readFrame(data)
    if (frame === null) this.#reply({ op: 'error', reason: 'MALFORMED' })
    else if (frame.op === 'ping') this.#reply({ op: 'pong' })
    else if (frame.op === 'unsub') for (const name of frame.topics) this.#unsubscribe(name)
    else {
      this.#forgetAgain(frame.topics)
      for (const { t, after } of frame.topics) this.#subscribe(t, after)
    }
    return true
  }

  /** The messages that a stream still has cover what waits here of it. */
  #forgetAgain(asked: readonly { t: string; after?: number | undefined }[]): void {
    const again = new Set<Stream | undefined>(
      asked.flatMap(({ t, after }) => (after === undefined ? [] : (this.#subscriptions.get(t) ?? []))),
    )
    if (again.size === 0 || this.#queue.length === 0) return
    const [frames, sources] = [this.#queue, this.#sources]
    this.#takeQueue()
    for (const [at, frame] of frames.entries())
      if (!again.has(sources[at])) this.#enqueue(sources[at]!, frame)
  }

  #subscribe(name: string, after: number | undefined): void {
    let stream = this.#subscriptions.get(name)
    if (stream === undefined) {
      if (this.#subscriptions.size >= this.#limits.subscriptions)
        return this.#reply({ op: 'error', reason: 'TOO_MANY_SUBSCRIPTIONS', t: name })
      const opened = this.#streams.open(name, this.identity?.memberId ?? null, this)
      if (typeof opened === 'string') return this.#reply({ op: 'error', reason: opened, t: name })
      stream = opened
      this.#subscriptions.set(name, stream)
    }
    if (stream.kind === 'latest') this.#renewed.add(stream)
    else if (after !== undefined) {
      for (const frame of stream.since(after)) this.appended(stream, frame)
    }
    this.#due(this, false)
  }

  #unsubscribe(name: string): void {
    const stream = this.#subscriptions.get(name)
    if (stream === undefined) return
    this.#subscriptions.delete(name)
    if (stream.kind === 'latest') this.#renewed.delete(stream)
    else this.#lagging.delete(stream)
    this.#streams.leave(stream, this)
  }

  /** Sends what waits, as one message. While the line is full only the newest values are kept for later. */
  flush(): 'sent' | 'later' | 'close' {
    if (this.isStuck()) return 'close'
    if (this.#socket.bufferedAmount > this.#limits.snapshotsOnlyBytes) return 'later'
    let length = this.#queued
    const frames = this.#takeQueue()
    for (const stream of this.#lagging) frames.push(stream.resetFrame())
    this.#lagging.clear()
    for (const stream of this.#renewed) {
      if (length > this.#limits.snapshotsOnlyBytes) break
      this.#renewed.delete(stream)
      const frame = stream.frame()
      if (frame === null) continue
      length += frame.length
      frames.push(frame)
    }
    if (frames.length > 0) this.#socket.send(frames.length === 1 ? frames[0]! : `[${frames.join(',')}]`)
    return this.#renewed.size === 0 ? 'sent' : 'later'
  }

  /** Bytes that its line has not taken. */
  get unread(): number {
    return this.#socket.bufferedAmount
  }
  /** It reads nothing, or next to nothing: to go on would only fill the memory. */
  isStuck(): boolean {
    return this.unread > this.#limits.closeBytes
  }

  leave(): void {
    for (const name of [...this.#subscriptions.keys()]) this.#unsubscribe(name)
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason)
  }
  terminate(): void {
    this.#socket.terminate()
  }
  ping(): void {
    this.#socket.ping()
  }
  pong(data: Buffer): void {
    this.#socket.pong(data)
  }

  #isSlow(): boolean {
    return this.unread + this.#queued > this.#limits.snapshotsOnlyBytes
  }

  #enqueue(source: LogStream, frame: string): void {
    this.#queue.push(frame)
    this.#sources.push(source)
    this.#queued += frame.length
  }
  #takeQueue(): string[] {
    const frames = this.#queue
    this.#queue = []
    this.#sources = []
    this.#queued = 0
    return frames
  }

  /**
   * At once, and never more than what one message asks for beyond `closeBytes`: whoever is stuck is not heard
   * (server.ts).
   */
  #reply(frame: ServerFrame): void {
    this.#socket.send(JSON.stringify(frame))
  }
}

function readFrame(data: string): ClientFrame | null {
  try {
    const result = z.safeParse(Frame, JSON.parse(data))
    return result.success ? result.data : null
  } catch {
    return null
  }
}
