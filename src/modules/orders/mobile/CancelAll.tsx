import { useRef, useState } from 'react'
import { call, newKey } from '#client/call.ts'
import { CallError } from '#client/call-error.ts'
import { pause } from '#client/clock.ts'
import { paths } from '#client/paths.ts'
import { refresh } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { SECOND } from '#kernel/time.ts'
import { cancelOrder, getOrder, listOrders, type OrderView } from '#modules/orders/contract.ts'
import { getAccount } from '#modules/portfolio/contract.ts'
import { Button } from '#ui/Button.tsx'
import { Chip, Chips } from '#ui/Chip.tsx'
import { Sheet } from '#ui/Modal.tsx'
import { cancelEach, leftOf, type CancelAnswer, type Cancelled } from './cancel-each.ts'
import { sideWord, statusWord } from './labels.ts'
import { useLiveOrder } from './live-order.ts'

async function send(id: string, key: string): Promise<CancelAnswer> {
  try {
    return { ok: true, order: await call(cancelOrder, { params: { id } }, { key, quiet: true }) }
  } catch (failure) {
    if (!(failure instanceof CallError)) throw failure
    return { ok: false, error: failure }
  }
}

/** Issues with several orders, by their code. */
const severalOf = (orders: readonly OrderView[]): [code: string, of: OrderView[]][] =>
  [...Map.groupBy(orders, ({ code }) => code)].filter(([, of]) => of.length > 1)

/**
 * Asks to cancel all waiting orders, or those of one issue: a list of them with what each is, and then with
 * what became of each. What is asked about stays as it was when the sheet was opened.
 */
export function CancelAll({
  orders: waiting,
  onClose,
}: {
  orders: readonly OrderView[]
  onClose: () => void
}) {
  const t = useT()
  const [all] = useState(waiting)
  const [code, setCode] = useState<string | null>(null)
  const [outcomes, setOutcomes] = useState<Readonly<Record<string, Cancelled>>>({})
  const [isBusy, setBusy] = useState(false)
  const keys = useRef(new Map<string, string>())
  const isBegun = Object.keys(outcomes).length > 0
  const chosen = all.filter((order) => code === null || order.code === code)
  const left = leftOf(chosen, outcomes)
  const issues = severalOf(all)

  async function cancel() {
    setBusy(true)
    const keyOf = (id: string) => {
      const key = keys.current.get(id) ?? newKey()
      keys.current.set(id, key)
      return key
    }
    await cancelEach(
      left,
      keyOf,
      send,
      (seconds) => pause(seconds * SECOND),
      (id, outcome) => setOutcomes((before) => ({ ...before, [id]: outcome })),
    )
    setBusy(false)
    for (const route of [listOrders, getOrder, getAccount]) refresh(route)
  }

  return (
    <Sheet open onClose={onClose} title={t('orders.cancelAll.title')}>
      <div className="px-gutter">
        {!isBegun && issues.length > 0 && (
          <Chips label={t('orders.trade.columnStock')}>
            <Chip selected={code === null} onPress={() => setCode(null)}>
              {t('orders.orders.all')} {all.length}
            </Chip>
            {issues.map(([each, of]) => (
              <Chip key={each} selected={code === each} onPress={() => setCode(each)}>
                {of[0]!.name} {of.length}
              </Chip>
            ))}
          </Chips>
        )}
        <p className="py-1 text-1 text-grey-1">{t('orders.cancelAll.note')}</p>
      </div>
      <ul aria-label={t('orders.cancelAll.title')}>
        {chosen.map((order) => (
          <Line key={order.id} order={order} outcome={outcomes[order.id]} />
        ))}
      </ul>
      <div className="flex p-4">
        {left.length > 0 || isBusy ? (
          <Button kind="danger" state={isBusy ? 'pending' : 'idle'} onPress={() => void cancel()}>
            {t('orders.cancelAll.act', { count: left.length })}
          </Button>
        ) : (
          <Button kind="neutral" onPress={onClose}>
            {t('ui.close')}
          </Button>
        )}
      </div>
    </Sheet>
  )
}

/** An order, and what became of its cancel. */
function Line({ order, outcome }: { order: OrderView; outcome: Cancelled | undefined }) {
  const t = useT()
  const f = useFormat()
  const words = `${sideWord(t, order)} ${f.shares(order.quantity - order.filledQuantity)}`
  return (
    <li className="mx-gutter border-b border-grey-3 py-2 text-2">
      <p className="flex justify-between gap-3">
        <span className="min-w-0">
          <span className="font-strong">{order.name}</span> {words}
        </span>
        <span className="shrink-0 font-strong">
          {order.price === null ? t('orders.type.market') : f.price(order.price)}
        </span>
      </p>
      {outcome && (
        <p
          role="status"
          className={`text-1 ${outcome.kind === 'refused' || outcome.kind === 'unknown' ? 'text-danger' : 'text-grey-1'}`}
        >
          {outcome.kind === 'asked' ? (
            <Asked order={outcome.order} />
          ) : outcome.kind === 'sending' ? (
            t('ui.pending')
          ) : (
            outcome.msg
          )}
        </p>
      )}
    </li>
  )
}

/** Until the exchange has answered it is asked for; a fill that came first is said. */
function Asked({ order: first }: { order: OrderView }) {
  const t = useT()
  const order = useLiveOrder(first)
  return (
    <a className="underline" href={paths.tradeDetail({ order: order.id })}>
      {order.place === null ? statusWord(t, order.status) : t('orders.cancel.done')}
    </a>
  )
}
