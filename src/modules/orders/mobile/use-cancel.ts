import { call } from '#client/call.ts'
import { elapsed, pause } from '#client/clock.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import { cancelOrder, getOrder, listOrders, type OrderView } from '#modules/orders/contract.ts'
import { getAccount } from '#modules/portfolio/contract.ts'
import { confirm } from '#ui/confirm.tsx'
import { toast } from '#ui/toast.tsx'
import { sideWord } from './labels.ts'

/** The exchange answers a cancel within a step; silence for so long is told. */
const ANSWER_MS = 8_000
const LOOK_MS = 300

/** Cancels a pending order after a confirm that says in numbers what will happen. */
export function useCancel() {
  const t = useT()
  const f = useFormat()
  const write = useWrite(cancelOrder, { refreshes: [listOrders, getAccount] })
  async function ask(order: OrderView): Promise<void> {
    const yes = await confirm({
      title: t('orders.cancel.title'),
      act: t('orders.cancel.act'),
      body: t('orders.cancel.body', {
        name: order.name,
        side: sideWord(t, order),
        quantity: f.quantity(order.quantity - order.filledQuantity),
        price: order.price === null ? t('orders.type.market') : f.price(order.price),
        hold: f.money(order.hold),
      }),
    })
    if (!yes) return
    const answer = await write.run({ params: { id: order.id } })
    if (answer.ok) toast(t('orders.cancel.done'), { kind: 'ok' })
  }
  /**
   * Taken back as a part of what was confirmed: true once the exchange has said that the order is over, by
   * the cancel or a fill.
   */
  async function takeBack({ id }: OrderView): Promise<boolean> {
    const answer = await write.run({ params: { id } })
    if (!answer.ok && answer.error.rejection !== 'ORDER_FINISHED') return false
    const until = elapsed() + ANSWER_MS
    do {
      const order = await call(getOrder, { params: { id } }, { quiet: true }).catch(() => null)
      if (order?.place === null) return true
      await pause(LOOK_MS)
    } while (elapsed() < until)
    toast(t('orders.cancel.notYet'), { kind: 'fail' })
    return false
  }
  return { ask, takeBack, state: write.state }
}
