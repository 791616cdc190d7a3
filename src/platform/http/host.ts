import { isIP } from 'node:net'
import type { Route } from '#wire/route.ts'

/** The one of two sites that a route or a file belongs to, where the console has a host name of its own. */
export type Site = 'app' | 'console' | 'both'

/** The site that a route declares; an operator's route is the console's. */
export const siteOf = ({ site, access }: Route): Site => site ?? (access === 'operator' ? 'console' : 'app')

export type Hosts = {
  /**
   * The site that is asked for under this `Host` header: `both` where the console has no name of its own.
   * null: it is no name of this server.
   */
  asked(host: string | undefined): Site | null
}

/**
 * The host names under which this server is asked. A page of another name that is made to point here (DNS
 * rebinding) would be of one origin with it: such a name is refused. An address, as health checks and phones
 * at home use it, cannot be made to point elsewhere, and a request without the header is no browser's.
 */
export function openHosts({
  origin,
  consoleHost,
}: {
  origin: string | null
  consoleHost: string | null
}): Hosts {
  const own = new Set(['', 'localhost', ...(origin === null ? [] : [nameOf(new URL(origin).host)])])
  return {
    asked(host = '') {
      const name = nameOf(host)
      if (name === consoleHost) return 'console'
      if (!own.has(name) && isIP(name) === 0) return null
      return consoleHost === null ? 'both' : 'app'
    },
  }
}

/** True if the header names one host: of two nobody knows which was meant. */
export function isOneHost(rawHeaders: readonly string[]): boolean {
  let found = 0
  for (let n = 0; n < rawHeaders.length; n += 2)
    if (rawHeaders[n]!.length === 4 && rawHeaders[n]!.toLowerCase() === 'host') found++
  return found < 2
}

const ABSOLUTE = /^https?:\/\/([^/?#]*)/i
/**
 * The host that a request target in absolute form (`GET http://host/ HTTP/1.1`, as proxies send it) names
 * beside the `Host` header; null: it is a path, '': another scheme's.
 */
export const hostOfTarget = (target: string): string | null =>
  target.startsWith('/') || target === '*' ? null : (ABSOLUTE.exec(target)?.[1] ?? '')
/** The path of a target in either form. */
export const pathOfTarget = (target: string): string => {
  const path = target.startsWith('/') ? target : target.replace(ABSOLUTE, '')
  return path.startsWith('/') ? path : `/${path}`
}

export const isServedAt = (asked: Site, site: Site): boolean =>
  asked === 'both' || site === 'both' || asked === site

/** `Desk.Example.:8443` is desk.example, `[::1]:8080` is ::1. */
const nameOf = (host: string): string =>
  host
    .toLowerCase()
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
