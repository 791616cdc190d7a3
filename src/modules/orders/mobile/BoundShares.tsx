import { paths } from '#client/paths.ts'
import { refresh, useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useTopic } from '#client/topics.ts'
import { listOrders } from '#modules/orders/contract.ts'
import { memberTopic, type LotView } from '#modules/portfolio/contract.ts'
import { Notice } from '#ui/Notice.tsx'
import { heldAs, heldBy, orderWords } from './labels.ts'

/**
 * Own orders that close the same holding already: each with the shares that it binds and its price, and the
 * way to where it is amended or taken back.
 */
export function BoundShares({ lot }: { lot: LotView }) {
  const t = useT()
  const f = useFormat()
  const held = heldAs(lot)
  const query = { status: 'pending', code: lot.code } as const
  const pending = useRead(listOrders, { query }, { quiet: true })
  useTopic(memberTopic, {}, (event) => event.type === 'order' && refresh(listOrders))
  const binding = (pending.data ?? []).filter(
    (order) => order.purpose === 'close' && order.side !== lot.side && heldBy(order) === held,
  )
  return binding.map((order) => (
    <Notice
      key={order.id}
      tone="warn"
      title={orderWords(t, f, order)}
      note={t('orders.close.busy', { held })}
      action={`${t('orders.amend.button')}${f.dot}${t('orders.cancel.button')}`}
      href={paths.tradeDetail({ order: order.id })}
    />
  ))
}
