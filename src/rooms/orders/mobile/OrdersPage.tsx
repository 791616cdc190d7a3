import { useState } from 'react'
import type { ScreenProps } from '#client/screens.ts'
import { paths } from '#client/paths.ts'
import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { listOrders, ORDER_STATUSES, type OrderStatus, type OrderView } from '#rooms/orders/contract.ts'
import { Chip, Chips } from '#ui/Chip.tsx'
import { Empty } from '#ui/Empty.tsx'
import { InfiniteScroll } from '#ui/InfiniteScroll.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { Row } from '#ui/Row.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Section } from '#ui/Section.tsx'
import { Tag } from '#ui/Tag.tsx'
import { sideWord, statusTone, statusWord } from './words.ts'

const PAGE = 50

function OrderRow({ order }: { order: OrderView }) {
  const t = useT()
  const f = useFormat()
  return (
    <Row href={paths.tradeDetail({ order: order.id })}>
      <span className="flex w-full items-start justify-between gap-3 py-2">
        <span className="min-w-0">
          <span className="text-2 font-strong flex flex-wrap items-center gap-1">{order.name} <Tag tone={order.side}>{sideWord(t, order)}</Tag></span>
          <span className="text-grey-1 text-1 block">{order.code}　{f.shares(order.quantity)}　{f.dateTime(order.placedAt)}</span>
        </span>
        <span className="flex shrink-0 flex-col items-end gap-1">
          <span className="text-2 font-strong">{f.price(order.averagePrice ?? order.price)}</span>
          <Tag tone={statusTone(order.status)}>{statusWord(t, order.status)}</Tag>
        </span>
      </span>
    </Row>
  )
}

const statusOf = (text: string | undefined): OrderStatus | undefined => ORDER_STATUSES.find((status) => status === text)

export default function OrdersPage({ params }: ScreenProps<'orders'>) {
  const t = useT()
  const [limit, setLimit] = useState(PAGE)
  const [status, setStatus] = useState(statusOf(params.status))
  const orders = useRead(listOrders, { query: { limit: String(limit), status } }, { keepPrevious: true })
  return (
    <Page nav={<NavigationBar title={t('orders.orders.title')} />} onRefresh={async () => void (await orders.refetch())}>
      <Section flush>
        <div className="px-gutter">
          <Chips label={t('orders.detail.status')}>
            <Chip selected={status === undefined} onPress={() => setStatus(undefined)}>{t('orders.orders.all')}</Chip>
            {ORDER_STATUSES.map((one) => (
              <Chip key={one} selected={status === one} onPress={() => setStatus(one)}>{statusWord(t, one)}</Chip>
            ))}
          </Chips>
        </div>
        <Loaded read={orders} skeleton={<Skeleton kind="stock" />}>
          {(list) => list.length === 0
            ? <Empty title={t('orders.orders.empty')} note={t('orders.orders.emptyNote')} action={{ label: t('orders.trade.findStock'), href: paths.search() }} />
            : (
              <>
                {list.map((order) => <OrderRow key={order.id} order={order} />)}
                <InfiniteScroll hasMore={list.length === limit} loading={orders.isFetching} onMore={() => setLimit(limit + PAGE)} />
              </>
            )}
        </Loaded>
      </Section>
    </Page>
  )
}
