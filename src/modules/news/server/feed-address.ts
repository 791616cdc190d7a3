import { ADDRESS_LONGEST } from '../operator-contract.ts'

/**
 * Hosts that are this machine, a network of one's own, or no name at all: nobody may make the server look
 * there.
 */
const NO_HOST =
  /^(?:localhost|.*\.(?:localhost|local|internal|home|lan|intranet|arpa|test|invalid|onion)|[^.]*|\d[\d.]*|\[.*\]|0x[\da-f.]*)$/i

/**
 * The address of a feed as it is kept: https, a public name, the usual port, no user in it; null for any
 * other.
 */
export function feedAddress(typed: string): string | null {
  if (typed.length > ADDRESS_LONGEST || !URL.canParse(typed.trim())) return null
  const url = new URL(typed.trim())
  if (url.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '') return null
  if (NO_HOST.test(url.hostname.replace(/\.$/, ''))) return null
  url.hash = ''
  return url.href
}
