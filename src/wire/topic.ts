/**
 * A stream of messages. `latest`: only the newest value counts, a slow reader skips (quotes, depth). `log`:
 * every message counts; they are numbered, and a reader that misses one asks again from the last it saw.
 */
export type Topic<_Message = unknown> = {
  /** `quote/{code}`: the name with its places filled is what a client subscribes to. */
  name: string
  kind: 'latest' | 'log'
  /** `member` topics are readable by their own member alone; the place is filled by the server. */
  access: 'public' | 'member'
}

export const topic = <Message>(spec: Topic<Message>): Topic<Message> => spec

export type MessageOf<T> = T extends Topic<infer Message> ? Message : never

/** Frames of the socket, JSON, both ways. `t` is the filled topic name, `s` its message number. */
export type ClientFrame =
  | { op: 'sub'; topics: { t: string; after?: number }[] }
  | { op: 'unsub'; topics: string[] }
  | { op: 'ping' }
export type ServerFrame =
  | { t: string; s: number; d: unknown }
  /** The log no longer reaches back to `after`: read everything anew, then go on from `s`. */
  | { t: string; s: number; reset: true }
  | { op: 'pong' }
  | { op: 'error'; reason: string; t?: string }
/**
 * The content of one message of the socket: a frame, or all that were due at that moment (so many frames cost
 * one message).
 */
export type ServerMessage = ServerFrame | ServerFrame[]
