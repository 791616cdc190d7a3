import { paths } from '#client/paths.ts'
import { refresh, useRead } from '#client/reads.ts'
import { useSession } from '#client/session.ts'
import { useFormat, useT, useText } from '#client/texts.ts'
import { useLatest, useTopic } from '#client/topics.ts'
import type { PriceYen } from '#kernel/price.ts'
import { quoteTopic } from '#modules/market/contract.ts'
import { listOrders, type OrderView } from '#modules/orders/contract.ts'
import { maybeTenths } from '#modules/orders/model/order.ts'
import { refusedByOwnOrders } from '#modules/orders/model/own-orders.ts'
import { memberTopic } from '#modules/portfolio/contract.ts'
import { MenuRow } from '#ui/MenuRow.tsx'
import { Notice } from '#ui/Notice.tsx'
import { orderWords } from './labels.ts'
import { sayRefusal } from './price-error.ts'
import { boardOf, useDepth } from './use-board.ts'
import { useCancel } from './use-cancel.ts'

/**
 * The side, limit and condition of an order to be sent; a stop, which meets the market later, is none.
 * `price` null: at market.
 */
type Asked = Pick<OrderView, 'side' | 'condition' | 'quantity'> & { code: string; price: PriceYen | null }

/**
 * An own order that this one would trade with, which the exchange does not allow: said before it is refused,
 * with the act that takes that order back.
 */
export function OwnOrderInTheWay({
  asked: { code, side, price, condition, quantity },
  instead,
}: {
  asked: Asked
  /** An act that takes it back and goes on; else it is taken back alone. */
  instead?: { word: string; act: (order: OrderView) => void }
}) {
  const t = useT()
  const f = useFormat()
  const text = useText()
  const { isLogin } = useSession()
  const pending = useRead(listOrders, { query: { status: 'pending' } }, { enabled: isLogin, quiet: true })
  const cancel = useCancel()
  const quote = useLatest(quoteTopic, { code })
  const depth = useDepth(code)
  useTopic(memberTopic, isLogin ? {} : null, (event) => event.type === 'order' && refresh(listOrders))
  const others = (pending.data ?? []).filter((order) => order.code === code && order.place !== 'armed')
  const refused = refusedByOwnOrders(
    {
      ownOrders: others.map((order) => ({
        number: order.number,
        side: order.side,
        priceTenths: maybeTenths(order.price ?? undefined),
        condition: order.condition,
      })),
    },
    {
      side,
      condition,
      quantity,
      type: price === null ? 'market' : 'limit',
      priceTenths: maybeTenths(price ?? undefined),
    },
    quote && boardOf(quote, depth).board,
  )
  const order = refused && others.find(({ number }) => number === refused.detail.number)
  if (!order) return null
  return (
    <>
      <Notice
        tone="warn"
        title={orderWords(t, f, order)}
        note={sayRefusal(text, refused)}
        action={instead?.word ?? t('orders.cancel.act')}
        onPress={() => (instead === undefined ? void cancel.ask(order) : instead.act(order))}
      />
      <MenuRow
        label={t('orders.result.toDetail')}
        value={order.number}
        href={paths.tradeDetail({ order: order.id })}
      />
    </>
  )
}
