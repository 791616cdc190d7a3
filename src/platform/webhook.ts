import { lookup as lookUp, type LookupAddress, type LookupAllOptions, type LookupOptions } from 'node:dns'
import { request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import { BlockList, isIP } from 'node:net'
import { SECOND, type Ms } from '#kernel/time.ts'
import type { Tracing } from './tracing.ts'

/**
 * A notice for somebody else's server. `allowsPrivate`: addresses of one's own network too, and http. `what`:
 * its kind, under which it is traced.
 */
export type Posting = {
  what: string
  url: string
  headers: Readonly<Record<string, string>>
  body: string
  allowsPrivate: boolean
}

const ANSWER_MS: Ms = 10 * SECOND
const [OK, REDIRECT] = [200, 300]

/** Addresses that are no public host's (RFC 6890): this machine, networks of one's own, cloud metadata. */
const PRIVATE = new BlockList()
for (const [address, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  PRIVATE.addSubnet(address, prefix, 'ipv4')
// Tunnels (Teredo, 6to4, NAT64) carry an IPv4 address of anybody's choice.
for (const [address, prefix] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const)
  PRIVATE.addSubnet(address, prefix, 'ipv6')

/** True for an address of this machine or of a network of one's own; IPv4 may be written as IPv6. */
export const isPrivateAddress = (address: string): boolean =>
  PRIVATE.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** The address that a URL's host is, where it is one and no name; null: it is a name. */
export function addressIn({ hostname }: Pick<URL, 'hostname'>): string | null {
  const host = hostname.replace(/^\[|\]$/g, '')
  return isIP(host) === 0 ? null : host
}

export class PrivateAddress extends Error {
  override name = 'PrivateAddress'
}

/**
 * Resolves a name for the connection itself, so that no second answer of the name's server can lead
 * elsewhere than the one that was looked at.
 */
function publicOnly(
  name: string,
  options: LookupOptions,
  done: (error: Error | null, address: string | LookupAddress[], family?: number) => void,
): void {
  const all: LookupAllOptions = { ...options, all: true }
  lookUp(name, all, (error, found) => {
    if (error !== null) return done(error, '')
    if (found.some(({ address }) => isPrivateAddress(address)))
      return done(new PrivateAddress('the name is of a private address'), '')
    if (options.all) return done(null, found)
    done(null, found[0]!.address, found[0]!.family)
  })
}

/**
 * Posts JSON and resolves with the status of the answer, whose content is not read; a redirect is not
 * followed. Each has a connection of its own: one that is kept may lead where only another was allowed to go.
 * Throws `PrivateAddress`, or what went wrong on the way, after ten seconds at the latest.
 */
export async function postNotice(posting: Posting, tracing: Tracing | null = null): Promise<number> {
  const span = tracing?.begin('client', `POST ${posting.what}`, { 'http.request.method': 'POST' }) ?? null
  if (span === null) return send(posting)
  let status = 0
  try {
    status = await send({ ...posting, headers: { ...posting.headers, traceparent: span.traceparent } })
    return status
  } finally {
    // 0: there was no answer.
    span.end({
      attributes: { 'http.response.status_code': status },
      failed: status < OK || status >= REDIRECT,
    })
  }
}

async function send({ url, headers, body, allowsPrivate }: Posting): Promise<number> {
  const address = new URL(url)
  if (!allowsPrivate) {
    if (address.protocol !== 'https:') throw new PrivateAddress('the address is not https')
    const host = addressIn(address)
    if (host !== null && isPrivateAddress(host)) throw new PrivateAddress('the address is private')
  }
  const request = address.protocol === 'https:' ? overHttps : overHttp
  return new Promise<number>((resolve, reject) => {
    const asked = request(
      address,
      {
        method: 'POST',
        headers: {
          ...headers,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        },
        agent: false,
        signal: AbortSignal.timeout(ANSWER_MS),
        ...(allowsPrivate ? {} : { lookup: publicOnly }),
      },
      (answer) => {
        resolve(answer.statusCode ?? 0)
        answer.on('error', () => {})
        answer.destroy()
      },
    )
    asked.on('error', reject)
    asked.end(body)
  })
}
