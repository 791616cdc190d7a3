import { acceptedName } from '#kernel/accepted-name.ts'
import { no, ok, type Result } from '#kernel/result.ts'
import { addDays, isDate, type DateJst, type Days, type Ms } from '#kernel/time.ts'
import { OPERATOR_KEY_SCOPES, type OperatorKeyScope } from '#wire/route.ts'
import { networkFrom } from '#modules/apikeys/model/networks.ts'

/** The terms of a key, as two people sign them. */
export type FirmKeyTerms = {
  name: string
  scopes: readonly OperatorKeyScope[]
  /** Networks (CIDR) that it may be used from: one at least. */
  networks: readonly string[]
  /** SubjectPublicKeyInfo in base64url. */
  publicKey: string
  /** The last day on which it opens anything. */
  until: DateJst
}

/** A key of the firm. Its words are the firm's own, so the journal has them whole. */
export type FirmKeyRow = FirmKeyTerms & {
  id: string
  /** The administrator who asked for it and answers for it: it ends with them. */
  ownerId: string
  madeAt: Ms
  /** To within ten minutes; null: never. */
  usedAt: Ms | null
  revokedAt: Ms | null
  revokedBy: string | null
}

/** Keys of the firm that stand at once. */
export const MOST_FIRM_KEYS = 20
export const MOST_FIRM_NETWORKS = 10
/** The longest that a key may stand. */
export const LONGEST_DAYS: Days = 365

const isScope = (text: unknown): text is OperatorKeyScope =>
  (OPERATOR_KEY_SCOPES as readonly unknown[]).includes(text)

export const TERMS_REJECTIONS = [
  'FIRM_KEY_NAME',
  'FIRM_KEY_SCOPES',
  'FIRM_KEY_NETWORKS',
  'FIRM_KEY_NETWORK',
  'FIRM_KEY_PUBLIC_KEY',
  'FIRM_KEY_UNTIL',
] as const

/**
 * The terms that a body says, in their one spelling, or the first rejection. `isKey`: whether a text is the
 * public half of a P-256 key.
 */
export function readFirmKeyTerms(
  body: { readonly [name: string]: unknown },
  today: DateJst,
  isKey: (publicKey: string) => boolean,
): Result<FirmKeyTerms, (typeof TERMS_REJECTIONS)[number]> {
  const name = acceptedName([], '', typeof body['name'] === 'string' ? body['name'] : '')
  if (!name.ok) return no('FIRM_KEY_NAME', name.detail)
  const scopes = Array.isArray(body['scopes']) ? (body['scopes'] as unknown[]) : []
  if (scopes.length === 0 || !scopes.every(isScope)) return no('FIRM_KEY_SCOPES')
  const typed = Array.isArray(body['networks']) ? (body['networks'] as unknown[]) : []
  if (typed.length === 0 || typed.length > MOST_FIRM_NETWORKS)
    return no('FIRM_KEY_NETWORKS', { most: MOST_FIRM_NETWORKS })
  const networks = typed.map((each) => (typeof each === 'string' ? networkFrom(each) : null))
  const wrong = networks.indexOf(null)
  if (wrong !== -1) return no('FIRM_KEY_NETWORK', { line: wrong + 1 })
  const { publicKey, until } = body
  if (typeof publicKey !== 'string' || !isKey(publicKey)) return no('FIRM_KEY_PUBLIC_KEY')
  if (typeof until !== 'string' || !isDate(until) || until < today || until > addDays(today, LONGEST_DAYS))
    return no('FIRM_KEY_UNTIL', { most: LONGEST_DAYS })
  return ok({
    name: name.value,
    scopes: OPERATOR_KEY_SCOPES.filter((scope) => scopes.includes(scope)),
    networks: [...new Set(networks.flatMap((each) => each ?? []))],
    publicKey,
    until,
  })
}

export const KEY_STATES = ['active', 'expired', 'ownerless', 'revoked'] as const
export type KeyState = (typeof KEY_STATES)[number]

/** The state of a key today. `hasOwner`: who answers for it is an administrator still. */
export const stateOfKey = (
  { revokedAt, until }: Pick<FirmKeyRow, 'revokedAt' | 'until'>,
  { today, hasOwner }: { today: DateJst; hasOwner: boolean },
): KeyState =>
  revokedAt !== null ? 'revoked' : today > until ? 'expired' : hasOwner ? 'active' : 'ownerless'
