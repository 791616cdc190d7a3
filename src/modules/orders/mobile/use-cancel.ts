import { useFormat, useT } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import { cancelOrder, listOrders, type OrderView } from '#modules/orders/contract.ts'
import { getAccount } from '#modules/portfolio/contract.ts'
import { confirm } from '#ui/confirm.tsx'
import { toast } from '#ui/toast.tsx'
import { sideWord } from './labels.ts'

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
  return { ask, state: write.state }
}
