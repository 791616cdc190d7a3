import { useState } from 'react'
import { useRead } from '#client/reads.ts'
import { useFormat, useT, useText } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import { tenthsOf, yenOf, type PriceYen, type Quantity } from '#kernel/price.ts'
import { nextTick } from '#modules/instruments/model/tick.ts'
import { getStock } from '#modules/market/contract.ts'
import { useLiveQuote } from '#modules/market/mobile/public.ts'
import { amendOrder, getOrder, listOrders, type OrderView } from '#modules/orders/contract.ts'
import { refusedByTrail } from '#modules/portfolio/model/trail.ts'
import { getAccount } from '#modules/portfolio/contract.ts'
import { Button } from '#ui/Button.tsx'
import { confirm } from '#ui/confirm.tsx'
import { Stat, StatRow } from '#ui/Figure.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Sheet } from '#ui/Modal.tsx'
import { outOfRange } from '#ui/out-of-range.ts'
import { Stepper } from '#ui/Stepper.tsx'
import { Switch } from '#ui/Switch.tsx'
import { toast } from '#ui/toast.tsx'
import { isWithin } from '#ui/figure-input.ts'
import { useFee } from '#modules/schedules/mobile/public.ts'
import { useExits, type ExitKind } from './exit-fields.ts'
import { ExitFields } from './ExitFields.tsx'
import { sideWord } from './labels.ts'
import { outcomeAt } from './order-ticket.ts'
import { priceError, tooFineFor, triggerError } from './price-error.ts'
import { restWorth } from './rest-worth.ts'
import { TicketBoard } from './TicketBoard.tsx'
import { TicketRow } from './TicketRow.tsx'
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
import { boardOf, useDepth } from './use-board.ts'

/**
 * Changes the price of an order, the trigger of a stop that waits for it, the quantity downward, or the exits
 * of what it will still open; a confirm repeats before and after. `proposed`: the prices (yen) that the form
 * begins with, where somebody has named them.
 */
export function AmendSheet({
  order,
  proposed,
  open,
  onClose,
}: {
  order: OrderView
  proposed?: Partial<Record<'price' | 'trigger' | ExitKind, PriceYen>>
  open: boolean
  onClose: () => void
}) {
  const t = useT()
  const f = useFormat()
  const text = useText()
  const stock = useRead(getStock, { params: { code: order.code } }, { enabled: open })
  const write = useWrite(amendOrder, { refreshes: [getOrder, listOrders, getAccount] })
  const [price, setPrice] = useState(proposed?.price ?? order.price)
  const [trigger, setTrigger] = useState(proposed?.trigger ?? order.triggerPrice)
  const [trail, setTrail] = useState<TrailFields>({
    trailYen: order.trailYen ?? undefined,
    trailBp: order.trailBp ?? undefined,
  })
  const trails = hasTrail(trail)
  const isTrailChanged =
    trail.trailYen !== (order.trailYen ?? undefined) || trail.trailBp !== (order.trailBp ?? undefined)
  const [quantity, setQuantity] = useState<number | null>(order.quantity)
  const unit = stock.data?.unit ?? 100
  const table = stock.data?.tickTable ?? 'other'
  const quote = useLiveQuote(open ? order.code : undefined, stock.data?.quote)
  const last = quote?.last ?? quote?.previousClose
  const beside = last && yenOf(nextTick(tenthsOf(last), table, order.side === 'up' ? 1 : -1))
  const isArmed = order.place === 'armed' && order.triggerPrice !== null
  // Another distance begins from the price of now; the trigger that follows by itself stays where it is.
  const beginning = isTrailChanged && last !== undefined ? firstTrigger(order.side, trail, last, table) : null
  const trailWrong =
    beginning !== null && refusedByTrail(trailTyped(trail), tenthsOf(beginning), table) !== null
  const isMoved = isTrailChanged || price !== order.price || (!trails && trigger !== order.triggerPrice)
  const isTermChanged = isMoved || quantity !== order.quantity
  const release = trails ? (beginning ?? order.triggerPrice) : trigger
  const depth = useDepth(open ? order.code : null)
  const rest = (quantity ?? order.quantity) - order.filledQuantity
  const best = (order.side === 'up' ? quote?.ask : quote?.bid) ?? last ?? null
  const worth = restWorth(order, price ?? release, { best, ...(quote && boardOf(quote, depth)) }, rest)
  const opensAt = worth?.price ?? null
  const exits = useExits({
    side: order.side,
    from: opensAt ?? 1,
    tickTable: table,
    before: { ...order, trailYen: order.exitTrailYen, trailBp: order.exitTrailBp },
    proposed,
    beginsAnew: isMoved,
  })
  const hasExits = order.purpose === 'open' && opensAt !== null
  const isExitsChanged = hasExits && exits.isChanged
  const fee = useFee()
  const exitOutcome = (at: PriceYen) => {
    if (fee === null || worth === null) return null
    const opened = { side: order.side, quantity: rest, leverageTenths: Math.round(order.leverage * 10) }
    const profit = outcomeAt(opened, worth.yen, tenthsOf(at), fee)
    return { profit, words: `${f.signedMoney(profit)}${f.dot}${t('orders.ticket.lossNote')}` }
  }
  const least = Math.min(order.filledQuantity + unit, order.quantity)
  // An unchanged price stays, wherever the market is.
  const wrongPrice =
    stock.data && quote && price !== order.price ? priceError(text, stock.data, quote, price) : undefined
  const wrongTrigger =
    !trails && stock.data && quote && trigger !== null && trigger !== order.triggerPrice
      ? triggerError(text, stock.data, quote, order, trigger)
      : undefined
  const wrongQuantity =
    quantity === null || quantity === order.quantity
      ? undefined
      : !isWithin(quantity, least, order.quantity)
        ? outOfRange(t, least, order.quantity)
        : quantity % unit !== 0
          ? t('orders.rejection.LOT_SIZE', { lotSize: unit })
          : undefined
  const isSaid =
    quantity !== null &&
    (price !== null || order.price === null) &&
    (trails ? !isTrailChanged || beginning !== null : trigger !== null || order.triggerPrice === null)
  const words = (one: PriceYen | null, at: PriceYen | null, shares: Quantity, by: string | null) =>
    t('orders.amend.terms', {
      quantity: f.shares(shares),
      price: one === null ? t('orders.type.market') : f.price(one),
      trigger: at === null ? 'none' : f.price(at),
    }) + (by === null ? '' : f.dot + t('orders.trail.with', { distance: by }))

  const keeps = t('orders.amend.keeps', { filled: f.quantity(order.filledQuantity) })

  async function submit() {
    if (quantity === null) return
    const yes = await confirm({
      title: t('orders.amend.confirmTitle'),
      body: (
        <div className="flex flex-col gap-2">
          {isTermChanged && (
            <p>
              {t('orders.amend.confirmBody', {
                name: order.name,
                side: sideWord(t, order),
                before: words(order.price, order.triggerPrice, order.quantity, trailWords(t, f, order)),
                after: words(
                  price,
                  release,
                  quantity,
                  trailWords(t, f, { trailYen: trail.trailYen ?? null, trailBp: trail.trailBp ?? null }),
                ),
              })}
            </p>
          )}
          {isExitsChanged && (
            <p>
              {t('orders.exits.confirmBody', { name: order.name, quantity: f.quantity(rest), ...exits.said })}
            </p>
          )}
          {isExitsChanged && order.filledQuantity > 0 && <p>{keeps}</p>}
        </div>
      ),
    })
    if (!yes) return
    const answer = await write.run({
      params: { id: order.id },
      input: {
        ...(price === order.price || price === null ? {} : { price }),
        ...(trails
          ? beginning === null
            ? {}
            : { triggerPrice: beginning, ...trailWire(trail) }
          : {
              ...(isTrailChanged ? { endTrail: true as const } : {}),
              ...(trigger === order.triggerPrice || trigger === null ? {} : { triggerPrice: trigger }),
            }),
        ...(quantity === order.quantity ? {} : { quantity }),
        ...(isExitsChanged ? { exits: exits.input } : {}),
      },
    })
    if (!answer.ok) return
    toast(t(answer.data.amending === null ? 'orders.amend.done' : 'orders.amend.asked'), { kind: 'ok' })
    onClose()
  }

  return (
    <Sheet open={open} onClose={onClose} title={t('orders.amend.title')}>
      <div className="px-gutter flex flex-col gap-3 pb-3">
        {quote && (
          <div>
            <StatRow>
              <Stat label={t('market.market.columnPrice')}>{f.price(quote.last)}</Stat>
              {worth !== null && (
                <Stat label={t('orders.ticket.notional')} term="notional">
                  {f.money(worth.yen)}
                </Stat>
              )}
            </StatRow>
            <TicketBoard brief quote={quote} onPick={(at) => order.price !== null && setPrice(at)} />
          </div>
        )}
        {isArmed && (
          <Switch
            checked={trails}
            label={t('orders.trail.switch')}
            note={trails ? '' : t('orders.trail.switchNote')}
            onChange={(on) => setTrail(on ? FIRST_TRAIL : NO_TRAIL_FIELDS)}
          />
        )}
        {isArmed && trails && last !== undefined && (
          <TrailDistance side={order.side} fields={trail} last={last} tickTable={table} onChange={setTrail} />
        )}
        {isArmed && !trails && last !== undefined && beside !== undefined && (
          <TicketRow label={t('orders.ticket.trigger')}>
            <Stepper
              label={t('orders.ticket.trigger')}
              value={trigger}
              decimals={1}
              tooFine={tooFineFor(text, table)}
              onChange={setTrigger}
              step={(value, way) => yenOf(nextTick(tenthsOf(value ?? last), table, way))}
              min={order.side === 'up' ? beside : 1}
              max={order.side === 'up' ? last * 10 : beside}
              hint={t(order.side === 'up' ? 'orders.amend.triggerUp' : 'orders.amend.triggerDown', {
                before: f.price(order.triggerPrice),
              })}
              error={wrongTrigger}
            />
          </TicketRow>
        )}
        {order.price !== null && quote && (
          <TicketRow label={t('orders.ticket.price')}>
            <Stepper
              label={t('orders.ticket.price')}
              value={price}
              decimals={1}
              tooFine={tooFineFor(text, table)}
              onChange={setPrice}
              step={(value, way) => yenOf(nextTick(tenthsOf(value ?? order.price!), table, way))}
              min={quote.lowerLimit}
              max={quote.upperLimit}
              hint={`${t('orders.amend.before', { before: f.price(order.price) })}${f.dot}${t(
                'orders.ticket.priceHint',
                {
                  tick: f.price(
                    yenOf(nextTick(tenthsOf(price ?? order.price), table, 1)) - (price ?? order.price),
                  ),
                  lower: f.price(quote.lowerLimit),
                  upper: f.price(quote.upperLimit),
                },
              )}`}
              error={wrongPrice}
            />
          </TicketRow>
        )}
        <TicketRow label={t('orders.ticket.quantity')}>
          <Stepper
            label={t('orders.ticket.quantity')}
            unit="shares"
            value={quantity}
            onChange={setQuantity}
            step={unit}
            min={least}
            max={order.quantity}
            display={f.quantity(quantity)}
            hint={t('orders.amend.onlyDown', {
              filled: f.quantity(order.filledQuantity),
              max: f.quantity(order.quantity),
            })}
            error={wrongQuantity}
          />
        </TicketRow>
        {hasExits && <ExitFields form={exits} outcomeAt={exitOutcome} />}
        {hasExits && order.filledQuantity > 0 && <p className="text-grey-1 text-1">{keeps}</p>}
        {order.place === 'venue' && <p className="text-grey-1 text-1">{t('orders.amend.note')}</p>}
        {write.error !== null && <Notice tone="danger" title={write.error.msg} />}
      </div>
      <div className="flex p-4">
        <Button
          kind="primary"
          state={write.state}
          disabled={
            !(isTermChanged || isExitsChanged) ||
            !isSaid ||
            trailWrong ||
            ((isMoved || isExitsChanged) && hasExits && exits.isWrong) ||
            [wrongPrice, wrongTrigger, wrongQuantity].some((one) => one !== undefined)
          }
          onPress={() => void submit()}
        >
          {t('orders.amend.submit')}
        </Button>
      </div>
    </Sheet>
  )
}
