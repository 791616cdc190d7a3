import { no, type Refusal } from '#kernel/result.ts'
import { timeJst, type DateJst, type Ms } from '#kernel/time.ts'
import { defineCommand, done, type Call } from '#platform/engine/command.ts'
import type { TableReader } from '#platform/engine/table.ts'
import { UNIT_SHARES } from '#modules/draws/model/apply.ts'
import type { DrawsPublic } from '#modules/draws/server/public.ts'
import { isFrozen } from '#modules/identity/server/public.ts'
import { notify } from '#modules/inbox/server/public.ts'
import { post } from '#modules/ledger/server/public.ts'
import type { ListingsPublic } from '#modules/listings/server/public.ts'
import { paymentWindow, type PaymentWindow } from '../model/payment.ts'
import type { CONFIRM_REJECTIONS } from '../model/rejections.ts'
import { results, wins, type WinRow } from './tables.ts'
import { changed, passOn, winAfter } from './win.ts'

/** Market time and trade date of a command. */
export type Times = { at: Ms; tradeDate: DateJst }
export type PurchaseDeps = { draws: DrawsPublic; listings: ListingsPublic; times: () => Times }
type ById = { applicationId: string }
type Rejection = (typeof CONFIRM_REJECTIONS)[number]

export const termsOf = (listings: ListingsPublic, tables: TableReader, offeringId: string) =>
  listings.terms(tables, 'ipo', offeringId)!.terms

type Asked = { ok: true; win: WinRow; window: PaymentWindow; issueOn: DateJst }
/** The win that the member asks about, if it is theirs and can still be decided. */
function asked(
  { draws, listings }: PurchaseDeps,
  tables: TableReader,
  { applicationId }: ById,
  { memberId }: Call,
): Asked | Refusal<Rejection> {
  if (draws.application(tables, applicationId)?.memberId !== memberId) return no('APPLICATION_NOT_FOUND')
  const win = tables.of(wins).get(applicationId)
  if (win?.state !== 'won') return no('NOT_WON')
  const { payFrom, payTo, issueOn } = termsOf(listings, tables, win.offeringId)
  return { ok: true, win, window: paymentWindow({ payFrom, payTo }), issueOn }
}

/** Buys what was won, out of the money that is held for it: a win never makes a debt (product decision 7). */
export const confirmCommand = (deps: PurchaseDeps) =>
  defineCommand({
    type: 'ipo.confirm',
    captureInputs: (): Times => deps.times(),
    run(tables, input: ById, inputs, call) {
      const found = asked(deps, tables, input, call)
      if (!found.ok) return found
      const { win, window, issueOn } = found
      if (inputs.at < window.from) return no('PAYMENT_NOT_OPEN')
      if (inputs.at >= win.confirmBy) return no('PAYMENT_OVER')
      if (isFrozen(tables, win.memberId, call.at)) return no('ACCOUNT_FROZEN')
      const { draws } = deps
      const step = draws.step(tables, { seq: call.seq, ...inputs })
      draws.pay(step, draws.application(tables, win.id)!, win.payableYen)
      winAfter(step, win, 'confirm', { paidYen: win.payableYen })
      post(tables, step, step.drafts.transfers())
      const args = {
        code: tables.of(results).get(win.offeringId)!.code,
        quantity: win.units * UNIT_SHARES,
        amount: win.payableYen,
        issueOn: timeJst(issueOn, 0),
      }
      return done({ id: win.id }, [
        ...changed(win.memberId),
        notify(tables, step, win.memberId, { kind: 'ipoBought', args, about: win.id }),
      ])
    },
  })

/**
 * Lets go what was won, from the draw on: the money comes back, the units pass on. Nothing else follows from
 * it.
 */
export const declineCommand = (deps: PurchaseDeps) =>
  defineCommand({
    type: 'ipo.decline',
    captureInputs: (): Times => deps.times(),
    run(tables, input: ById, inputs, call) {
      const found = asked(deps, tables, input, call)
      if (!found.ok) return found
      const {
        win,
        window: { endsAt },
      } = found
      if (inputs.at >= win.confirmBy) return no('PAYMENT_OVER')
      const step = deps.draws.step(tables, { seq: call.seq, ...inputs })
      const events = passOn(deps.draws, step, {
        win,
        result: tables.of(results).get(win.offeringId)!,
        event: 'decline',
        endsAt,
      })
      post(tables, step, step.drafts.transfers())
      return done({ id: win.id }, events)
    },
  })
