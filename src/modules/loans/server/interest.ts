import { dateJst, timeJst, type DateJst, type Ms } from '#kernel/time.ts'
import { defineCommand, type DomainEvent, done, SYSTEM_CALLER } from '#platform/engine/command.ts'
import type { TableReader } from '#platform/engine/table.ts'
import { notify } from '#modules/inbox/server/public.ts'
import { openDrafts, post } from '#modules/ledger/server/public.ts'
import type { AppContext, Job } from '#modules/module.ts'
import { interestOn, nextChargeDay } from '../model/interest.ts'
import { changed, debtOf } from './rows.ts'
import { payInto } from './repay.ts'
import { loans } from './tables.ts'

/** `day`: the first of a month; `at` its beginning in Japan. */
export type ChargeInterest = { loanIds: readonly string[]; day: DateJst; at: Ms }

/**
 * The interest of a month that is over. Each loan counts from this day on afterwards, so what has been
 * charged is not charged again, however often the command comes. Money that is missing becomes a shortfall
 * (product decision 5): no penalty, and no interest on interest.
 */
export const interestCommand = defineCommand({
  type: 'loan.interest',
  captureInputs: (_world, { at }: ChargeInterest) => ({ tradeDate: dateJst(at) }),
  run(tables, { loanIds, day, at }: ChargeInterest, { tradeDate }, call) {
    const drafts = openDrafts(tables)
    const events: DomainEvent[] = []
    const when = { seq: call.seq, at }
    for (const id of loanIds) {
      const row = tables.of(loans).get(id)
      if (row === undefined || !isDue(row, day)) continue
      const { memberId } = row
      const draft = drafts.of(memberId)
      const shortBefore = draft.balances.shortfall
      const dueYen = interestOn(debtOf(row), day)
      payInto(tables, draft, row, dueYen, { ...when, day }, (late) => ({
        onTime: row.onTime + (late ? 0 : 1),
        late: row.late + (late ? 1 : 0),
      }))
      events.push(
        ...changed(memberId),
        notify(tables, when, memberId, { kind: 'loanInterest', args: { amount: dueYen }, about: id }),
      )
      const shortYen = draft.balances.shortfall - shortBefore
      if (shortYen > 0)
        events.push(
          notify(tables, when, memberId, { kind: 'shortfall', args: { amount: shortYen }, about: id }),
        )
    }
    post(tables, { ...when, tradeDate }, drafts.transfers())
    return done({ charged: events.length }, events)
  },
})

const isDue = ({ state, since }: { state: string; since: DateJst | null }, day: DateJst): boolean =>
  state === 'open' && since !== null && since < day

const AT_ONCE = 200
export const dueLoans = (tables: TableReader, day: DateJst): string[] =>
  tables
    .of(loans)
    .by('state', 'open')
    .filter((row) => isDue(row, day))
    .slice(0, AT_ONCE)
    .map(({ id }) => id)

/**
 * On the first of each month, at its beginning in Japan (market time). Killed in the middle it goes on with
 * the loans that are left.
 */
export const interestJob = (context: AppContext, charge: typeof interestCommand): Job => ({
  name: 'loans.interest',
  next: (after) => timeJst(nextChargeDay(dateJst(after)), 0),
  async run(dueAt) {
    const day = dateJst(dueAt)
    for (;;) {
      const loanIds = dueLoans(context.engine.read, day)
      if (loanIds.length === 0) return
      await context.engine.submit(charge, { loanIds, day, at: dueAt }, SYSTEM_CALLER)
    }
  },
})
