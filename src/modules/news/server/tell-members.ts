import type { Ms } from '#kernel/time.ts'
import { defineCommand, done, SYSTEM_CALLER } from '#platform/engine/command.ts'
import { membersAfter } from '#modules/identity/server/public.ts'
import { notify } from '#modules/inbox/server/public.ts'
import type { AppContext } from '#modules/module.ts'
import { writtenId } from '../model/news-id.ts'
import { entryOf } from './queries.ts'
import { noticePublications } from './tables.ts'

/** Members told in one command: short enough that no order waits for it. */
const AT_ONCE = 100
/** Behind every number: all are told. */
const ALL = 2_147_483_647

/**
 * `news.tell-members`: leaves a message of a notice for the next members, in the order of their numbers, once
 * each. `at`: market time.
 */
const tellMembers = defineCommand({
  type: 'news.tell-members',
  captureInputs: () => null,
  run(tables, { id, about, at }: { id: string; about: string; at: Ms }, _inputs, { seq }) {
    const publication = tables.of(noticePublications).get(id)!
    const next = membersAfter(tables, publication.toldTo ?? 0, AT_ONCE)
    const events = next.map((member) =>
      notify(tables, { seq, at }, member.id, { kind: 'notice', args: {}, about }),
    )
    tables
      .of(noticePublications)
      .update(publication, { toldTo: next.length < AT_ONCE ? ALL : next.at(-1)!.number })
    return done({ told: next.length }, events)
  },
})

/** Tells every member of a published notice, and goes on after a stop where it had come to. */
export function tellingMembers(context: AppContext) {
  const publicationOf = (id: string) => context.engine.read.of(noticePublications).get(id)!
  async function tell(id: string): Promise<void> {
    const about = writtenId(publicationOf(id).at, 'notice', id)
    if ((await entryOf(context, about)) === null) return
    while (publicationOf(id).toldTo !== ALL) {
      await context.engine.submit(
        tellMembers,
        { id, about, at: Math.floor(context.clock.market()) },
        SYSTEM_CALLER,
      )
    }
  }
  return {
    command: tellMembers,
    tell,
    async goOn(): Promise<void> {
      for (const { id, kind, toldTo } of context.engine.read.of(noticePublications).all())
        if (kind === 'notice' && toldTo !== ALL) await tell(id)
    },
  }
}
