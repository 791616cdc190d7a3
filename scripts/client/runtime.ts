/**
 * Run time of the client for TypeScript, for any list of operations. It runs in Node 20 and later and in
 * browsers, on fetch and WebCrypto alone.
 */
import { uuidv7 } from '#kernel/id.ts'
import { REFUSED, SUCCESS } from '#wire/envelope.ts'
import { API_KEY_HEADER, askedFor, commandBytes, SIGNATURE_HEADER } from '#wire/signed.ts'
import type { Json } from '#kernel/hash.ts'

/** A route as the client calls it: its method, its path below the origin, and if it is a write with a key. */
export type Operation = { method: 'GET' | 'POST'; path: string; keyed: boolean }

export type Options = {
  /** The server's origin: `https://akari.example`. */
  url: string
  /** The key's id, and its private half: the PEM text that the app showed, or a key of WebCrypto. */
  keyId: string
  privateKey: string | CryptoKey
  /** Language of the sentences; Japanese where it is left out. */
  lang?: string
  /** Milliseconds that one try may take; 10,000 where it is left out. */
  timeoutMs?: number
  /** Tries of one request before it is given up; 5 where it is left out. */
  tries?: number
  /** Milliseconds before the second try, doubled for each further one up to 8 s; 500 where it is left out. */
  pauseMs?: number
  /** In the place of the platform's own. */
  fetch?: typeof globalThis.fetch
}

type Call = {
  body?: Json
  params?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string | undefined>>
  /** Idempotency key of a write that was sent before; left out: a new one. */
  key?: string
}
type Envelope = { code: number; msg: string; data: unknown }

/** The answer of a call that was neither done nor refused by a rule. */
export class AkariError extends Error {
  override name = 'AkariError'
  /** HTTP status; 0: no answer came. */
  readonly status: number
  readonly data: unknown
  /** Idempotency key of the write: sent again with it, it happens once. Null for a read. */
  readonly key: string | null
  constructor(message: string, status: number, data: unknown, key: string | null) {
    super(message)
    this.status = status
    this.data = data
    this.key = key
  }
}

const LONGEST_PAUSE_MS = 8_000
const SECOND = 1_000
const CURVE = { name: 'ECDSA', namedCurve: 'P-256' }
/** Nothing was decided, or nobody knows: the same request may be sent again. */
const AGAIN: ReadonlySet<number> = new Set([0, 408, 425, 429, 500, 502, 503, 504])

const base64url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

async function signingKey(given: string | CryptoKey): Promise<CryptoKey> {
  if (typeof given !== 'string') return given
  if (!given.includes('-----BEGIN PRIVATE KEY-----'))
    throw new AkariError('privateKey is no PKCS #8 key in PEM (BEGIN PRIVATE KEY)', 0, null, null)
  const text = atob(given.replaceAll(/-----(?:BEGIN|END) PRIVATE KEY-----|\s/g, ''))
  const der = Uint8Array.from(text, (character) => character.charCodeAt(0))
  return crypto.subtle.importKey('pkcs8', der, CURVE, false, ['sign'])
}

function addressOf({ path }: Operation, { params = {}, query = {} }: Call, lang: string | undefined): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const asked = Object.entries({ ...query, lang }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  )
  return asked.length === 0 ? filled : `${filled}?${asked.join('&')}`
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** A method for each operation. Fails where the key cannot be read. */
export async function openClient(
  operations: Readonly<Record<string, Operation>>,
  options: Options,
): Promise<Record<string, (call?: Call) => Promise<object>>> {
  const { keyId, lang, timeoutMs = 10_000, tries = 5, pauseMs = 500 } = options
  const origin = new URL(options.url).origin
  const privateKey = await signingKey(options.privateKey)
  const send = options.fetch ?? globalThis.fetch
  let lastAt = 0
  /** A read is good once for its key, path and millisecond: no two requests of this client have one. */
  const nextAt = () => (lastAt = Math.max(Date.now(), lastAt + 1))

  async function attempt({ method }: Operation, path: string, key: string, body: Json | undefined) {
    const at = nextAt()
    const asked = new TextEncoder().encode(askedFor(body))
    const bytes = commandBytes(
      { method, path, key, at },
      new Uint8Array(await crypto.subtle.digest('SHA-256', asked)),
    )
    const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, privateKey, bytes)
    const response = await send(origin + path, {
      method,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        [API_KEY_HEADER]: keyId,
        [SIGNATURE_HEADER]: `${at}.${base64url(signature)}`,
        ...(key === '' ? {} : { 'idempotency-key': key }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const { status, headers } = response
    const envelope = (await response.json().catch(() => null)) as Envelope | null
    return { status, headers, envelope }
  }

  const none = { status: 0, headers: new Headers(), envelope: null, cause: undefined as unknown }

  async function call(operation: Operation, given: Call = {}): Promise<object> {
    const path = addressOf(operation, given, lang)
    const key = operation.keyed
      ? (given.key ?? uuidv7(Date.now(), crypto.getRandomValues(new Uint8Array(16))))
      : ''
    for (let tried = 1; ; tried++) {
      const answer = await attempt(operation, path, key, given.body).catch((cause: unknown) => ({
        ...none,
        cause,
      }))
      const { status, headers, envelope } = answer
      if (envelope?.code === SUCCESS)
        return {
          ok: true,
          data: envelope.data,
          key: key || null,
          repeated: headers.get('idempotent-replay') === '1',
        }
      const refused =
        envelope?.code === REFUSED ? (envelope.data as { rejection: string; detail: object }) : null
      // Another program with the same key has asked for the same in this very millisecond.
      const isEcho = refused?.rejection === 'API_KEY_REPEATED'
      if (refused !== null && !(isEcho && tried < tries))
        return { ok: false, ...refused, msg: envelope!.msg, key: key || null }
      if (refused === null && (!AGAIN.has(status) || tried >= tries)) {
        const error = new AkariError(
          envelope?.msg ?? (status === 0 ? 'no answer' : `HTTP ${status}`),
          status,
          envelope?.data ?? null,
          key || null,
        )
        if ('cause' in answer) error.cause = answer.cause
        throw error
      }
      if (isEcho) continue
      const asked = Number(headers.get('retry-after') ?? 0) * SECOND
      const own = Math.min(pauseMs * 2 ** (tried - 1), LONGEST_PAUSE_MS)
      // Spread, so that programs that were turned away together do not come back together.
      await pause(Math.max(asked, own * (1 + crypto.getRandomValues(new Uint8Array(1))[0]! / 256)))
    }
  }

  return Object.fromEntries(
    Object.entries(operations).map(([name, operation]) => [name, (given?: Call) => call(operation, given)]),
  )
}
