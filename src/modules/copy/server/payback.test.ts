import { expect, it } from 'vitest'
import { NO_MONEY } from '#modules/ledger/model/accounts.ts'
import { draftFrom, type Draft } from '#modules/ledger/model/drafting.ts'
import type { Drafts } from '#modules/ledger/server/public.ts'
import { payBack, payFee } from './open-pool.ts'

const [OWED, PAID_IN, PAID_BACK] = [300, 400, 1_000]

/** A pool with money, and a member who owes some. */
function booked(): { drafts: Drafts; of: (id: string) => Draft } {
  const made = new Map([
    ['pool', draftFrom('pool', { ...NO_MONEY, available: PAID_BACK })],
    ['member', draftFrom('member', { ...NO_MONEY, shortfall: OWED })],
  ])
  const of = (id: string): Draft => made.get(id)!
  return { drafts: { of, take: () => {}, transfers: () => [] }, of }
}

it('what a pool pays back meets a debt first', () => {
  const { drafts, of } = booked()
  payBack(drafts, 'pool', 'member', PAID_BACK, PAID_IN)
  expect(of('member').balances).toMatchObject({ shortfall: 0, available: PAID_BACK - OWED })
  expect(of('pool').balances.available).toBe(0)
})

it('what it is worth less than was paid in is lost before that', () => {
  const { drafts, of } = booked()
  payBack(drafts, 'pool', 'member', PAID_IN, PAID_BACK)
  expect(of('member').balances).toMatchObject({ shortfall: 0, available: PAID_IN - OWED })
})

it('a fee meets a debt of its lead first', () => {
  const { drafts, of } = booked()
  payFee(drafts, 'pool', 'member', PAID_IN)
  expect(of('member').balances).toMatchObject({ shortfall: 0, available: PAID_IN - OWED })
})
