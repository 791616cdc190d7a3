import { describe, expect, test } from 'vitest'
import { lots } from '#modules/portfolio/server/tables.ts'
import { MEMBER, moneyDesk, type Answer, type MoneyDesk } from './money.fixture.ts'

const answerOf = (answer: Answer) => {
  if (!answer.ok) throw new Error(`${answer.rejection} ${JSON.stringify(answer.detail)}`)
  return answer.answer
}
const limit = { type: 'limit', price: 3_400 } as const
const later = (desk: MoneyDesk) => {
  desk.market.at += 1_000
}
function buy(desk: MoneyDesk, ticket: Parameters<MoneyDesk['place']>[0] = {}): string {
  later(desk)
  desk.fill(answerOf(desk.place({ ...limit, ...ticket })).id, 100, 3_400)
  return desk.tables.of(lots).by('member', MEMBER).at(-1)!.id
}
function sell(desk: MoneyDesk, lotId: string): void {
  later(desk)
  desk.fill(answerOf(desk.close(lotId)).id, 100, 3_400)
}
const nextDay = (desk: MoneyDesk) => {
  desk.market.at += 86_400_000
  desk.market.tradeDate = '2026-11-20'
}

describe('one day, one issue, the same funds (facts: market rules, section 9)', () => {
  const poor = () => moneyDesk({ depositYen: 341_000, schedule: 'tse' })

  test('buy, sell: fine; buying again with those proceeds is not, on the next day it is', () => {
    const desk = poor()
    sell(desk, buy(desk))
    expect(desk.place(limit)).toMatchObject({
      ok: false,
      rejection: 'SAME_FUNDS',
      detail: { lacksYen: 339_561 },
    })
    nextDay(desk)
    expect(desk.place(limit).ok).toBe(true)
  })

  test('buy, sell, buy with other money is fine', () => {
    const desk = moneyDesk({ depositYen: 700_000, schedule: 'tse' })
    sell(desk, buy(desk))
    sell(desk, buy(desk))
    expect(desk.place(limit), 'and what both brought is used up').toMatchObject({ rejection: 'SAME_FUNDS' })
  })

  test('sell, buy: fine; selling that again is not, on the next day it is', () => {
    const desk = poor()
    const held = buy(desk)
    nextDay(desk)
    sell(desk, held)
    const again = buy(desk)
    expect(desk.close(again)).toMatchObject({ ok: false, rejection: 'SAME_FUNDS' })
    desk.market.tradeDate = '2026-11-21'
    expect(desk.close(again).ok).toBe(true)
  })

  test('leveraged orders are exempt, and the always-open market knows no such rule', () => {
    const leveraged = moneyDesk({ depositYen: 600_000, schedule: 'tse' })
    for (const turn of [1, 2, 3])
      expect(sell(leveraged, buy(leveraged, { leverage: 2 })), `turn ${turn}`).toBeUndefined()
    const open = moneyDesk({ depositYen: 345_000 })
    for (const turn of [1, 2, 3]) expect(sell(open, buy(open)), `turn ${turn}`).toBeUndefined()
  })
})
