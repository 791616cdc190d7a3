import { afterAll, beforeAll, expect, it } from 'vitest'
import { DAY } from '#kernel/time.ts'
import { LIMITS } from '#platform/limits.ts'
import { startApp, type AppContext } from './app.ts'
import { LIFETIMES, type Lifetime } from './lifetimes.ts'
import { expectGood, SESSION, TRANSACTION_PASSWORD, withPassword } from './people.ts'

let app: AppContext
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

/** The word of its use so long after it began, used meanwhile where that keeps it alive. */
async function after({ begin, usedEvery = Infinity }: Lifetime, wait: number): Promise<string> {
  const use = await begin(app)
  for (let left = wait; left > 0;) {
    const part = Math.min(left, usedEvery)
    app.clock.pass(part)
    left -= part
    if (left > 0) await use()
  }
  return use()
}

it.each(Object.entries(LIFETIMES))('%s lasts as long as it says, to the millisecond', async (_, lifetime) => {
  const { lasts, during = 'good', over } = lifetime
  const heard = {
    'a moment before its end': await after(lifetime, lasts - 1),
    'at its end': await after(lifetime, lasts),
  }
  expect(heard).toEqual({ 'a moment before its end': during, 'at its end': over })
})

it('an end that the machine’s clock brings is told by the clock that people see', async () => {
  const { caller } = await withPassword(app)
  app.clock.jumpTo(app.clock.wall() + 30 * DAY)
  const { until } = (await expectGood(
    app.call('unlock', { as: caller, input: { transactionPassword: TRANSACTION_PASSWORD } }),
  )) as { until: string }
  expect(Date.parse(until) - app.clock.wall()).toBe(SESSION.unlockIdleMs)
  const { tradingUnlockedUntil } = (await expectGood(app.call('getUserInfo', { as: caller }))) as {
    tradingUnlockedUntil: string
  }
  expect(tradingUnlockedUntil).toBe(until)
  const { expiresAt } = (await expectGood(app.call('socketTicket', { as: caller }))) as { expiresAt: string }
  expect(Date.parse(expiresAt) - app.clock.wall()).toBe(LIMITS.socket.ticketMs)
})
