import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import * as z from 'zod/mini'
import { seeded } from '#kernel/random.ts'
import { DAY } from '#kernel/time.ts'
import type { Route } from '#wire/route.ts'
import { LANGS } from '#i18n/lang.ts'
import { tokenHeaders } from './console-token.fixture.ts'
import { Values, type Seen } from './fuzz-values.fixture.ts'
import { newKey, type TestApp } from './test-app.ts'

/**
 * Somebody who calls: a token, what only they know, and how they come back in when a request has cost them
 * their session.
 */
export type Role = {
  name: string
  token: string
  /** The access of routes that are their own. */
  access: Route['access']
  own: Record<string, unknown>
  enter(): Promise<string>
}

/** One request as it went out; printed where its answer is wrong, and enough to send it again. */
export type Sent = {
  role: string
  route: string
  method: string
  path: string
  headers: Record<string, string>
  body: string | null
}
export type Reply = { status: number; headers: IncomingHttpHeaders; text: string }

/**
 * Sends over one connection that is kept. A connection that the server ended (a body too big) is opened once
 * more.
 */
export function line(port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const once = ({ method, path, headers: { token = '', ...headers }, body }: Sent): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const sent = httpRequest(
        {
          agent,
          host: 'localhost',
          port,
          method,
          path,
          headers: {
            ...tokenHeaders(token, port),
            ...headers,
            ...(body === null ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
          },
        },
        (response) => {
          let text = ''
          response
            .setEncoding('utf8')
            .on('data', (chunk: string) => {
              text += chunk
            })
            .on('end', () => resolve({ status: response.statusCode!, headers: response.headers, text }))
            .on('error', reject)
        },
      )
      sent.on('error', reject)
      sent.end(body ?? undefined)
    })
  return { send: (sent: Sent) => once(sent).catch(() => once(sent)), close: () => agent.destroy() }
}

const familyOf = ({ path }: Route): string =>
  path.split('/').find((part) => part !== '' && part !== 'console') ?? ''
/** The server's clock is moved by minutes, not by the years that a made-up date would be. */
const CLOCK_STEP_MS = 120_000

/** Requests of one role, one after another: valid, nearly valid and hostile, from the contracts. */
export class Requests {
  readonly #context: TestApp
  readonly #seen: Seen
  readonly #values: Values
  readonly #role: Role
  #lastKey = newKey()

  constructor(app: TestApp, role: Role, seen: Seen, seed: string) {
    this.#context = app
    this.#seen = seen
    this.#role = role
    this.#values = new Values(seeded('fuzz', seed, role.name), seen, role.own)
  }

  /**
   * `plainly`: as a member's app would send it, with nothing wrong but the values. `fits`: the contract takes
   * it.
   */
  next(route: Route, plainly = false): { sent: Sent; fits: boolean } {
    const values = this.#values
    const family = familyOf(route)
    const params = this.#texts(route.params, family)
    const query = this.#texts(route.query, family)
    const kind = plainly || values.chance(0.6) ? 'valid' : values.chance(0.6) ? 'nearly' : 'hostile'
    let input: unknown =
      route.input === undefined ? (values.chance(0.5) ? {} : undefined) : values.of(route.input, '', family)
    if (route.name === 'setClock')
      input = { at: new Date(this.#context.context.clock.wall() + values.below(CLOCK_STEP_MS)).toISOString() }
    let body = route.method === 'GET' || input === undefined ? null : JSON.stringify(input)
    if (kind !== 'valid') {
      const where = values.one([
        ...(body === null ? [] : ['body', 'body']),
        ...(Object.keys(query).length > 0 || body === null ? ['query'] : []),
        ...(Object.keys(params).length > 0 ? ['params'] : []),
      ])
      if (where === 'body') body = values.broken(input, kind === 'hostile')
      else if (where === 'query') this.#spoil(query, true)
      else this.#spoil(params, false)
    }
    const texts = new URLSearchParams(query)
    if (values.chance(0.5)) texts.set('lang', values.one([...LANGS, 'jp', 'xx', 'en-GB']))
    if (!plainly && values.chance(0.01)) texts.append('lang', 'ja')
    const search = texts.toString()
    const path = `/api${route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name]!))}${search === '' ? '' : `?${search}`}`
    const sent: Sent = {
      role: this.#role.name,
      route: route.name,
      method:
        !plainly && values.chance(0.01)
          ? values.one(['PUT', 'DELETE', 'HEAD', 'GET', 'POST', 'OPTIONS'])
          : route.method,
      path,
      headers: this.#headers(route, body !== null, plainly),
      body,
    }
    return {
      sent,
      fits: body === null || (route.input === undefined ? body === '{}' : fits(route.input, body)),
    }
  }

  /** Requests as the app would send them, one for each place of a text, with `word` there instead. */
  withWord(route: Route, word: string): Sent[] {
    const { sent } = this.next(route, true)
    const [path, search = ''] = sent.path.split('?', 2) as [string, string?]
    const query = new URLSearchParams(search)
    const inQuery = [...query.keys()].map((name) => {
      const changed = new URLSearchParams(search)
      changed.set(name, word)
      return { ...sent, path: `${path}?${changed.toString()}` }
    })
    const places = `/api${route.path}`.split('/')
    const inPath = places.flatMap((place, n) =>
      place.startsWith('{')
        ? [
            {
              ...sent,
              path:
                path.split('/').with(n, encodeURIComponent(word)).join('/') +
                (search === '' ? '' : `?${search}`),
            },
          ]
        : [],
    )
    const inBody =
      sent.body === null
        ? []
        : this.#values.wordInEach(JSON.parse(sent.body), word).map((body) => ({ ...sent, body }))
    // A write that is sent again is not the same one.
    return [...inQuery, ...inPath, ...inBody].map((each) => ({
      ...each,
      headers: { ...each.headers, ...(route.method === 'POST' ? { 'idempotency-key': newKey() } : {}) },
    }))
  }

  #texts(schema: Route['query'], family: string): Record<string, string> {
    if (schema === undefined) return {}
    const made = this.#values.of(schema, '', family) as Record<string, unknown>
    return Object.fromEntries(
      Object.entries(made).map(([name, value]) => [
        name,
        (typeof value === 'string' ? value : JSON.stringify(value)) || 'x',
      ]),
    )
  }

  #spoil(texts: Record<string, string>, mayAdd: boolean): void {
    const json = JSON.parse(this.#values.broken('x', true).replace(/^-?1e309$/, '"1e309"')) as unknown
    const text = typeof json === 'string' ? json : JSON.stringify(json)
    const names = Object.keys(texts)
    const name =
      names.length > 0 && !(mayAdd && this.#values.chance(0.2)) ? this.#values.one(names) : 'unknown'
    if (name !== 'unknown' || mayAdd) texts[name] = text.isWellFormed() && text !== '' ? text : '\u0000'
  }

  #headers(route: Route, hasBody: boolean, plainly: boolean): Record<string, string> {
    const values = this.#values
    const isOdd = (share: number) => !plainly && values.chance(share)
    const headers: Record<string, string> = {}
    const token = isOdd(0.02) ? 'x'.repeat(43) : isOdd(0.02) ? '' : this.#role.token
    if (token !== '') headers['token'] = token
    if (hasBody) headers['content-type'] = isOdd(0.01) ? 'text/plain' : 'application/json'
    if (route.method === 'POST') {
      const key = isOdd(0.04)
        ? this.#lastKey
        : isOdd(0.02)
          ? values.one(['', 'abc', newKey(Date.now() - 2 * DAY), '0'.repeat(64)])
          : newKey()
      this.#lastKey = key
      headers['idempotency-key'] = key
    }
    if (isOdd(0.01)) headers['origin'] = 'https://evil.example'
    if (isOdd(0.01))
      headers['sec-fetch-site'] = values.one(['cross-site', 'same-site', 'same-origin', 'none'])
    return headers
  }

  /** The next request of a role: a route of its own, mostly. */
  route(own: readonly Route[], all: readonly Route[]): Route {
    return this.#values.one(this.#values.chance(0.9) ? own : all)
  }
  handle(route: Route, data: unknown): void {
    this.#seen.handle(familyOf(route), data)
  }
}

function fits(schema: NonNullable<Route['input']>, body: string): boolean {
  try {
    return z.safeParse(schema, JSON.parse(body)).success
  } catch {
    return false
  }
}

export type Judged = { wrong: string | null; code: number; data: unknown }

/**
 * The rules for every answer, whatever was asked (security-and-trust 10: no 5xx, no broken envelope). Busy
 * with Retry-After is an answer.
 */
export function judge(
  route: Route,
  { method }: Sent,
  mayDo: boolean,
  { status, headers, text }: Reply,
): Judged {
  const wrongly = (wrong: string, code = 0): Judged => ({ wrong, code, data: null })
  if (
    headers['content-type'] !== 'application/json; charset=utf-8' ||
    headers['cache-control'] !== 'no-store' ||
    headers['x-content-type-options'] !== 'nosniff'
  )
    return wrongly('not the headers of the API')
  // An answer to HEAD has no body.
  if (method === 'HEAD') return status < 500 ? { wrong: null, code: status, data: null } : wrongly('5xx')
  let envelope: { code: unknown; msg: unknown; data: unknown }
  try {
    envelope = JSON.parse(text) as typeof envelope
  } catch {
    return wrongly('not JSON')
  }
  const { code, msg, data } = envelope
  if (typeof code !== 'number' || Object.keys(envelope).sort().join() !== 'code,data,msg')
    return wrongly('not an envelope')
  if (typeof msg !== 'string' || msg === '' || msg.includes('rejection.') || /\{\w+\}/.test(msg))
    return wrongly('no sentence', code)
  if (status === 503 && headers['retry-after'] !== undefined && data === null)
    return { wrong: null, code, data }
  if (status >= 500) return wrongly('5xx', code)
  if (status === 200 ? code !== 1 && code !== 2 : code !== status)
    return wrongly('a code that is not its status', code)
  if (method !== route.method)
    return code === 1 && method !== 'GET'
      ? wrongly('done by another method', code)
      : { wrong: null, code, data }
  if (code === 1) {
    if (!mayDo) return wrongly('done, though the contract does not take it', code)
    const output = z.safeParse(route.output, data)
    if (!output.success)
      return wrongly(
        `not the answer of the contract: ${JSON.stringify(output.error.issues).slice(0, 400)}`,
        code,
      )
  }
  if (code === 2) {
    const { rejection } = data as { rejection: string }
    // A request for a power is refused by the module that the power belongs to.
    if (route.power !== 'asked' && !(route.rejections ?? []).includes(rejection))
      return wrongly(`the refusal ${rejection} is not in the contract`, code)
  }
  return { wrong: null, code, data }
}
