import type { Json } from '#kernel/hash.ts'
import { iso, SECOND, type Ms } from '#kernel/time.ts'
import { markOf, setMark } from '#platform/outbox/queries.ts'
import type { AppContext, DueScan } from '#modules/module.ts'
import { placeOf } from '../model/event-id.ts'
import type { WebhookChannel } from './channel.ts'
import { addDeliveries, journalLength } from './queries.ts'
import type { DeliveryRow } from './tables.ts'

const AT_ONCE = 200

/** An event as it is told. `memberId`: its owner. */
export type Told = {
  memberId: string
  id: string
  seq: number
  type: DeliveryRow['type']
  webhookIds: readonly string[]
  data: { readonly [name: string]: Json }
  at: Ms
}

/** The body of a notice, as Standard Webhooks lays it out; the same bytes at every try. */
export const payloadOf = ({
  id,
  seq,
  type,
  at,
  data,
}: Omit<Told, 'memberId' | 'webhookIds' | 'type'> & { type: string }): string =>
  JSON.stringify({ type, timestamp: iso(at), id, seq, data })

export const newDelivery = (
  row: Pick<DeliveryRow, 'id' | 'webhookId' | 'memberId' | 'eventId' | 'type' | 'payload' | 'byHandAt'>,
  now: Ms,
): DeliveryRow => ({
  ...row,
  state: 'waiting',
  tries: 0,
  madeAt: now,
  triedAt: null,
  nextAt: now,
  answered: null,
  problem: null,
})

/**
 * Lays each event in the outbox, once for each webhook that tells of it. The events themselves, written with
 * what they tell of, are the record of what has to go out: a start goes on from where the mark stands.
 */
export function openTail(
  { db, outbox, log, clock }: Pick<AppContext, 'db' | 'outbox' | 'log' | 'clock'>,
  /** `channel` also names the mark up to which events have been laid in. `eventsFrom`: in their order. */
  {
    channel,
    scanName,
    eventsFrom,
  }: { channel: WebhookChannel; scanName: string; eventsFrom: (place: string) => Promise<readonly Told[]> },
) {
  const heard: Told[] = []
  let working: Promise<void> | null = null

  async function layIn(events: readonly Told[]): Promise<string[]> {
    const now = Math.floor(clock.wall())
    const rows = events.flatMap((event) =>
      event.webhookIds.map((webhookId) =>
        newDelivery(
          {
            id: `${event.id}-${webhookId}`,
            webhookId,
            memberId: event.memberId,
            eventId: event.id,
            type: event.type,
            payload: payloadOf(event),
            byHandAt: null,
          },
          now,
        ),
      ),
    )
    await db.kysely.transaction().execute(async (trx) => {
      await addDeliveries(trx, rows, now)
      await outbox.put(
        trx,
        channel,
        rows.map(({ id, type }) => ({ id: `hook-${id}`, kind: type, body: { deliveryId: id } })),
      )
      await setMark(trx, channel, placeOf(events.at(-1)!.id))
    })
    return rows.map(({ id }) => `hook-${id}`)
  }
  async function drain(): Promise<void> {
    while (heard.length > 0) {
      const part = heard.slice(0, AT_ONCE)
      const ids = await layIn(part)
      heard.splice(0, part.length)
      void outbox.deliver(ids)
    }
  }
  const work = (): Promise<void> =>
    (working ??= drain()
      .catch((err: unknown) => log.error({ err }, 'notices of webhooks were not laid in; it is tried again'))
      .finally(() => {
        working = null
      }))

  const scan: DueScan = { name: scanName, everyMs: 2 * SECOND, look: work }
  return {
    scan,
    async start(): Promise<void> {
      const upTo = await markOf(db.kysely, channel)
      if (upTo === null) return setMark(db.kysely, channel, placeOf((await journalLength(db)) + 1))
      const missed = await eventsFrom(upTo)
      for (let at = 0; at < missed.length; at += AT_ONCE) await layIn(missed.slice(at, at + AT_ONCE))
    },
    /** Resolves when nothing is being laid in. */
    idle: async () => void (await working),
    /** Returns at once. Events come in the order of their ids. */
    hear(event: Told): void {
      heard.push(event)
      void work()
    },
  }
}
