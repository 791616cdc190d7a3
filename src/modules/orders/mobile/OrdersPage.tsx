import { useState } from 'react'
import type { ScreenProps } from '#client/screens.ts'
import { useMarketDay } from '#client/market-day.ts'
import { paths } from '#client/paths.ts'
import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { listOrders, ORDER_STATUSES, type OrderStatus, type OrderView } from '#modules/orders/contract.ts'
import { Chip, Chips } from '#ui/Chip.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Field } from '#ui/Field.tsx'
import { InfiniteScroll } from '#ui/InfiniteScroll.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { MenuRow } from '#ui/MenuRow.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { daysOf, type PeriodChoice } from '#ui/period.ts'
import { PeriodPick } from '#ui/PeriodPick.tsx'
import { Row } from '#ui/Row.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Section } from '#ui/Section.tsx'
import { Tag } from '#ui/Tag.tsx'
import { sideWord, statusTone, statusWord } from './labels.ts'

const PAGE = 50
const MOST = 500
const SIDES = ['up', 'down'] as const
const CODE = /^[0-9A-Z]{4,5}$/

function OrderRow({ order }: { order: OrderView }) {
  const t = useT()
  const f = useFormat()
  return (
    <Row href={paths.tradeDetail({ order: order.id })}>
      <span className="flex w-full items-start justify-between gap-3 py-2">
        <span className="min-w-0">
          <span className="text-2 font-strong flex flex-wrap items-center gap-1">
            {order.name} <Tag tone={order.side}>{sideWord(t, order)}</Tag>
          </span>
          <span className="text-grey-1 text-1 block">
            {order.code}　{f.shares(order.quantity)}　{f.dateTime(order.placedAt)}
          </span>
        </span>
        <span className="flex shrink-0 flex-col items-end gap-1">
          <span className="text-2 font-strong">{f.price(order.averagePrice ?? order.price)}</span>
          <Tag tone={statusTone(order.status)}>{statusWord(t, order.status)}</Tag>
        </span>
      </span>
    </Row>
  )
}

const statusOf = (text: string | undefined): OrderStatus | undefined =>
  ORDER_STATUSES.find((status) => status === text)

type Filters = {
  status: OrderStatus | undefined
  side: (typeof SIDES)[number] | undefined
  code: string
  period: PeriodChoice
}

function FilterBar({ filters, change }: { filters: Filters; change: (part: Partial<Filters>) => void }) {
  const t = useT()
  const { status, side, code, period } = filters
  return (
    <Section>
      <PeriodPick value={period} onChange={(value) => change({ period: value })} />
      <Chips label={t('orders.detail.status')}>
        <Chip selected={status === undefined} onPress={() => change({ status: undefined })}>
          {t('orders.orders.all')}
        </Chip>
        {ORDER_STATUSES.map((one) => (
          <Chip key={one} selected={status === one} onPress={() => change({ status: one })}>
            {statusWord(t, one)}
          </Chip>
        ))}
      </Chips>
      <Chips label={t('orders.orders.side')}>
        <Chip selected={side === undefined} onPress={() => change({ side: undefined })}>
          {t('orders.orders.bothSides')}
        </Chip>
        {SIDES.map((one) => (
          <Chip key={one} selected={side === one} onPress={() => change({ side: one })}>
            {t(`orders.direction.${one}`)}
          </Chip>
        ))}
      </Chips>
      <Field
        plain
        label={t('orders.orders.code')}
        rule={t('orders.orders.codeRule')}
        value={code}
        maxLength={5}
        autoCapitalize="characters"
        spellCheck={false}
        autoComplete="off"
        onChange={(text) => change({ code: text.normalize('NFKC').toUpperCase() })}
      />
    </Section>
  )
}

/** Every order, by period, status, side and issue. */
export default function OrdersPage({ params }: ScreenProps<'orders'>) {
  const t = useT()
  const today = useMarketDay()
  const [limit, setLimit] = useState(PAGE)
  const [filters, setFilters] = useState<Filters>({
    status: statusOf(params.status),
    side: undefined,
    code: params.code ?? '',
    period: { name: 'all' },
  })
  const { status, side, code, period } = filters
  const isAll = status === undefined && side === undefined && code === '' && period.name === 'all'
  const query = {
    limit: String(limit),
    status,
    side,
    code: CODE.test(code) ? code : undefined,
    ...daysOf(period, today),
  }
  const orders = useRead(listOrders, { query }, { keepPrevious: true })
  return (
    <Page
      nav={<NavigationBar title={t('orders.orders.title')} />}
      onRefresh={async () => void (await orders.refetch())}
    >
      <FilterBar
        filters={filters}
        change={(part) => {
          setFilters({ ...filters, ...part })
          setLimit(PAGE)
        }}
      />
      <Section flush>
        <Loaded read={orders} skeleton={<Skeleton kind="stock" />}>
          {(list) =>
            list.length === 0 ? (
              isAll ? (
                <Empty
                  title={t('orders.orders.empty')}
                  note={t('orders.orders.emptyNote')}
                  action={{ label: t('orders.trade.findStock'), href: paths.search() }}
                />
              ) : (
                <Empty title={t('orders.orders.noneSuch')} />
              )
            ) : (
              <>
                {list.map((order) => (
                  <OrderRow key={order.id} order={order} />
                ))}
                <InfiniteScroll
                  hasMore={list.length === limit && limit < MOST}
                  loading={orders.isFetching}
                  onMore={() => setLimit(limit + PAGE)}
                />
              </>
            )
          }
        </Loaded>
      </Section>
      <Section flush>
        <MenuRow label={t('records.reports.title')} href={paths.reports()} />
      </Section>
    </Page>
  )
}
