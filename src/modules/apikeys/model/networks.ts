/**
 * Addresses that a key is bound to, as networks (CIDR). Of an IPv6 address the first 64 bits count, as
 * everywhere at the edge: a subscriber has all the rest.
 */
const V6_BITS = 64
const V4_BITS = 32

type Network = { family: 4 | 6; bits: number; value: bigint }

/** A wider network is hardly any bound: it is refused as a mistake. */
const FEWEST_BITS = { 4: 8, 6: 16 } as const
/** This machine: one address, and no network of them. */
const LOOPBACK = '::1/128'

/** One network in its one spelling (`203.0.113.0/24`, `2001:db8:0:1::/64`), or null. */
export function networkFrom(typed: string): string | null {
  const text = typed.normalize('NFKC').trim().toLowerCase()
  const network = read(text)
  if (network === null || network.bits < FEWEST_BITS[network.family]) return null
  return isLoopbackV6(text) ? LOOPBACK : textOf(network)
}

const isLoopbackV6 = (text: string): boolean => /^[0:]*:0*1(?:\/128)?$/.test(text)

/** True if an address, as the edge names it, is in one of these networks; in none: it may be any. */
export function isWithin(address: string, networks: readonly string[]): boolean {
  if (networks.length === 0) return true
  if (networks.includes(LOOPBACK) && isLoopbackV6(address)) return true
  const from = read(address)
  return (
    from !== null &&
    networks.some((text) => {
      if (text === LOOPBACK) return false
      const network = read(text)!
      return (
        network.family === from.family &&
        network.bits <= from.bits &&
        masked(from.value, widthOf(from), network.bits) === network.value
      )
    })
  )
}

const widthOf = ({ family }: Pick<Network, 'family'>): number => (family === 4 ? V4_BITS : V6_BITS)
const masked = (value: bigint, width: number, bits: number): bigint =>
  (value >> BigInt(width - bits)) << BigInt(width - bits)

function read(text: string): Network | null {
  const [address = '', prefix, ...more] = text.split('/')
  if (more.length > 0 || (prefix !== undefined && !/^[1-9]\d{0,2}$/.test(prefix))) return null
  const family = address.includes(':') ? 6 : 4
  const value = family === 4 ? valueOfV4(address) : valueOfV6(address)
  if (value === null) return null
  const asked = prefix === undefined ? 128 : Number(prefix)
  if (asked > (family === 4 && prefix !== undefined ? V4_BITS : 128)) return null
  const width = family === 4 ? V4_BITS : V6_BITS
  const bits = Math.min(asked, width)
  return { family, bits, value: masked(value, width, bits) }
}

const OCTET = /^(?:0|[1-9]\d{0,2})$/
function valueOfV4(text: string): bigint | null {
  const octets = text.split('.')
  if (octets.length !== 4 || octets.some((octet) => !OCTET.test(octet) || Number(octet) > 255)) return null
  return octets.reduce((sum, octet) => (sum << 8n) | BigInt(octet), 0n)
}

const GROUPS = 8
/** The first 64 bits. */
function valueOfV6(text: string): bigint | null {
  const halves = text.split('::')
  if (halves.length > 2) return null
  const [front, back] = halves.map((half) => (half === '' ? [] : half.split(':'))) as [string[], string[]?]
  const given = [...front, ...(back ?? [])]
  if (given.some((group) => !/^[0-9a-f]{1,4}$/.test(group))) return null
  if (back === undefined ? front.length !== GROUPS : given.length >= GROUPS) return null
  const gap = Array.from({ length: GROUPS - given.length }, () => '0')
  const groups = [...front, ...gap, ...(back ?? [])]
  // An IPv4 address in IPv6's clothes: the edge names it as IPv4, and no request would come from here.
  if (groups.slice(0, 5).every((group) => /^0+$/.test(group)) && groups[5] === 'ffff') return null
  return groups
    .slice(0, GROUPS / 2)
    .reduce((sum, group) => (sum << 16n) | BigInt(Number.parseInt(group, 16)), 0n)
}

function textOf({ family, bits, value }: Network): string {
  const parts = (count: number, size: bigint, radix: number) =>
    Array.from({ length: count }, (_, at) =>
      ((value >> (size * BigInt(count - 1 - at))) & ((1n << size) - 1n)).toString(radix),
    )
  return family === 4 ? `${parts(4, 8n, 10).join('.')}/${bits}` : `${parts(4, 16n, 16).join(':')}::/${bits}`
}
