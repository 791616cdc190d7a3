import { consideration } from '#kernel/price.ts'
import type { DomainEvent } from '#platform/engine/command.ts'
import { heldFor, UNIT_SHARES } from '#modules/draws/model/apply.ts'
import type { DrawnProduct, DrawsPublic } from '#modules/draws/server/public.ts'
import { notify } from '#modules/inbox/server/public.ts'
import { preOpenAt } from '#modules/instruments/model/schedule.ts'
import type { AppContext } from '#modules/module.ts'
import { deliveries } from './tables.ts'

/**
 * A block sale in the draw: one fixed price, paid in the very command that decides, since a win cannot be
 * declined (product decision 7).
 */
export const blockProduct = (
  { schedule }: Pick<AppContext, 'schedule'>,
  draws: Pick<DrawsPublic, 'pay'>,
): DrawnProduct<'block-sale'> => ({
  kind: 'block-sale',
  units: ({ units, perMemberUnits }) => ({ offered: units, perMember: perMemberUnits }),
  holdTenths: ({ priceTenths }) => priceTenths,
  // The price is that of the sale's day: on a later one the share may be without a right, or split.
  isTooLate: ({ saleOn }, { tradeDate }) => tradeDate > saleOn,
  decided(
    step,
    {
      listing: {
        id,
        terms: { code, priceTenths, saleOn },
      },
      allotted,
      waiting,
    },
  ) {
    const won = allotted.map((application): DomainEvent => {
      const { id: applicationId, memberId, wonUnits } = application
      const quantity = wonUnits * UNIT_SHARES
      draws.pay(step, application, consideration(priceTenths, quantity))
      step.tables
        .of(deliveries)
        .insert({
          applicationId,
          memberId,
          drawId: id,
          code,
          quantity,
          priceTenths,
          saleOn,
          dueAt: preOpenAt(schedule, saleOn),
          deliveredAt: null,
        })
      return notify(step.tables, step, memberId, {
        kind: 'blockWon',
        args: { code, quantity, price: priceTenths / 10 },
        about: applicationId,
      })
    })
    const lost = waiting.map(({ id: about, memberId, units }) =>
      notify(step.tables, step, memberId, {
        kind: 'blockNotWon',
        args: { code, amount: heldFor(units, priceTenths) },
        about,
      }),
    )
    return [...won, ...lost]
  },
  unmade: (
    step,
    {
      listing: {
        terms: { code, priceTenths },
      },
      returned,
    },
  ) =>
    returned.map(({ id: about, memberId, units }) =>
      notify(step.tables, step, memberId, {
        kind: 'blockVoid',
        args: { code, amount: heldFor(units, priceTenths) },
        about,
      }),
    ),
})
