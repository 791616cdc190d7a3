import { no } from '#kernel/result.ts'
import { iso, MINUTE } from '#kernel/time.ts'
import { SYSTEM_CALLER } from '#platform/engine/command.ts'
import { listen } from '#platform/engine/event.ts'
import { markOf, setMark } from '#platform/outbox/queries.ts'
import type { AuditPublic } from '#modules/audit/server/public.ts'
import { NotFound, on, type AppContext, type DueScan, type Module } from '#modules/module.ts'
import type { StaffPublic } from '#modules/staff/server/public.ts'
import { FIRM } from '#modules/webhooks/model/webhook.ts'
import {
  byHandSender,
  deliveryOf,
  deliveryView,
  isPrivateHost,
  isWebhookUrl,
  markDelivery,
  newestDeliveries,
  openTail,
  secretsOf,
  stopOfState,
  testDelivery,
  webhookChannel,
  type Told,
} from '#modules/webhooks/server/public.ts'
import * as contract from '../operator-contract.ts'
import { isSecretShown, MOST_FIRM_WEBHOOKS, type FirmWebhookRow } from '../model/firm-webhook.ts'
import { firmTold } from './events.ts'
import { firmWebhookEvents, firmWebhooks, type FirmEventRow } from './tables.ts'
import {
  disableFirmWebhook,
  firmWebhookEffects,
  recordFirmEvents,
  standingWebhooks,
  tellFirm,
} from './webhook-effects.ts'
import { closingsFrom, failedOf, firmEventsFrom, newestClosingNumber } from './webhook-queries.ts'

const ofFirm = (row: FirmEventRow): Told => ({ ...row, memberId: FIRM })
/** Marks beside the outbox: the number of the closing that was told last, and the differences. */
const CLOSING = 'firm-closing'
const DIFFERENCES = 'firm-differences'

/**
 * Webhooks of the firm: they post states to servers of its own, by the code of members' webhooks. Nothing in
 * a notice is a member's: whoever wants more asks by a key, and the member reads of it.
 */
export function firmWebhookParts(
  context: AppContext,
  { staff, audit }: { staff: StaffPublic; audit: Pick<AuditPublic, 'openDifferences'> },
): Pick<Module, 'commands' | 'listeners' | 'react' | 'scans' | 'start' | 'stop'> & {
  routes: NonNullable<Module['routes']>
  tables: NonNullable<Module['tables']>
} {
  const { clock, config, db, ids } = context
  const secretOf = secretsOf(config.keys.salts)
  for (const effect of firmWebhookEffects((url) =>
    isWebhookUrl(url, isPrivateHost, config.webhookTestOrigin),
  ))
    staff.register('backoffice', effect)
  const read = () => context.engine.read
  const find = (id: string): FirmWebhookRow => {
    const row = standingWebhooks(read()).find((each) => each.id === id)
    if (row === undefined) throw new NotFound()
    return row
  }
  context.outbox.open(
    webhookChannel(
      'firm-webhook',
      { clock, config, db, log: context.log, tracing: context.tracing, secretOf },
      {
        receiver(id, byHand) {
          const row = read().of(firmWebhooks).get(id)
          return row && { ...row, url: async () => row.url, stop: stopOfState(row.state, byHand) }
        },
        disable: (id) => context.engine.submit(disableFirmWebhook, { id }, SYSTEM_CALLER),
      },
    ),
  )
  const tail = openTail(context, {
    channel: 'firm-webhook',
    scanName: 'backoffice.lay-in',
    eventsFrom: async (place) => (await firmEventsFrom(db, place)).map(ofFirm),
  })
  const sendByHand = byHandSender(context, 'firm-webhook')
  const say = (change: Parameters<typeof tellFirm.run>[1]) =>
    context.engine.submit(tellFirm, change, SYSTEM_CALLER)

  /** Closings since the last look. What nobody heard is not told later, and a first look tells nothing. */
  async function tellClosings(isHeard: boolean): Promise<void> {
    const mark = await markOf(db.kysely, CLOSING)
    if (mark === null || !isHeard) return setMark(db.kysely, CLOSING, String(await newestClosingNumber(db)))
    for (const { number, day } of await closingsFrom(db, Number(mark) + 1)) {
      await say({ objectId: `closing-${day}`, type: 'closing.made', data: { day, number } })
      await setMark(db.kysely, CLOSING, String(number))
    }
  }
  /** More differences than were told last; fewer of them are no news, but where none is left. */
  async function tellDifferences(): Promise<void> {
    const [before, now] = [Number((await markOf(db.kysely, DIFFERENCES)) ?? 0), await audit.openDifferences()]
    if (now > before)
      await say({ objectId: 'reconciliation', type: 'reconciliation.off', data: { differences: now } })
    if (now > before || now === 0) await setMark(db.kysely, DIFFERENCES, String(now))
  }
  const scan: DueScan = {
    name: 'backoffice.tell',
    everyMs: 10 * MINUTE,
    async look() {
      const isHeard = standingWebhooks(read()).some(({ state }) => state === 'active')
      await tellClosings(isHeard)
      if (isHeard) await tellDifferences()
    },
  }

  return {
    tables: [firmWebhooks, firmWebhookEvents],
    commands: [tellFirm, disableFirmWebhook],
    react: recordFirmEvents,
    listeners: [listen(firmTold, ({ row }) => tail.hear(ofFirm(row)))],
    scans: [tail.scan, scan],
    start: tail.start,
    stop: tail.idle,
    routes: [
      on(contract.listFirmWebhooks, async () => {
        const rows = standingWebhooks(read()).toSorted((a, b) => b.madeAt - a.madeAt)
        const failed = await failedOf(
          db,
          rows.map(({ id }) => id),
        )
        return {
          webhooks: rows.map(({ id, url, events, state, madeAt, madeBy, rotatedAt }) => ({
            id,
            url,
            events: [...events],
            state,
            madeAt: iso(madeAt),
            madeBy: staff.personOf(madeBy),
            rotatedAt: rotatedAt === null ? null : iso(rotatedAt),
            failed: failed.get(id) ?? 0,
          })),
          most: MOST_FIRM_WEBHOOKS,
        }
      }),
      on(contract.listFirmDeliveries, async ({ params }) =>
        (await newestDeliveries(db, find(params.id).id)).map(deliveryView),
      ),
      on(contract.readFirmSecret, ({ operator: { operatorId }, params }) => {
        const row = find(params.id)
        if (!isSecretShown(row, operatorId, clock.wall())) throw new NotFound()
        return { secret: secretOf(row.id, row.generation) }
      }),
      on(contract.sendFirmNotice, async ({ operator, params, input: { deliveryId } }) => {
        const refused = staff.may(operator.operatorId, 'firm-webhook.set')
        if (refused !== null) return refused
        const { id } = find(params.id)
        if (deliveryId === undefined) return sendByHand(FIRM, testDelivery(db, id, FIRM, ids.uuid()))
        const row = await deliveryOf(db, deliveryId)
        if (row?.webhookId !== id) return no('FIRM_WEBHOOK_UNKNOWN')
        return sendByHand(FIRM, async (now) => {
          await markDelivery(db.kysely, row.id, { byHandAt: now })
          return row
        })
      }),
    ],
  }
}
