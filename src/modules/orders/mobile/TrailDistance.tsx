import { useFormat, useT, useText } from '#client/texts.ts'
import type { BasisPoints } from '#kernel/money.ts'
import { tenthsOf, yenOf, type PriceYen } from '#kernel/price.ts'
import type { TickTable } from '#modules/instruments/model/instrument.ts'
import { tickAt } from '#modules/instruments/model/tick.ts'
import {
  isTrailing,
  LEAST_TRAIL_BP,
  MOST_TRAIL_BP,
  refusedByTrail,
  triggerBeside,
  type Trail,
} from '#modules/portfolio/model/trail.ts'
import { Segment } from '#ui/Segment.tsx'
import { Stepper } from '#ui/Stepper.tsx'
import { sayRefusal } from './price-error.ts'
import { TicketRow } from './TicketRow.tsx'

/** A distance as it is filled in; undefined: not by this one; null: emptied, or no figure is typed. */
export type TrailFields = { trailYen?: PriceYen | null | undefined; trailBp?: BasisPoints | null | undefined }
export const NO_TRAIL_FIELDS = { trailYen: undefined, trailBp: undefined } as const
/** The distance that a stop begins to trail at: 3 %. */
export const FIRST_TRAIL = { trailYen: undefined, trailBp: 300 } as const

export const hasTrail = ({ trailYen, trailBp }: TrailFields): boolean =>
  trailYen !== undefined || trailBp !== undefined
/** In the model's units, as far as a figure is typed. */
export const trailTyped = ({ trailYen, trailBp }: TrailFields): Trail => ({
  trailTenths: typeof trailYen === 'number' ? tenthsOf(trailYen) : null,
  trailBp: trailBp ?? null,
})
/** As the wire has it. */
export const trailWire = (fields: TrailFields): { trailYen?: PriceYen; trailBp?: BasisPoints } => ({
  ...(typeof fields.trailYen === 'number' ? { trailYen: fields.trailYen } : {}),
  ...(typeof fields.trailBp === 'number' ? { trailBp: fields.trailBp } : {}),
})

/** The trigger (yen) that a stop of this distance begins with; null: no distance is typed. */
export function firstTrigger(
  side: 'up' | 'down',
  fields: TrailFields,
  last: PriceYen,
  tickTable: TickTable,
): PriceYen | null {
  const trail = trailTyped(fields)
  return isTrailing(trail) ? yenOf(triggerBeside(side, trail, tenthsOf(last), tickTable)) : null
}

/** The distance of a trailing stop, in yen or per cent, with the trigger that it comes to now. */
export function TrailDistance({
  side,
  fields,
  last,
  tickTable,
  onChange,
}: {
  /** The side of the stop itself: one that sells follows the price up. */
  side: 'up' | 'down'
  fields: TrailFields
  last: PriceYen
  tickTable: TickTable
  onChange: (fields: TrailFields) => void
}) {
  const t = useT()
  const f = useFormat()
  const text = useText()
  const isYen = fields.trailYen !== undefined
  const tick = yenOf(tickAt(tenthsOf(last), tickTable))
  const trigger = firstTrigger(side, fields, last, tickTable)
  const refusal = trigger === null ? null : refusedByTrail(trailTyped(fields), tenthsOf(trigger), tickTable)
  const hint =
    trigger === null || refusal !== null
      ? undefined
      : t(side === 'up' ? 'orders.trail.hintUp' : 'orders.trail.hintDown', { price: f.price(trigger) })
  const turn = (unit: 'yen' | 'percent') => {
    if ((unit === 'yen') === isYen) return
    if (unit === 'percent') return onChange(FIRST_TRAIL)
    const share = (last * (fields.trailBp ?? FIRST_TRAIL.trailBp)) / 10_000
    onChange({ trailYen: Math.max(Math.round(share / tick) * tick, tick), trailBp: undefined })
  }
  return (
    <>
      <TicketRow label={t('orders.trail.by')}>
        <Segment
          label={t('orders.trail.by')}
          value={isYen ? 'yen' : 'percent'}
          onChange={turn}
          options={[
            { value: 'percent', label: '%' },
            { value: 'yen', label: t('ui.yen') },
          ]}
        />
      </TicketRow>
      <TicketRow label={t('orders.trail.distance')}>
        {isYen ? (
          <Stepper
            key="yen"
            label={t('orders.trail.distance')}
            value={fields.trailYen ?? null}
            decimals={1}
            step={tick}
            min={tick}
            max={Math.floor(last / 2)}
            onChange={(trailYen) => onChange({ trailYen, trailBp: undefined })}
            hint={hint}
            error={sayRefusal(text, refusal)}
          />
        ) : (
          <Stepper
            key="percent"
            label={t('orders.trail.distance')}
            value={typeof fields.trailBp === 'number' ? fields.trailBp / 100 : null}
            decimals={1}
            step={0.5}
            min={LEAST_TRAIL_BP / 100}
            max={MOST_TRAIL_BP / 100}
            display={typeof fields.trailBp === 'number' ? f.percent(fields.trailBp, 1) : ''}
            onChange={(percent) =>
              onChange({ trailYen: undefined, trailBp: percent === null ? null : Math.round(percent * 100) })
            }
            hint={hint}
            error={sayRefusal(text, refusal)}
          />
        )}
      </TicketRow>
      <p className="text-grey-1 text-1">
        {t(side === 'up' ? 'orders.trail.noteUp' : 'orders.trail.noteDown')}
      </p>
    </>
  )
}
