import { no } from '#kernel/result.ts'
import { iso } from '#kernel/time.ts'
import { SYSTEM_CALLER } from '#platform/engine/command.ts'
import type { OperatorKeys } from '#platform/http/api-key.ts'
import { readDeviceKey } from '#platform/http/signature.ts'
import type { AuditPublic } from '#modules/audit/server/public.ts'
import { USED_WITHIN_MS } from '#modules/apikeys/model/limits.ts'
import { isWithin } from '#modules/apikeys/model/networks.ts'
import { NotFound, on, type AppContext, type Module } from '#modules/module.ts'
import type { StaffPublic } from '#modules/staff/server/public.ts'
import * as contract from '../operator-contract.ts'
import { MOST_FIRM_KEYS, stateOfKey, type FirmKeyRow, type KeyState } from '../model/firm-key.ts'
import { LOOKS } from '../model/looks.ts'
import { keyCases, webhookCases } from './cases.ts'
import { fingerprintOf, firmKeyEffects, noteFirmKeyUse, todayOf } from './effects.ts'
import { EXAMPLES } from './examples.ts'
import { firmKeys } from './tables.ts'
import { firmWebhookParts } from './webhooks.ts'

/** The edge words them: they answer the routes of every module. */
const REFUSALS: Readonly<Record<Exclude<KeyState, 'active'>, string>> = {
  revoked: 'API_KEY_REVOKED',
  expired: 'API_KEY_EXPIRED',
  ownerless: 'API_KEY_OWNER',
}

/** Keys of the firm's programs, and what the edge is told of them. */
export function createBackoffice(
  context: AppContext,
  { staff, audit }: { staff: StaffPublic; audit: Pick<AuditPublic, 'openDifferences'> },
): { module: Module; operatorKeys: OperatorKeys } {
  const { clock, log } = context
  const today = () => todayOf(clock.wall())
  for (const effect of firmKeyEffects(today)) staff.register('backoffice', effect)
  staff.cases(keyCases(context))
  staff.cases(webhookCases(context))
  const webhooks = firmWebhookParts(context, { staff, audit })
  const rows = () => context.engine.read.of(firmKeys)
  const hasOwner = ({ ownerId }: FirmKeyRow): boolean =>
    staff.team().some(({ id, roles }) => id === ownerId && roles.includes('administrator'))
  const stateOf = (row: FirmKeyRow): KeyState => stateOfKey(row, { today: today(), hasOwner: hasOwner(row) })
  const view = (row: FirmKeyRow): contract.FirmKeyView => ({
    id: row.id,
    name: row.name,
    scopes: [...row.scopes],
    networks: [...row.networks],
    fingerprint: fingerprintOf(row.publicKey),
    until: row.until,
    state: stateOf(row),
    owner: staff.personOf(row.ownerId),
    madeAt: iso(row.madeAt),
    usedAt: row.usedAt === null ? null : iso(row.usedAt),
    revokedAt: row.revokedAt === null ? null : iso(row.revokedAt),
    revokedBy: row.revokedBy === null ? null : staff.personOf(row.revokedBy),
  })
  const noting = new Set<string>()

  const module: Module = {
    name: 'backoffice',
    ...webhooks,
    tables: [firmKeys, ...webhooks.tables],
    commands: [noteFirmKeyUse, ...webhooks.commands!],
    examples: EXAMPLES,
    routes: [
      ...webhooks.routes,
      on(contract.listFirmKeys, ({ address }) => ({
        keys: rows()
          .all()
          .toSorted((a, b) => b.madeAt - a.madeAt)
          .map(view),
        most: MOST_FIRM_KEYS,
        address,
      })),
      on(contract.getOwnKey, ({ operator: { byKey } }) => {
        const row = byKey === undefined ? undefined : rows().get(byKey)
        if (row === undefined) throw new NotFound()
        const { id, name, until } = row
        return { id, name, scopes: [...row.scopes], networks: [...row.networks], until }
      }),
    ],
  }
  return {
    module,
    operatorKeys: {
      find(id) {
        const row = rows().get(id)
        const publicKey = row === undefined ? null : readDeviceKey(row.publicKey)
        if (row === undefined || publicKey === null) return null
        return {
          id,
          publicKey,
          scopes: row.scopes,
          operator: {
            operatorId: row.ownerId,
            role: 'auditor',
            roles: ['auditor'],
            sessionId: id,
            byKey: id,
          },
          refusal() {
            const state = stateOf(rows().get(id) ?? row)
            return state === 'active' ? null : no(REFUSALS[state])
          },
          allows: (address) => isWithin(address, row.networks),
        }
      },
      used(id) {
        const row = rows().get(id)
        if (row === undefined || noting.has(id) || clock.wall() - (row.usedAt ?? 0) < USED_WITHIN_MS) return
        noting.add(id)
        // An overload drops it: the next use notes it.
        context.engine
          .submit(noteFirmKeyUse, { id }, SYSTEM_CALLER)
          .catch((err: unknown) => log.warn({ err }, 'the use of a key of the firm was not noted'))
          .finally(() => noting.delete(id))
      },
      async answered(id, route, output) {
        const [look, row] = [LOOKS[route], rows().get(id)]
        if (look === undefined || row === undefined) return
        for (const memberId of new Set(look.membersIn(output)))
          await staff.logRead(row.ownerId, memberId, look.what)
      },
    },
  }
}
