import { dateJst, type DateJst, type Ms } from '#kernel/time.ts'
import { defineCommand, done, type DomainEvent } from '#platform/engine/command.ts'
import { accountChanged } from '#modules/ledger/server/events.ts'
import { openDrafts, post } from '#modules/ledger/server/public.ts'
import { numberOf } from '#modules/orders/model/order.ts'
import { openAllotted } from '#modules/portfolio/server/public.ts'
import type { AppContext } from '#modules/module.ts'
import { lotChanged } from '#modules/portfolio/server/events.ts'
import { deliveries } from './tables.ts'

/** Shares of these applications are due. `at`: the market time at which they were. */
export type Deliver = { applicationIds: readonly string[]; at: Ms }

/**
 * Paid shares become 1× lots of the sale's own day, without a fee; two business days later they are settled
 * (facts: off-auction distribution). Twice is once.
 */
export const deliverCommand = ({ calendar }: Pick<AppContext, 'calendar'>) =>
  defineCommand({
    type: 'block.deliver',
    captureInputs: (_world, { applicationIds }: Deliver, _call, tables) => {
      const days = new Set(applicationIds.flatMap((id) => tables.of(deliveries).get(id)?.saleOn ?? []))
      return {
        settlementDates: Object.fromEntries(
          [...days].map((day): [DateJst, DateJst] => [day, calendar.settlementDate(day)]),
        ),
      }
    },
    run(tables, { applicationIds, at }, inputs, call) {
      const rows = [...new Set(applicationIds)]
        .flatMap((id) => tables.of(deliveries).get(id) ?? [])
        .filter(({ dueAt }) => dueAt <= at)
      const drafts = openDrafts(tables)
      const events = rows.flatMap((row, n): DomainEvent[] => {
        const { applicationId, code, quantity, priceTenths, saleOn, memberId } = row
        const lot = openAllotted(
          tables,
          drafts.of(memberId),
          {
            id: applicationId,
            number: numberOf('L', saleOn, call.seq, n),
            applicationId,
            source: 'block-sale',
            code,
            quantity,
            priceTenths,
            tradeDate: saleOn,
            settlementDate: inputs.settlementDates[saleOn]!,
            at,
          },
          'paidShares',
        )
        tables.of(deliveries).update(row, { deliveredAt: at })
        return [lotChanged(lot), accountChanged(memberId)]
      })
      post(tables, { seq: call.seq, at, tradeDate: rows[0]?.saleOn ?? dateJst(at) }, drafts.transfers())
      return done({ delivered: rows.length }, events)
    },
  })
