import { addDays, dateJst, timeJst, type Ms } from '#kernel/time.ts'
import type { AppContext, Job } from '#modules/module.ts'
import { dropUnsigned } from './refund-queries.ts'
import { ERASED_LATER, ERASED_SOON, eraseOfGone, goneBefore } from './retention-queries.ts'

/**
 * Identity images are kept so long after an account has ended (security-and-trust 6), and so are those of
 * passbooks.
 */
export const KEPT_YEARS = 7
/**
 * Days after which what nobody must keep is erased: who closed an account by mistake finds it as it was. So
 * are accounts of senders that were typed and never signed.
 */
export const GRACE_DAYS = 30
const AT_HOUR = 3

/** Midnight of the same date `KEPT_YEARS` earlier; the last of February where that year has no 29th. */
export function storedSince(at: Ms): Ms {
  const [year, month, day] = dateJst(at).split('-') as [string, string, string]
  const date = `${String(Number(year) - KEPT_YEARS).padStart(4, '0')}-${month}-${month === '02' && day === '29' ? '28' : day}`
  return timeJst(date, 0)
}

/**
 * Every night: the keys of pictures whose time is over are destroyed, and the pictures with them; rows whose
 * time is over are erased. Nobody is asked, and nobody can erase anything sooner (docs/retention.md).
 */
export function retentionJob({ db, images }: Pick<AppContext, 'db' | 'images'>): Job {
  return {
    name: 'funding.pictures',
    next: (after) => {
      const today = timeJst(dateJst(after), AT_HOUR)
      return today > after ? today : timeJst(addDays(dateJst(after), 1), AT_HOUR)
    },
    async run(dueAt) {
      for (const memberId of await goneBefore(db, storedSince(dueAt))) await images.destroyOf(memberId)
      await eraseOfGone(db, ERASED_LATER, storedSince(dueAt))
      const graceBegan = timeJst(addDays(dateJst(dueAt), -GRACE_DAYS), 0)
      await eraseOfGone(db, ERASED_SOON, graceBegan)
      await dropUnsigned(db, graceBegan)
    },
  }
}
