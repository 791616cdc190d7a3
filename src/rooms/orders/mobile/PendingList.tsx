import type { UseQueryResult } from '@tanstack/react-query'
import { paths } from '#client/paths.ts'
import type { CallError } from '#client/call-error.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useLatest } from '#client/topics.ts'
import { quoteTopic } from '#rooms/market/contract.ts'
import type { OrderView } from '#rooms/orders/contract.ts'
import { Button } from '#ui/Button.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Tag } from '#ui/Tag.tsx'
import { useCancel } from './use-cancel.ts'
import { sideWord } from './words.ts'

function Pending({ order }: { order: OrderView }) {
  const t = useT()
  const f = useFormat()
  const quote = useLatest(quoteTopic, { code: order.code })
  const cancel = useCancel()
  return (
    <li className="border-grey-3 mx-gutter flex flex-col gap-2 border-b py-3">
      <a className="flex items-start justify-between gap-3" href={paths.tradeDetail({ order: order.id })}>
        <span className="min-w-0">
          <span className="text-2 font-strong flex flex-wrap items-center gap-1">
            {order.name} <Tag tone={order.side}>{sideWord(t, order)}</Tag> <Tag tone="grey">{t(`orders.type.${order.type}`)}</Tag>
          </span>
          <span className="text-grey-1 text-1 block">{order.code}　{f.shares(order.quantity)}　{f.dateTime(order.placedAt)}</span>
          <span className="text-grey-1 text-1 block">
            {t('orders.trade.filled', { filled: f.quantity(order.filledQuantity), quantity: f.quantity(order.quantity) })}
            　{t('orders.trade.held', { hold: f.money(order.hold) })}
          </span>
        </span>
        <span className="shrink-0 text-right">
          <span className="text-3 font-strong block">{order.price === null ? t('orders.type.market') : f.price(order.price)}</span>
          <span className="text-grey-1 text-1 block">{t('orders.trade.now', { price: f.price(quote?.last) })}</span>
        </span>
      </a>
      <div className="flex"><Button kind="neutral" size="s" state={cancel.state} onPress={() => void cancel.ask(order)}>{t('orders.cancel.button')}</Button></div>
    </li>
  )
}

export function PendingList({ read }: { read: UseQueryResult<OrderView[], CallError> }) {
  const t = useT()
  return (
    <Loaded read={read} skeleton={<Skeleton kind="stock" />}>
      {(orders) => orders.length === 0
        ? <Empty title={t('orders.trade.noPending')} note={t('orders.trade.noPendingNote')} />
        : <ul>{orders.map((order) => <Pending key={order.id} order={order} />)}</ul>}
    </Loaded>
  )
}
