import { paths } from '#client/paths.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import { cancelOrder, getOrder, listOrders, type OrderView } from '#modules/orders/contract.ts'
import { getAccount } from '#modules/portfolio/contract.ts'
import { toast } from '#ui/toast.tsx'
import { openingWord, statusWord } from './labels.ts'
import { useLiveOrder } from './live-order.ts'
import type { Tapped } from './use-one-tap.ts'

type Props = { lines: readonly Tapped[]; isChecking: boolean; onAsk: (line: Tapped) => void }

/**
 * The orders that were sent by a tap, the newest in sight wherever the page stands: over its foot, and never
 * under a finger that is still tapping.
 */
export const OneTapLines = ({ lines, isChecking, onAsk }: Props) => {
  const t = useT()
  return (
    <ul aria-label={t('orders.oneTap.lines')} className="contents">
      {lines.map((line) => (
        <Line key={line.n} line={line} isChecking={isChecking} onAsk={() => onAsk(line)} />
      ))}
    </ul>
  )
}

/** One order that was sent: what, its outcome as it comes, and the way to take it back. */
function Line({ line, isChecking, onAsk }: { line: Tapped; isChecking: boolean; onAsk: () => void }) {
  const t = useT()
  const f = useFormat()
  const { input, outcome } = line
  const words = t('orders.oneTap.what', {
    way: openingWord(t, { side: input.side, leverageTenths: Math.round(input.leverage * 10) }),
    quantity: f.quantity(input.quantity),
    price: input.price === undefined ? t('orders.type.market') : f.price(input.price),
  })
  return (
    <li className="arriving bg-sunk rounded-1 flex min-h-touch items-center gap-2 px-3 text-1 not-first:-mt-2 first:sticky first:z-1">
      <span className="min-w-0 grow py-1" role="status">
        <span className="font-strong block">{words}</span>
        {outcome.kind === 'order' ? null : (
          <span className={`block ${outcome.kind === 'refused' ? 'text-danger' : 'text-grey-1'}`}>
            {outcome.kind === 'refused'
              ? outcome.msg
              : outcome.kind === 'unknown'
                ? t('orders.oneTap.unknown')
                : t(isChecking ? 'orders.oneTap.checking' : 'orders.oneTap.sending')}
          </span>
        )}
        {outcome.kind === 'order' && <Outcome order={outcome.order} />}
      </span>
      {outcome.kind === 'unknown' && (
        <button
          type="button"
          className="pressable text-brand font-strong min-h-touch shrink-0"
          onClick={onAsk}
        >
          {t('orders.oneTap.ask')}
        </button>
      )}
      {outcome.kind === 'order' && <Cancel order={outcome.order} />}
    </li>
  )
}

function Outcome({ order: first }: { order: OrderView }) {
  const t = useT()
  const f = useFormat()
  const order = useLiveOrder(first)
  return (
    <a className="text-grey-1 block" href={paths.tradeDetail({ order: order.id })}>
      {statusWord(t, order.status)}
      {order.filledQuantity > 0 &&
        `${f.dot}${t('orders.trade.filled', {
          filled: f.quantity(order.filledQuantity),
          quantity: f.quantity(order.quantity),
        })} ${f.price(order.averagePrice)}`}
      {order.reason !== null && `${f.dot}${order.reason}`}
    </a>
  )
}

function Cancel({ order: first }: { order: OrderView }) {
  const t = useT()
  const order = useLiveOrder(first)
  const write = useWrite(cancelOrder, { refreshes: [getOrder, listOrders, getAccount] })
  if (order.status !== 'pending') return null
  const cancel = async () => {
    const answer = await write.run({ params: { id: order.id } })
    if (answer.ok) toast(t('orders.cancel.done'), { kind: 'ok' })
  }
  return (
    <button
      type="button"
      className="pressable text-brand font-strong min-h-touch shrink-0 px-2"
      aria-busy={write.state !== 'idle' || undefined}
      onClick={() => void cancel()}
    >
      {t('orders.oneTap.cancel')}
    </button>
  )
}
