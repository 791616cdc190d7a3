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

/** True for a host that is written as an address of a network of one's own. */
export const isPrivateHost = (url: URL): boolean => {
  const address = addressIn(url)
  return address !== null && isPrivateAddress(address)
}
