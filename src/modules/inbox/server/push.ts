import type { MemberId } from '#kernel/id.ts'
import { createECDH, hash } from 'node:crypto'
import webpush from 'web-push'
import { HOUR, SECOND } from '#kernel/time.ts'
import type { AppContext } from '#modules/module.ts'
import { groupOf, messageKey } from '#registry/message-kinds.ts'
import type { MessageRow } from './tables.ts'
import type { Args } from '../model/groups.ts'
import {
  countUnread,
  devicesOf,
  dropDevice,
  membersWithDevice,
  messageOf,
  refusedGroups,
  type PushDevice,
} from './queries.ts'

/** A notification that could not be handed over for so long says nothing any more. */
const KEPT_SECONDS = (24 * HOUR) / SECOND
const ANSWER_MS = 10 * SECOND
/**
 * Notifications that wait; the oldest go first when there are more. Nothing is lost: the message stands in
 * the inbox.
 */
const MOST_WAITING = 1_000
const AT_ONCE = 8
/** The browser's maker says that there is no such device any more. */
const GONE: readonly number[] = [404, 410]

/** The server's own key (VAPID, RFC 8292), from 32 secret bytes. */
export function pushKeys(secret: Buffer): { publicKey: string; privateKey: string } {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(secret)
  return { publicKey: pair.getPublicKey('base64url'), privateKey: secret.toString('base64url') }
}

export const deviceId = (endpoint: string): string => hash('sha256', endpoint)

/**
 * Tells the devices of members that a message is there. What travels is the kind of the message in words and
 * how many are unread: no amounts, names or numbers, since it stands on a locked screen. The message itself
 * is read in the app.
 */
export function openPush(
  { config, db, log, text }: AppContext,
  asTraded: (messages: readonly MessageRow[]) => Promise<MessageRow[]>,
) {
  const keys = pushKeys(config.keys.push)
  const subject = config.origin?.startsWith('https://') === true ? config.origin : 'mailto:push@akari.invalid'
  const waiting: { memberId: MemberId; messageId: string }[] = []
  /**
   * Members who have, or had, a device: of the others the database is not asked, since each fill of each
   * order leaves a message.
   */
  const reachable = new Set<string>()
  let working = 0

  async function send(device: PushDevice, payload: string): Promise<void> {
    const request = webpush.generateRequestDetails(
      { endpoint: device.endpoint, keys: { p256dh: device.p256dh, auth: device.auth } },
      payload,
      {
        TTL: KEPT_SECONDS,
        contentEncoding: 'aes128gcm',
        urgency: 'normal',
        vapidDetails: { subject, ...keys },
      },
    )
    const answer = await fetch(request.endpoint, {
      method: 'POST',
      headers: request.headers as Record<string, string>,
      body: new Uint8Array(request.body),
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    await answer.body?.cancel()
    if (GONE.includes(answer.status)) await dropDevice(db, device.id)
    else if (!answer.ok)
      log.warn({ host: new URL(device.endpoint).host, status: answer.status }, 'a notification was not taken')
  }

  async function tell({ memberId, messageId }: { memberId: MemberId; messageId: string }): Promise<void> {
    const devices = await devicesOf(db, memberId)
    if (devices.length === 0) return
    const [stored, refused, unread] = await Promise.all([
      messageOf(db, memberId, messageId),
      refusedGroups(db, memberId),
      countUnread(db, memberId),
    ])
    if (stored === null || refused.has(groupOf(stored.kind))) return
    const message = (await asTraded([stored]))[0]!
    const reason: Args =
      typeof message.args.reason === 'string' ? { reason: message.args.reason.replaceAll('-', '_') } : {}
    await Promise.all(
      devices.map((device) =>
        send(
          device,
          JSON.stringify({
            title: text(device.lang, messageKey(message.kind, 'title'), { ...message.args, ...reason }),
            body: text(device.lang, 'inbox.push.body'),
            messageId,
            unread,
          }),
        ).catch((err: unknown) =>
          log.warn(
            { host: new URL(device.endpoint).host, reason: (err as Error).name },
            'a notification could not be sent',
          ),
        ),
      ),
    )
  }

  function work(): void {
    while (working < AT_ONCE && waiting.length > 0) {
      working++
      tell(waiting.shift()!)
        .catch((err: unknown) => log.error({ err }, 'devices could not be told of a message'))
        .finally(() => {
          working--
          work()
        })
    }
  }
  return {
    publicKey: keys.publicKey,
    async start(): Promise<void> {
      for (const memberId of await membersWithDevice(db)) reachable.add(memberId)
    },
    /** This member has a device now. */
    subscribed: (memberId: MemberId) => void reachable.add(memberId),
    /** Returns at once. */
    tell(memberId: MemberId, messageId: string): void {
      if (!reachable.has(memberId)) return
      waiting.push({ memberId, messageId })
      if (waiting.length > MOST_WAITING) waiting.shift()
      work()
    },
  }
}
