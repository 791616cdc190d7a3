import { useT, useText } from '#client/texts.ts'
import { tenthsOf, yenOf, type PriceYen } from '#kernel/price.ts'
import { nextTick } from '#modules/instruments/model/tick.ts'
import { Stepper } from '#ui/Stepper.tsx'
import { Switch } from '#ui/Switch.tsx'
import type { ExitKind, ExitsForm } from './exit-fields.ts'
import { suggestedExits } from './order-ticket.ts'
import { tooFineFor } from './price-error.ts'
import { FIRST_TRAIL, NO_TRAIL_FIELDS, TrailDistance } from './TrailDistance.tsx'

/** Result of closing at a price (yen), and the words for it. */
export type Outcome = { readonly profit: number; readonly words: string }

/** Both exits with their switches; each with what it would bring. */
export function ExitFields(props: { form: ExitsForm; outcomeAt: (price: PriceYen) => Outcome | null }) {
  return (
    <>
      <ExitField kind="takeProfit" {...props} />
      <ExitField kind="stopLoss" {...props} />
    </>
  )
}

function ExitField({
  kind,
  form,
  outcomeAt,
}: {
  kind: ExitKind
  form: ExitsForm
  outcomeAt: (price: PriceYen) => Outcome | null
}) {
  const t = useT()
  const text = useText()
  const { side, stopSide, from, tickTable, trail, setTrail } = form
  const price = form.prices[kind]
  const trails = kind === 'stopLoss' && form.trails
  const isAbove = (kind === 'takeProfit') === (side === 'up')
  const beside = yenOf(nextTick(tenthsOf(from), tickTable, isAbove ? 1 : -1))
  const turn = (on: boolean) => {
    const suggested = suggestedExits(side, tenthsOf(from), tickTable)
    const tenths = kind === 'takeProfit' ? suggested.takeProfitTenths : suggested.stopLossTenths
    form.setPrice(kind, on ? yenOf(tenths) : undefined)
  }
  const ends = form.priceOf(kind)
  const outcome = typeof ends === 'number' ? outcomeAt(ends) : null
  return (
    <div>
      <Switch checked={price !== undefined} label={t(`orders.ticket.${kind}`)} onChange={turn} />
      {kind === 'stopLoss' && price !== undefined && (
        <Switch
          checked={trails}
          label={t('orders.trail.switch')}
          note={trails ? '' : t('orders.trail.switchNote')}
          onChange={(on) => setTrail(on ? FIRST_TRAIL : NO_TRAIL_FIELDS)}
        />
      )}
      {trails && (
        <>
          <TrailDistance
            side={stopSide}
            fields={trail}
            last={from}
            tickTable={tickTable}
            onChange={setTrail}
          />
          {outcome !== null && <p className="text-1 text-grey-1">{outcome.words}</p>}
        </>
      )}
      {price !== undefined && !trails && (
        <Stepper
          label={t(`orders.ticket.${kind}`)}
          value={price}
          decimals={1}
          tooFine={tooFineFor(text, tickTable)}
          onChange={(next) => form.setPrice(kind, next)}
          min={isAbove ? beside : 1}
          max={isAbove ? from * 10 : beside}
          step={(value, way) => yenOf(nextTick(tenthsOf(value ?? from), tickTable, way))}
          hint={outcome?.words}
          hintTone={outcome !== null && outcome.profit < 0 ? 'down' : 'up'}
          error={form.errorOf(kind)}
        />
      )}
    </div>
  )
}
