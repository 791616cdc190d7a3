import { no, ok, type Refusal } from '#kernel/result.ts'
import type { Ms } from '#kernel/time.ts'
import { done } from '#platform/engine/command.ts'
import { listen } from '#platform/engine/event.ts'
import type { AppContext, Listener } from '#modules/module.ts'
import type { Effect, StaffPublic } from '#modules/staff/server/public.ts'
import { isWritten, WRITTEN, WRITTEN_KINDS, type WrittenKind } from '../model/kinds.ts'
import { writtenId } from '../model/news-id.ts'
import { NOTICE_LIMITS, noticeTexts, type Writing } from '../model/notice.ts'
import { noticePublished } from './events.ts'
import type { NewsPublic } from './public.ts'
import { draftOf, entryOf, publish, unlistedNotices, writeNotice } from './queries.ts'
import { writingHash } from './signed-writing.ts'
import { noticePublications, type NewsEntry } from './tables.ts'
import { tellingMembers } from './tell-members.ts'

type Body = { sha256: string }

const UUID = /^[0-9A-Za-z-]{36}$/
const SHA256 = /^[0-9a-f]{64}$/

/**
 * Published by a signed act over the id and the hash of what was written. It touches no price: the market
 * knows nothing of this module.
 */
const publishing = (kind: WrittenKind): Effect<Body> => ({
  power: WRITTEN[kind],
  refuse(tables, subject, { sha256 }) {
    if (!UUID.test(subject) || !SHA256.test(sha256)) return no('NOTICE_UNKNOWN')
    return tables.of(noticePublications).get(subject) === undefined ? null : no('NOTICE_PUBLISHED')
  },
  carryOut(tables, { subject, body }, when) {
    tables
      .of(noticePublications)
      .insert({ id: subject, sha256: body.sha256, at: when.wall, kind, toldTo: null })
    return done(null, [noticePublished(subject)])
  },
  memberOf: () => null,
})

type Deps = { staff: Pick<StaffPublic, 'register' | 'may'>; isListed: (code: string) => boolean }

/**
 * The texts of the firm: notices, of which every member is told, and articles. Written by support, published
 * by a signed act, told with the news.
 */
export function keepNotices(context: AppContext, { staff, isListed }: Deps) {
  const { db, ids, clock } = context
  for (const kind of WRITTEN_KINDS) staff.register('news', publishing(kind))
  const telling = tellingMembers(context)

  /** The signed text is the one told: a draft that has changed since, or of another kind, stays untold. */
  async function tell({
    id,
    sha256,
    at,
    kind,
  }: {
    id: string
    sha256: string
    at: Ms
    kind: WrittenKind
  }): Promise<void> {
    const draft = await draftOf(context, id)
    if (draft === null || writingHash(draft) !== sha256 || draft.kind !== kind)
      return context.log.error(
        { notice: id },
        'what was signed is not what was written: the notice is not told',
      )
    const entry: NewsEntry = {
      id: writtenId(at, kind, id),
      kind,
      at,
      words: null,
      args: {},
      codes: draft.codes,
      source: id,
      lang: null,
      title: null,
      body: null,
      link: null,
      corrects: draft.corrects,
    }
    await publish(context, [entry])
    if (kind === 'notice') await telling.tell(id)
  }
  let atWork: Promise<void> = Promise.resolve()
  const listener: Listener = listen(noticePublished, ({ id }) => {
    const row = context.engine.read.of(noticePublications).get(id)!
    atWork = atWork
      .then(() => tell(row))
      .catch((err: unknown) => context.log.error({ err }, 'a notice is told at the next start'))
  })

  async function problemOf({ codes, corrects }: Writing): Promise<Refusal | null> {
    const unknown = codes.find((code) => !isListed(code))
    if (unknown !== undefined) return no('NOTICE_ISSUE', { code: unknown })
    if (codes.length > NOTICE_LIMITS.codes || new Set(codes).size < codes.length)
      return no('NOTICE_ISSUE', { code: '' })
    const corrected = corrects === null ? undefined : await entryOf(context, corrects)
    return corrected === undefined || (corrected !== null && isWritten(corrected.kind))
      ? null
      : no('NOTICE_CORRECTS')
  }
  const draft: NewsPublic['draft'] = async (operatorId, { kind, texts: deps, codes, corrects }) => {
    const mayNot = staff.may(operatorId, WRITTEN[kind])
    if (mayNot !== null) return mayNot
    const texts = noticeTexts(deps)
    if (!texts.ok) return texts
    const writing: Writing = { kind, texts: texts.value, codes, corrects }
    const problem = await problemOf(writing)
    if (problem !== null) return problem
    const [id, sha256] = [ids.uuid(), writingHash(writing)]
    await writeNotice(context, {
      ...writing,
      codes: [...codes],
      id,
      operatorId,
      sha256,
      at: Math.floor(clock.wall()),
    })
    return ok({ id, sha256 })
  }
  return {
    listener,
    draft,
    command: telling.command,
    draftNotice: (operatorId: string, texts: Writing['texts']) =>
      draft(operatorId, { kind: 'notice', texts, codes: [], corrects: null }),
    start: async () => {
      for (const each of await unlistedNotices(db)) await tell(each)
    },
    /** Members that were not told when the server stopped. */
    opened: () =>
      void (atWork = atWork
        .then(() => telling.goOn())
        .catch((err: unknown) => context.log.error({ err }, 'members are told at the next start'))),
    stop: () => atWork,
  }
}
