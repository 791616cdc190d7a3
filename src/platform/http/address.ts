import type { IncomingMessage, Server } from 'node:http'
import { BlockList, isIP } from 'node:net'
import type { Clock } from '../clock.ts'
import { isLoopback, rateLimiter, type Limits } from '../limits.ts'

/** The sender of a request, as far as limits can tell before anything else is known. */
export type Addresses = {
  /** Origin of a request: one subscriber of a network, whose addresses are counted together. */
  of(incoming: IncomingMessage): string
  /** True if its connection carries others' requests too. */
  isProxy(incoming: IncomingMessage): boolean
  /** True if the browser speaks TLS, as a proxy in front says. */
  isOverTls(incoming: IncomingMessage): boolean
  /** True if limits hold for it: in the demo setting not for this machine. */
  isCounted(address: string): boolean
  /** Counts one request. 0, or the seconds after which to try again (then it is not to be answered). */
  take(address: string): number
  /** Above an address's share of the connections, new ones end at once: nobody may take them all. */
  share(server: Server): void
}

export type AddressOptions = {
  /** Proxies in front of this server, addresses or networks, whose `X-Forwarded-…` are believed. */
  proxies: readonly string[]
  demo: boolean
  limits: Limits['address']
  clock: Pick<Clock, 'machine'>
}

/** The addresses of one server, each with what it has asked for lately. */
export function openAddresses({ proxies, demo, limits, clock }: AddressOptions): Addresses {
  const rate = rateLimiter(limits.requests)
  const trusted = openNetworks(proxies)
  const isCounted = (address: string) => !(demo && isLoopback(address))
  return {
    of(incoming) {
      const direct = incoming.socket.remoteAddress ?? ''
      const from = trusted.has(direct) ? forwarded(incoming.headers['x-forwarded-for'], trusted.has) : null
      return networkOf(from ?? direct)
    },
    isProxy: ({ socket }) => trusted.has(socket.remoteAddress ?? ''),
    isOverTls: ({ socket, headers }) =>
      headers['x-forwarded-proto'] === 'https' && trusted.has(socket.remoteAddress ?? ''),
    isCounted,
    take: (address) => (isCounted(address) ? rate.take(address, clock.machine()) : 0),
    share(server) {
      const open = new Map<string, number>()
      server.on('connection', (socket) => {
        const address = networkOf(socket.remoteAddress ?? '')
        if (trusted.has(socket.remoteAddress ?? '') || !isCounted(address)) return
        const count = open.get(address) ?? 0
        if (count >= limits.connections) return void socket.destroy()
        open.set(address, count + 1)
        socket.once('close', () => {
          const left = open.get(address)! - 1
          if (left === 0) open.delete(address)
          else open.set(address, left)
        })
      })
    },
  }
}

/**
 * The address that the proxy has seen stands last; whatever is before it the sender may have written. Where
 * that is a proxy of ours too, it is the one before. null: the proxy does not say.
 */
function forwarded(
  header: string | string[] | undefined,
  isProxy: (address: string) => boolean,
): string | null {
  let nearest: string | null = null
  for (const word of String(header ?? '')
    .split(',')
    .toReversed()) {
    const address = word.trim()
    if (isIP(address) === 0) return nearest
    if (!isProxy(address)) return address
    nearest = address
  }
  return nearest
}

const MAPPED = /^::ffff:(\d+(?:\.\d+){3})$/i
const familyOf = (address: string) => (isIP(address) === 4 ? 'ipv4' : 'ipv6')

/** True for `10.0.0.5`, `10.0.0.0/8`, `fd00::1` and `fd00::/8`; not for a name or for everybody (`/0`). */
export function isNetwork(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/')
  if (isIP(address) === 0 || address.includes('%') || more.length > 0) return false
  return (
    prefix === undefined ||
    (/^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= (isIP(address) === 4 ? 32 : 128))
  )
}

/** Addresses and networks, each exactly as it is written: `::1` is one address. */
function openNetworks(texts: readonly string[]): { has(address: string): boolean } {
  const list = new BlockList()
  for (const text of texts) {
    const [address = '', prefix] = text.split('/')
    if (prefix === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(prefix), familyOf(address))
  }
  return {
    has(address) {
      const plain = MAPPED.exec(address)?.[1] ?? address.split('%', 1)[0]!
      return isIP(plain) !== 0 && list.check(plain, familyOf(plain))
    },
  }
}

const GROUPS = 8
const OF_NETWORK = 4

/** An IPv4 address as it is; of an IPv6 address the first 64 bits, since a subscriber has all the rest. */
export function networkOf(address: string): string {
  const mapped = MAPPED.exec(address)
  if (mapped !== null) return mapped[1]!
  if (!address.includes(':') || isLoopback(address)) return address
  const [front, back] = address
    .split('%', 1)[0]!
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''))
  const gap =
    back === undefined ? [] : Array.from({ length: GROUPS - front!.length - back.length }, () => '0')
  return `${[...front!, ...gap, ...(back ?? [])]
    .slice(0, OF_NETWORK)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
