import type { MemberId } from '#kernel/id.ts'
import { EngineError } from '#platform/engine/engine.ts'
import { no } from '#kernel/result.ts'
import type { AppContext } from '#modules/module.ts'
import { lineProblem } from '#modules/staff/model/line-filter.ts'
import type { StaffPublic } from '#modules/staff/server/public.ts'
import type { ChatEvent } from '../contract.ts'
import { lineRefusal } from '../model/line.ts'
import { recordBlocked } from './blocked.ts'
import type { CannedAnswers } from './canned.ts'
import type { AboutSource, SupportPublic } from './public.ts'
import * as queries from './queries.ts'
import type { Line } from './tables.ts'
import { referencesOf } from './view.ts'

export type Conversations = SupportPublic & {
  sources: readonly AboutSource[]
  /**
   * A line of the member's. A repeated key gives the line of that key; another text under it is refused as
   * everywhere (422).
   */
  say(
    memberId: MemberId,
    lang: string | null,
    line: { text: string } | { imageId: string },
    key: string | null,
  ): Promise<Line>
  /** The card behind an id, where it is the member's own. */
  find(memberId: MemberId, id: string, lang: string): Promise<string | null>
}

/** Both sides of the customer service. What is said is ordinary SQL; what is held back is journalled. */
export function conversations(
  context: AppContext,
  staff: StaffPublic,
  answers: Pick<CannedAnswers, 'words'>,
): Conversations {
  const { db, ids, clock, bus } = context
  const sources: AboutSource[] = []
  const tell = (memberId: MemberId, event: ChatEvent) => bus.publish(`chat/${memberId}`, event)
  const blank = {
    text: null,
    imageId: null,
    aboutKind: null,
    aboutId: null,
    operatorId: null,
    desk: false,
    key: null,
  }

  async function add(line: Omit<Line, 'id' | 'at'>): Promise<Line> {
    const { line: kept, added } = await queries.addLine(db, {
      ...line,
      id: ids.uuid(),
      at: Math.floor(clock.wall()),
    })
    if (added) tell(line.memberId, { type: 'line', id: kept.id })
    return kept
  }
  const reply: SupportPublic['reply'] = async (
    operatorId,
    memberId,
    text,
    { desk = false, key = null } = {},
  ) => {
    const refused = staff.may(operatorId, 'chat.reply') ?? lineRefusal(text)
    if (refused !== null) return refused
    const conversation = await queries.conversationOf(db, memberId)
    if (conversation === undefined) return no('NO_CONVERSATION')
    const problem = lineProblem(text, await referencesOf(db, memberId, sources))
    if (problem !== null) {
      await recordBlocked(context, { memberId, operatorId, problem, text })
      return no('LINE_BLOCKED', { problem })
    }
    if (conversation.assignedTo === null) await queries.assign(db, memberId, operatorId)
    const line = await add({
      ...blank,
      memberId,
      author: 'operator',
      kind: 'text',
      text,
      operatorId,
      desk,
      key: key && `${operatorId} ${key}`,
    })
    if (line.text !== text) throw new EngineError('KEY_REUSED')
    return { ok: true, id: line.id }
  }

  return {
    sources,
    about: (source) => void sources.push(source),
    async open(memberId, { kind, id }, lang) {
      await queries.begin(db, memberId, lang)
      if (!(await queries.isAbout(db, memberId, kind, id)))
        await add({ ...blank, memberId, author: 'house', kind: 'about', aboutKind: kind, aboutId: id })
    },
    async find(memberId, id, lang) {
      for (const { kind, card } of sources) if ((await card(memberId, id, lang)) !== null) return kind
      return null
    },
    async say(memberId, lang, said, key) {
      await queries.begin(db, memberId, lang)
      const line = await add({
        ...blank,
        memberId,
        author: 'member',
        kind: 'text' in said ? 'text' : 'image',
        ...said,
        key,
      })
      if ('text' in said && line.text !== said.text) throw new EngineError('KEY_REUSED')
      return line
    },
    reply,
    async answer(operatorId, memberId, canned, options) {
      const conversation = await queries.conversationOf(db, memberId)
      if (conversation === undefined) return no('NO_CONVERSATION')
      const words = await answers.words(canned, conversation.lang)
      return words === null ? no('CANNED_UNKNOWN') : reply(operatorId, memberId, words, options)
    },
    async close(operatorId, memberId, key) {
      const refused = staff.may(operatorId, 'chat.reply')
      if (refused !== null) return refused
      const conversation = await queries.conversationOf(db, memberId)
      if (conversation === undefined) return no('NO_CONVERSATION')
      if (conversation.closedAt !== null) return no('CONVERSATION_CLOSED')
      await add({
        ...blank,
        memberId,
        author: 'operator',
        kind: 'closed',
        operatorId,
        key: key && `${operatorId} ${key}`,
      })
      return null
    },
    async assign(byOperatorId, memberId, toOperatorId) {
      const refused = staff.may(byOperatorId, 'chat.assign')
      if (refused !== null) return refused
      if (toOperatorId !== null && staff.may(toOperatorId, 'chat.reply') !== null) return no('ASSIGNEE')
      if (!(await queries.assign(db, memberId, toOperatorId))) return no('NO_CONVERSATION')
      tell(memberId, { type: 'assigned' })
      return null
    },
    async takeNext(operatorId) {
      const refused = staff.may(operatorId, 'chat.reply')
      if (refused !== null) return refused
      const memberId = await queries.takeNext(db, operatorId)
      if (memberId === null) return no('NOBODY_WAITS')
      tell(memberId, { type: 'assigned' })
      return memberId
    },
    waiting: () => queries.waitingMembers(db),
    typing(operatorId, memberId) {
      const refused = staff.may(operatorId, 'chat.reply')
      if (refused === null) tell(memberId, { type: 'typing', operator: staff.numberOf(operatorId) })
      return refused
    },
    async read(operatorId, memberId, upTo) {
      const refused = staff.may(operatorId, 'chat.reply')
      if (refused !== null) return refused
      const moved = await queries.markRead(db, memberId, 'operatorsRead', upTo)
      if (moved !== null) tell(memberId, { type: 'read', upTo: moved })
      return null
    },
  }
}
