import type { IncomingHttpHeaders } from 'node:http'

/**
 * The console's session travels in a cookie that no script reads. Over TLS its name begins with `__Host-`:
 * browsers then take it from this very host alone, over TLS alone. Browsers share cookies between the ports
 * of a host, so that over plain HTTP the port stands in its name.
 */
const NAME = 'console'
const ATTRIBUTES = 'Path=/; HttpOnly; SameSite=Strict'

const given = new WeakMap<object, string | null>()

/** The answer `data`, with which the browser gets the session of this token; null: it forgets its session. */
export function withConsoleSession<T extends object>(data: T, token: string | null): T {
  given.set(data, token)
  return data
}
/** The token that goes out with an answer; null: the session is forgotten; undefined: it stays as it is. */
export const sessionOfAnswer = (data: unknown): string | null | undefined =>
  typeof data === 'object' && data !== null ? given.get(data) : undefined

/** The name of the cookie at this host (`localhost:8080`). */
export const cookieName = (isSecure: boolean, host: string): string => {
  const port = /:(\d+)$/.exec(host)?.[1]
  return isSecure ? `__Host-${NAME}` : port === undefined ? NAME : `${NAME}-${port}`
}

/** The header `set-cookie` for a token; null: the cookie is removed. It ends with the browser, or by it. */
export function setCookie(name: string, token: string | null, isSecure: boolean): string {
  const life = token === null ? '; Max-Age=0' : ''
  return `${name}=${token ?? ''}; ${ATTRIBUTES}${isSecure ? '; Secure' : ''}${life}`
}

/** The token in the header `cookie`; '': none. Of two cookies of the name nobody knows whose is whose. */
export function tokenIn(header: string | undefined, name: string): string {
  const found = (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
  return found.length === 1 ? found[0]!.slice(name.length + 1) : ''
}

/**
 * True if a request with the console's cookie comes from a page of this server (threat T07). A browser sends
 * the cookie by itself, also for a page of another port of the same host, so reads are judged too, and a
 * write says where it comes from.
 */
export function isOwnPage({ 'sec-fetch-site': site, origin, host }: IncomingHttpHeaders, isWrite: boolean) {
  if (site !== undefined) return site === 'same-origin'
  return origin === undefined ? !isWrite : URL.canParse(origin) && new URL(origin).host === host
}
