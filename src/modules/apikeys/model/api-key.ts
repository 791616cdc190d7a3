import type { ApiKeyScope } from '#wire/route.ts'
import { acceptedName } from '#kernel/accepted-name.ts'
import { no, ok, type Result } from '#kernel/result.ts'
import type { Ms } from '#kernel/time.ts'
import { networkFrom } from './networks.ts'

/** The reason for which a key ended: the member revoked it, or it ended with all sessions of the member. */
export const REVOCATIONS = ['member', 'sessions'] as const
export type Revocation = (typeof REVOCATIONS)[number]

/**
 * A key as commands know it. Its name and its addresses are the member's own words: they stand beside the
 * journal, which knows their hash. `usedAt`: to within `USED_WITHIN_MS`.
 */
export type ApiKeyRow = {
  id: string
  memberId: string
  scope: ApiKeyScope
  /** SubjectPublicKeyInfo in base64url. */
  publicKey: string
  detailsHash: string
  madeAt: Ms
  usedAt: Ms | null
  revokedAt: Ms | null
  revokedBecause: Revocation | null
}

/** Keys of a member that stand at once. */
export const MOST_API_KEYS = 20
export const MOST_NETWORKS = 10

export type Details = { name: string; networks: string[] }

/** The name and addresses of a new key as they are kept, or the first rejection. */
export function readDetails(
  typed: Details,
): Result<Details, 'NAME_INVALID' | 'API_KEY_NETWORK' | 'API_KEY_NETWORKS'> {
  const name = acceptedName([], '', typed.name)
  if (!name.ok) return no('NAME_INVALID', name.detail)
  if (typed.networks.length > MOST_NETWORKS) return no('API_KEY_NETWORKS', { most: MOST_NETWORKS })
  const networks: string[] = []
  for (const [at, each] of typed.networks.entries()) {
    const network = networkFrom(each)
    if (network === null) return no('API_KEY_NETWORK', { line: at + 1 })
    if (!networks.includes(network)) networks.push(network)
  }
  return ok({ name: name.value, networks })
}

/** The first reason why a member may not have one more key; null: they may. */
export function refusedKey(facts: {
  isFrozen: boolean
  standing: number
  isKnown: boolean
}): 'ACCOUNT_FROZEN' | 'TOO_MANY_API_KEYS' | 'API_KEY_TAKEN' | null {
  if (facts.isFrozen) return 'ACCOUNT_FROZEN'
  if (facts.standing >= MOST_API_KEYS) return 'TOO_MANY_API_KEYS'
  return facts.isKnown ? 'API_KEY_TAKEN' : null
}
