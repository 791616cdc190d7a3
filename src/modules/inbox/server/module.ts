import type { MemberId } from '#kernel/id.ts'
import { no } from '#kernel/result.ts'
import { SYSTEM_CALLER } from '#platform/engine/command.ts'
import { listen } from '#platform/engine/event.ts'
import { NotFound, on, type AppContext, type Request, type Module } from '#modules/module.ts'
import * as contract from '../contract.ts'
import { ALWAYS_TOLD, MESSAGE_GROUPS } from '../model/groups.ts'
import { messageLeft } from './events.ts'
import { checkDevice } from './push-device.ts'
import type { InboxPublic } from './public.ts'
import { deviceId, pushChannel } from './push.ts'
import { openPushTail } from './push-tail.ts'
import {
  choose,
  countUnread,
  devicesOf,
  dropDevice,
  dropSession,
  keepDevice,
  lastToCome,
  markOne,
  markRead,
  newest,
  refusedGroups,
  replaceDevice,
  storedMessage,
  type StoredMessage,
} from './queries.ts'
import { messages, type MessageRow } from './tables.ts'
import { inboxChannel, tellCommand, tellOf } from './tell.ts'
import { messageView } from './view.ts'

const DEFAULT_ROWS = 30
const MOST_ROWS = 100
/**
 * Most devices of a member: one for each session that a member may have (security-and-trust 6), and as many
 * old ones that their makers still take.
 */
const MOST_DEVICES = 10

/** Words that the inbox asks for: it knows neither issues nor orders. */
type Wording = {
  /** The name of an issue's code. */
  nameOf: (code: string, lang: string) => string
  /** Messages about orders with their side as the trade calls it. */
  asTraded: <Row extends MessageRow>(messages: readonly Row[]) => Promise<Row[]>
}

/** The messages to members. */
export function createInbox(
  context: AppContext,
  { nameOf, asTraded }: Wording,
): { module: Module; inbox: InboxPublic } {
  const { config, db, bus, clock, log } = context
  const push = pushChannel(context, asTraded, () => Math.floor(clock.wall()))
  const tail = openPushTail(context)
  context.outbox.open(push.channel)
  context.outbox.open(inboxChannel({ db, engine: () => context.engine }))
  const inbox: InboxPublic = {
    tellMember: async (memberId, kind, args, about = {}) =>
      void (await context.engine.submit(
        tellCommand,
        tellOf(memberId, kind, args, about, clock.market()),
        SYSTEM_CALLER,
      )),
    forgetSession: (sessionId) =>
      dropSession(db, sessionId).catch((err: unknown) =>
        log.error({ err }, 'a session that ended may still be told of messages'),
      ),
  }
  const viewIn = (lang: string) => (row: StoredMessage) =>
    messageView(
      row,
      (key, args) => context.text(lang, key, args),
      (code) => nameOf(code, lang),
    )
  async function pushView(memberId: MemberId): Promise<contract.PushView> {
    const [refused, devices] = await Promise.all([refusedGroups(db, memberId), devicesOf(db, memberId)])
    return {
      publicKey: push.publicKey,
      groups: MESSAGE_GROUPS.map((group) => ({ group, wanted: !refused.has(group) })),
      devices: devices.length,
      known: devices.map(({ id }) => id),
    }
  }
  const module: Module = {
    name: 'inbox',
    tables: [messages],
    commands: [tellCommand],
    scans: [tail.scan],
    start: tail.start,
    stop: tail.idle,
    routes: [
      on(contract.listMessages, async ({ caller, query, lang }: Request<typeof contract.listMessages>) => {
        const limit = Math.min(Number(query.limit ?? DEFAULT_ROWS), MOST_ROWS)
        const wanted = {
          before: query.before ?? null,
          limit,
          group: query.group ?? null,
          isUnread: query.status === 'unread',
        }
        const [rows, unread, last] = await Promise.all([
          newest(db, caller.memberId, wanted),
          countUnread(db, caller.memberId),
          lastToCome(db, caller.memberId),
        ])
        return { unread, last, messages: (await asTraded(rows)).map(viewIn(lang)) }
      }),
      on(contract.getMessage, async ({ caller, params, lang }) => {
        const row = await storedMessage(db, caller.memberId, params.id)
        if (row === null) throw new NotFound()
        const [message] = await asTraded([row])
        return viewIn(lang)(message!)
      }),
      on(contract.readMessages, async ({ caller, input }) => {
        await markRead(db, caller.memberId, input.upTo)
        return { unread: await countUnread(db, caller.memberId) }
      }),
      on(contract.readMessage, async ({ caller, params }) =>
        (await markOne(db, caller.memberId, params.id))
          ? { unread: await countUnread(db, caller.memberId) }
          : no('MESSAGE_NOT_FOUND'),
      ),
      on(contract.getPush, ({ caller }) => pushView(caller.memberId)),
      on(contract.subscribePush, async ({ caller, input, lang }) => {
        const checked = checkDevice(input, config.pushTestOrigin)
        if (!checked.ok) return checked
        const { memberId, sessionId } = caller
        await keepDevice(
          db,
          {
            id: deviceId(input.endpoint),
            memberId,
            sessionId,
            ...input,
            lang,
            since: Math.floor(clock.wall()),
          },
          MOST_DEVICES,
        )
        tail.subscribed(memberId)
        return pushView(memberId)
      }),
      on(contract.replacePush, async ({ input: { old, ...device } }) => {
        const checked = checkDevice(device, config.pushTestOrigin)
        if (!checked.ok) return checked
        const isReplaced = await replaceDevice(
          db,
          { id: deviceId(old.endpoint), auth: old.auth },
          { id: deviceId(device.endpoint), ...device },
        )
        return isReplaced ? null : no('PUSH_UNKNOWN')
      }),
      on(contract.unsubscribePush, async ({ caller, input }) => {
        await dropDevice(db, deviceId(input.endpoint), caller.memberId)
        return pushView(caller.memberId)
      }),
      on(contract.choosePush, async ({ caller, input }) => {
        if (input.group === ALWAYS_TOLD && !input.wanted) return no('PUSH_ALWAYS')
        await choose(db, caller.memberId, input.group, input.wanted)
        return pushView(caller.memberId)
      }),
    ],
    listeners: [
      listen(messageLeft, ({ memberId, messageId }) => {
        bus.publish(`member/${memberId}`, { type: 'message', messageId })
        tail.hear({ memberId, id: messageId })
      }),
    ],
  }
  return { module, inbox }
}
