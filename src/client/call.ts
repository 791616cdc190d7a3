import type { Ms } from '#kernel/time.ts'
import type { InputOf, OutputOf, ParamsOf, QueryOf, RejectionOf } from '#wire/route.ts'
import { uuidv7 } from '#kernel/id.ts'
import { LOGIN_AFTER_MS } from '#kernel/specification.ts'
import { fillPath, type Params } from './address.ts'
import { CallError } from './call-error.ts'
import { elapsed, pause, randomBytes, serverNow } from './clock.ts'
import { announceFailure } from './failures.ts'
import { OFFLINE, OTHER_MEMBER, sendUntilKnown, type Outcome } from './idempotent-write.ts'
import { watchOffline } from './online.ts'
import { dataOf, request, type Sent } from './request.ts'
import { session, watchOwner } from './session.ts'
import { translate } from './texts.ts'
import { askToUnlock } from './trading-lock.ts'

/** The part of a contract that the client needs, whatever its schemas. */
export type AnyRoute = {
  name: string
  method: 'GET' | 'POST'
  path: string
  keyed?: boolean
  signed?: string
  output: unknown
}

type ArgOf<Name extends string, Value> = [Value] extends [never]
  ? unknown
  : undefined extends Value
    ? unknown
    : Record<never, never> extends Value
      ? { [N in Name]?: Value }
      : { [N in Name]: Value }
/** `input`, `query` and `params` exactly where the contract has them. */
export type ArgsOf<R> = ArgOf<'input', InputOf<R>> & ArgOf<'query', QueryOf<R>> & ArgOf<'params', ParamsOf<R>>
/** `args` may be left out where the contract asks for nothing. */
export type ArgsParam<R> = Record<never, never> extends ArgsOf<R> ? [args?: ArgsOf<R>] : [args: ArgsOf<R>]
export type LooseArgs = { input?: unknown; query?: Params; params?: Params }
export type ErrorOf<R> = CallError<RejectionOf<R> & string>

export type CallOptions = {
  signal?: AbortSignal
  /** Longer than the usual 5 s: a file that is made first. */
  timeoutMs?: Ms
  /** Say nothing: the screen shows the failure itself. */
  quiet?: boolean
  /** The key of an earlier, unresolved try of the same write. */
  key?: string
  /**
   * The member has opened the trading unlock: what is sent now is another request, under a key of its own.
   */
  onNewKey?: (key: string) => void
  onChecking?: () => void
  /** True if another member has come since the page of this call was opened; since the call if left out. */
  isAnothers?: () => boolean
}

let written: () => void = () => {}
/** The socket says what is to be done when a write has been answered. */
export const onWritten = (act: () => void): void => {
  written = act
}

let toLogin: () => void = () => {}
/** The shell says how login is reached. */
export const onSessionExpired = (go: () => void): void => {
  toLogin = go
}

export const newKey = (): string => uuidv7(Math.round(serverNow()), randomBytes(16))

/**
 * Calls a route of the API by its contract. Resolves to the data of a success, throws `CallError` otherwise.
 */
export async function call<const R extends AnyRoute>(
  route: R,
  ...rest: [...ArgsParam<R>, options?: CallOptions]
): Promise<OutputOf<R>> {
  // The arguments that there are depend on the route, which is not known here.
  const [args, options] = rest as unknown as [LooseArgs | undefined, CallOptions | undefined]
  return (await callLoosely(route, args, options)) as OutputOf<R>
}

export async function callLoosely(
  route: AnyRoute,
  args: LooseArgs = {},
  options: CallOptions = {},
): Promise<unknown> {
  if (route.method !== 'GET') return send(route, args, options)
  if (replacing !== null) await untilReplaced(replacing)
  const read = send(route, args, options)
  reads.add(read)
  return read.finally(() => reads.delete(read))
}

async function send(route: AnyRoute, args: LooseArgs, options: CallOptions): Promise<unknown> {
  const tokenAtStart = session.get().token
  const isAnothers = options.isAnothers ?? watchOwner()
  const sent: Sent = { method: route.method, path: fillPath(route.path, args.params) }
  if (args.query !== undefined) sent.query = args.query
  if (route.signed !== undefined) sent.signed = true
  if (options.signal !== undefined) sent.signal = options.signal
  if (options.timeoutMs !== undefined) sent.timeoutMs = options.timeoutMs
  // A POST without fields still carries an object: the contract parses JSON.
  if (route.method === 'POST') sent.body = args.input ?? {}
  try {
    if (isAnothers()) throw new CallError('network', 0, '', OTHER_MEMBER)
    const answer = route.keyed
      ? await keyed({ ...sent, key: options.key ?? newKey() }, { ...options, isAnothers })
      : await request(sent)
    if (route.keyed) written()
    return dataOf(answer.envelope, answer.retryAfter)
  } catch (failure) {
    if (!(failure instanceof CallError)) throw failure
    // Said here, so that no page forgets a way on. What was refused has used its key up.
    if (failure.rejection === 'TRADING_LOCKED' && (await askToUnlock())) {
      const key = newKey()
      options.onNewKey?.(key)
      return callLoosely(route, args, { ...options, key, isAnothers })
    }
    const error: CallError =
      failure.kind === 'unknown'
        ? new CallError('unknown', 0, translate('client.outcomeUnknown'))
        : failure.data === OFFLINE
          ? new CallError('network', 0, translate('client.notSent'))
          : failure.data === OTHER_MEMBER
            ? new CallError('network', 0, translate('client.otherMember'))
            : failure
    if (error.kind === 'session') expireSession(tokenAtStart, error)
    else if (!options.quiet) announceFailure(error.msg || translate('client.error'))
    throw error
  }
}

/** The server's promise is looked after later, and by code that comes later. */
function keep(promise: string | null | undefined): void {
  if (promise) void import('./commitments.ts').then(({ storeCommitment }) => storeCommitment(promise))
}

/** The outcome of the write with this key. Throws `CallError`. */
export async function askOutcome(key: string): Promise<Outcome> {
  const outcome = dataOf((await request({ method: 'GET', path: `/ops/${key}` })).envelope) as Outcome
  keep(outcome.promise)
  return outcome
}

const keyed = (sent: Sent & { key: string }, options: CallOptions & { isAnothers: () => boolean }) =>
  sendUntilKnown({
    async send() {
      const answer = await request(sent)
      keep(answer.promise)
      return answer
    },
    ask: () => askOutcome(sent.key),
    pause,
    elapsed,
    wasOffline: watchOffline(),
    isAnothers: options.isAnothers,
    onChecking: () => options.onChecking?.(),
  })

/** Reads that have been sent and not answered. */
const reads = new Set<Promise<unknown>>()
/** Time for which a write waits for them. */
const READS_COME_WITHIN_MS = 1_000

/**
 * A write is under way that replaces the session's token, or ends it: a 401 of the token before means nothing
 * until it is done.
 */
let replacing: Promise<unknown> | null = null

/**
 * For writes that bring a new token (a passkey makes a session full) or end it (logout): `act` keeps the new
 * one, or clears the session, before it resolves. Reads under way come first, others wait: with a token that
 * has just ended they would tell the member that the session is over.
 */
export async function replaceToken<T>(act: () => Promise<T>): Promise<T> {
  const run = Promise.race([Promise.allSettled(reads), pause(READS_COME_WITHIN_MS)]).then(act)
  replacing = run
  try {
    return await run
  } finally {
    if (replacing === run) replacing = null
  }
}

async function untilReplaced(write: Promise<unknown>): Promise<void> {
  const before = session.get().token
  await write.catch(() => {})
  if (before !== '' && session.get().token === '') throw new CallError('session', 0, '')
}

/**
 * The first 401 of a session ends it; those still under way, and answers to an older session, change nothing.
 */
export function expireSession(token: string, error: CallError): void {
  if (replacing !== null) {
    const again = () => expireSession(token, error)
    void replacing.then(again, again)
    return
  }
  if (session.get().token !== token) return
  announceFailure(token === '' ? error.msg : translate('client.sessionExpired'))
  session.expire()
  void pause(LOGIN_AFTER_MS).then(() => {
    if (session.get().token === '') toLogin()
  })
}
