import * as z from 'zod/mini'
import { OPERATOR_KEY_SCOPES, route } from '#wire/route.ts'
import { DateText, Id, Instant } from '#wire/values.ts'
import { ROLES } from '#modules/staff/model/power.ts'
import { KEY_STATES } from './model/firm-key.ts'
import { KEY_READERS } from './model/powers.ts'

const Person = z.object({ operatorId: z.string(), role: z.enum(ROLES), number: z.int() })
const Scopes = z.array(z.enum(OPERATOR_KEY_SCOPES))

/**
 * `owner`: who asked for it and answers for it. `usedAt`: to within ten minutes; null: never. `fingerprint`:
 * the first 16 digits of the SHA-256 of the public key.
 */
export const FirmKeyView = z.object({
  id: Id,
  name: z.string(),
  scopes: Scopes,
  networks: z.array(z.string()),
  fingerprint: z.string(),
  until: DateText,
  state: z.enum(KEY_STATES),
  owner: Person,
  madeAt: Instant,
  usedAt: z.nullable(Instant),
  revokedAt: z.nullable(Instant),
  revokedBy: z.nullable(Person),
})
export type FirmKeyView = z.output<typeof FirmKeyView>

/** Keys of the firm, newest first. They are made and ended by `firm-key.make` and `firm-key.revoke`. */
export const listFirmKeys = route({
  name: 'listFirmKeys',
  method: 'GET',
  path: '/console/firm-keys',
  access: 'operator',
  roles: KEY_READERS,
  output: z.object({ keys: z.array(FirmKeyView), most: z.int(), address: z.string() }),
})

/** The key that asks. */
export const getOwnKey = route({
  name: 'getOwnKey',
  method: 'GET',
  path: '/console/back-office/key',
  access: 'operator',
  roles: [],
  operatorKey: 'any',
  output: z.object({
    id: Id,
    name: z.string(),
    scopes: Scopes,
    networks: z.array(z.string()),
    until: DateText,
  }),
})
