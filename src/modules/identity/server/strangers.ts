import { createHash } from 'node:crypto'
import type { Limits } from '#platform/limits.ts'
import { oneTimeValues } from '#platform/one-time-values.ts'
import type { AppContext } from '#modules/module.ts'
import { isWork, type Work } from '../model/work.ts'
import { countFailure, failuresOf } from './failure-queries.ts'

const SUBJECT = 'strangers'

/**
 * The wrong guesses at one account by devices that have never been in, wherever they are, and the work that
 * one more guess costs them.
 */
export type Strangers = {
  /** Null: the account may be guessed at. Else what must be done first; `work` is what came along. */
  workFor(account: string, work: Work | undefined): Promise<{ challenge: string; bits: number } | null>
  /** One more was wrong. */
  failed(account: string): Promise<void>
}

/**
 * Nobody is locked out by others so: who has never been in with this device works for some seconds, and who
 * has does not even that. Machine time.
 */
export function strangers(
  { db, config, clock }: Pick<AppContext, 'db' | 'config' | 'clock'>,
  { failures, withinMs, bits, lifeMs }: Limits['login']['ofStrangers'],
): Strangers {
  const subjectOf = (account: string) =>
    `${SUBJECT}:${createHash('sha256').update(account).digest('base64url')}`
  const aboutOf = (account: string) => `work for a guess at ${account}`
  const values = oneTimeValues({ db, config, clock })

  /** Asked of this account, not too long ago, and not given before. */
  async function takesWork(account: string, work: Work): Promise<boolean> {
    const asked = values.read(aboutOf(account), work.challenge)
    return asked !== null && isWork(work, bits) && (await values.use(work.challenge, asked.until))
  }

  return {
    async workFor(account, work) {
      const kept = await failuresOf({ db, config }, subjectOf(account))
      const now = clock.machine()
      if (kept === undefined || now - kept.firstAt >= withinMs || kept.failures < failures) return null
      if (work !== undefined && (await takesWork(account, work))) return null
      return { challenge: values.issue(aboutOf(account), null, lifeMs).value, bits }
    },
    failed: (account) => countFailure({ db, config }, subjectOf(account), clock.machine(), withinMs),
  }
}
