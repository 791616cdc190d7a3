import type { MemberId } from '#kernel/id.ts'
import { addDays, dateJst, timeJst, type Ms } from '#kernel/time.ts'
import { defineCommand, done, SYSTEM_CALLER } from '#platform/engine/command.ts'
import type { TableReader } from '#platform/engine/table.ts'
import type { AppContext, Job } from '#modules/module.ts'
import { erasedFrom } from '#modules/identity/model/erasure.ts'
import { identityChanged } from './events.ts'
import { deleteErased, unerasedBefore } from './erasure-queries.ts'
import { isErased, verifications } from './tables.ts'

/** The time at which a member's account ended; null: it has not, or it goes on. */
export type EndedAt = (tables: TableReader, memberId: MemberId) => Ms | null

/**
 * `identity.erase`: the identity of a member who left ten years ago is erased. The journal keeps what it had,
 * salted hashes, and says when it was; the rows that they were of are deleted afterwards. Changes nothing
 * before its time, and for nobody who came back: no power and no setting brings it forward.
 */
export const eraseIdentity = ({ clock }: Pick<AppContext, 'clock'>, endedAt: EndedAt) =>
  defineCommand({
    type: 'identity.erase',
    captureInputs: () => ({ confirmed: Math.floor(clock.confirmed()) }),
    run(tables, { memberId }: { memberId: MemberId }, { confirmed }, call) {
      const table = tables.of(verifications)
      const row = table.get(memberId)
      const ended = endedAt(tables, memberId)
      if (row === undefined || isErased(row) || ended === null || confirmed < erasedFrom(ended))
        return done({ erased: false })
      table.update(row, {
        frontState: 'none',
        backState: 'none',
        frontReason: null,
        backReason: null,
        twins: null,
        acceptedTwins: null,
        erasedAt: call.at,
      })
      return done({ erased: true }, [identityChanged(memberId)])
    },
  })

/**
 * Erases what is due: by the engine's word first, then in the tables. Rows whose deletion a kill cut off go
 * the next time.
 */
export async function eraseDue(
  { db, engine, clock }: Pick<AppContext, 'db' | 'engine' | 'clock'>,
  erase: ReturnType<typeof eraseIdentity>,
): Promise<void> {
  for (const { memberId, endedAt } of await unerasedBefore(db, Math.floor(clock.confirmed())))
    if (clock.confirmed() >= erasedFrom(endedAt)) await engine.submit(erase, { memberId }, SYSTEM_CALLER)
  await deleteErased(db)
}

const AT_HOUR = 3

/** Every night, after what goes sooner (`funding.pictures`). */
export const erasureJob = (run: () => Promise<void>): Job => ({
  name: 'members.erasure',
  next(after) {
    const today = timeJst(dateJst(after), AT_HOUR, 5)
    return today > after ? today : timeJst(addDays(dateJst(after), 1), AT_HOUR, 5)
  },
  run,
})
