import { on, type House, type Request, type Room } from '#rooms/room.ts'
import * as contract from '../contract.ts'
import { countUnread, markRead, newest } from './queries.ts'
import { messages } from './tables.ts'
import { messageView } from './view.ts'

const DEFAULT_ROWS = 30
const MOST_ROWS = 100

/** What members are told. `nameOf` words an issue's code; the inbox itself knows no issues. */
export function createInbox(house: House, { nameOf }: { nameOf: (code: string, lang: string) => string }): Room {
  const { db, bus } = house
  return {
    name: 'inbox',
    tables: [messages],
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
}
