import { on, type House, type Request, type Room } from '#rooms/room.ts'
import * as contract from '../contract.ts'
import { countUnread, markRead, newest } from './queries.ts'
import type { InboxPublic } from './public.ts'
import { messages } from './tables.ts'
import { HOUSE, tellCommand, tellOf } from './tell.ts'
import { messageView } from './view.ts'

const DEFAULT_ROWS = 30
const MOST_ROWS = 100

/** What members are told. `nameOf` words an issue's code; the inbox itself knows no issues. */
export function createInbox(house: House, { nameOf }: { nameOf: (code: string, lang: string) => string }): { room: Room; inbox: InboxPublic } {
  const { db, bus, clock } = house
  const inbox: InboxPublic = {
    tellMember: async (memberId, kind, args, about = {}) => void (await house.engine.submit(tellCommand, tellOf(memberId, kind, args, about, clock.market()), HOUSE)),
  }
  const room: Room = {
    name: 'inbox',
    tables: [messages],
    commands: [tellCommand],
    doors: [
      on(contract.listMessages, async ({ caller, query, lang }: Request<typeof contract.listMessages>) => {
        const limit = Math.min(Number(query.limit ?? DEFAULT_ROWS), MOST_ROWS)
        const [rows, unread] = await Promise.all([newest(db, caller!.memberId, query.before ?? null, limit), countUnread(db, caller!.memberId)])
        return { unread, messages: rows.map((row) => messageView(row, (key, args) => house.text(lang, key, args), (code) => nameOf(code, lang))) }
      }),
      on(contract.readMessages, async ({ caller, input }) => {
        await markRead(db, caller!.memberId, input.upTo)
        return { unread: await countUnread(db, caller!.memberId) }
      }),
    ],
    listeners: [{
      on: 'message.left',
      hear: ({ memberId, messageId }) => bus.publish(`member/${String(memberId)}`, { type: 'message', messageId }),
    }],
  }
  return { room, inbox }
}
