import type { IncomingMessage, Server } from 'node:http'
import { isIP } from 'node:net'
import type { Clock } from '../clock.ts'
import { isLoopback, rateLimiter, type Limits } from '../limits.ts'

/** The sender of a request, as far as limits can tell before anything else is known. */
export type Addresses = {
  /** Origin of a request: one subscriber of a network, whose addresses are counted together. */
  of(incoming: IncomingMessage): string
  /** True if its connection carries others' requests too. */
  isProxy(incoming: IncomingMessage): boolean
  /** True if limits hold for it: in the demo setting not for this machine. */
  isCounted(address: string): boolean
  /** Counts one request. 0, or the seconds after which to try again (then it is not to be answered). */
  take(address: string): number
  /** Above an address's share of the connections, new ones end at once: nobody may take them all. */
  share(server: Server): void
}

export type AddressOptions = {
  /** Proxies in front of this server, whose last word in `X-Forwarded-For` is believed. */
  proxies: readonly string[]
  demo: boolean
  limits: Limits['address']
  clock: Pick<Clock, 'machine'>
}

/** The addresses of one server, each with what it has asked for lately. */
export function openAddresses({ proxies, demo, limits, clock }: AddressOptions): Addresses {
  const rate = rateLimiter(limits.requests)
  const trusted = new Set(proxies.map(networkOf))
  const isCounted = (address: string) => !(demo && isLoopback(address))
  return {
    of(incoming) {
      const direct = networkOf(incoming.socket.remoteAddress ?? '')
      return trusted.has(direct) ? (forwarded(incoming.headers['x-forwarded-for']) ?? direct) : direct
    },
    isProxy: ({ socket }) => trusted.has(networkOf(socket.remoteAddress ?? '')),
    isCounted,
    take: (address) => (isCounted(address) ? rate.take(address, clock.machine()) : 0),
    share(server) {
      const open = new Map<string, number>()
      server.on('connection', (socket) => {
        const address = networkOf(socket.remoteAddress ?? '')
        if (trusted.has(address) || !isCounted(address)) return
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

/** The address that the proxy has seen stands last; whatever is before it the sender may have written. */
function forwarded(header: string | string[] | undefined): string | null {
  const last = String(header ?? '')
    .split(',')
    .at(-1)!
    .trim()
  return isIP(last) === 0 ? null : networkOf(last)
}

const GROUPS = 8
const OF_NETWORK = 4

/** An IPv4 address as it is; of an IPv6 address the first 64 bits, since a subscriber has all the rest. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(address)
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
