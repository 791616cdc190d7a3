import { hash } from 'node:crypto'
import { canonical } from '#kernel/hash.ts'
import { no, ok } from '#kernel/result.ts'
import type { Ms } from '#kernel/time.ts'
import { done } from '#platform/engine/command.ts'
import type { House, Listener } from '#rooms/room.ts'
import type { Effect, StaffPublic } from '#rooms/staff/server/public.ts'
import { newsId } from '../model/news-id.ts'
import { noticeTexts } from '../model/notice.ts'
import type { NewsPublic } from './public.ts'
import { isWritten, publish, unlistedNotices, writeNotice } from './queries.ts'
import { noticePublications, type NewsEntry } from './tables.ts'

type Body = { sha256: string }

const UUID = /^[0-9A-Za-z-]{36}$/
const SHA256 = /^[0-9a-f]{64}$/

/** Notices of the firm: written by support, published by a signed act, told with the news. */
export function keepNotices(house: House, staff: Pick<StaffPublic, 'register' | 'may'>) {
  const { db, ids, clock } = house
  const effect: Effect<Body> = {
    power: 'notice.publish',
    refuse(tables, subject, { sha256 }) {
      if (!UUID.test(subject) || !SHA256.test(sha256)) return no('NOTICE_UNKNOWN')
      return tables.of(noticePublications).get(subject) === undefined ? null : no('NOTICE_PUBLISHED')
    },
    carryOut(tables, { subject, body }, when) {
      tables.of(noticePublications).insert({ id: subject, sha256: body.sha256, at: when.wall })
      return done(null, [{ type: 'notice.published', id: subject, sha256: body.sha256, at: when.wall }])
    },
    memberOf: () => null,
  }
  staff.register(effect)

  /** The text that was signed is the text that is told: a draft whose text is another by now stays unpublished. */
  async function tell(id: string, sha256: string, at: Ms): Promise<void> {
    const entry: NewsEntry = {
      id: newsId(at, 'notice', id), kind: 'notice', at, words: null, args: {}, codes: [], source: id, lang: null, title: null, body: null, link: null,
    }
    if (await isWritten(db, id, sha256)) await publish(db, [entry])
    else house.log.error({ notice: id }, 'what was signed is not what was written: the notice is not told')
  }
  const listener: Listener = {
    on: 'notice.published',
    hear: ({ id, sha256, at }) => void tell(String(id), String(sha256), Number(at)).catch((err: unknown) => house.log.error({ err }, 'a notice is told at the next start')),
  }
  const draftNotice: NewsPublic['draftNotice'] = async (operatorId, given) => {
    const mayNot = staff.may(operatorId, 'notice.publish')
    if (mayNot !== null) return mayNot
    const texts = noticeTexts(given)
    if (!texts.ok) return texts
    const [id, sha256] = [ids.uuid(), hash('sha256', canonical(texts.value))]
    await writeNotice(db, { id, operatorId, texts: texts.value, sha256, at: Math.floor(clock.wall()) })
    return ok({ id, sha256 })
  }
  return {
    listener, draftNotice,
    start: async () => { for (const { id, sha256, at } of await unlistedNotices(db)) await tell(id, sha256, at) },
  }
}
