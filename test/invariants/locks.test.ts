import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Ms } from '#kernel/time.ts'
import { LIMITS } from '#platform/limits.ts'
import { passwordGate } from '#modules/identity/server/failures.ts'
import type { LockRule } from '#modules/identity/model/lockout.ts'
import { diceOf } from '../simulation/dice.ts'
import { startApp, type AppContext } from './app.ts'

let app: AppContext
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

type Word = 'locked' | 'wrong' | 'right'

/** The rule of docs/limits.md, written down anew: what a try at this time comes to. */
function lockOf({ failures, withinMs, firstLockMs, longestLockMs }: LockRule) {
  let wrong: Ms[] = []
  let locks = 0
  let until = 0
  return {
    until: () => until,
    tries(now: Ms, isRight: boolean): Word {
      if (now < until) return 'locked'
      if (until > 0 && now > until + longestLockMs) [locks, until] = [0, 0]
      if (wrong.length > 0 && now >= wrong[0]! + withinMs) wrong = []
      if (isRight) {
        wrong = []
        ;[locks, until] = [0, 0]
        return 'right'
      }
      wrong.push(now)
      if (wrong.length === failures) {
        until = now + Math.min(firstLockMs * 2 ** locks++, longestLockMs)
        wrong = []
      }
      return 'wrong'
    },
  }
}

const RULES = { login: LIMITS.login.perGuesser, totp: LIMITS.totp }
const SEEDS = 12
const STEPS = 60

it.each(
  Object.entries(RULES).flatMap(([name, rule]) =>
    Array.from({ length: SEEDS }, (_, seed) => [name, seed, rule] as const),
  ),
)(
  '%s, seed %i: wrong and right ones, waits, bursts and restarts lock and open as published',
  async (name, seed, rule) => {
    const dice = diceOf(seed, name)
    const account = `${name} ${seed}`
    const { db, context } = app
    const { config } = context
    const expected = lockOf(rule)
    // After a restart nothing but the rows is left.
    let gate = passwordGate({ db, config, clock: app.clock }, name, rule)
    const tries = async (isRight: boolean): Promise<Word> => {
      const attempt = await gate.attempt(account, () => Promise.resolve(isRight))
      return attempt.right
        ? 'right'
        : attempt.lockedMs > 0 && !isCounted(attempt.lockedMs)
          ? 'locked'
          : 'wrong'
    }
    // The try that closes the lock hears its whole length; whoever comes after it hears no more than is left.
    let closed = 0
    const isCounted = (lockedMs: Ms): boolean => {
      const until = app.clock.machine() + lockedMs
      const isNew = until !== closed
      closed = until
      return isNew
    }
    for (let step = 0; step < STEPS; step++) {
      const thrown = dice.below(100)
      if (thrown < 55) {
        const isRight = dice.chance(0.08)
        const now = app.clock.machine()
        expect([step, await tries(isRight)]).toEqual([step, expected.tries(now, isRight)])
      } else if (thrown < 65) {
        const burst = dice.between(2, 9)
        const now = app.clock.machine()
        const heard = await Promise.all(Array.from({ length: burst }, () => tries(false)))
        expect([step, ...heard]).toEqual([step, ...heard.map(() => expected.tries(now, false))])
      } else if (thrown < 75) app.clock.pass(dice.between(1, rule.withinMs))
      else if (thrown < 90) {
        // To the very end of the lock, or a millisecond before it.
        const left = expected.until() - app.clock.machine()
        if (left > 1) app.clock.pass(left - dice.below(2))
      } else if (thrown < 93) app.clock.pass(dice.between(1, 2 * rule.longestLockMs))
      else gate = passwordGate({ db, config, clock: app.clock }, name, rule)
    }
  },
)
