import { createHmac } from 'node:crypto'
import { lookup as lookUp, type LookupAddress, type LookupAllOptions, type LookupOptions } from 'node:dns'
import { request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import { BlockList, isIP } from 'node:net'
import { SECOND, type Ms } from '#kernel/time.ts'

/** `allowsPrivate`: addresses of one's own network, and http, which whoever runs the server has said. */
export type Webhook = { url: string; secret: string; allowsPrivate: boolean }

const ANSWER_MS: Ms = 10 * SECOND

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
for (const [address, prefix] of [
  ['::', 127],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  PRIVATE.addSubnet(address, prefix, 'ipv6')

/** True for an address of this machine or of a network of one's own; IPv4 may be written as IPv6. */
export const isPrivateAddress = (address: string): boolean =>
  PRIVATE.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

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

/** HMAC-SHA-256 over the time and the bytes, as the header `akari-signature` carries it: `t=…,v1=…`. */
export const signatureOf = (secret: string, at: Ms, body: string): string =>
  `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`

/**
 * Posts a notice to the firm's webhook; any 2xx is a yes, and a redirect is none. `id`: the same for each
 * try. Throws with what went wrong.
 */
export async function postWebhook(
  { url, secret, allowsPrivate }: Webhook,
  id: string,
  at: Ms,
  content: Readonly<Record<string, string | number>>,
): Promise<void> {
  const address = new URL(url)
  if (!allowsPrivate) {
    if (address.protocol !== 'https:') throw new PrivateAddress('the address is not https')
    const host = address.hostname.replace(/^\[|\]$/g, '')
    if (isIP(host) !== 0 && isPrivateAddress(host)) throw new PrivateAddress('the address is private')
  }
  const body = JSON.stringify(content)
  const send = address.protocol === 'https:' ? overHttps : overHttp
  await new Promise<void>((resolve, reject) => {
    const asked = send(
      address,
      {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'idempotency-key': id,
          'akari-signature': signatureOf(secret, at, body),
        },
        signal: AbortSignal.timeout(ANSWER_MS),
        ...(allowsPrivate ? {} : { lookup: publicOnly }),
      },
      (answer) => {
        answer.resume()
        const status = answer.statusCode ?? 0
        if (status >= 200 && status < 300) resolve()
        else reject(new Error(`it answered ${status}`))
      },
    )
    asked.on('error', reject)
    asked.end(body)
  })
}
