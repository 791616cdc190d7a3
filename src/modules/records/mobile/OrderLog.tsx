import { useState } from 'react'
import { paths } from '#client/paths.ts'
import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import type { LogStatus } from '#modules/funding/model/states.ts'
import { listOrders, type OrderView } from '#modules/orders/contract.ts'
import { sideWord } from '#modules/orders/mobile/public.ts'
import { Empty } from '#ui/Empty.tsx'
import { InfiniteScroll } from '#ui/InfiniteScroll.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { Row } from '#ui/Row.tsx'
import { Section } from '#ui/Section.tsx'
import { Tag } from '#ui/Tag.tsx'
import { orderLogStatus, statusesOfLog } from '../model/order-log.ts'
import { StatusPick, toneOf } from './StatusPick.tsx'

const PAGE = 50

function OrderRow({ order }: { order: OrderView }) {
  const t = useT()
  const f = useFormat()
  const status = orderLogStatus(order.status)
  return (
    <Row href={paths.tradeDetail({ order: order.id })}>
      <span className="flex w-full items-start justify-between gap-3 py-2">
        <span className="min-w-0">
          <span className="text-2 font-strong flex flex-wrap items-center gap-1">
            {order.name} <Tag tone={order.side}>{sideWord(t, order)}</Tag>
          </span>
          <span className="text-grey-1 text-1 block">
            {order.code}　{f.shares(order.filledQuantity)}／{f.shares(order.quantity)}
          </span>
          <span className="text-grey-1 text-1 block">{f.dateTime(order.placedAt)}</span>
        </span>
        <span className="flex shrink-0 flex-col items-end gap-1">
          <span className="text-2 font-strong">{f.price(order.averagePrice ?? order.price)}</span>
          <Tag tone={toneOf(status)}>{t(`orders.status.${order.status}`)}</Tag>
        </span>
      </span>
    </Row>
  )
}

export function OrderLog() {
  const t = useT()
  const [status, setStatus] = useState<LogStatus>()
  const [limit, setLimit] = useState(PAGE)
  const read = useRead(
    listOrders,
    { query: { limit: String(limit), status: status && statusesOfLog(status).join(',') } },
    { keepPrevious: true },
  )
  return (
    <>
      <StatusPick
        value={status}
        onChange={setStatus}
        nameOf={(each) => t(`records.log.statusOrder.${each}`)}
      />
      <Section flush>
        <Loaded read={read} skeleton="stock">
          {(orders) =>
            orders.length === 0 ? (
              status === undefined ? (
                <Empty
                  title={t('records.log.noOrders')}
                  note={t('records.log.noOrdersNote')}
                  action={{ label: t('records.log.findStock'), href: paths.search() }}
                />
              ) : (
                <Empty title={t('records.log.none')} />
              )
            ) : (
              <>
                {orders.map((order) => (
                  <OrderRow key={order.id} order={order} />
                ))}
                <InfiniteScroll
                  hasMore={orders.length === limit && limit < 500}
                  loading={read.isFetching}
                  onMore={() => setLimit(limit + PAGE)}
                />
              </>
            )
          }
        </Loaded>
      </Section>
    </>
  )
}
