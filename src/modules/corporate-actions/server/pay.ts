import type { LotId } from '#kernel/id.ts'
import type { Yen } from '#kernel/money.ts'
import type { DateJst, Ms } from '#kernel/time.ts'
import { defineCommand, done, type Call, type DomainEvent } from '#platform/engine/command.ts'
import type { TableAccess } from '#platform/engine/table.ts'
import { notify } from '#modules/inbox/server/public.ts'
import { charge, move, repayShortfall, type Draft } from '#modules/ledger/model/drafting.ts'
import { accountChanged } from '#modules/ledger/server/events.ts'
import { openDrafts, post } from '#modules/ledger/server/public.ts'
import { isLeveraged } from '#modules/margin/model/charges.ts'
import { addRealized } from '#modules/portfolio/server/public.ts'
import { addResult, withholdOnDividend } from '#modules/tax/server/public.ts'
import { dividendYen, holderKind, type Entitlement } from '../model/dividend.ts'
import { entitlements } from './tables.ts'

type Inputs = { taxed: 'by-payment' }
/**
 * Dividends of these lots and ex-dates are due, all those of a holder and issue together. `at`: the market
 * time at which they are.
 */
export type Pay = { rows: readonly { lotId: LotId; exDate: DateJst }[]; payDate: DateJst; at: Ms }

/**
 * Pay date: shares paid in full get their dividend less tax, leveraged longs the adjustment, shorts pay it
 * (margin and tax 5); lots closed since the ex-date too. What is not due yet, or has been paid, is not paid.
 */
export const payCommand = defineCommand({
  type: 'actions.pay',
  // Of before stands nothing: tax was floored lot by lot.
  captureInputs: (): Inputs => ({ taxed: 'by-payment' }),
  run(tables, { rows, payDate, at }: Pay, inputs: Inputs | undefined, call) {
    const drafts = openDrafts(tables)
    const events: DomainEvent[] = []
    const due = new Map(
      rows.map(({ lotId, exDate }) => [`${lotId} ${exDate}`, tables.of(entitlements).get(lotId, exDate)]),
    )
    const paid = [...due.values()].filter(
      (row): row is Entitlement => row?.paidAt === null && row.payDate <= payDate,
    )
    const paidYen = new Map<string, Yen>()
    for (const row of paid) {
      const draft = drafts.of(row.memberId)
      const key = inputs === undefined ? '' : `${row.memberId} ${row.code} ${row.exDate}`
      const before = key === '' ? 0 : (paidYen.get(key) ?? 0)
      const taxYen = pay(tables, draft, row, payDate, before)
      if (!isLeveraged(row)) paidYen.set(key, before + dividendYen(row))
      repayShortfall(draft)
      tables.of(entitlements).update(row, { paidAt: at, taxYen })
      events.push(tell(tables, call, at, row, taxYen))
    }
    post(tables, { seq: call.seq, at, tradeDate: payDate }, drafts.transfers())
    for (const memberId of new Set(paid.map((row) => row.memberId))) events.push(accountChanged(memberId))
    return done({ paid: paid.length }, events)
  },
})

/**
 * Returns the tax withheld. `beforeYen`: paid already to this holder for this ex-date: what is withheld adds
 * up to the tax on the payment, floored once. An adjustment is no dividend but a result of the lot's (譲渡所得),
 * taxed with the others of its day.
 */
function pay(tables: TableAccess, draft: Draft, row: Entitlement, payDate: DateJst, beforeYen: Yen): number {
  const { memberId, code, lotId } = row
  const about = { lotId, code }
  const yen = dividendYen(row)
  if (!isLeveraged(row)) {
    move(draft, 'dividends', 'available', yen, { kind: 'dividend', about })
    return withholdOnDividend(tables, draft, { yen, beforeYen }, payDate, about)
  }
  const what = { kind: 'dividend-adjustment', about } as const
  if (yen >= 0) move(draft, 'dividends', 'available', yen, what)
  else {
    move(draft, 'dividendHold', 'dividends', row.heldYen, what)
    charge(draft, 'dividends', 0 - yen - row.heldYen, what)
  }
  addRealized(tables, memberId, payDate, yen)
  addResult(tables, {
    memberId,
    settlementDate: payDate,
    code,
    kind: 'margin',
    gainYen: yen,
    lotId,
    orderId: `dividend-${row.exDate}`,
  })
  return 0
}

function tell(tables: TableAccess, call: Call, at: Ms, row: Entitlement, taxYen: Yen): DomainEvent {
  const { memberId, code, lotId, quantity } = row
  const args = { code, side: holderKind(row), quantity, amount: Math.abs(dividendYen(row)), tax: taxYen }
  return notify(tables, { seq: call.seq, at }, memberId, { kind: 'dividendPaid', args, lotId })
}
