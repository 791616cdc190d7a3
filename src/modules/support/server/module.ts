import type { MemberId } from '#kernel/id.ts'
import { no } from '#kernel/result.ts'
import { dateJst } from '#kernel/time.ts'
import { on, type AppContext, type Request, type Module, type UploadHandler } from '#modules/module.ts'
import { FALLBACK_LANG } from '#i18n/lang.ts'
import type { StaffPublic } from '#modules/staff/server/public.ts'
import * as contract from '../contract.ts'
import { lineRefusal } from '../model/line.ts'
import { isOfficeOpen, OFFICE } from '../model/office.ts'
import type { CannedFigures } from '../model/canned.ts'
import { blockLine } from './blocked.ts'
import { cannedAnswers, cannedCheck } from './canned.ts'
import { consoleRoutes } from './console.ts'
import { conversations, type Conversations } from './conversation.ts'
import { chatDesk } from './desk.ts'
import type { SupportPublic } from './public.ts'
import { allLines, conversationOf, linesOf, markRead, ownerOfImage, unreadOf } from './queries.ts'
import { cannedList } from './row-lists.ts'
import { blockedLines, cannedVersions, type Line } from './tables.ts'
import { lineView } from './view.ts'
import { blockedTextsCheck } from './blocked.ts'

const USUAL_ROWS = 30
const MOST_ROWS = 100
const PURPOSE = 'chat'

/** The customer service: one conversation a member (product decision 11). */
export function createSupport(
  context: AppContext,
  { staff, figures }: { staff: StaffPublic; figures: () => Omit<CannedFigures, 'officeFrom' | 'officeTo'> },
): { module: Module; support: SupportPublic } {
  const { db, config, clock, log, text } = context
  const answers = cannedAnswers(context, staff, () => ({
    ...figures(),
    officeFrom: OFFICE.from,
    officeTo: OFFICE.to,
  }))
  const support = conversations(context, staff, answers)
  staff.outsideQueue({
    name: 'chat',
    roles: ['support'],
    async read() {
      const { count, cases } = await support.waiting()
      return {
        count,
        cases: cases.map(({ memberId, since, assignedTo }) => ({
          subject: memberId,
          memberId,
          since,
          assignedTo,
        })),
      }
    },
  })
  const viewIn = (lang: string) => (line: Line) =>
    lineView(line, { lang, sources: support.sources, numberOf: staff.numberOf })
  const unread = (memberId: MemberId) => unreadOf(db, memberId)
  /** A thing that only another member could know of: refused as if it were not there, and noted. */
  const foreign = (memberId: MemberId, what: string, id: string) =>
    log.warn({ member: memberId, what, id }, 'somebody else’s was asked for')

  async function exported({ caller, lang }: Request<typeof contract.exportChat>) {
    const lines = [text(lang, 'support.export.head', { at: clock.wall() })]
    for await (const line of allLines(db, caller.memberId, MOST_ROWS)) {
      const view = await viewIn(lang)(line)
      const who = text(lang, line.desk ? 'support.export.desk' : `support.export.${line.author}`, {
        number: view.operator ?? 0,
      })
      lines.push(
        text(lang, 'support.export.line', {
          at: line.at,
          who,
          said:
            view.text ??
            (view.about && `${view.about.title} ${view.about.reference}`) ??
            text(lang, line.kind === 'closed' ? 'support.export.closed' : 'support.export.image'),
        }),
      )
    }
    return { name: `akari-chat-${dateJst(clock.wall())}.txt`, text: `${lines.join('\n')}\n` }
  }

  const module: Module = {
    name: 'support',
    tables: [blockedLines, cannedVersions],
    stored: [blockedTextsCheck, cannedCheck],
    macs: [cannedList(context.config)],
    start: answers.start,
    commands: [blockLine],
    topics: [{ topic: contract.chatTopic }],
    routes: [
      on(contract.getChat, async ({ caller, query, lang }) => {
        const { memberId } = caller
        const limit = Math.min(Math.max(Number(query.limit ?? USUAL_ROWS), 1), MOST_ROWS)
        const [lines, conversation, count] = await Promise.all([
          linesOf(db, memberId, { before: query.before ?? null, limit: limit + 1 }),
          conversationOf(db, memberId),
          unread(memberId),
        ])
        const assignedTo = conversation?.assignedTo ?? null
        return {
          lines: await Promise.all(lines.slice(-limit).map(viewIn(lang))),
          hasMore: lines.length > limit,
          unread: count,
          readUpTo: conversation?.operatorsRead || null,
          operator: assignedTo === null ? null : staff.numberOf(assignedTo),
          office: { ...OFFICE, isOpen: isOfficeOpen(clock.wall()), desk: config.demoDesk },
          chatUrl: config.chatUrl,
          simulated: true,
        }
      }),
      on(contract.getChatUnread, async ({ caller }) => ({ unread: await unread(caller.memberId) })),
      on(contract.sendLine, async ({ caller, input, lang, key }) => {
        const refused = lineRefusal(input.text)
        return refused ?? viewIn(lang)(await support.say(caller.memberId, lang, { text: input.text }, key))
      }),
      on(contract.openAbout, async ({ caller, input, lang }) => {
        const kind = await support.find(caller.memberId, input.about, lang)
        if (kind === null) {
          foreign(caller.memberId, 'about', input.about)
          return no('ABOUT_NOT_FOUND')
        }
        await support.open(caller.memberId, { kind, id: input.about }, lang)
        return { status: 'open' as const }
      }),
      on(contract.readChat, async ({ caller, input }) => {
        await markRead(db, caller.memberId, 'memberRead', input.upTo)
        return { unread: await unread(caller.memberId) }
      }),
      on(contract.exportChat, exported),
      ...consoleRoutes({ context, staff, support, answers }),
    ],
    uploads: [pictures(context, support, viewIn(FALLBACK_LANG))],
    scans: config.demoDesk ? [chatDesk(context, support)] : [],
  }
  return { module, support }
}

/** Pictures of members, each its sender's alone. Operators send none (security-and-trust 4). */
function pictures(
  { db, images }: AppContext,
  support: Conversations,
  view: (line: Line) => Promise<contract.ChatLine>,
): UploadHandler {
  return {
    purpose: PURPOSE,
    async take({ memberId }, picture) {
      const imageId = await images.put(memberId, PURPOSE, picture)
      // A picture has no words, so its line is the same in every language.
      return view(await support.say(memberId, null, { imageId }, null))
    },
    async show({ memberId }, id) {
      return (await ownerOfImage(db, id)) === memberId ? ((await images.open(id))?.jpeg ?? null) : null
    },
  }
}
