import { IconTemplate } from '@tabler/icons-react'
import { Suspense, useState, type ReactNode } from 'react'
import { useDraft } from '#client/drafts.ts'
import { useColumns } from '#client/columns.ts'
import { lazily } from '#client/lazily.ts'
import { navigate, useTaking } from '#client/navigation.ts'
import type { ParamsFor } from '#registry/pages.ts'
import { paths } from '#client/paths.ts'
import { useFormat, useT, useText } from '#client/texts.ts'
import { consideration, tenthsOf, yenOf, type Quantity } from '#kernel/price.ts'
import type { UserInfo } from '#modules/identity/contract.ts'
import type { Phase } from '#modules/instruments/model/schedule.ts'
import { nextTick, tickAt } from '#modules/instruments/model/tick.ts'
import type { QuoteView, StockView } from '#modules/market/contract.ts'
import { LEVERAGES, type OrderView } from '#modules/orders/contract.ts'
import { placeOrderOf } from '#modules/orders/model/order.ts'
import { estimateTenths } from '#modules/orders/model/reserve.ts'
import { isStop } from '#modules/orders/model/terms.ts'
import type { LotView } from '#modules/portfolio/contract.ts'
import { useLimits } from '#modules/schedules/mobile/public.ts'
import { ActionBar } from '#ui/ActionBar.tsx'
import { Button } from '#ui/Button.tsx'
import { Chip, Chips } from '#ui/Chip.tsx'
import { Figure } from '#ui/Figure.tsx'
import { HelpRow } from '#ui/HelpAction.tsx'
import { Notice } from '#ui/Notice.tsx'
import { ICON } from '#ui/icon.ts'
import { NavAction } from '#ui/NavigationBar.tsx'
import { outOfRange } from '#ui/out-of-range.ts'
import { Page } from '#ui/Page.tsx'
import { Section } from '#ui/Section.tsx'
import { Segment } from '#ui/Segment.tsx'
import { Stepper } from '#ui/Stepper.tsx'
import { toast } from '#ui/toast.tsx'
import {
  farOf,
  isFarByTap,
  maxQuantity,
  previewOrder,
  refusedByPower,
  type TicketAccount,
  type TicketMarket,
} from './order-ticket.ts'
import { TicketCosts, TicketLosses, TicketStrip } from './TicketFigures.tsx'
import { lastManner, PLAIN_MANNER, type Manner } from './last-traded.ts'
import { NO_EXITS, opening, OPENING_WAYS, openingWay, takenOver } from './opening-way.ts'
import { withoutUndefined } from './without-undefined.ts'
import { OneTapBoard } from './OneTapBoard.tsx'
import { TicketHeld } from './TicketHeld.tsx'
import { exitTrailFields, exitTrails, TicketExits } from './TicketExits.tsx'
import { TicketConditions, TicketType, termsError, type TicketFields } from './TicketTerms.tsx'
import { firstTrigger, hasTrail } from './TrailDistance.tsx'
import { TicketRow } from './TicketRow.tsx'
import { sayRefusal, tooFineFor } from './price-error.ts'
import { refusedFields, type PriceField } from './ticket-fields.ts'

const FarNotice = lazily(async () => ({ default: (await import('./FarNotice.tsx')).FarNotice }))
const TicketTemplates = lazily(async () => ({
  default: (await import('./TicketTemplates.tsx')).TicketTemplates,
}))
const HeldInstead = lazily(async () => ({ default: (await import('./HeldInstead.tsx')).HeldInstead }))
const OwnOrderInTheWay = lazily(async () => ({
  default: (await import('./OwnOrderInTheWay.tsx')).OwnOrderInTheWay,
}))

type Props = {
  /** The bar of the page, with an action of the form's own. */
  nav: (action: ReactNode) => ReactNode
  params: ParamsFor<'orderTicket'>
  stock: StockView
  quote: QuoteView
  market: TicketMarket
  account: TicketAccount
  info: UserInfo
  /** The lots that the member holds of this issue. */
  lots: readonly LotView[]
  /** The member's newest orders: the ticket begins as they traded last. */
  traded: readonly OrderView[]
}

/** The ticket of one issue: every figure that follows from it stays in sight while it is filled in. */
export function TicketForm({ nav, params, stock, quote, market, account, info, lots, traded }: Props) {
  const t = useT()
  const f = useFormat()
  const text = useText()
  const mostOfOrder = useLimits()?.orderYen ?? info.maxOrderValue
  const [manner] = useState(() => lastManner(traded, params, info.maxLeverage))
  const plain = { ...PLAIN_MANNER, side: params.side ?? PLAIN_MANNER.side }
  const [form, setForm] = useDraft<TicketFields>('ticket', () => ({
    side: params.side ?? manner?.side ?? plain.side,
    type: params.type ?? manner?.type ?? plain.type,
    triggerPrice: params.triggerPrice,
    trailYen: params.trailYen,
    trailBp: params.trailBp,
    condition: params.condition,
    timeInForce: params.timeInForce,
    validity: params.validity,
    validUntil: params.validUntil,
    price: params.price ?? quote.last ?? quote.previousClose,
    quantity: params.quantity ?? stock.unit,
    leverage:
      LEVERAGES.find((one) => one === params.leverage && one <= info.maxLeverage) ??
      manner?.leverage ??
      plain.leverage,
    takeProfit: params.takeProfit,
    stopLoss: params.stopLoss,
    exitTrailYen: params.exitTrailYen,
    exitTrailBp: params.exitTrailBp,
  }))
  const [isPicking, setIsPicking] = useState(false)
  const change = (part: Partial<TicketFields>) => setForm({ ...form, ...part })
  // The issue stands beside it, with its price and its board.
  const isBesideIssue = useColumns() === 3
  useTaking(({ name, params: asked }) => {
    if (!isBesideIssue || name !== 'orderTicket' || asked['code'] !== stock.code) return false
    const { side, type, price } = asked as ParamsFor<'orderTicket'>
    change(takenOver(form, withoutUndefined({ side, type, price }), info.maxLeverage))
    return true
  })
  const { quantity } = form
  const price = form.price ?? quote.last ?? quote.previousClose
  const last = quote.last ?? quote.previousClose
  /** The trigger of a stop that trails goes with the price while the ticket is open. */
  const triggerPrice = hasTrail(form)
    ? firstTrigger(form.side, form, last, stock.tickTable)
    : form.triggerPrice
  const limited = form.type === 'limit' || form.type === 'stop-limit'
  const typed = {
    ...form,
    code: stock.code,
    // The other figures of the page go by one unit, and the last price, while a field says nothing.
    quantity: quantity ?? stock.unit,
    price: limited ? price : undefined,
    triggerPrice: triggerPrice ?? undefined,
    trailYen: form.trailYen ?? undefined,
    trailBp: form.trailBp ?? undefined,
    takeProfit: form.takeProfit ?? undefined,
    exitTrailYen: form.exitTrailYen ?? undefined,
    exitTrailBp: form.exitTrailBp ?? undefined,
  }
  /** A stop-loss that trails begins at its distance from the price that the order expects. */
  const expected = yenOf(estimateTenths(placeOrderOf({ ...typed, stopLoss: undefined }), market.quote))
  const stopLoss = exitTrails(form)
    ? firstTrigger(form.side === 'up' ? 'down' : 'up', exitTrailFields(form), expected, stock.tickTable)
    : form.stopLoss
  const wire = { ...typed, stopLoss: stopLoss ?? undefined }
  const order = placeOrderOf(wire)
  const preview = previewOrder(order, market, account)
  const shown = quantity === null || (limited && form.price === null) ? null : preview
  const mostYen = Math.min(info.maxOrderValue, mostOfOrder)
  const most = maxQuantity(order, market, account, mostYen)
  const way = openingWay(form)
  const far = shown && farOf(order, market)
  const marginLocked = way !== 'cashBuy' && info.maxLeverage <= 1
  const refused = refusedFields(order, {
    instrument: market,
    quote: market.quote,
    phase: stock.phase as Phase,
  })
  const errorOf = (field: PriceField) => sayRefusal(text, refused[field])
  const isSaid = [triggerPrice, form.takeProfit, stopLoss].every((value) => value !== null)
  // Without a trigger the field says so: the sentence on terms is about the rest.
  const wrong = triggerPrice === null ? null : termsError(t, order, stock.phase)
  const quantityError = ((): string | undefined => {
    if (quantity === null) return undefined
    if (quantity <= 0 || quantity % stock.unit !== 0)
      return quantity > most && most > 0
        ? outOfRange(t, stock.unit, most)
        : t('orders.ticket.choose', { unit: stock.unit })
    const short = sayRefusal(text, refusedByPower(preview))
    if (short !== undefined) return short
    if (preview.notionalYen > mostYen) return t('orders.ticket.aboveOrder', { max: mostYen })
    return quantity > most ? outOfRange(t, stock.unit, most) : undefined
  })()
  const fits =
    shown !== null &&
    isSaid &&
    Object.keys(refused).length === 0 &&
    wrong === null &&
    quantityError === undefined &&
    !marginLocked &&
    !(form.type === 'market' && quote.stale)
  const word = t(`orders.way.${way}`)

  return (
    <Page
      nav={nav(
        <NavAction
          icon={<IconTemplate {...ICON} />}
          label={t('orders.templates.title')}
          onPress={() => setIsPicking(true)}
        />,
      )}
      footer={
        <ActionBar summary={<TicketStrip preview={shown} order={order} />}>
          <Button
            kind={form.side === 'up' ? 'buy' : 'sell'}
            disabled={!fits}
            onPress={() => navigate.to(paths.confirm(wire))}
          >
            {t('orders.ticket.next', { side: word, quantity: f.quantity(quantity) })}
          </Button>
        </ActionBar>
      }
    >
      {quote.stale && <Notice tone="warn" title={t('orders.ticket.stale')} />}
      {info.limitedUntil !== null && (
        <Notice
          tone="warn"
          title={t('orders.ticket.restsNote', { until: f.dateTime(info.limitedUntil) })}
          href={paths.security()}
        />
      )}
      {form.type !== 'stop' && form.type !== 'stop-limit' && (
        <Suspense>
          <OwnOrderInTheWay
            asked={{
              code: stock.code,
              side: form.side,
              price: limited ? (form.price ?? null) : null,
              condition: form.condition ?? 'none',
              quantity: typed.quantity,
            }}
          />
        </Suspense>
      )}
      {far !== null && (
        <Suspense>
          <FarNotice far={far} onLimit={(best) => change({ type: 'limit', price: best })} />
        </Suspense>
      )}
      <Suspense>
        <HeldInstead side={form.side} lots={lots} price={limited ? (form.price ?? undefined) : undefined} />
      </Suspense>
      <Section>
        <div className="flex flex-col gap-3">
          {!isBesideIssue && (
            <div className="flex items-baseline justify-between gap-3">
              <p className="min-w-0">
                <span className="text-3 font-strong">{stock.name}</span>{' '}
                <span className="text-grey-1 text-1">{stock.code}</span>
              </p>
              <p className="shrink-0">
                <Figure size={3} tone="auto" value={quote.change}>
                  {f.price(quote.last)}
                </Figure>{' '}
                <Figure size={1} tone="auto" value={quote.change}>
                  {f.signedPercent(quote.changeBp)}
                </Figure>
              </p>
            </div>
          )}
          <OneTapBoard
            code={stock.code}
            form={form}
            quote={quote}
            isShown={!isBesideIssue}
            confirmPath={(type, at) =>
              isFarByTap(order, type, at, market) ? paths.confirm({ ...wire, type, price: at }) : null
            }
            onPick={(picked) =>
              change(isStop(form) ? { type: 'stop-limit', price: picked } : { type: 'limit', price: picked })
            }
          />
          <TicketHeld lots={lots} />
          <Segment
            label={t('orders.ticket.direction')}
            value={way}
            onChange={(next) => change(opening(next, form, info.maxLeverage))}
            options={OPENING_WAYS.map((one) => ({
              value: one,
              label: t(`orders.way.${one}`),
              direction: one === 'down' ? 'down' : 'up',
            }))}
          />
          {manner !== null && isAs(manner, form) && (
            <p className="text-grey-1 text-1 flex flex-wrap items-center gap-x-3">
              <span>
                {t('orders.ticket.asLast', {
                  way: word,
                  leverage: form.leverage,
                  type: t(`orders.type.${manner.type}`),
                })}
              </span>
              <button
                type="button"
                className="pressable text-brand min-h-touch font-strong"
                onClick={() => change({ ...plain, type: params.type ?? plain.type, ...NO_EXITS })}
              >
                {t('orders.ticket.plain', { way: plain.side })}
              </button>
            </p>
          )}
          {marginLocked && (
            <p className="text-warn text-1">
              {t(way === 'down' ? 'orders.ticket.shortLocked' : 'orders.ticket.marginLocked')}
            </p>
          )}
          <TicketType
            form={form}
            quote={quote}
            tickTable={stock.tickTable}
            error={errorOf('trigger')}
            onChange={change}
          />
          {limited && (
            <TicketRow label={t('orders.ticket.price')}>
              <Stepper
                label={t('orders.ticket.price')}
                value={form.price}
                decimals={1}
                onChange={(next) => change({ price: next })}
                step={(value, way) => yenOf(nextTick(tenthsOf(value ?? price), stock.tickTable, way))}
                min={quote.lowerLimit}
                max={quote.upperLimit}
                hint={t('orders.ticket.priceHint', {
                  tick: f.price(yenOf(tickAt(tenthsOf(price), stock.tickTable))),
                  lower: f.price(quote.lowerLimit),
                  upper: f.price(quote.upperLimit),
                })}
                tooFine={tooFineFor(text, stock.tickTable)}
                error={errorOf('price')}
              />
            </TicketRow>
          )}
          <TicketRow label={t('orders.ticket.quantity')}>
            <Stepper
              label={t('orders.ticket.quantity')}
              unit="shares"
              value={form.quantity}
              onChange={(next) => change({ quantity: next })}
              step={stock.unit}
              min={stock.unit}
              max={Math.max(most, stock.unit)}
              display={f.quantity(quantity)}
              hint={
                most === 0
                  ? consideration(preview.priceTenths, stock.unit) > mostYen
                    ? t('orders.ticket.quantityAbove', { unit: stock.unit, max: mostYen })
                    : t('orders.ticket.quantityNone', { unit: stock.unit })
                  : t('orders.ticket.quantityHint', { unit: stock.unit, max: f.quantity(most) })
              }
              error={quantityError}
            />
          </TicketRow>
          <TicketRow label="">
            <Fractions most={most} unit={stock.unit} onPick={(part) => change({ quantity: part })} />
          </TicketRow>
          {way !== 'cashBuy' && (
            <Leverages
              value={form.leverage}
              offered={LEVERAGES.filter((one) => way === 'down' || one > 1)}
              info={info}
              onPick={(leverage) => change({ leverage })}
            />
          )}
        </div>
      </Section>
      <TicketConditions form={form} stock={stock} wrong={wrong} onChange={change} />
      <TicketCosts preview={shown} order={order} />
      <TicketExits
        exits={form}
        order={order}
        preview={preview}
        market={market}
        errorOf={errorOf}
        onChange={change}
      />
      <TicketLosses preview={shown} order={order} />
      <Section flush>
        <HelpRow article="ticket" />
      </Section>
      {isPicking && (
        <Suspense>
          <TicketTemplates
            form={form}
            last={quote.last ?? quote.previousClose}
            tickTable={stock.tickTable}
            onFill={change}
            onClose={() => setIsPicking(false)}
          />
        </Suspense>
      )}
    </Page>
  )
}

/** The form is still as it was begun. */
const isAs = (manner: Manner, { side, leverage, type }: TicketFields): boolean =>
  side === manner.side && leverage === manner.leverage && type === manner.type

const PARTS = [
  ['1/4', 4],
  ['1/3', 3],
  ['1/2', 2],
] as const

function Fractions({
  most,
  unit,
  onPick,
}: {
  most: number
  unit: number
  onPick: (quantity: Quantity) => void
}) {
  const t = useT()
  const part = (by: number) => Math.max(Math.floor(most / by / unit) * unit, unit)
  return (
    <Chips label={t('orders.ticket.quantity')} grow>
      {PARTS.map(([label, by]) => (
        <Chip key={label} tall onPress={() => onPick(part(by))}>
          {label}
        </Chip>
      ))}
      <Chip tall onPress={() => onPick(part(1))}>
        {t('orders.ticket.max')}
      </Chip>
    </Chips>
  )
}

function Leverages({
  value,
  offered,
  info,
  onPick,
}: {
  value: number
  offered: readonly number[]
  info: UserInfo
  onPick: (leverage: number) => void
}) {
  const t = useT()
  const f = useFormat()
  const lockedNote =
    info.limitedUntil === null
      ? t('orders.ticket.lockedNote', {
          level: t(`identity.level.${info.level}`),
          has: info.level,
          leverage: info.maxLeverage,
        })
      : t('orders.ticket.restsNote', { until: f.dateTime(info.limitedUntil) })
  const locked = offered.some((leverage) => leverage > info.maxLeverage)
  return (
    <div className="flex flex-col gap-2">
      <TicketRow label={t('orders.ticket.leverage')}>
        <div role="group" aria-label={t('orders.ticket.leverage')} className="grid grid-cols-3 gap-2">
          {offered.map((leverage) => (
            <Chip
              key={leverage}
              tall
              selected={leverage === value}
              locked={leverage > info.maxLeverage}
              onPress={() => (leverage > info.maxLeverage ? toast(lockedNote) : onPick(leverage))}
            >
              {f.number(leverage, Number.isInteger(leverage) ? 0 : 1)}×
            </Chip>
          ))}
        </div>
      </TicketRow>
      {locked && <p className="text-grey-1 text-1">{lockedNote}</p>}
    </div>
  )
}
