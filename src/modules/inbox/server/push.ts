import type { MemberId } from '#kernel/id.ts'
import { createECDH, hash } from 'node:crypto'
import webpush from 'web-push'
import { HOUR, SECOND, type Ms } from '#kernel/time.ts'
import type { ChannelSpec } from '#platform/outbox/outbox.ts'
import type { AppContext } from '#modules/module.ts'
import { groupOf, messageKey } from '#registry/message-kinds.ts'
import type { MessageRow } from './tables.ts'
import type { Args } from '../model/groups.ts'
import { countUnread, devicesOf, dropDevice, messageOf, refusedGroups, type PushDevice } from './queries.ts'

/** A notification that could not be handed over for so long says nothing any more. */
const KEPT_MS: Ms = 24 * HOUR
const ANSWER_MS = 10 * SECOND
/** The browser's maker says that there is no such device any more. */
const GONE: readonly number[] = [404, 410]

/** The server's own key (VAPID, RFC 8292), from 32 secret bytes. */
export function pushKeys(secret: Buffer): { publicKey: string; privateKey: string } {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(secret)
  return { publicKey: pair.getPublicKey('base64url'), privateKey: secret.toString('base64url') }
}

export const deviceId = (endpoint: string): string => hash('sha256', endpoint)

declare module '#platform/outbox/outbox.ts' {
  interface OutboxBodies {
    push: { memberId: MemberId; messageId: string; deviceId: string }
  }
}

/**
 * Tells devices that a message is there. What travels is the kind of the message in words and how many are
 * unread: no amounts, names or numbers, since it stands on a locked screen. The message itself is read in the
 * app; a browser that is told twice of one shows it once (its tag is the message's id).
 */
export function pushChannel(
  { config, db, text }: AppContext,
  asTraded: (messages: readonly MessageRow[]) => Promise<MessageRow[]>,
  now: () => Ms,
): { publicKey: string; channel: ChannelSpec<'push'> } {
  const keys = pushKeys(config.keys.push)
  const subject = config.origin?.startsWith('https://') === true ? config.origin : 'mailto:push@akari.invalid'

  async function send(device: PushDevice, payload: string): Promise<'sent' | 'dropped'> {
    const request = webpush.generateRequestDetails(
      { endpoint: device.endpoint, keys: { p256dh: device.p256dh, auth: device.auth } },
      payload,
      {
        TTL: KEPT_MS / SECOND,
        contentEncoding: 'aes128gcm',
        urgency: 'normal',
        vapidDetails: { subject, ...keys },
      },
    )
    const { host } = new URL(device.endpoint)
    const answer = await fetch(request.endpoint, {
      method: 'POST',
      headers: request.headers as Record<string, string>,
      body: new Uint8Array(request.body),
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_MS),
    }).catch((error: Error) => {
      throw new Error(error.name === 'TimeoutError' ? `${host} did not answer` : `${host} cannot be reached`)
    })
    await answer.body?.cancel()
    if (answer.ok) return 'sent'
    if (!GONE.includes(answer.status)) throw new Error(`${host} answered ${answer.status}`)
    await dropDevice(db, device.id)
    return 'dropped'
  }

  return {
    publicKey: keys.publicKey,
    channel: {
      channel: 'push',
      personal: true,
      async send({ madeAt, body: { memberId, messageId, deviceId: id } }) {
        if (now() - madeAt > KEPT_MS) return 'dropped'
        const device = (await devicesOf(db, memberId)).find((each) => each.id === id)
        if (device === undefined) return 'dropped'
        const [stored, refused, unread] = await Promise.all([
          messageOf(db, memberId, messageId),
          refusedGroups(db, memberId),
          countUnread(db, memberId),
        ])
        if (stored === null || refused.has(groupOf(stored.kind))) return 'dropped'
        const message = (await asTraded([stored]))[0]!
        const reason: Args =
          typeof message.args.reason === 'string' ? { reason: message.args.reason.replaceAll('-', '_') } : {}
        return send(
          device,
          JSON.stringify({
            title: text(device.lang, messageKey(message.kind, 'title'), { ...message.args, ...reason }),
            body: text(device.lang, 'inbox.push.body'),
            messageId,
            unread,
          }),
        )
      },
    },
  }
}
