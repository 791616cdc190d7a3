import { hash } from 'node:crypto'
import { no } from '#kernel/result.ts'
import { iso } from '#kernel/time.ts'
import { memberCaller, SYSTEM_CALLER, callerFor } from '#platform/engine/command.ts'
import { submitUntilTaken } from '#platform/engine/command-batcher.ts'
import type { ApiKeys } from '#platform/http/api-key.ts'
import { readDeviceKey } from '#platform/http/signature.ts'
import { budgetOf, windowLimiter } from '#platform/limits.ts'
import { ownId } from '#platform/own-id.ts'
import type { IdentityPublic } from '#modules/identity/server/public.ts'
import { on, TooMany, type AppContext, type Caller, type Module } from '#modules/module.ts'
import * as contract from '../contract.ts'
import { MOST_API_KEYS, readDetails, type ApiKeyRow, type Details } from '../model/api-key.ts'
import { USED_WITHIN_MS, type LIMITS } from '../model/limits.ts'
import { isWithin } from '../model/networks.ts'
import { keyGuard, makeKey, noteUse, refusalOfKey, revokeKey, revokeKeys } from './commands.ts'
import { detailsCheck, keyDetails } from './details-queries.ts'
import { apiKeys } from './tables.ts'

/** Ended keys that are listed beside those that stand. */
const ENDED_SHOWN = 20
/** Keys whose details are in memory. */
const KNOWN = 10_000

const view = (row: ApiKeyRow, { name, networks }: Details): contract.ApiKeyView => ({
  id: row.id,
  name,
  scope: row.scope,
  networks,
  fingerprint: fingerprintOf(row.publicKey),
  madeAt: iso(row.madeAt),
  usedAt: row.usedAt === null ? null : iso(row.usedAt),
  revokedAt: row.revokedAt === null ? null : iso(row.revokedAt),
  revokedBecause: row.revokedBecause,
})
const FINGERPRINT_LENGTH = 16
const fingerprintOf = (publicKey: string): string =>
  hash('sha256', Buffer.from(publicKey, 'base64url')).slice(0, FINGERPRINT_LENGTH)

/** A public key in its one spelling; null where it is none. */
const plainKey = (publicKey: string): string | null =>
  readDeviceKey(publicKey)?.export({ format: 'der', type: 'spki' }).toString('base64url') ?? null

const callerOf = ({ memberId, sessionId }: Caller, key: string) => memberCaller(memberId, sessionId, key)

/** Keys by which a member's programs ask, and what the edge is told of them. */
export function createApikeys(
  context: AppContext,
  { identity }: { identity: Pick<IdentityPublic, 'proveStepUp' | 'tell' | 'onLogoutEverywhere'> },
  limits: typeof LIMITS,
): { module: Module; apiKeys: ApiKeys } {
  const { clock, log } = context
  const asked = windowLimiter(limits.apikeys.perMember)
  const details = keyDetails(context.db)
  // The engine stands once the server has started: it is asked for in each request.
  const read = () => context.engine.read
  const rows = () => read().of(apiKeys)

  identity.onLogoutEverywhere(async (memberId) => {
    if (
      rows()
        .by('member', memberId)
        .some(({ revokedAt }) => revokedAt === null)
    )
      await submitUntilTaken(() => context.engine, revokeKeys, {}, callerFor(memberId), log)
  })

  const module: Module = {
    name: 'apikeys',
    tables: [apiKeys],
    stored: [detailsCheck],
    commands: [makeKey, revokeKey, revokeKeys, noteUse],
    guard: keyGuard,
    routes: [
      on(contract.listApiKeys, async ({ caller }) => {
        const all = rows()
          .by('member', caller.memberId)
          .toSorted((a, b) => b.madeAt - a.madeAt)
        const shown = [
          ...all.filter(({ revokedAt }) => revokedAt === null),
          ...all
            .filter(({ revokedAt }) => revokedAt !== null)
            .toSorted((a, b) => b.revokedAt! - a.revokedAt!)
            .slice(0, ENDED_SHOWN),
        ]
        const words = await details.ofAll(shown)
        return { keys: shown.map((row, at) => view(row, words[at]!)), most: MOST_API_KEYS }
      }),
      on(contract.makeApiKey, async (request) => {
        const { caller, input, key } = request
        const { memberId } = caller
        const wait = asked.take(budgetOf(caller), clock.machine())
        if (wait > 0) throw new TooMany(wait)
        const words = readDetails(input)
        if (!words.ok) return words
        const publicKey = plainKey(input.publicKey)
        if (publicKey === null) return no('API_KEY_PUBLIC_KEY')
        const { scope } = input
        const proven = await identity.proveStepUp(request, 'api-key.make', {
          ...words.value,
          scope,
          publicKey: input.publicKey,
        })
        if (!proven.ok) return proven
        const id = ownId('api-key', memberId, key)
        const isRepeat = rows().get(id) !== undefined
        const detailsHash = await details.put(id, memberId, words.value, Buffer.from(context.ids.bytes(16)))
        const { result } = await context.engine.submit(
          makeKey,
          { id, scope, publicKey, detailsHash },
          callerOf(caller, key),
        )
        if (!result.ok) {
          await details.drop(id)
          return result
        }
        if (!isRepeat) await identity.tell(memberId, 'apiKeyMade', { scope })
        return view(result.answer, await details.of(result.answer))
      }),
      on(contract.revokeApiKey, async ({ caller, params, key }) => {
        const { result } = await context.engine.submit(revokeKey, params, callerOf(caller, key))
        return result.ok ? view(result.answer, await details.of(result.answer)) : result
      }),
    ],
  }

  const known = new Map<string, Promise<Details>>()
  const noting = new Set<string>()
  /** The words about a key never change; what cannot be read is asked for again. */
  function detailsOf(row: ApiKeyRow): Promise<Details> {
    const kept = known.get(row.id)
    if (kept !== undefined) return kept
    if (known.size >= KNOWN) known.clear()
    const asking = details.of(row)
    known.set(row.id, asking)
    asking.catch(() => known.delete(row.id))
    return asking
  }
  return {
    module,
    apiKeys: {
      async find(id) {
        const row = rows().get(id)
        const publicKey = row === undefined ? null : readDeviceKey(row.publicKey)
        if (row === undefined || publicKey === null) return null
        const { networks } = await detailsOf(row)
        const { memberId, scope } = row
        return {
          id,
          memberId,
          scope,
          publicKey,
          refusal: () => refusalOfKey(read(), row, clock.wall()),
          allows: (address) => isWithin(address, networks),
        }
      },
      used(id) {
        const row = rows().get(id)
        if (row === undefined || noting.has(id) || clock.wall() - (row.usedAt ?? 0) < USED_WITHIN_MS) return
        noting.add(id)
        // An overload drops it: the next use notes it.
        context.engine
          .submit(noteUse, { id }, SYSTEM_CALLER)
          .catch((err: unknown) => log.warn({ err }, 'the use of a key was not noted'))
          .finally(() => noting.delete(id))
      },
    },
  }
}
