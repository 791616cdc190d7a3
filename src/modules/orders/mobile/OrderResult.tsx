import { IconCircleCheck, IconClockHour4, IconCircleX } from '@tabler/icons-react'
import { paths } from '#client/paths.ts'
import { refresh, useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useTopic } from '#client/topics.ts'
import { getOrder, type OrderView } from '#modules/orders/contract.ts'
import { memberTopic } from '#modules/portfolio/contract.ts'
import { Button } from '#ui/Button.tsx'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { ICON } from '#ui/icon.ts'
import { Loaded } from '#ui/Loaded.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { statusWord } from './labels.ts'
import { tradedYen } from './quoted-rows.ts'

/**
 * The outcome of an order that was sent; it follows the order until it is filled. `first`: what the sending
 * answered.
 */
export function OrderResult({ id, first }: { id: string; first?: OrderView }) {
  const read = useRead(getOrder, { params: { id } }, first && { placeholder: first })
  const again = () => refresh(getOrder, { params: { id } })
  useTopic(
    memberTopic,
    {},
    (event) => {
      if (event.type === 'order' && event.orderId === id) again()
    },
    { onReset: again },
  )
  return (
    <Loaded read={read} skeleton={<Skeleton kind="lines" rows={6} />}>
      {(order) => <Outcome order={order} />}
    </Loaded>
  )
}

function Outcome({ order }: { order: OrderView }) {
  const t = useT()
  const f = useFormat()
  const waiting = order.status === 'pending'
  const failed = order.status === 'rejected' || order.status === 'expired' || order.status === 'cancelled'
  return (
    <>
      <Section>
        <div className="flex flex-col items-center gap-2 py-4 text-center" role="status">
          {waiting ? (
            <IconClockHour4 {...ICON} className="text-warn" aria-hidden />
          ) : failed ? (
            <IconCircleX {...ICON} className="text-danger" aria-hidden />
          ) : (
            <IconCircleCheck {...ICON} className="text-ok" aria-hidden />
          )}
          <p className="text-3 font-strong">
            {waiting
              ? t(
                  `orders.result.${order.place === 'armed' || order.place === 'held' ? order.place : 'pending'}`,
                )
              : failed
                ? statusWord(t, order.status)
                : t('orders.result.holding')}
          </p>
          {order.reason !== null && <p className="text-grey-1">{order.reason}</p>}
        </div>
        <DefinitionList>
          <DefinitionRow label={t('orders.detail.orderNumber')}>{order.number}</DefinitionRow>
          <DefinitionRow label={t('orders.trade.columnStock')}>
            {order.name} {order.code}
          </DefinitionRow>
          <DefinitionRow label={t('orders.detail.traded')}>
            {t('orders.trade.filled', {
              filled: f.quantity(order.filledQuantity),
              quantity: f.quantity(order.quantity),
            })}
          </DefinitionRow>
          <DefinitionRow label={t('orders.detail.price')} strong>
            {f.price(order.averagePrice)}
          </DefinitionRow>
          {order.fills.length > 0 && (
            <DefinitionRow label={t('orders.detail.notional')}>{f.money(tradedYen(order))}</DefinitionRow>
          )}
          <DefinitionRow label={t('orders.detail.handlingFee')}>{f.money(order.fee)}</DefinitionRow>
          {order.takeProfit !== null && (
            <DefinitionRow label={t('orders.detail.takeProfit')}>{f.price(order.takeProfit)}</DefinitionRow>
          )}
          {order.stopLoss !== null && (
            <DefinitionRow label={t('orders.detail.stopLoss')}>{f.price(order.stopLoss)}</DefinitionRow>
          )}
        </DefinitionList>
      </Section>
      <div className="flex gap-2 p-4">
        <Button kind="secondary" href={paths.tradeDetail({ order: order.id })}>
          {t('orders.result.toDetail')}
        </Button>
        <Button href={paths.trade()}>{t('orders.result.toTrade')}</Button>
      </div>
    </>
  )
}
