import type { MemberId } from '#kernel/id.ts'
import { iso, type Ms } from '#kernel/time.ts'
import { memberOf } from '#modules/identity/server/public.ts'
import { NotFound, on, type RouteHandler, type AppContext } from '#modules/module.ts'
import { askedPage } from '#modules/staff/model/desk-list.ts'
import type { StaffPublic } from '#modules/staff/server/public.ts'
import { langOf } from '#i18n/lang.ts'
import * as contract from '../operator-contract.ts'
import { answerBy } from '../model/answer-time.ts'
import { topicOf } from '../model/canned.ts'
import type { CannedAnswers, CannedAs } from './canned.ts'
import type { Conversations } from './conversation.ts'
import {
  conversationOf,
  linesOf,
  listed,
  listedOne,
  ownerOfImage,
  type ListedConversation,
} from './queries.ts'
import { lineView, referencesOf } from './view.ts'

const USUAL_ROWS = 30
const MOST_ROWS = 100

type Deps = { context: AppContext; staff: StaffPublic; support: Conversations; answers: CannedAnswers }

const isoOrNull = (at: Ms | null): string | null => (at === null ? null : iso(at))

/**
 * The customer service as operators have it: every look at a member's words is written down, every word of
 * theirs filtered.
 */
export function consoleRoutes({ context, staff, support, answers }: Deps): RouteHandler[] {
  const { db, images, clock } = context
  const personOrNull = (operatorId: string | null) =>
    operatorId === null ? null : staff.personOf(operatorId)

  function rowView({
    memberId,
    lang,
    waitingSince,
    closedAt,
    assignedTo,
    lastAt,
    lastKind,
    lastText,
    unread,
  }: ListedConversation): contract.ConversationRow {
    return {
      memberId,
      number: memberOf(context.engine.read, memberId)?.number ?? 0,
      lang: langOf(lang),
      waitingSince: isoOrNull(waitingSince),
      answerBy: waitingSince === null ? null : iso(answerBy(waitingSince)),
      lastAt: iso(lastAt),
      unread,
      state: waitingSince !== null ? 'waiting' : closedAt !== null ? 'closed' : 'open',
      topic: lastKind === 'text' ? topicOf(lastText!) : lastKind === 'image' ? 'image' : 'person',
      assigned: personOrNull(assignedTo),
    }
  }
  const known = async (memberId: MemberId): Promise<ListedConversation> => {
    const row = await listedOne(db, memberId)
    if (row === undefined) throw new NotFound()
    return row
  }
  async function threadOf(
    memberId: MemberId,
    query: { before?: string | undefined; limit?: string | undefined },
    lang: string,
  ): Promise<contract.ConversationView> {
    const limit = Math.min(Math.max(Number(query.limit ?? USUAL_ROWS), 1), MOST_ROWS)
    const row = await known(memberId)
    const [lines, references] = await Promise.all([
      linesOf(db, memberId, { before: query.before ?? null, limit: limit + 1 }),
      referencesOf(db, memberId, support.sources),
    ])
    const member = memberOf(context.engine.read, memberId)!
    return {
      ...rowView(row),
      readUpTo: row.memberRead || null,
      references,
      hasMore: lines.length > limit,
      simulated: true,
      lines: await Promise.all(
        lines
          .slice(-limit)
          .map((line) => lineView(line, { lang, sources: support.sources, numberOf: staff.numberOf })),
      ),
      member: {
        level: member.level,
        since: iso(member.openedAt),
        frozen: member.frozenAt !== null || (member.heldUntil ?? 0) > clock.wall(),
        cases: staff
          .casesOf(memberId)
          .map(({ queue, subject, since }) => ({ queue, subject, since: iso(since) })),
      },
    }
  }

  return [
    on(contract.listConversations, async ({ query, operator }) => {
      const { rows, next, total } = await listed(db, operator.operatorId, query, askedPage(query))
      return { rows: rows.map(rowView), next, total }
    }),
    on(contract.getConversation, async ({ params, query, operator, lang }) => {
      const thread = await threadOf(params.id, query, lang)
      await staff.logRead(operator.operatorId, params.id, 'chat')
      return thread
    }),
    on(contract.getChatPicture, async ({ params: { id, imageId }, operator }) => {
      const picture = (await ownerOfImage(db, imageId)) === id ? await images.open(imageId) : null
      if (picture === null) throw new NotFound()
      await staff.logRead(operator.operatorId, id, 'chat')
      return { jpeg: Buffer.from(picture.jpeg).toString('base64') }
    }),
    on(contract.replyToMember, async ({ params, input, operator, key }) => {
      const said = await support.reply(operator.operatorId, params.id, input.text, { key })
      return said.ok ? { id: said.id } : said
    }),
    on(contract.typeToMember, async ({ params, operator }) => {
      await known(params.id)
      return support.typing(operator.operatorId, params.id) ?? { status: 'seen' as const }
    }),
    on(contract.readByOperator, async ({ params, input, operator }) => {
      await known(params.id)
      return (await support.read(operator.operatorId, params.id, input.upTo)) ?? { status: 'read' as const }
    }),
    on(
      contract.assignConversation,
      async ({ params, input, operator }) =>
        (await support.assign(operator.operatorId, params.id, input.operatorId)) ?? {
          assigned: personOrNull((await conversationOf(db, params.id))!.assignedTo),
        },
    ),
    on(contract.takeNextConversation, async ({ operator }) => {
      const taken = await support.takeNext(operator.operatorId)
      return typeof taken === 'string' ? { memberId: taken } : taken
    }),
    on(
      contract.closeConversation,
      async ({ params, operator, key }) =>
        (await support.close(operator.operatorId, params.id, key)) ?? { status: 'closed' as const },
    ),
    ...cannedRoutes(staff, answers),
  ]
}

/**
 * Standard answers: read by every operator, put away anew by support; they are used once the act is signed.
 */
function cannedRoutes(staff: StaffPublic, answers: CannedAnswers): RouteHandler[] {
  const cannedView = ({ canned, version, at, operatorId, texts }: CannedAs): contract.CannedView => ({
    canned,
    version,
    at: isoOrNull(at),
    by: operatorId === null ? null : staff.personOf(operatorId),
    texts,
    filled: answers.filled(texts),
  })
  return [
    on(contract.listCanned, async () => (await answers.inUse()).map(cannedView)),
    on(contract.getCannedVersions, async ({ params }) => {
      const versions = await answers.history(params.name)
      if (versions.length === 0) throw new NotFound()
      return versions.map(cannedView)
    }),
    on(contract.draftCanned, async ({ input, operator }) => {
      const drafted = await answers.draft(operator.operatorId, input.canned, input.texts)
      return drafted.ok
        ? { draft: drafted.value.id, sha256: drafted.value.sha256, after: drafted.value.after }
        : drafted
    }),
  ]
}
