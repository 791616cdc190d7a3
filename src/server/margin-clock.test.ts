import { expect, it } from 'vitest'
import { dateJst, MINUTE } from '#kernel/time.ts'
import { connect } from '#platform/database/connect.ts'
import { type Command, SYSTEM_CALLER, callerFor } from '#platform/engine/command.ts'
import { closingAt, schedules } from '#modules/instruments/model/schedule.ts'
import type { MarginCall } from '#modules/margin/model/calls.ts'
import type { Order } from '#modules/orders/model/order.ts'
import type { Lot } from '#modules/portfolio/model/lot.ts'
import { lots } from '#modules/portfolio/server/tables.ts'
import type { RunningApp } from './app.ts'
import { reopen, startTestApp } from './test-app.ts'
import { unseal } from './unsealed.fixture.ts'
import { waitFor } from './wait-for.fixture.ts'

async function submit(
  { modules, context: app }: RunningApp,
  type: string,
  input: unknown,
  memberId: string | null,
): Promise<void> {
  const command = modules.all
    .flatMap((module) => module.commands ?? [])
    .find((one) => one.type === type) as Command
  const caller = memberId === null ? { ...SYSTEM_CALLER, memberId } : callerFor(memberId, 'd')
  const { result } = await app.engine.submit(command, input, caller)
  if (!result.ok) throw new Error(`${type}: ${result.rejection} ${JSON.stringify(result.detail)}`)
}
it('a deadline that the demo clock jumps over, after a restart, closes what the account holds on leverage, and nothing else', async () => {
  const first = await startTestApp()
  const memberId = first.context.ids.uuid()
  const [leveraged, paid] = (await first.affordable(2)) as [string, string]
  await submit(first, 'member.open', { level: 'advanced', memberId }, null)
  for (const [code, leverageTenths] of [
    [leveraged, 20],
    [paid, 10],
  ] as const) {
    await submit(
      first,
      'order.place',
      {
        code,
        leverageTenths,
        side: 'up',
        type: 'market',
        quantity: 100,
        priceTenths: null,
        triggerTenths: null,
        condition: 'none',
        timeInForce: 'day',
        validity: 'day',
        validUntil: null,
        takeProfitTenths: null,
        stopLossTenths: null,
      },
      memberId,
    )
  }
  const held = await waitFor(
    () => first.context.engine.read.of(lots).by('member', memberId),
    (found) => found.length === 2,
  )
  await first.stop()

  // A call of yesterday, as a worse market would have made it: due at the next close.
  const now = first.context.clock.wall()
  const deadlineAt = closingAt(schedules['always-open'], dateJst(now))
  const lot = held.find(({ code }) => code === leveraged)!
  const db = connect(first.context.db.config, first.context.log)
  await db.kysely
    .insertInto('marginCalls')
    .values({
      memberId,
      tradeDate: '2026-01-05',
      amountYen: 1_000_000,
      beforeYen: 0,
      notionalYen: lot.openPriceTenths * 10,
      metYen: 0,
      madeAt: lot.openedAt,
      madeSeq: 1_000_000,
      deadlineAt,
      state: 'open',
      endedAt: null,
    })
    .execute()
  await unseal(first.context.config.dataDir, db.pool)
  await db.close()

  const open = await reopen(first)
  const at = new Date(deadlineAt + 10 * MINUTE).toISOString()
  const jumped = await fetch(`http://localhost:${open.port}/api/dev/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ at }),
  })
  expect(((await jumped.json()) as { code: number }).code).toBe(1)

  const { kysely } = open.context.db
  const rows = <T>(table: 'marginCalls' | 'orders' | 'lots') =>
    kysely
      .selectFrom(table)
      .selectAll()
      .where('memberId', '=', memberId)
      .execute() as Promise<unknown> as Promise<T[]>
  const [call] = await waitFor(
    () => rows<MarginCall>('marginCalls'),
    ([one]) => one?.state === 'closed',
  )
  expect(call).toMatchObject({ metYen: 0, amountYen: 1_000_000 })
  const closings = (await rows<Order>('orders')).filter(({ purpose }) => purpose === 'close')
  expect(closings.map(({ code, origin }) => [code, origin])).toEqual(
    closings.map(() => [leveraged, 'forced-call']),
  )
  expect(
    closings
      .filter(({ ordStatus }) => ordStatus === 'FILLED')
      .reduce((sum, { filledQuantity }) => sum + filledQuantity, 0),
  ).toBe(100)
  expect(
    (await rows<Lot>('lots')).filter(({ status }) => status !== 'closed').map(({ code }) => code),
  ).toEqual([paid])
}, 60_000)
