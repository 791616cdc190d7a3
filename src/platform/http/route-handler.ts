import type { MemberId } from '#kernel/id.ts'
import type { Access, ApiKeyScope, InputOf, OutputOf, ParamsOf, QueryOf, Route } from '#wire/route.ts'
import type { KeyObject } from 'node:crypto'
import { named } from '#kernel/named.ts'
import type { Refusal } from '#kernel/result.ts'

/** The caller, as far as the session knows. */
export type Caller = {
  memberId: MemberId
  sessionId: string
  /** The trading unlock is open. */
  tradingUnlocked: boolean
  /**
   * Opened with a passkey, or the demo setting is on; otherwise the session may look and enrol, and no money
   * leaves by it.
   */
  full: boolean
  /** The signing key of the session's device; null: it has none, and its commands stand for themselves. */
  deviceKey: KeyObject | null
  /** The API key that asks in the place of a session, which then has its id; left out: a session. */
  apiKey?: { scope: ApiKeyScope }
}

/**
 * The person at the console. An operator is no member, and a member no operator: their tokens are of two
 * kinds.
 */
export type Operator = {
  operatorId: string
  /** Their own role, by which they are named; `roles` has it and the further ones that they hold now. */
  role: string
  roles: readonly string[]
  sessionId: string
  /** The key of the firm that asks, which has no session; left out: a person. */
  byKey?: string
}

/** The member who calls: always there on a member's route, never on an operator's. */
type CallerAt<A extends Access> = A extends 'member' ? Caller : A extends 'operator' ? null : Caller | null
/** The operator who calls: always there on an operator's route, and nowhere else. */
type OperatorAt<A extends Access> = A extends 'operator' ? Operator : null

/** One call of a route. Its `access` says who calls: whoever may not has been answered 401 before. */
export type Request<R extends Route> = {
  input: InputOf<R>
  query: QueryOf<R>
  params: ParamsOf<R>
  caller: CallerAt<R['access']>
  operator: OperatorAt<R['access']>
  /** The token sent, for the identity module alone. */
  token: string
  key: string
  lang: string
  address: string
  /** The browser's own description of itself; anybody may write anything there. */
  userAgent: string
}

/**
 * A route with what answers it: the output, or a named refusal. `words`: the module that words the refusals,
 * where another one's contract is answered here.
 */
export type RouteHandler = {
  route: Route
  handle: (request: Request<Route>) => Promise<unknown>
  words?: string
}

/** Answers a route. The handler is named after it in stack traces: `handleGetMargin`. */
export function on<R extends Route<never, never, never, never, string> | Route>(
  route: R,
  handle: (request: Request<R & Route>) => Promise<OutputOf<R> | Refusal> | OutputOf<R> | Refusal,
): RouteHandler {
  const name = `handle${route.name.charAt(0).toUpperCase()}${route.name.slice(1)}`
  return { route, handle: named(name, handle) as RouteHandler['handle'] }
}

/** Throw where an object is not there (or not the caller's): the edge answers 404 or 403 in the envelope. */
export class NotFound extends Error {
  override name = 'NotFound'
}
export class Forbidden extends Error {
  override name = 'Forbidden'
}
/**
 * Throw where a session that was open when the request came has ended meanwhile: 401, as for every later
 * request of it.
 */
export class SessionOver extends Error {
  override name = 'SessionOver'
}
/**
 * Throw where the server cannot do its work for a while: 503 with Retry-After. `data` says more, `sentence`
 * which one the caller reads.
 */
export class Unavailable extends Error {
  override name = 'Unavailable'
  readonly data: unknown
  readonly sentence: 'unavailable' | 'beingClosed'
  constructor(data: unknown, sentence: Unavailable['sentence'] = 'unavailable') {
    super(sentence)
    this.data = data
    this.sentence = sentence
  }
}
/** Throw where a limit is reached: 429 with Retry-After. */
export class TooMany extends Error {
  override name = 'TooMany'
  readonly retryAfterSeconds: number
  constructor(retryAfterSeconds: number) {
    super('too many')
    this.retryAfterSeconds = retryAfterSeconds
  }
}
