import type { MemberId } from '#kernel/id.ts'
import { no } from '#kernel/result.ts'
import { iso } from '#kernel/time.ts'
import { memberCaller, SYSTEM_CALLER } from '#platform/engine/command.ts'
import { listen } from '#platform/engine/event.ts'
import { ownId } from '#platform/own-id.ts'
import { keyOpens, keyStands } from '#modules/apikeys/server/public.ts'
import { on, type AppContext, type Caller, type Module } from '#modules/module.ts'
import * as contract from '../contract.ts'
import { MOST_WEBHOOKS, type WebhookRow } from '../model/webhook.ts'
import { isPrivateHost, isWebhookUrl } from './address.ts'
import { byHandSender, testDelivery } from './by-hand.ts'
import { stopOfState, webhookChannel } from './channel.ts'
import {
  deleteWebhook,
  disableWebhook,
  makeWebhook,
  rotateSecret,
  setWebhook,
  webhooksOf,
} from './commands.ts'
import { webhookTold } from './events.ts'
import { EXAMPLES } from './examples.ts'
import {
  addressOf,
  deliveryOf,
  detailsCheck,
  dropAddress,
  eventsFrom,
  keepAddress,
  markDelivery,
  newestDeliveries,
} from './queries.ts'
import { recordEvents } from './record-events.ts'
import { secretsOf } from './sign.ts'
import { webhookEvents, webhooks } from './tables.ts'
import { openTail } from './tail.ts'
import { deliveryView } from './views.ts'

const callerOf = ({ memberId, sessionId }: Caller, key: string) => memberCaller(memberId, sessionId, key)

/** Webhooks of members: what happens to their orders and money, told to servers of their own. */
export function createWebhooks(context: AppContext): Module {
  const { clock, config, db, ids, outbox } = context
  const secretOf = secretsOf(config.keys.salts)
  const tail = openTail(context, {
    channel: 'member-webhook',
    scanName: 'webhooks.lay-in',
    eventsFrom: (place) => eventsFrom(db, place),
  })
  outbox.open(
    webhookChannel(
      'member-webhook',
      { clock, config, db, log: context.log, tracing: context.tracing, secretOf },
      {
        receiver(id, byHand) {
          const row = context.engine.read.of(webhooks).get(id)
          return row && { ...row, url: () => addressOf(db, row), stop: stopOf(row, byHand) }
        },
        disable: (id) => context.engine.submit(disableWebhook, { id }, SYSTEM_CALLER),
      },
    ),
  )
  const sendByHand = byHandSender(context, 'member-webhook')
  // The engine stands once the server has started: it is asked for in each request.
  const read = () => context.engine.read
  /** Reason why nothing is sent by it now; null: it is. */
  function stopOf(row: WebhookRow, byHand: boolean): string | null {
    const stop = stopOfState(row.state, byHand)
    if (stop !== null) return stop
    const opens = keyOpens(read(), row.memberId, row.keyId, Math.floor(clock.wall()))
    return opens ? null : 'its API key opens nothing'
  }
  const ownOf = (memberId: MemberId, id: string): WebhookRow | undefined =>
    webhooksOf(read(), memberId).find((row) => row.id === id)

  async function view(row: WebhookRow): Promise<contract.WebhookView> {
    const { id, events, keyId, state, madeAt, rotatedAt } = row
    return {
      id,
      url: await addressOf(db, row),
      events: [...events],
      apiKeyId: keyId,
      state,
      isKeyOver: !keyStands(read(), row.memberId, keyId),
      madeAt: iso(madeAt),
      rotatedAt: rotatedAt === null ? null : iso(rotatedAt),
    }
  }
  const withSecret = async (row: WebhookRow) => ({
    webhook: await view(row),
    secret: secretOf(row.id, row.generation),
  })
  return {
    name: 'webhooks',
    tables: [webhooks, webhookEvents],
    stored: [detailsCheck],
    commands: [makeWebhook, setWebhook, rotateSecret, deleteWebhook, disableWebhook],
    react: recordEvents,
    listeners: [listen(webhookTold, ({ row }) => tail.hear(row))],
    scans: [tail.scan],
    start: tail.start,
    stop: tail.idle,
    examples: EXAMPLES,
    routes: [
      on(contract.listWebhooks, async ({ caller: { memberId } }) => ({
        webhooks: await Promise.all(
          webhooksOf(read(), memberId)
            .toSorted((a, b) => b.madeAt - a.madeAt)
            .map(view),
        ),
        most: MOST_WEBHOOKS,
      })),
      on(contract.makeWebhook, async ({ caller, input: { url, events, apiKeyId }, key }) => {
        const { memberId } = caller
        if (!isWebhookUrl(url, isPrivateHost, config.webhookTestOrigin)) return no('WEBHOOK_URL')
        if (events.length === 0) return no('WEBHOOK_EVENTS')
        const keyId = caller.apiKey === undefined ? (apiKeyId ?? '') : caller.sessionId
        const id = ownId('webhook', memberId, key)
        const detailsHash = await keepAddress(db, id, memberId, url, Buffer.from(ids.bytes(16)))
        const asked = { id, keyId, events: [...new Set(events)], detailsHash }
        const { result } = await context.engine.submit(makeWebhook, asked, callerOf(caller, key))
        if (result.ok) return withSecret(result.answer)
        await dropAddress(db, id)
        return result
      }),
      on(contract.setWebhook, async ({ caller, params: { id }, input: { state }, key }) => {
        const { result } = await context.engine.submit(setWebhook, { id, state }, callerOf(caller, key))
        return result.ok ? view(result.answer) : result
      }),
      on(contract.rotateWebhookSecret, async ({ caller, params, key }) => {
        const { result } = await context.engine.submit(rotateSecret, params, callerOf(caller, key))
        return result.ok ? withSecret(result.answer) : result
      }),
      on(contract.deleteWebhook, async ({ caller, params, key }) => {
        const { result } = await context.engine.submit(deleteWebhook, params, callerOf(caller, key))
        return result.ok ? view(result.answer) : result
      }),
      on(contract.testWebhook, async ({ caller: { memberId }, params: { id }, key }) => {
        if (ownOf(memberId, id) === undefined) return no('WEBHOOK_NOT_FOUND')
        return sendByHand(memberId, testDelivery(db, id, memberId, ownId('webhook-test', memberId, key)))
      }),
      on(contract.listWebhookDeliveries, async ({ caller: { memberId }, params: { id } }) =>
        ownOf(memberId, id) === undefined
          ? no('WEBHOOK_NOT_FOUND')
          : (await newestDeliveries(db, id)).map(deliveryView),
      ),
      on(contract.resendWebhookDelivery, async ({ caller: { memberId }, params: { id, deliveryId } }) => {
        if (ownOf(memberId, id) === undefined) return no('WEBHOOK_NOT_FOUND')
        const row = await deliveryOf(db, deliveryId)
        if (row?.webhookId !== id || row.memberId !== memberId) return no('WEBHOOK_DELIVERY_NOT_FOUND')
        return sendByHand(memberId, async (now) => {
          await markDelivery(db.kysely, row.id, { byHandAt: now })
          return row
        })
      }),
    ],
  }
}
