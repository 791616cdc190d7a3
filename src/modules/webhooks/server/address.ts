import { addressIn, isPrivateAddress } from '#platform/webhook.ts'
import { LONGEST_URL } from '../model/webhook.ts'

/**
 * True for an address that a webhook may have: https, with neither name nor password nor a part after #, and
 * no host of a network of one's own. `testOrigin`: one of tests.
 */
export function isWebhookUrl(
  text: string,
  isPrivate: (url: URL) => boolean,
  testOrigin: string | null,
): boolean {
  if (text.length > LONGEST_URL || !URL.canParse(text)) return false
  const url = new URL(text)
  if (url.username !== '' || url.password !== '' || url.hash !== '') return false
  return url.origin === testOrigin || (url.protocol === 'https:' && !isPrivate(url))
}

/** Names that never lead out of a network of one's own (RFC 6761, 6762, 8375, and `internal` of ICANN). */
const PRIVATE_NAMES = /(?:^|\.)(?:localhost|local|internal|home\.arpa)\.?$/

/** True for a host that is written as an address, or bears a name, of a network of one's own. */
export const isPrivateHost = (url: URL): boolean => {
  const address = addressIn(url)
  return address === null ? PRIVATE_NAMES.test(url.hostname) : isPrivateAddress(address)
}
