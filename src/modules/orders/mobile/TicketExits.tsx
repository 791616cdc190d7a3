import { useFormat, useT } from '#client/texts.ts'
import { tenthsOf, yenOf, type PriceTenths } from '#kernel/price.ts'
import { nextTick } from '#modules/instruments/model/tick.ts'
import type { PlaceOrder } from '#modules/orders/model/order.ts'
import { Section } from '#ui/Section.tsx'
import { Stepper } from '#ui/Stepper.tsx'
import { Switch } from '#ui/Switch.tsx'
import { TicketRow } from './TicketRow.tsx'
import { outcomeAt, suggestedExits, type Preview, type TicketMarket } from './order-ticket.ts'

type Props = {
  order: PlaceOrder
  preview: Preview
  market: TicketMarket
  onChange: (takeProfit: number | undefined, stopLoss: number | undefined) => void
}

/** Take-profit and stop-loss of the ticket: prices with what each would bring or cost. */
export function TicketExits({ order, preview, market, onChange }: Props) {
  const t = useT()
  const f = useFormat()
  const { takeProfitTenths, stopLossTenths } = order
  const on = takeProfitTenths !== null || stopLossTenths !== null
  const yen = (tenths: PriceTenths | null) => (tenths === null ? undefined : yenOf(tenths))
  const open = preview.priceTenths
  const gainSide = order.side === 'up' ? 1 : -1
  const highest = yenOf(open * 10)

  function toggle(next: boolean) {
    if (!next) return onChange(undefined, undefined)
    const exits = suggestedExits(order.side, open, market.tickTable)
    onChange(yenOf(exits.takeProfitTenths), yenOf(exits.stopLossTenths))
  }

  const stepper = (tenths: PriceTenths, kind: 'takeProfit' | 'stopLoss') => {
    const beside = yenOf(nextTick(open, market.tickTable, (kind === 'takeProfit' ? 1 : -1) * gainSide))
    const above = (kind === 'takeProfit') === (gainSide === 1)
    const outcome = outcomeAt(order, open, tenths, preview.fee)
    return (
      <TicketRow label={t(`orders.ticket.${kind}`)}>
        <Stepper
          label={t(`orders.ticket.${kind}`)}
          value={yenOf(tenths)}
          decimals={1}
          min={above ? beside : 1}
          max={above ? highest : beside}
          step={(value, way) => yenOf(nextTick(tenthsOf(value ?? yenOf(open)), market.tickTable, way))}
          onChange={(next) =>
            kind === 'takeProfit'
              ? onChange(next ?? undefined, yen(stopLossTenths))
              : onChange(yen(takeProfitTenths), next ?? undefined)
          }
          hint={`${f.signedMoney(outcome)} (${f.signedPercent(Math.trunc(((tenths - open) * 10_000) / open), 1)})`}
          hintTone={outcome < 0 ? 'down' : 'up'}
        />
      </TicketRow>
    )
  }

  return (
    <Section>
      <div className="flex flex-col gap-3">
        <Switch
          checked={on}
          onChange={toggle}
          label={t('orders.ticket.exits')}
          note={t('orders.ticket.exitsNote')}
        />
        {takeProfitTenths !== null && stepper(takeProfitTenths, 'takeProfit')}
        {stopLossTenths !== null && stepper(stopLossTenths, 'stopLoss')}
      </div>
    </Section>
  )
}
