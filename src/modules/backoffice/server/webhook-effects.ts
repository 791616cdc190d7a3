import type { Json } from '#kernel/hash.ts'
import { no } from '#kernel/result.ts'
import { defineCommand, done, type DomainEvent, type Reaction } from '#platform/engine/command.ts'
import { dataOf } from '#platform/engine/event.ts'
import type { TableAccess, TableReader } from '#platform/engine/table.ts'
import { fundingChanged } from '#modules/funding/server/public.ts'
import type { Body, Effect } from '#modules/staff/server/public.ts'
import { eventId } from '#modules/webhooks/model/event-id.ts'
import type { FirmEvent } from '#modules/webhooks/model/webhook.ts'
import { MOST_FIRM_WEBHOOKS, readFirmEvents, type FirmWebhookRow } from '../model/firm-webhook.ts'
import { firmTold } from './events.ts'
import { firmWebhookEvents, firmWebhooks, type FirmEventRow } from './tables.ts'

/** Webhooks of the firm that are not deleted. */
export const standingWebhooks = (tables: TableReader): FirmWebhookRow[] =>
  tables
    .of(firmWebhooks)
    .all()
    .filter(({ state }) => state !== 'deleted')
const standingOne = (tables: TableReader, id: string): FirmWebhookRow | undefined =>
  standingWebhooks(tables).find((row) => row.id === id)

const ID = /^fw-[0-9a-z-]{8,60}$/
const SET_TO = ['active', 'paused', 'deleted'] as const
const isSetTo = (state: unknown): state is (typeof SET_TO)[number] =>
  (SET_TO as readonly unknown[]).includes(state)

/** `isUrl`: whether a webhook may have this address. */
export function firmWebhookEffects(
  isUrl: (url: string) => boolean,
): [Effect<Body, { isUrl: boolean }>, Effect, Effect] {
  return [
    {
      power: 'firm-webhook.make',
      takes: ['url', 'events'],
      memberOf: () => null,
      captureInputs: (_tables, _subject, { url }) => ({ isUrl: typeof url === 'string' && isUrl(url) }),
      refuse(tables, id, { events }, inputs) {
        if (!inputs.isUrl) return no('WEBHOOK_URL')
        if (readFirmEvents(events) === null) return no('WEBHOOK_EVENTS')
        if (!ID.test(id) || tables.of(firmWebhooks).get(id) !== undefined) return no('FIRM_WEBHOOK_KNOWN')
        return standingWebhooks(tables).length < MOST_FIRM_WEBHOOKS
          ? null
          : no('FIRM_WEBHOOKS_MOST', { most: MOST_FIRM_WEBHOOKS })
      },
      carryOut(tables, { subject, body, signers }, { wall }) {
        tables
          .of(firmWebhooks)
          .insert({
            id: subject,
            url: String(body['url']),
            events: readFirmEvents(body['events'])!,
            state: 'active',
            generation: 1,
            rotatedAt: null,
            secretBy: null,
            madeAt: wall,
            madeBy: signers[0]!.operatorId,
          })
        return done({ id: subject })
      },
    },
    {
      power: 'firm-webhook.set',
      takes: ['state'],
      memberOf: () => null,
      refuse(tables, id, { state }) {
        if (standingOne(tables, id) === undefined) return no('FIRM_WEBHOOK_UNKNOWN')
        return isSetTo(state) ? null : no('FIRM_WEBHOOK_STATE')
      },
      carryOut(tables, { subject, body: { state } }) {
        const row = standingOne(tables, subject)!
        if (isSetTo(state) && row.state !== state) tables.of(firmWebhooks).update(row, { state })
        return done({ id: subject })
      },
    },
    {
      power: 'firm-webhook.secret',
      memberOf: () => null,
      refuse: (tables, id) => (standingOne(tables, id) === undefined ? no('FIRM_WEBHOOK_UNKNOWN') : null),
      carryOut(tables, { subject, signers }, { wall }) {
        const row = standingOne(tables, subject)!
        const secretBy = signers[0]!.operatorId
        tables.of(firmWebhooks).update(row, { generation: row.generation + 1, rotatedAt: wall, secretBy })
        return done({ id: subject })
      },
    },
  ]
}

type Change = { objectId: string; type: FirmEvent; data: { readonly [name: string]: Json } }

/** Writes a change for the webhooks that tell of it; none tells of it: nothing is written. */
function tell(
  tables: TableAccess,
  { objectId, type, data }: Change,
  { seq, at }: { seq: number; at: number },
): DomainEvent[] {
  const webhookIds = standingWebhooks(tables)
    .filter(({ state, events }) => state === 'active' && events.includes(type))
    .map(({ id }) => id)
  if (webhookIds.length === 0) return []
  const row: FirmEventRow = { id: eventId(seq, objectId), seq, type, webhookIds, data, at }
  tables.of(firmWebhookEvents).insert(row)
  return [firmTold(row)]
}

/** States of deposits and withdrawals, in the command that changed them: ids, and no member's. */
export const recordFirmEvents: Reaction = (tables, events, call) => {
  const changes = new Map<string, Change>()
  for (const event of events) {
    const step = dataOf(fundingChanged, event)?.step ?? null
    if (step === null) continue
    const { kind, id, status } = step
    changes.set(id, { objectId: id, type: `${kind}.state`, data: { id, status } })
  }
  return changes.size === 0 ? [] : [...changes.values()].flatMap((change) => tell(tables, change, call))
}

/** A fact that is no command's own: a closing that stands, or differences that nothing explains. */
export const tellFirm = defineCommand({
  type: 'firm-webhook.tell',
  captureInputs: () => null,
  run: (tables, change: Change, _inputs, call) => done({}, tell(tables, change, call)),
})

/** Stops a webhook whose receiver takes nothing. */
export const disableFirmWebhook = defineCommand({
  type: 'firm-webhook.disable',
  captureInputs: () => null,
  run(tables, { id }: { id: string }) {
    const row = tables.of(firmWebhooks).get(id)
    if (row?.state === 'active') tables.of(firmWebhooks).update(row, { state: 'disabled' })
    return done({})
  },
})
