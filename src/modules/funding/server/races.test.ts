import { beforeAll, expect, it } from 'vitest'
import { seeded } from '#kernel/random.ts'
import { DAY } from '#kernel/time.ts'
import { type Command, callerFor } from '#platform/engine/command.ts'
import { businessTime } from '#server/funded.fixture.ts'
import { newKey, startTestApp, type TestApp } from '#server/test-app.ts'
import { OWN_ACCOUNTS } from '#modules/ledger/model/accounts.ts'
import { balances } from '#modules/ledger/server/public.ts'
import { MOST_A_DAY } from '../model/withdrawal.ts'
import { bankAccounts, withdrawals } from './tables.ts'

/** A thousand rounds where there is time (threat T03). */
const MEMBERS = process.env['TEST_LONG'] === '1' ? 100 : 10
const DAYS = 10
const AT_ONCE = 10
const OPENING_YEN = 10_000_000

let app: TestApp
const members: { id: string; accountId: string }[] = []
const command = (type: string): Command =>
  app.modules.all.flatMap((room) => room.commands ?? []).find((each) => each.type === type)!
const callerOf = (memberId: string) => callerFor(memberId, '', newKey())
const jump = (at: number) => app.call('POST', '/api/dev/clock', { body: { at: new Date(at).toISOString() } })

beforeAll(async () => {
  app = await startTestApp()
  for (let n = 0; n < MEMBERS; n++) {
    const { userId: id } = await app.enrol(`090-9191-${String(n).padStart(4, '0')}`)
    const accountId = `race-${n}`
    await app.context.engine.submit(
      command('bank-account.add'),
      { accountId, detailsHash: 'x' },
      callerOf(id),
    )
    await app.modules.staff.act('demo-reviewer-1', {
      power: 'bank-account.view',
      subject: accountId,
      body: {},
    })
    const accepted = await app.modules.staff.act('demo-reviewer-1', {
      power: 'bank-account.accept',
      subject: accountId,
      body: {},
    })
    expect(accepted.ok).toBe(true)
    members.push({ id, accountId })
  }
  expect(
    app.context.engine.read
      .of(bankAccounts)
      .all()
      .map(({ state }) => state),
  ).toEqual(Array.from({ length: MEMBERS }, () => 'approved'))
  await jump(businessTime(app.context.clock.wall() + 3 * DAY, 10))
}, 120_000)

it(
  `T03: ${AT_ONCE} withdrawals at once, ${MEMBERS * DAYS} rounds: none takes what is not there, none is lost or doubled`,
  { timeout: 30 * 60_000 },
  async () => {
    const random = seeded('races')
    const { engine } = app.context
    for (let day = 0; day < DAYS; day++) {
      for (const { id: memberId, accountId } of members) {
        const before = balances(engine.read, memberId).available
        const asked = Array.from(
          { length: AT_ONCE },
          () => 10_000 + random.below(Math.max(Math.floor(before * 0.7), 1)),
        )
        const answers = await Promise.all(
          asked.map((yen) =>
            engine.submit(
              command('withdrawal.request'),
              { accountId, by: 'passkey', yen },
              callerOf(memberId),
            ),
          ),
        )
        const after = balances(engine.read, memberId)
        const taken = asked.filter((_, n) => answers[n]!.result.ok)
        const refusals = answers.flatMap(({ result }, n) =>
          result.ok ? [] : [{ yen: asked[n]!, rejection: result.rejection }],
        )
        expect(after.available).toBe(before - taken.reduce((sum, yen) => sum + yen, 0))
        expect(after.available).toBeGreaterThanOrEqual(0)
        expect(taken.length).toBeLessThanOrEqual(MOST_A_DAY)
        for (const { yen, rejection } of refusals) {
          if (rejection === 'NOT_WITHDRAWABLE') expect(yen).toBeGreaterThan(after.available)
          else expect([rejection, taken.length]).toEqual(['WITHDRAWALS_TODAY', MOST_A_DAY])
        }
        // Those that wait are taken back, so that there is something to fight for tomorrow.
        const rows = engine.read.of(withdrawals).by('member', memberId)
        const waiting = rows.filter(({ state }) => state === 'requested')
        await Promise.all(
          waiting.flatMap(({ id }) =>
            [1, 2].map(() =>
              engine.submit(command('withdrawal.cancel'), { withdrawalId: id }, callerOf(memberId)),
            ),
          ),
        )
        const paid = engine.read
          .of(withdrawals)
          .by('member', memberId)
          .reduce((sum, { state, yen }) => (state === 'paid' ? sum + yen : sum), 0)
        const own = balances(engine.read, memberId)
        expect(OWN_ACCOUNTS.reduce((sum, name) => sum + own[name], 0) + paid).toBe(OPENING_YEN)
      }
      await jump(businessTime(app.context.clock.wall() + DAY, 10))
    }
  },
)
