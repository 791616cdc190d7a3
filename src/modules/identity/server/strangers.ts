import { createHash, timingSafeEqual } from 'node:crypto'
import type { Ms } from '#kernel/time.ts'
import type { Limits } from '#platform/limits.ts'
import type { AppContext } from '#modules/module.ts'
import { isWork, type Work } from '../model/work.ts'
import { countFailure, failuresOf } from './failure-queries.ts'
import type { Secrets } from './secrets.ts'

const SUBJECT = 'strangers'
const MAC_CHARACTERS = 43

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
  { db, config, clock, ids }: AppContext,
  secrets: Secrets,
  { failures, withinMs, bits, lifeMs }: Limits['login']['ofStrangers'],
): Strangers {
  const subjectOf = (account: string) =>
    `${SUBJECT}:${createHash('sha256').update(account).digest('base64url')}`
  const macOf = (account: string, text: string): string =>
    secrets.keyed(`work ${account} ${text}`).toString('base64url')
  const done = new Map<string, Ms>()

  /** Asked of this account, not too long ago, and not given before. */
  function takeWork(account: string, work: Work): boolean {
    const [until, random, mac] = work.challenge.split('.')
    const now = clock.machine()
    for (const [old, end] of done) if (end <= now) done.delete(old)
    if (
      until === undefined ||
      random === undefined ||
      mac?.length !== MAC_CHARACTERS ||
      Number(until) <= now ||
      done.has(work.challenge)
    )
      return false
    if (
      !timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(account, `${until}.${random}`))) ||
      !isWork(work, bits)
    )
      return false
    done.set(work.challenge, Number(until))
    return true
  }

  return {
    async workFor(account, work) {
      const kept = await failuresOf({ db, config }, subjectOf(account))
      const now = clock.machine()
      if (kept === undefined || now - kept.firstAt >= withinMs || kept.failures < failures) return null
      if (work !== undefined && takeWork(account, work)) return null
      const text = `${now + lifeMs}.${Buffer.from(ids.bytes(16)).toString('base64url')}`
      return { challenge: `${text}.${macOf(account, text)}`, bits }
    },
    failed: (account) => countFailure({ db, config }, subjectOf(account), clock.machine(), withinMs),
  }
}
