import type { MemberId } from '#kernel/id.ts'
import { no } from '#kernel/result.ts'
import type { ApiKeyScope } from '#wire/route.ts'
import { defineCommand, defineMemberCommand, done, type Guard } from '#platform/engine/command.ts'
import type { TableReader } from '#platform/engine/table.ts'
import { isFrozen } from '#modules/identity/server/public.ts'
import { refusedKey, type ApiKeyRow } from '../model/api-key.ts'
import { apiKeys } from './tables.ts'

/** Keys of a member that stand. */
const standingOf = (tables: TableReader, memberId: MemberId): ApiKeyRow[] =>
  tables
    .of(apiKeys)
    .by('member', memberId)
    .filter(({ revokedAt }) => revokedAt === null)

/**
 * Adds a key; its public half is in the record, so that anybody can check what it signs. A public key that is
 * or was another key's is refused: what was signed for one would be good for the other.
 */
export const makeKey = defineMemberCommand({
  type: 'api-key.make',
  captureInputs: () => null,
  run(
    tables,
    input: { id: string; scope: ApiKeyScope; publicKey: string; detailsHash: string },
    _inputs,
    { memberId, at },
  ) {
    const table = tables.of(apiKeys)
    const refusal = refusedKey({
      isFrozen: isFrozen(tables, memberId, at),
      standing: standingOf(tables, memberId).length,
      isKnown: table.by('publicKey', input.publicKey).length > 0,
    })
    if (refusal !== null) return no(refusal)
    return done(
      table.insert({ ...input, memberId, madeAt: at, usedAt: null, revokedAt: null, revokedBecause: null }),
    )
  },
})

/** Ends a key for good; one that has ended stays as it is. */
export const revokeKey = defineMemberCommand({
  type: 'api-key.revoke',
  captureInputs: () => null,
  run(tables, { id }: { id: string }, _inputs, { memberId, at }) {
    const table = tables.of(apiKeys)
    const row = table.get(id)
    if (row === undefined || row.memberId !== memberId) return no('API_KEY_NOT_FOUND')
    return done(row.revokedAt === null ? table.update(row, { revokedAt: at, revokedBecause: 'member' }) : row)
  },
})

/** Ends all keys of a member whose sessions have been ended. */
export const revokeKeys = defineMemberCommand({
  type: 'api-key.revoke-all',
  captureInputs: () => null,
  run(tables, _input: Record<string, never>, _inputs, { memberId, at }) {
    const table = tables.of(apiKeys)
    for (const row of standingOf(tables, memberId))
      table.update(row, { revokedAt: at, revokedBecause: 'sessions' })
    return done({})
  },
})

/** Notes that keys have been used lately. */
export const noteUse = defineCommand({
  type: 'api-key.used',
  captureInputs: () => null,
  run(tables, { id }: { id: string }, _inputs, { at }) {
    const table = tables.of(apiKeys)
    const row = table.get(id)
    if (row !== undefined) table.update(row, { usedAt: at })
    return done({})
  },
})

/** Reason why a key opens nothing; null: it does. Times are the journal's. */
export function refusalOfKey(
  tables: TableReader,
  { id, memberId }: Pick<ApiKeyRow, 'id' | 'memberId'>,
  at: number,
) {
  // Server words them: they answer the routes of every module.
  const refuse = (rejection: 'API_KEY_REVOKED' | 'API_KEY_FROZEN') => ({ ...no(rejection), module: 'server' })
  if (tables.of(apiKeys).get(id)?.revokedAt !== null) return refuse('API_KEY_REVOKED')
  return isFrozen(tables, memberId, at) ? refuse('API_KEY_FROZEN') : null
}

/**
 * Shuts a key out of every command from the record on that revoked it: a request that came in before and has
 * waited is refused too. A device of a session is none of the keys.
 */
export const keyGuard: Guard = (tables, { device, at }) => {
  const key = device.startsWith('s:') ? tables.of(apiKeys).get(device.slice(2)) : undefined
  return key === undefined ? null : refusalOfKey(tables, key, at)
}
