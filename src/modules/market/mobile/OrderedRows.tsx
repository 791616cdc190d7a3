import { useState, type ReactNode } from 'react'
import { topicName, useLatestOf } from '#client/topics.ts'
import { useFormat, useT } from '#client/texts.ts'
import { quoteTopic, type StockRow } from '../contract.ts'
import { isLiveOrder, keptIn, orderOf } from './list-order.ts'
import type { ListedBy } from './listed-by.ts'
import { newestOf } from './live.ts'

/**
 * Rows whose figures move while their places do not: the order is made anew with each read of the list, never
 * under a finger or a pressed button, and the list says of when it is.
 */
export function OrderedRows({
  rows,
  by,
  children,
}: {
  rows: readonly StockRow[]
  by: ListedBy
  children: (row: StockRow, index: number) => ReactNode
}) {
  const t = useT()
  const f = useFormat()
  const heard = useLatestOf(quoteTopic, isLiveOrder(by) ? rows.map(({ code }) => ({ code })) : [])
  const made = () => ({
    rows,
    by,
    ...orderOf(rows, by, ({ code, quote }) => newestOf(quote, heard.get(topicName(quoteTopic, { code })))),
  })
  const [order, setOrder] = useState(made)
  const [isPressed, setIsPressed] = useState(false)
  if (order.by !== by || (order.rows !== rows && !isPressed)) setOrder(made())
  const release = () => setIsPressed(false)
  return (
    <div
      onPointerDown={() => setIsPressed(true)}
      onPointerUp={release}
      onPointerCancel={release}
      onPointerLeave={release}
    >
      {order.at !== null && (
        <p className="px-gutter text-right text-1 text-grey-1">
          {t('market.market.orderedAt', { time: f.time(order.at) })}
        </p>
      )}
      {keptIn(rows, order).map(children)}
    </div>
  )
}
