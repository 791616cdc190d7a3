import { useState } from 'react'
import { useRead } from '#client/reads.ts'
import { useFormat, useT, useText } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import { tenthsOf, yenOf, type PriceYen } from '#kernel/price.ts'
import { nextTick } from '#modules/instruments/model/tick.ts'
import { getStock, type QuoteView } from '#modules/market/contract.ts'
import { setExits } from '#modules/orders/contract.ts'
import { refusedByExits } from '#modules/orders/model/exits.ts'
import { refusedByTrail } from '#modules/portfolio/model/trail.ts'
import { getLot, listLots, type LotView } from '#modules/portfolio/contract.ts'
import { Button } from '#ui/Button.tsx'
import { confirm } from '#ui/confirm.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Sheet } from '#ui/Modal.tsx'
import { Stepper } from '#ui/Stepper.tsx'
import { Switch } from '#ui/Switch.tsx'
import { toast } from '#ui/toast.tsx'
import { useFee } from '#modules/schedules/mobile/public.ts'
import { estimateClose } from './close-form.ts'
import { suggestedExits } from './order-ticket.ts'
import { sayRefusal, tooFineFor } from './price-error.ts'
import {
  FIRST_TRAIL,
  firstTrigger,
  hasTrail,
  NO_TRAIL_FIELDS,
  TrailDistance,
  trailTyped,
  trailWire,
  type TrailFields,
} from './TrailDistance.tsx'
import { trailWords } from './trail-words.ts'

/** The version of a holding that a form begins with: a stop-loss that trails moves under it. */
export const exitsKey = ({ takeProfit, stopLoss, trailYen, trailBp }: LotView): string =>
  `${takeProfit} ${trailYen === null && trailBp === null ? stopLoss : `${trailYen} ${trailBp}`}`

type Kind = 'takeProfit' | 'stopLoss'
type Props = {
  lot: LotView
  quote: QuoteView | undefined
  /** Prices (yen) that the form begins with, where somebody has named them. */
  proposed?: Partial<Record<Kind, PriceYen>>
  open: boolean
  onClose: () => void
}

/** Take-profit and stop-loss of a holding: added, moved or taken off; each with what it would bring. */
export function ExitsSheet({ lot, quote, proposed, open, onClose }: Props) {
  const t = useT()
  const f = useFormat()
  const stock = useRead(getStock, { params: { code: lot.code } }, { enabled: open })
  const text = useText()
  // undefined: none; null: emptied, or no figure is typed.
  const [exits, setBoth] = useState<Record<Kind, number | null | undefined>>({
    takeProfit: proposed?.takeProfit ?? lot.takeProfit ?? undefined,
    stopLoss: proposed?.stopLoss ?? lot.stopLoss ?? undefined,
  })
  const [trail, setTrail] = useState<TrailFields>({
    trailYen: lot.trailYen ?? undefined,
    trailBp: lot.trailBp ?? undefined,
  })
  const trails = exits.stopLoss !== undefined && hasTrail(trail)
  const write = useWrite(setExits, { refreshes: [getLot, listLots] })
  const table = stock.data?.tickTable ?? 'other'
  const from = quote?.last ?? lot.marketPrice ?? lot.openPrice
  const isChanged = (kind: Kind) => exits[kind] !== (lot[kind] ?? undefined)
  const stopSide = lot.side === 'up' ? 'down' : 'up'
  const isTrailChanged =
    (trails ? trail.trailYen : undefined) !== (lot.trailYen ?? undefined) ||
    (trails ? trail.trailBp : undefined) !== (lot.trailBp ?? undefined)
  // Another distance begins from the price of now; a stop-loss that follows by itself stays where it is.
  const stopLoss = !trails
    ? exits.stopLoss
    : isTrailChanged
      ? firstTrigger(stopSide, trail, from, table)
      : lot.stopLoss
  const changed = isChanged('takeProfit') || isTrailChanged || (!trails && isChanged('stopLoss'))
  const words = (price: PriceYen | undefined) =>
    price === undefined ? t('orders.confirm.none') : f.price(price)
  const errorOf = (kind: Kind) => {
    const price = kind === 'stopLoss' ? stopLoss : exits[kind]
    if (price === undefined || price === null) return undefined
    const none = { takeProfitTenths: null, stopLossTenths: null }
    return sayRefusal(
      text,
      refusedByExits(lot.side, { ...none, [`${kind}Tenths`]: tenthsOf(price) }, tenthsOf(from), table),
    )
  }
  const trailWrong =
    trails &&
    typeof stopLoss === 'number' &&
    refusedByTrail(trailTyped(trail), tenthsOf(stopLoss), table) !== null
  const isWrong = (kind: Kind) =>
    (kind === 'stopLoss' ? stopLoss : exits[kind]) === null || errorOf(kind) !== undefined

  async function submit() {
    const { takeProfit } = exits
    if (takeProfit === null || stopLoss === null) return
    const yes = await confirm({
      title: t('orders.exits.confirmTitle'),
      body: t('orders.exits.confirmBody', {
        name: lot.name,
        quantity: f.quantity(lot.openQuantity),
        takeProfit: words(takeProfit),
        stopLoss: [
          words(stopLoss),
          ...(trails
            ? [
                t('orders.trail.with', {
                  distance:
                    trailWords(t, f, { trailYen: trail.trailYen ?? null, trailBp: trail.trailBp ?? null }) ??
                    '',
                }),
              ]
            : []),
        ].join(f.dot),
      }),
    })
    if (!yes) return
    const input = {
      ...(takeProfit === undefined ? {} : { takeProfit }),
      ...(stopLoss === undefined ? {} : { stopLoss }),
      ...(trails ? trailWire(trail) : {}),
    }
    const answer = await write.run({ params: { id: lot.id }, input })
    if (!answer.ok) return
    toast(t('orders.exits.done'), { kind: 'ok' })
    onClose()
  }

  const fee = useFee()
  const part = (kind: Kind) => {
    const price = exits[kind]
    const set = (value: number | null | undefined) => setBoth({ ...exits, [kind]: value })
    const isAbove = (kind === 'takeProfit') === (lot.side === 'up')
    const beside = yenOf(nextTick(tenthsOf(from), table, isAbove ? 1 : -1))
    const suggested = suggestedExits(lot.side, tenthsOf(from), table)
    const profit =
      price === null
        ? null
        : fee && estimateClose([{ lot, quantity: lot.openQuantity }], price ?? from, fee).profit
    return (
      <div>
        <Switch
          checked={price !== undefined}
          label={t(`orders.ticket.${kind}`)}
          onChange={(on) =>
            set(
              on
                ? yenOf(kind === 'takeProfit' ? suggested.takeProfitTenths : suggested.stopLossTenths)
                : undefined,
            )
          }
        />
        {kind === 'stopLoss' && price !== undefined && (
          <>
            <Switch
              checked={trails}
              label={t('orders.trail.switch')}
              note={trails ? '' : t('orders.trail.switchNote')}
              onChange={(on) => setTrail(on ? FIRST_TRAIL : NO_TRAIL_FIELDS)}
            />
            {trails && (
              <TrailDistance
                side={stopSide}
                fields={trail}
                last={from}
                tickTable={table}
                onChange={setTrail}
              />
            )}
          </>
        )}
        {price !== undefined && !(kind === 'stopLoss' && trails) && (
          <Stepper
            label={t(`orders.ticket.${kind}`)}
            value={price}
            decimals={1}
            tooFine={tooFineFor(text, table)}
            onChange={set}
            min={isAbove ? beside : 1}
            max={isAbove ? from * 10 : beside}
            step={(value, way) => yenOf(nextTick(tenthsOf(value ?? from), table, way))}
            hint={
              profit === null ? undefined : `${f.signedMoney(profit)}${f.dot}${t('orders.ticket.lossNote')}`
            }
            hintTone={profit !== null && profit < 0 ? 'down' : 'up'}
            error={errorOf(kind)}
          />
        )}
      </div>
    )
  }

  return (
    <Sheet open={open} onClose={onClose} title={t('orders.ticket.exits')}>
      <div className="px-gutter flex flex-col gap-3 pb-3">
        <p className="text-grey-1 text-1">{t('orders.exits.note', { price: f.price(from) })}</p>
        {part('takeProfit')}
        {part('stopLoss')}
        {write.error !== null && <Notice tone="danger" title={write.error.msg} />}
      </div>
      <div className="flex p-4">
        <Button
          kind="primary"
          state={write.state}
          disabled={!changed || trailWrong || isWrong('takeProfit') || isWrong('stopLoss')}
          onPress={() => void submit()}
        >
          {t('orders.exits.submit')}
        </Button>
      </div>
    </Sheet>
  )
}
