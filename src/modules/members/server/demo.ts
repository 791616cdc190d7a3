import { dateJst } from '#kernel/time.ts'
import { publishedVersions } from '#modules/legal/server/public.ts'
import type { AppContext } from '#modules/module.ts'
import { missingConsents } from '../model/consents.ts'
import { consentsOf, giveConsents } from './consent.ts'
import { profileOf, putProfile } from './queries.ts'

/** What an invented member of the printed level would have answered (product decision 2). */
const PROFILE = {
  occupation: 'employee',
  income: 'under-1000',
  assets: 'under-3000',
  experience: 'over-5',
  purpose: 'long-term',
  insiderTie: 'none',
  insiderCode: null,
} as const

/**
 * Demo members are printed with a level that leverage comes with: they have agreed to the documents of an
 * account when it was made, by the command that every member agrees by, and have a profile. Once: what is
 * published later they are asked about like anybody else. Their identity is not made up; whoever tries them
 * out hands in a sample.
 */
export async function settleDemoPapers(context: AppContext, memberIds: readonly string[]): Promise<void> {
  const { read } = context.engine
  const now = Math.floor(context.clock.wall())
  for (const memberId of memberIds) {
    if (consentsOf(read, memberId).length === 0) {
      const consents = missingConsents([], dateJst(now), publishedVersions(read))
      await context.engine.submit(
        giveConsents,
        { consents },
        { actor: `m:${memberId}`, memberId, device: '', key: '' },
      )
    }
    if ((await profileOf(context.db, memberId)) === null)
      await putProfile(context.db, { ...PROFILE, memberId, at: now })
  }
}
