import * as z from 'zod/mini'
import { API_KEY_SCOPES, route } from '#wire/route.ts'
import { Id, Instant } from '#wire/values.ts'
import { STEP_UP_REJECTIONS, stepUpFields } from '#modules/identity/contract.ts'
import { REVOCATIONS } from './model/api-key.ts'

/**
 * `usedAt`: to within ten minutes; null: never. `fingerprint`: the first 16 digits of the SHA-256 of the
 * public key.
 */
export const ApiKeyView = z.object({
  id: Id,
  name: z.string(),
  scope: z.enum(API_KEY_SCOPES),
  networks: z.array(z.string()),
  fingerprint: z.string(),
  madeAt: Instant,
  usedAt: z.nullable(Instant),
  revokedAt: z.nullable(Instant),
  revokedBecause: z.nullable(z.enum(REVOCATIONS)),
})
export type ApiKeyView = z.output<typeof ApiKeyView>

/** The member's own: those that stand, newest first, then those that ended last. */
export const listApiKeys = route({
  name: 'listApiKeys',
  method: 'GET',
  path: '/api-keys',
  access: 'member',
  output: z.object({ keys: z.array(ApiKeyView), most: z.int() }),
})

/** SubjectPublicKeyInfo of a P-256 key in base64url: the other half never leaves the member's tool. */
const PublicKey = z.string().check(z.regex(/^[\w-]{122}$/))

/** `networks`: addresses or networks (CIDR) that it may be used from; none: from anywhere. */
export const makeApiKey = route({
  name: 'makeApiKey',
  method: 'POST',
  path: '/api-keys',
  access: 'member',
  keyed: true,
  signed: 'by-device',
  input: z.strictObject({
    name: z.string().check(z.maxLength(200)),
    scope: z.enum(API_KEY_SCOPES),
    networks: z.array(z.string().check(z.maxLength(64))),
    publicKey: PublicKey,
    ...stepUpFields,
  }),
  output: ApiKeyView,
  rejections: [
    'NAME_INVALID',
    'API_KEY_NETWORKS',
    'API_KEY_NETWORK',
    'API_KEY_PUBLIC_KEY',
    ...STEP_UP_REJECTIONS,
    'ACCOUNT_FROZEN',
    'TOO_MANY_API_KEYS',
    'API_KEY_TAKEN',
  ],
})

/** Ends a key at once: what it has asked for and is not done yet is refused too. */
export const revokeApiKey = route({
  name: 'revokeApiKey',
  method: 'POST',
  path: '/api-keys/{id}/revoke',
  access: 'member',
  keyed: true,
  params: z.strictObject({ id: Id }),
  output: ApiKeyView,
  rejections: ['API_KEY_NOT_FOUND'],
})
