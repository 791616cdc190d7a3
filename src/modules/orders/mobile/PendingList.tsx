import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { paths } from '#client/paths.ts'
import type { CallError } from '#client/call-error.ts'
import { trailWords } from './trail-words.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useLatest } from '#client/topics.ts'
import { tenthsOf, yenOf } from '#kernel/price.ts'
import { quoteTopic } from '#modules/market/contract.ts'
import type { OrderView } from '#modules/orders/contract.ts'
import { Button } from '#ui/Button.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Tag } from '#ui/Tag.tsx'
import { CancelAll } from './CancelAll.tsx'
import { useCancel } from './use-cancel.ts'
import { executionOf, sideWord, waitingWord } from './labels.ts'

function Pending({ order }: { order: OrderView }) {
  const t = useT()
  const f = useFormat()
  const quote = useLatest(quoteTopic, { code: order.code })
  const cancel = useCancel()
  const execution = executionOf(order)
  const waiting = waitingWord(t, order)
  const at = order.triggerPrice ?? order.price
  const last = quote?.last ?? null
  const away = at === null || last === null ? null : yenOf(tenthsOf(at) - tenthsOf(last))
  return (
    <li className="border-grey-3 mx-gutter flex flex-col gap-2 border-b py-3">
      <a className="flex items-start justify-between gap-3" href={paths.tradeDetail({ order: order.id })}>
        <span className="min-w-0">
          <span className="text-2 font-strong flex flex-wrap items-center gap-1">
            {order.name} <Tag tone={order.side}>{sideWord(t, order)}</Tag>{' '}
            <Tag tone="grey">{t(`orders.type.${order.type}`)}</Tag>
            {execution !== 'none' && <Tag tone="grey">{t(`orders.execution.${execution}`)}</Tag>}
            {waiting !== null && <Tag tone="warn">{waiting}</Tag>}
          </span>
          <span className="text-grey-1 text-1 block">
            {order.code}　{f.shares(order.quantity)}　{f.dateTime(order.placedAt)}
          </span>
          <span className="text-grey-1 text-1 block">
            {t('orders.trade.filled', {
              filled: f.quantity(order.filledQuantity),
              quantity: f.quantity(order.quantity),
            })}
            {'　'}
            {t('orders.trade.held', { hold: f.money(order.hold) })}
          </span>
          <span className="text-grey-1 text-1 block">
            {order.triggerPrice !== null &&
              `${t(order.side === 'up' ? 'orders.confirm.triggerUp' : 'orders.confirm.triggerDown', { price: f.price(order.triggerPrice) })}　`}
            {trailWords(t, f, order) !== null &&
              `${t('orders.trail.with', { distance: trailWords(t, f, order) ?? '' })}　`}
            {t('orders.confirm.until', { date: f.dateTime(order.lapsesAt) })}
          </span>
          {(order.takeProfit ?? order.stopLoss) !== null && (
            <span className="text-grey-1 text-1 block">
              {order.takeProfit !== null && `${t('orders.detail.takeProfit')} ${f.price(order.takeProfit)}　`}
              {order.stopLoss !== null && `${t('orders.detail.stopLoss')} ${f.price(order.stopLoss)}`}
            </span>
          )}
        </span>
        <span className="shrink-0 text-right">
          <span className="text-3 font-strong block">
            {order.price === null ? t('orders.type.market') : f.price(order.price)}
          </span>
          <span className="text-grey-1 text-1 block">
            {t('orders.trade.now', { price: f.price(quote?.last) })}
            {away !== null && ` (${f.signedPrice(away)})`}
          </span>
        </span>
      </a>
      <div className="flex gap-2">
        <Button kind="neutral" size="s" href={paths.tradeDetail({ order: order.id, act: 'amend' })}>
          {t('orders.amend.button')}
        </Button>
        <Button kind="neutral" size="s" state={cancel.state} onPress={() => void cancel.ask(order)}>
          {t('orders.cancel.button')}
        </Button>
      </div>
    </li>
  )
}

export function PendingList({ read }: { read: UseQueryResult<OrderView[], CallError> }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <List read={read} setAsking={setAsking} />
      {isAsking && read.data && <CancelAll orders={read.data} onClose={() => setAsking(false)} />}
    </>
  )
}

function List({
  read,
  setAsking,
}: {
  read: UseQueryResult<OrderView[], CallError>
  setAsking: (isAsking: boolean) => void
}) {
  const t = useT()
  return (
    <Loaded read={read} skeleton={<Skeleton kind="stock" />}>
      {(orders) =>
        orders.length === 0 ? (
          <Empty
            title={t('orders.trade.noPending')}
            note={t('orders.trade.noPendingNote')}
            action={{ label: t('orders.trade.findStock'), href: paths.search() }}
          />
        ) : (
          <>
            {orders.length > 1 && (
              <div className="px-gutter flex justify-end">
                <button
                  type="button"
                  className="pressable text-brand min-h-touch"
                  onClick={() => setAsking(true)}
                >
                  {t('orders.cancelAll.title')}
                </button>
              </div>
            )}
            <ul>
              {orders.map((order) => (
                <Pending key={order.id} order={order} />
              ))}
            </ul>
          </>
        )
      }
    </Loaded>
  )
}
