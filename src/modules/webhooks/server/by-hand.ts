import { no, type Refusal } from '#kernel/result.ts'
import { HOUR, type Ms } from '#kernel/time.ts'
import type { Database } from '#platform/database/connect.ts'
import type { AppContext } from '#modules/module.ts'
import { BY_HAND_AN_HOUR, TEST_EVENT } from '../model/webhook.ts'
import type { WebhookChannel } from './channel.ts'
import { addDeliveries, byHandSince, deliveryOf } from './queries.ts'
import type { DeliveryRow } from './tables.ts'
import { newDelivery, payloadOf } from './tail.ts'
import { deliveryView, type DeliveryView } from './views.ts'

/** Sends a delivery now, once, on somebody's word; an owner sixty times an hour. */
export const byHandSender =
  (
    { clock, db, ids, outbox }: Pick<AppContext, 'clock' | 'db' | 'ids' | 'outbox'>,
    channel: WebhookChannel,
  ) =>
  async (
    owner: string,
    change: (now: Ms) => Promise<DeliveryRow>,
  ): Promise<Refusal<'WEBHOOK_OFTEN'> | DeliveryView> => {
    const now = Math.floor(clock.wall())
    if ((await byHandSince(db, owner, now - HOUR)) >= BY_HAND_AN_HOUR) return no('WEBHOOK_OFTEN')
    const row = await change(now)
    const outboxId = `hook-${row.id}-${ids.uuid()}`
    const body = { deliveryId: row.id, byHand: true } as const
    await outbox.put(db.kysely, channel, [{ id: outboxId, kind: row.type, body }])
    await outbox.deliver([outboxId])
    return deliveryView((await deliveryOf(db, row.id))!)
  }

/** A notice of the type `webhook.test`, by which an owner sees whether notices arrive. */
export const testDelivery =
  (db: Pick<Database, 'kysely'>, webhookId: string, memberId: string, eventId: string) =>
  async (now: Ms): Promise<DeliveryRow> => {
    const payload = payloadOf({ id: eventId, seq: 0, type: TEST_EVENT, at: now, data: {} })
    const row = newDelivery(
      { id: eventId, webhookId, memberId, eventId, type: TEST_EVENT, payload, byHandAt: now },
      now,
    )
    await addDeliveries(db.kysely, [row], now)
    return row
  }
