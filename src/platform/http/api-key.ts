import type { KeyObject } from 'node:crypto'
import type { MemberId } from '#kernel/id.ts'
import { no, type Refusal } from '#kernel/result.ts'
import type { Ms } from '#kernel/time.ts'
import type { ApiKeyScope, OperatorKeyScope, Route } from '#wire/route.ts'
import type { Signed } from '../engine/signatures.ts'
import { memberLimiter, rateLimiter, type Limits } from '../limits.ts'
import type { Caller, Operator } from './route-handler.ts'
import { checkSignature, OFF_BY_MOST } from './signature.ts'

/** A key as the module that keeps it knows it; the questions are answered as of now. */
type SigningKey = {
  id: string
  publicKey: KeyObject
  /** Reason why it opens nothing any more, or not now; null: it does. */
  refusal(): Refusal | null
  /** True if requests may come from this address. */
  allows(address: string): boolean
}
export type ApiKey = SigningKey & { memberId: MemberId; scope: ApiKeyScope }
export type ApiKeys = {
  find(id: string): ApiKey | null | Promise<ApiKey | null>
  /** It has opened something. */
  used(id: string): void
}

/** A key of the firm: it reads as `operator` may, in its scopes alone. */
export type OperatorKey = SigningKey & { operator: Operator; scopes: readonly OperatorKeyScope[] }
export type OperatorKeys = {
  find(id: string): OperatorKey | null
  /** It is let in: the time of its last use. */
  used(id: string): void
  /**
   * Writes down whose data an answer has, before it goes out: without it nothing does. `route`: its name.
   */
  answered(id: string, route: string, output: unknown): Promise<void>
}

/**
 * Refusals of a request by key, in the order in which they are checked; those of its form come after
 * `API_KEY_UNKNOWN`, the rate after them all.
 */
export const API_KEY_REFUSALS = [
  'API_KEY_ROUTE',
  'API_KEY_UNKNOWN',
  'API_KEY_UNSIGNED',
  'API_KEY_TIME',
  'API_KEY_SIGNATURE',
  'API_KEY_REVOKED',
  'API_KEY_FROZEN',
  'API_KEY_ADDRESS',
  'API_KEY_SCOPE',
  'API_KEY_REPEATED',
] as const

/** The same of a key of the firm, in their order. */
export const OPERATOR_KEY_REFUSALS = [
  'API_KEY_ROUTE',
  'API_KEY_UNKNOWN',
  'API_KEY_UNSIGNED',
  'API_KEY_TIME',
  'API_KEY_SIGNATURE',
  'API_KEY_REVOKED',
  'API_KEY_EXPIRED',
  'API_KEY_OWNER',
  'API_KEY_ADDRESS',
  'API_KEY_NO_SCOPE',
  'API_KEY_REPEATED',
] as const

/** The sentences about a device's signature say to log in again, which is no help to a program. */
const OF_SIGNATURE: Readonly<Record<string, (typeof API_KEY_REFUSALS)[number]>> = {
  SIGNATURE_NEEDED: 'API_KEY_UNSIGNED',
  SIGNATURE_TIME: 'API_KEY_TIME',
  SIGNATURE_WRONG: 'API_KEY_SIGNATURE',
}

/** A request as its sender signed it: `path` with its query, `key` '' where it has none. */
export type SentByKey = {
  id: string
  header: string | string[] | undefined
  method: string
  path: string
  key: string
  body: unknown
  address: string
}

const ID = /^[0-9a-f]{32}$/

/** The key that is named, where the route is open to keys at all. */
export async function findApiKey(apiKeys: ApiKeys, { apiKey }: Route, id: string): Promise<Refusal | ApiKey> {
  if (apiKey === undefined) return no('API_KEY_ROUTE')
  const found = ID.test(id) ? await apiKeys.find(id) : null
  return found ?? no('API_KEY_UNKNOWN')
}

/** The key of the firm that is named, where the route is open to such keys at all. */
export function findOperatorKey(
  keys: OperatorKeys,
  { operatorKey, method }: Route,
  id: string,
): Refusal | OperatorKey {
  if (operatorKey === undefined || method !== 'GET') return no('API_KEY_ROUTE')
  return (ID.test(id) ? keys.find(id) : null) ?? no('API_KEY_UNKNOWN')
}

/** The signature of a request, or the first refusal. `scopeRefusal`: of a route outside of its scopes. */
async function checkKey(
  key: SigningKey,
  scopeRefusal: Refusal | null,
  sent: SentByKey,
  reads: HeardReads,
  now: Ms,
): Promise<Refusal | Signed> {
  const signed = await checkSignature(key.publicKey, sent, now)
  if ('rejection' in signed) return no(OF_SIGNATURE[signed.rejection]!)
  // The curve took its time: a key that was revoked meanwhile is asked for now.
  const refusal = key.refusal()
  if (refusal !== null) return refusal
  if (!key.allows(sent.address)) return no('API_KEY_ADDRESS')
  if (scopeRefusal !== null) return scopeRefusal
  const heard = sent.method !== 'POST' ? reads.take(key.id, signed, now) : null
  return heard === null ? signed : no(heard)
}

/** The person whom a key of the firm reads as, or the first refusal. */
export async function operatorByKey(
  key: OperatorKey,
  { operatorKey }: Route,
  ...[sent, reads, now]: [sent: SentByKey, reads: HeardReads, now: Ms]
): Promise<Refusal | Operator> {
  const isOpen = operatorKey === 'any' || (operatorKey !== undefined && key.scopes.includes(operatorKey))
  const scopeRefusal = isOpen ? null : no('API_KEY_NO_SCOPE', { scope: operatorKey ?? '' })
  const signed = await checkKey(key, scopeRefusal, sent, reads, now)
  return 'rejection' in signed ? signed : key.operator
}

/** The caller of a request that a key has signed, with its signature, or the first refusal. */
export async function callerByKey(
  apiKey: ApiKey,
  { apiKey: needed }: Route,
  sent: SentByKey,
  reads: HeardReads,
  now: Ms,
): Promise<Refusal | { caller: Caller; signed: Signed }> {
  const { id, memberId, scope } = apiKey
  const scopeRefusal = needed === 'trade' && scope !== 'trade' ? no('API_KEY_SCOPE') : null
  const signed = await checkKey(apiKey, scopeRefusal, sent, reads, now)
  if ('rejection' in signed) return signed
  return {
    caller: {
      memberId,
      sessionId: id,
      tradingUnlocked: scope === 'trade',
      full: false,
      deviceKey: null,
      apiKey: { scope },
    },
    signed,
  }
}

/** Reads that are remembered of all keys: above it the oldest are forgotten. */
const READS_MOST = 200_000

export type HeardReads = ReturnType<typeof heardReads>

/**
 * Reads by key, each good once: a read has no idempotency key, and who has heard one would have the member's
 * figures for as long as its time is good. Known by what was signed and not by the signature, of which one
 * and the same message has several. Each is kept for as long as its time is good; what was signed before the
 * start is refused by its time, and so is what its key signed before a read that had to be forgotten.
 */
export function heardReads(openedAt: Ms, most = READS_MOST) {
  /** By what was signed, in the order in which they came. */
  const heard = new Map<string, { id: string; at: Ms }>()
  const forgotten = new Map<string, Ms>()
  return {
    take(
      id: string,
      { at, path }: Pick<Signed, 'at' | 'path'>,
      now: Ms,
    ): null | 'API_KEY_TIME' | 'API_KEY_REPEATED' {
      const read = `${id} ${at} ${path}`
      if (heard.has(read)) return 'API_KEY_REPEATED'
      if (at < (forgotten.get(id) ?? openedAt)) return 'API_KEY_TIME'
      for (const [old, { id: of, at: when }] of heard) {
        // Of one whose time is over nothing is heard again anyway.
        const isOver = when < now - OFF_BY_MOST
        if (!isOver && heard.size < most) break
        heard.delete(old)
        if (!isOver) forgotten.set(of, Math.max(forgotten.get(of) ?? openedAt, when + 1))
      }
      heard.set(read, { id, at })
      return null
    },
  }
}

/**
 * The rates of keys, apart from those of the member's sessions: each key has its own, and all of a member
 * together have what the member has. Answers 0, or the seconds after which to try again.
 */
export function apiKeyRates({
  apiKey,
  operatorKey,
  lanes,
}: Pick<Limits, 'apiKey' | 'operatorKey' | 'lanes'>) {
  const ofFirm = rateLimiter(operatorKey.reads)
  const [ownReads, allReads] = [rateLimiter(apiKey.reads), rateLimiter(apiKey.readsOfAll)]
  const [own, all] = [memberLimiter(apiKey.lanes), memberLimiter(lanes)]
  return {
    /** Of a key of the firm: each has its own, and all that they ask for are reads. */
    takeOfFirm: (id: string, now: Ms): number => ofFirm.take(id, now),
    take({ memberId, sessionId }: Caller, { method, lane = 'writes' }: Route, now: Ms): number {
      return method === 'GET'
        ? ownReads.take(sessionId, now) || allReads.take(memberId, now)
        : own.take(sessionId, lane, now) || all.take(memberId, lane, now)
    },
  }
}
