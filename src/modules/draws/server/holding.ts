import type { MemberId } from '#kernel/id.ts'
import { assert } from '#kernel/assert.ts'
import type { Yen } from '#kernel/money.ts'
import type { PriceTenths, TradingUnits } from '#kernel/price.ts'
import { move } from '#modules/ledger/model/drafting.ts'
import { openDrafts } from '#modules/ledger/server/public.ts'
import { freeMoney, settleFreed } from '#modules/portfolio/server/public.ts'
import { heldFor } from '../model/apply.ts'
import { oneEachFirst } from '../model/draw.ts'
import { nextApplication, type ApplicationEvent } from '../model/states.ts'
import type { DrawsPublic, DrawStep } from './public.ts'
import { applications, type ApplicationRow } from './tables.ts'

export const heldYen = ({
  heldAvailableYen,
  heldUnsettledYen,
}: Pick<ApplicationRow, 'heldAvailableYen' | 'heldUnsettledYen'>): Yen => heldAvailableYen + heldUnsettledYen

/**
 * Sets money aside: available money first, then unsettled, as for an order. That it is there has been asked
 * before.
 */
export function setAside(
  { drafts }: DrawStep,
  memberId: MemberId,
  yen: Yen,
): Pick<ApplicationRow, 'heldAvailableYen' | 'heldUnsettledYen'> {
  const draft = drafts.of(memberId)
  const heldAvailableYen = Math.min(yen, draft.balances.available)
  move(draft, 'available', 'subscriptionHold', heldAvailableYen, { kind: 'subscription-hold' })
  move(draft, 'unsettled', 'subscriptionHold', yen - heldAvailableYen, { kind: 'subscription-hold' })
  return { heldAvailableYen, heldUnsettledYen: yen - heldAvailableYen }
}

/** Back to where it came from: unsettled money last taken is first returned. */
export function release(
  { tables, drafts }: DrawStep,
  application: ApplicationRow,
  yen: Yen = heldYen(application),
): ApplicationRow {
  const unsettledYen = Math.min(yen, application.heldUnsettledYen)
  assert(yen - unsettledYen <= application.heldAvailableYen, `${yen} yen are not held for ${application.id}`)
  const draft = drafts.of(application.memberId)
  move(draft, 'subscriptionHold', 'available', yen - unsettledYen, { kind: 'subscription-release' })
  move(draft, 'subscriptionHold', 'unsettled', unsettledYen, { kind: 'subscription-release' })
  settleFreed(tables, draft)
  return tables
    .of(applications)
    .update(application, {
      heldAvailableYen: application.heldAvailableYen - (yen - unsettledYen),
      heldUnsettledYen: application.heldUnsettledYen - unsettledYen,
    })
}

/** Out of what is held, money that was available first. */
export function pay({ tables, drafts }: DrawStep, application: ApplicationRow, yen: Yen): ApplicationRow {
  assert(yen <= heldYen(application), `${yen} yen are not held for ${application.id}`)
  move(drafts.of(application.memberId), 'subscriptionHold', 'paidShares', yen, {
    kind: 'subscription-payment',
  })
  const availableYen = Math.min(yen, application.heldAvailableYen)
  return tables
    .of(applications)
    .update(application, {
      heldAvailableYen: application.heldAvailableYen - availableYen,
      heldUnsettledYen: application.heldUnsettledYen - (yen - availableYen),
    })
}

/** The next state, by the table of transitions alone. */
export function moved(
  { tables, at }: DrawStep,
  application: ApplicationRow,
  event: ApplicationEvent,
  patch: Partial<ApplicationRow> = {},
): ApplicationRow {
  const state = nextApplication(application.state, event)
  assert(state !== null, `an application that is ${application.state} cannot ${event}`)
  return tables.of(applications).update(application, { ...patch, state, endedAt: at })
}

/** A win that is not taken passes on (`DrawsPublic.decline`). */
export const decline: DrawsPublic['decline'] = (step, application, holdTenths) => {
  const { tables } = step
  const units = application.wonUnits
  const declined = release(step, moved(step, application, 'decline', { wonUnits: 0 }))
  const waiting = tables
    .of(applications)
    .by('draw', application.drawId)
    .filter(({ state }) => state === 'not-won')
    .toSorted((a, b) => a.place! - b.place!)
  return { declined, next: passOn(step, waiting, units, holdTenths) }
}

/** Whoever cannot pay for what would be theirs is passed over, and the round begins anew without them. */
function passOn(
  step: DrawStep,
  waiting: readonly ApplicationRow[],
  units: TradingUnits,
  holdTenths: PriceTenths,
): ApplicationRow[] {
  const allotted = oneEachFirst(
    waiting.map((row) => ({ lots: row.units })),
    units,
  )
  const short = waiting.find(
    ({ memberId }, index) =>
      allotted[index]! > 0 && heldFor(allotted[index]!, holdTenths) > freeFor(step, memberId),
  )
  if (short !== undefined)
    return passOn(
      step,
      waiting.filter((row) => row !== short),
      units,
      holdTenths,
    )
  return waiting.flatMap((row, index) => {
    const wonUnits = allotted[index]!
    return wonUnits === 0
      ? []
      : [
          moved(step, row, 'win', {
            wonUnits,
            ...setAside(step, row.memberId, heldFor(wonUnits, holdTenths)),
          }),
        ]
  })
}

/** Free money as this step would leave it. */
const freeFor = ({ tables, drafts }: DrawStep, memberId: MemberId): Yen => {
  const { balances } = drafts.of(memberId)
  return Math.min(freeMoney(tables, memberId), balances.available + balances.unsettled)
}

export const stepIn: DrawsPublic['step'] = (tables, { seq, at, tradeDate }) => ({
  tables,
  drafts: openDrafts(tables),
  seq,
  at,
  tradeDate,
})
