import { beforeEach, expect, it } from 'vitest'
import { defineCommand, done } from '#platform/engine/command.ts'
import { addDays, timeJst } from '#kernel/time.ts'
import { everyDayCalendar } from '#modules/instruments/model/calendar.ts'
import { draftFrom, move } from '#modules/ledger/model/drafting.ts'
import { balances, post } from '#modules/ledger/server/public.ts'
import { CODE, MEMBER, moneyDesk, TODAY, type MoneyDesk } from '#modules/orders/server/money.fixture.ts'
import { lots } from '#modules/portfolio/server/tables.ts'
import { deliverCommand } from './deliver.ts'
import { deliveries } from './tables.ts'

/** A delivery is due, then delivered: every act in every state. */
const ID = 'application-1'
const DUE = timeJst(TODAY, 5, 59)
const COST = 320_000
const deliver = deliverCommand({ calendar: everyDayCalendar })
const win = defineCommand({
  type: 'test.win',
  captureInputs: () => null,
  run(tables, _input: null, _inputs, { seq, at }) {
    const draft = draftFrom(MEMBER, balances(tables, MEMBER))
    move(draft, 'available', 'paidShares', COST, { kind: 'subscription-payment' })
    post(tables, { seq, at, tradeDate: TODAY }, draft.transfers)
    tables
      .of(deliveries)
      .insert({
        applicationId: ID,
        memberId: MEMBER,
        drawId: 'BLK-2026-0001',
        code: CODE,
        quantity: 100,
        priceTenths: 32_000,
        saleOn: TODAY,
        dueAt: DUE,
        deliveredAt: null,
      })
    return done(null)
  },
})
let desk: MoneyDesk
beforeEach(() => {
  desk = moneyDesk({ tables: [deliveries] })
  desk.submit(win, null, null)
})
const give = (at: number, ids = [ID]) => {
  const answer = desk.submit(deliver, { applicationIds: ids, at }, null)
  return answer.ok ? answer.answer : answer
}
const money = () => {
  const { available, paidShares, lotMargin } = balances(desk.tables, MEMBER)
  return [available, paidShares, lotMargin]
}
const paid = [10_000_000 - COST, COST, 0]
const held = [10_000_000 - COST, 0, COST]

it('due, before its time: stays due', () => {
  expect(give(DUE - 1)).toEqual({ delivered: 0 })
  expect([money(), desk.tables.of(deliveries).get(ID)!.deliveredAt]).toEqual([paid, null])
})
it('due, at its time: a lot at 1×, without a fee, settled two business days later', () => {
  expect(give(DUE)).toEqual({ delivered: 1 })
  expect(money()).toEqual(held)
  expect(desk.tables.of(lots).get(ID)).toMatchObject({
    source: 'block-sale',
    quantity: 100,
    openPriceTenths: 32_000,
    leverageTenths: 10,
    openFeeYen: 0,
    marginYen: COST,
    tradeDate: TODAY,
    settlementDate: everyDayCalendar.settlementDate(TODAY),
  })
})
it('delivered, again, and on a later day: once', () => {
  for (const at of [DUE, DUE, timeJst(addDays(TODAY, 1), 9)]) give(at)
  expect(money()).toEqual(held)
  expect(desk.tables.of(lots).by('member', MEMBER)).toHaveLength(1)
})
it('twice in one command, or of an application that got nothing: once, and nothing', () => {
  expect(give(DUE, ['application-2'])).toEqual({ delivered: 0 })
  expect(give(DUE, [ID, ID])).toEqual({ delivered: 1 })
  expect(money()).toEqual(held)
})
