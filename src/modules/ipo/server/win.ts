import type { MemberId } from '#kernel/id.ts'
import { Bug } from '#kernel/assert.ts'
import type { Yen } from '#kernel/money.ts'
import { yenOf, type PriceTenths } from '#kernel/price.ts'
import type { Ms } from '#kernel/time.ts'
import type { DomainEvent } from '#platform/engine/command.ts'
import { heldFor, UNIT_SHARES } from '#modules/draws/model/apply.ts'
import { applicationsChanged } from '#modules/draws/server/events.ts'
import type { ApplicationRow, DrawsPublic, DrawStep } from '#modules/draws/server/public.ts'
import { notify } from '#modules/inbox/server/public.ts'
import { accountChanged } from '#modules/ledger/server/events.ts'
import { nextState, type IpoEvent, type WinState } from '../model/states.ts'
import { wins, type ResultRow, type WinRow } from './tables.ts'

/** The member's money and applications are other than before. */
export const changed = (memberId: MemberId): DomainEvent[] => [
  accountChanged(memberId),
  applicationsChanged(memberId),
]

type Win = {
  application: ApplicationRow
  code: string
  offerTenths: PriceTenths
  payableYen: Yen
  confirmBy: Ms
  by: 'draw' | 'waiting-list'
}

/** Units that a member may now buy, with their money held: of the draw, or passed on. */
export function giveWin(
  step: DrawStep,
  { application: { id, drawId, memberId, wonUnits }, code, offerTenths, payableYen, confirmBy, by }: Win,
): DomainEvent[] {
  step.tables
    .of(wins)
    .insert({
      id,
      offeringId: drawId,
      memberId,
      units: wonUnits,
      state: 'won',
      payableYen,
      paidYen: 0,
      confirmBy,
      wonAt: step.at,
      changedAt: step.at,
      lotId: null,
    })
  const args = {
    code,
    quantity: wonUnits * UNIT_SHARES,
    price: yenOf(offerTenths),
    amount: payableYen,
    until: confirmBy,
  }
  return [
    ...changed(memberId),
    notify(step.tables, step, memberId, { kind: by === 'draw' ? 'ipoWon' : 'ipoPassedOn', args, about: id }),
  ]
}

/** The next version of a win. An event that its state does not know is a bug: the rules have asked before. */
export function winAfter(step: DrawStep, win: WinRow, event: IpoEvent, more: Partial<WinRow> = {}): WinRow {
  const state = nextState(win.state, event)
  if (state === null) throw new Bug(`a win that is ${win.state} cannot ${event}`)
  return step.tables.of(wins).update(win, { state: state as WinState, changedAt: step.at, ...more })
}

/**
 * A win that is not bought: its money goes back, and its units pass on to the waiting list, whose time is
 * until `endsAt` (decision 0045).
 */
export function passOn(
  draws: DrawsPublic,
  step: DrawStep,
  ending: { win: WinRow; result: ResultRow; event: 'decline' | 'end'; endsAt: Ms },
): DomainEvent[] {
  const {
    win,
    result: { code, offerTenths },
    event,
    endsAt,
  } = ending
  winAfter(step, win, event)
  const { next } = draws.decline(step, draws.application(step.tables, win.id)!, offerTenths)
  return [
    ...tellBack(step, win, code, event),
    ...next.flatMap((application) =>
      giveWin(step, {
        application,
        code,
        offerTenths,
        payableYen: heldFor(application.wonUnits, offerTenths),
        confirmBy: endsAt,
        by: 'waiting-list',
      }),
    ),
  ]
}

/** Tells the member that the money is back. */
export function tellBack(
  step: DrawStep,
  { id, memberId, units, payableYen }: WinRow,
  code: string,
  event: 'decline' | 'end',
): DomainEvent[] {
  const kind = event === 'decline' ? 'ipoDeclined' : 'ipoLapsed'
  return [
    ...changed(memberId),
    notify(step.tables, step, memberId, {
      kind,
      args: { code, quantity: units * UNIT_SHARES, amount: payableYen },
      about: id,
    }),
  ]
}
