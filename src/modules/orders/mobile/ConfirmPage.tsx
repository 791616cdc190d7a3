import { Suspense, useEffect, useState } from 'react'
import { lazily } from '#client/lazily.ts'
import type { ScreenProps } from '#client/screens.ts'
import { idOfEntry, navigate, useNavigation, usePage } from '#client/navigation.ts'
import { nameOf, openWrites, useIsOpenWrite, useOpenWrites } from '#client/open-writes.ts'
import { paths } from '#client/paths.ts'
import { useFormat, useT, useText } from '#client/texts.ts'
import { useIsLive } from '#client/topics.ts'
import { useWrite } from '#client/use-write.ts'
import {
  listOrders,
  LEVERAGES,
  placeOrder,
  type OrderView,
  type PlaceOrderInput,
} from '#modules/orders/contract.ts'
import type { Phase } from '#modules/instruments/model/schedule.ts'
import { placeOrderOf } from '#modules/orders/model/order.ts'
import { isStop } from '#modules/orders/model/terms.ts'
import { getAccount, listLots } from '#modules/portfolio/contract.ts'
import { ActionBar } from '#ui/ActionBar.tsx'
import { Button } from '#ui/Button.tsx'
import { confirm } from '#ui/confirm.tsx'
import { Empty, ErrorState } from '#ui/Empty.tsx'
import { HelpAction } from '#ui/HelpAction.tsx'
import { guardKeys } from '#ui/key-guard.ts'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Page } from '#ui/Page.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { ConfirmCosts, ConfirmOrder, ConfirmRisks } from './ConfirmSections.tsx'
import { HeldInstead } from './HeldInstead.tsx'
import { isSame, useOpenOrders } from './open-orders.ts'
import { useOpenOrderNotice } from './open-notice.ts'
import { OrderResult, ResultFoot } from './OrderResult.tsx'
import { FarNotice } from './FarNotice.tsx'
import { crossesByBp, farOf, previewOrder, refusedByPower } from './order-ticket.ts'
import { orderWords } from './labels.ts'
import { sayRefusal } from './price-error.ts'
import { refusedFields } from './ticket-fields.ts'
import { useTwin } from './twin-order.ts'
import { useTicket } from './use-ticket.ts'
import { withoutUndefined } from './without-undefined.ts'

const OwnOrderInTheWay = lazily(async () => ({
  default: (await import('./OwnOrderInTheWay.tsx')).OwnOrderInTheWay,
}))

/** The order that the address spells out; null where a part is missing. */
function inputOf(params: ScreenProps<'confirm'>['params']): PlaceOrderInput | null {
  const { code, side, type, quantity, takeProfit, stopLoss, triggerPrice, trailYen, trailBp } = params
  const { exitTrailYen, exitTrailBp } = params
  const { condition, timeInForce, validity, validUntil } = params
  const leverage = LEVERAGES.find((one) => one === params.leverage)
  if (code === undefined || side === undefined || type === undefined) return null
  if (quantity === undefined || leverage === undefined) return null
  const price = type === 'limit' || type === 'stop-limit' ? params.price : undefined
  const stop = { triggerPrice, trailYen, trailBp }
  const exits = { takeProfit, stopLoss, exitTrailYen, exitTrailBp }
  const chosen = { price, ...exits, ...stop, condition, timeInForce, validity, validUntil }
  return { code, side, type, quantity, leverage, ...withoutUndefined(chosen) }
}

/** The order of the address is the one that was sent; without one it is still to be confirmed. */
export default function ConfirmPage({ params }: ScreenProps<'confirm'>) {
  const t = useT()
  return params.order === undefined ? (
    <Confirm params={params} />
  ) : (
    <Page
      nav={<NavigationBar title={t('orders.result.title')} actions={<HelpAction article="order-states" />} />}
      footer={<ResultFoot />}
    >
      <OrderResult id={params.order} />
    </Page>
  )
}

/** Once the order is sent, its address takes the place of the form's: no way leads back to the form. */
function useResultAddress(sent: OrderView | null): void {
  const { id } = usePage()
  const top = useNavigation().stack.at(-1)
  const isInFront = top !== undefined && idOfEntry(top) === id
  useEffect(() => {
    if (sent !== null && isInFront) navigate.redirect(paths.confirm({ order: sent.id }))
  }, [sent, isInFront])
}

/** An order of this page whose outcome was learned after its answer had been lost. */
function useLearned(input: PlaceOrderInput | null, isIdle: boolean, show: (order: OrderView) => void): void {
  const name = nameOf(placeOrder, JSON.stringify({ input }))
  const write = useOpenWrites()[name]
  useEffect(() => {
    if (!isIdle || write?.state !== 'done') return
    show(write.answer as OrderView)
    openWrites.shown(name)
  }, [name, write, isIdle, show])
}

/** The sentence of what the ticket would not have let through: an address can spell out any order. */
function useRefused(ticket: ReturnType<typeof useTicket>, input: PlaceOrderInput | null): string | undefined {
  const t = useT()
  const text = useText()
  const { stock, market, funds } = ticket
  if (input === null || stock === null || market === null || funds === null) return undefined
  const order = placeOrderOf(input)
  const facts = { instrument: market, quote: market.quote, phase: stock.phase as Phase }
  const [refusal] = Object.values(refusedFields(order, facts))
  if (refusal === undefined && (order.quantity <= 0 || order.quantity % stock.unit !== 0))
    return t('orders.ticket.choose', { unit: stock.unit })
  return sayRefusal(text, refusal ?? refusedByPower(previewOrder(order, market, funds)))
}

/** Three questions in order: what, what it costs, what it can lose. Then the order is sent, once. */
function Confirm({ params }: ScreenProps<'confirm'>) {
  const t = useT()
  const f = useFormat()
  const ticket = useTicket(params.code ?? '')
  const isLive = useIsLive()
  const [sent, setSent] = useState<OrderView | null>(null)
  const place = useWrite(placeOrder, { refreshes: [listOrders, listLots, getAccount], outlivesPage: true })
  useEffect(guardKeys, [])
  useOpenOrderNotice()
  useResultAddress(sent)
  const input = inputOf(params)
  const refused = useRefused(ticket, input)
  const twin = useTwin(sent === null ? input : null, ticket.traded)
  useLearned(input, place.state === 'idle', setSent)
  const nav = (
    <NavigationBar
      title={t(sent ? 'orders.result.title' : 'orders.confirm.title')}
      actions={<HelpAction article={sent ? 'order-states' : 'confirm'} />}
    />
  )
  const others = useOpenOrders(params.code).filter((other) => !isSame(other.input, input))
  // An order that is said not to have been sent is none; its key stays all the same.
  const isOpen =
    useIsOpenWrite(placeOrder, { input }) && place.state === 'idle' && place.error?.kind !== 'network'

  if (sent)
    return (
      <Page nav={nav} footer={<ResultFoot />}>
        <OrderResult id={sent.id} first={sent} />
      </Page>
    )
  if (input === null) {
    return (
      <Page nav={nav}>
        <Empty
          title={t('orders.confirm.empty')}
          action={{ label: t('orders.trade.findStock'), href: paths.search() }}
        />
      </Page>
    )
  }
  const { side, price } = input
  // An order that is on its way has taken its own part of the buying power.
  const wrong = place.state === 'idle' && place.error === null ? refused : undefined
  const { stock, market, funds, traded } = ticket
  if (stock === null || market === null || funds === null || traded === null) {
    return (
      <Page nav={nav}>
        {ticket.error ? (
          <ErrorState error={ticket.error} onRetry={ticket.retry} />
        ) : (
          <Skeleton kind="lines" rows={8} />
        )}
      </Page>
    )
  }
  const order = placeOrderOf(input)
  const preview = previewOrder(order, market, funds)
  const crosses = crossesByBp(order, market.quote)
  const far = farOf(order, market)

  async function send(input: PlaceOrderInput) {
    if (twin !== null && !isOpen) {
      const title = t('orders.confirm.twin', { time: f.clock(twin.placedAt) })
      const body = orderWords(t, f, { ...twin, filledQuantity: 0 })
      if (!(await confirm({ title, body, side: input.side }))) return
    }
    const answer = await place.run({ input })
    if (answer.ok) setSent(answer.data)
  }

  return (
    <Page
      nav={nav}
      footer={
        <ActionBar>
          <Button kind="neutral" onPress={() => navigate.back()}>
            {t('orders.confirm.cancel')}
          </Button>
          <Button
            kind={side === 'up' ? 'buy' : 'sell'}
            state={place.state}
            disabled={!isLive || (wrong !== undefined && !isOpen)}
            onPress={() => void send(input)}
          >
            {t(
              isOpen
                ? 'orders.confirm.ask'
                : side === 'up'
                  ? 'orders.confirm.submitUp'
                  : 'orders.confirm.submitDown',
            )}
          </Button>
        </ActionBar>
      }
    >
      {others.length > 0 && (
        <Notice tone="warn" title={t('orders.open.other')} note={t('orders.open.note')} />
      )}
      {isOpen && <Notice tone="warn" title={t('orders.confirm.open')} note={t('orders.confirm.openNote')} />}
      {wrong !== undefined && !isOpen && <Notice tone="danger" title={wrong} />}
      {place.error !== null && place.state === 'idle' && <Notice tone="danger" title={place.error.msg} />}
      {crosses !== null && (
        <Notice tone="warn" title={t('orders.confirm.crosses', { side, percent: f.percent(crosses) })} />
      )}
      {far !== null && (
        <FarNotice
          far={far}
          onLimit={(best) => navigate.redirect(paths.confirm({ ...params, type: 'limit', price: best }))}
        />
      )}
      {!isStop(order) && (
        <Suspense>
          <OwnOrderInTheWay asked={{ ...order, price: price ?? null }} />
        </Suspense>
      )}
      <HeldInstead side={side} lots={ticket.lots} price={price} />
      <ConfirmOrder stock={stock} order={order} />
      <ConfirmCosts preview={preview} order={order} />
      <ConfirmRisks preview={preview} order={order} />
    </Page>
  )
}
