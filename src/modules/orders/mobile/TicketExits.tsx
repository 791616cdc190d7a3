import { useFormat, useT, useText } from '#client/texts.ts'
import { rateOf, type Yen } from '#kernel/money.ts'
import { tenthsOf, yenOf, type PriceTenths } from '#kernel/price.ts'
import { nextTick } from '#modules/instruments/model/tick.ts'
import type { PlaceOrder } from '#modules/orders/model/order.ts'
import { FieldError } from '#ui/Field.tsx'
import { Section } from '#ui/Section.tsx'
import { Stepper } from '#ui/Stepper.tsx'
import { Switch } from '#ui/Switch.tsx'
import { TicketRow } from './TicketRow.tsx'
import { outcomeAt, suggestedExits, type Preview, type TicketMarket } from './order-ticket.ts'
import { NO_EXITS } from './opening-way.ts'
import { tooFineFor } from './price-error.ts'
import type { TicketFields } from './TicketTerms.tsx'
import { FIRST_TRAIL, hasTrail, NO_TRAIL_FIELDS, TrailDistance, type TrailFields } from './TrailDistance.tsx'

/** Yen; undefined: none; null: emptied, or no figure is typed. */
type Exits = Pick<TicketFields, 'takeProfit' | 'stopLoss' | 'exitTrailYen' | 'exitTrailBp'>
type Kind = 'takeProfit' | 'stopLoss'
/** The distance of the stop-loss, as the fields of a distance have it. */
export const exitTrailFields = ({ exitTrailYen, exitTrailBp }: Exits): TrailFields => ({
  trailYen: exitTrailYen,
  trailBp: exitTrailBp,
})
export const exitTrails = (exits: Exits): boolean =>
  exits.stopLoss !== undefined && hasTrail(exitTrailFields(exits))
const exitTrail = ({ trailYen, trailBp }: TrailFields) => ({ exitTrailYen: trailYen, exitTrailBp: trailBp })
type Props = {
  exits: Exits
  order: PlaceOrder
  preview: Preview
  market: TicketMarket
  errorOf: (field: Kind) => string | undefined
  onChange: (part: Exits) => void
}

/** Take-profit and stop-loss of the ticket: prices with what each would bring or cost. */
export function TicketExits({ exits, order, preview, market, errorOf, onChange }: Props) {
  const t = useT()
  const text = useText()
  const f = useFormat()
  const on = exits.takeProfit !== undefined || exits.stopLoss !== undefined
  const open = preview.priceTenths
  const trails = exitTrails(exits)
  const gainSide = order.side === 'up' ? 1 : -1
  const highest = yenOf(open * 10)

  function toggle(next: boolean) {
    if (!next) return onChange(NO_EXITS)
    const { takeProfitTenths, stopLossTenths } = suggestedExits(order.side, open, market.tickTable)
    onChange({ takeProfit: yenOf(takeProfitTenths), stopLoss: yenOf(stopLossTenths) })
  }

  const outcomeOf = (tenths: PriceTenths) => outcomeAt(order, preview.notionalYen, tenths, preview.fee)
  const words = (profit: Yen | null, tenths: PriceTenths | null) =>
    t('orders.ticket.exitOutcome', {
      profit: f.signedMoney(profit),
      percent: f.signedPercent(tenths && rateOf(tenths - open, open), 1),
    })

  const stepper = (kind: Kind) => {
    const price = exits[kind]
    if (price === undefined) return null
    const beside = yenOf(nextTick(open, market.tickTable, (kind === 'takeProfit' ? 1 : -1) * gainSide))
    const above = (kind === 'takeProfit') === (gainSide === 1)
    const outcome = price === null ? null : outcomeOf(tenthsOf(price))
    return (
      <TicketRow label={t(`orders.ticket.${kind}`)}>
        <Stepper
          label={t(`orders.ticket.${kind}`)}
          value={price}
          decimals={1}
          tooFine={tooFineFor(text, market.tickTable)}
          min={above ? beside : 1}
          max={above ? highest : beside}
          step={(value, way) => yenOf(nextTick(tenthsOf(value ?? yenOf(open)), market.tickTable, way))}
          onChange={(next) => onChange({ [kind]: next })}
          hint={words(outcome, price && tenthsOf(price))}
          hintTone={outcome === null ? 'grey' : outcome < 0 ? 'down' : 'up'}
          error={errorOf(kind)}
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
        {stepper('takeProfit')}
        {exits.stopLoss !== undefined && (
          <Switch
            checked={trails}
            label={t('orders.trail.exitSwitch')}
            note={trails ? '' : t('orders.trail.switchNote')}
            onChange={(follows) => onChange(exitTrail(follows ? FIRST_TRAIL : NO_TRAIL_FIELDS))}
          />
        )}
        {trails ? (
          <>
            <TrailDistance
              side={order.side === 'up' ? 'down' : 'up'}
              fields={exitTrailFields(exits)}
              last={yenOf(open)}
              tickTable={market.tickTable}
              onChange={(fields) => onChange(exitTrail(fields))}
            />
            {order.stopLossTenths !== null && (
              <p className="text-1 text-grey-1">
                {words(outcomeOf(order.stopLossTenths), order.stopLossTenths)}
              </p>
            )}
            <FieldError id="exit-trail-error" error={errorOf('stopLoss') ?? null} />
          </>
        ) : (
          stepper('stopLoss')
        )}
      </div>
    </Section>
  )
}
