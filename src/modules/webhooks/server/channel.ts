import type { Ms } from '#kernel/time.ts'
import { SECOND } from '#kernel/time.ts'
import { RefusedForGood, type ChannelSpec } from '#platform/outbox/outbox.ts'
import { postNotice, PrivateAddress } from '#platform/webhook.ts'
import type { AppContext } from '#modules/module.ts'
import { signingGenerations, TRIES, type WebhookRow, type WebhookState } from '../model/webhook.ts'
import { deliveryOf, markDelivery } from './queries.ts'
import { signedHeaders } from './sign.ts'

declare module '#platform/outbox/outbox.ts' {
  interface OutboxBodies {
    'member-webhook': { deliveryId: string; byHand?: true }
    'firm-webhook': { deliveryId: string; byHand?: true }
  }
}

/** A receiver that failed is left alone so long, so that it does not hold up those of others. */
const RESTS: Ms = 20 * SECOND
const GONE = 410

export type WebhookChannel = 'member-webhook' | 'firm-webhook'
/** A webhook as a notice needs it. `stop`: the reason why nothing is sent by it now; null: it is. */
export type Receiver = Pick<WebhookRow, 'id' | 'generation' | 'rotatedAt'> & {
  url: () => Promise<string>
  stop: string | null
}
type Deps = Pick<AppContext, 'clock' | 'config' | 'db' | 'log' | 'tracing'> & {
  secretOf: (id: string, generation: number) => string
}
type Owner = {
  /** The webhook of a delivery, as of now; undefined: there is none any more. */
  receiver(webhookId: string, byHand: boolean): Receiver | undefined
  /** A notice was not taken for three days, or never will be. */
  disable(webhookId: string): Promise<unknown>
}

/** Reason for which a webhook in this state sends nothing; null: it sends. */
export function stopOfState(state: WebhookState, byHand: boolean): string | null {
  if (state === 'deleted') return 'the webhook was deleted'
  return byHand || state === 'active' ? null : `the webhook is ${state}`
}

/** Notices to webhooks of one kind of owner. One that somebody asks for goes out at once, and once. */
export function webhookChannel<C extends WebhookChannel>(
  channel: C,
  { clock, config, db, log, tracing, secretOf }: Deps,
  owner: Owner,
): ChannelSpec<C> {
  const restsUntil = new Map<string, Ms>()
  const now = () => Math.floor(clock.wall())

  async function post(row: Receiver, eventId: string, payload: string): Promise<number> {
    const url = await row.url()
    const secrets = signingGenerations(row, now()).map((generation) => secretOf(row.id, generation))
    // Receivers hold it against their own clocks, which the demo clock does not move.
    const headers = signedHeaders(secrets, eventId, Math.floor(clock.machine()), payload)
    const allowsPrivate = new URL(url).origin === config.webhookTestOrigin
    try {
      const posting = { what: 'webhook', url, headers, body: payload, allowsPrivate }
      return await postNotice(posting, tracing)
    } catch (error) {
      if (error instanceof PrivateAddress) throw error
      // A message of the network may name an address that the member need not know.
      throw new Error(reasonOf(error), { cause: error })
    }
  }
  return {
    channel,
    personal: true,
    isApart: true,
    mostTries: TRIES,
    async send({ body: { deliveryId, byHand = false }, tries }) {
      const delivery = await deliveryOf(db, deliveryId)
      if (delivery === undefined) return 'dropped'
      const row = owner.receiver(delivery.webhookId, byHand)
      const stop = row === undefined ? 'the webhook was deleted' : row.stop
      if (stop !== null) {
        await markDelivery(db.kysely, deliveryId, { state: 'dropped', nextAt: null, problem: stop })
        return 'dropped'
      }
      if (!byHand && (restsUntil.get(row!.id) ?? 0) > now())
        throw new Error('the receiver did not take the notice before')
      try {
        const answered = await post(row!, delivery.eventId, delivery.payload)
        await markDelivery(db.kysely, deliveryId, { answered, triedAt: now() })
        if (answered === GONE) throw new RefusedForGood('it answered 410')
        if (answered < 200 || answered >= 300) throw new Error(`it answered ${answered}`)
      } catch (error) {
        if (byHand) throw new RefusedForGood((error as Error).message)
        restsUntil.set(row!.id, now() + RESTS)
        throw error
      }
      restsUntil.delete(row!.id)
      const sent = { state: 'sent', tries, nextAt: null, problem: null } as const
      await markDelivery(db.kysely, deliveryId, sent)
      return 'sent'
    },
    async failed({ body: { deliveryId, byHand = false }, tries }, problem, nextAt) {
      const state = nextAt === null ? 'failed' : 'waiting'
      await markDelivery(db.kysely, deliveryId, { state, tries, nextAt, problem, triedAt: now() })
      if (nextAt !== null || byHand) return
      const { webhookId } = (await deliveryOf(db, deliveryId)) ?? {}
      if (webhookId === undefined) return
      await owner
        .disable(webhookId)
        .catch((err: unknown) => log.error({ err }, 'a webhook that fails was not disabled'))
    },
  }
}

/** The kind of what went wrong on the way, and nothing more. */
function reasonOf(error: unknown): string {
  const { name, code = '' } = error as Error & { code?: string }
  if (name === 'TimeoutError' || name === 'AbortError') return 'no answer within ten seconds'
  if (/^(?:ENOTFOUND|EAI_)/.test(code)) return 'the name is unknown'
  if (/CERT|SSL|TLS/.test(code)) return 'the certificate is not valid'
  return 'it cannot be reached'
}
