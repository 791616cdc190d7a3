import { IconCircleCheck, IconClockHour4, IconCircleX } from '@tabler/icons-react'
import { Suspense } from 'react'
import { lazily } from '#client/lazily.ts'
import { paths } from '#client/paths.ts'
import { refresh, useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useTopic } from '#client/topics.ts'
import { listOrders, type OrderView } from '#modules/orders/contract.ts'
import { memberTopic } from '#modules/portfolio/contract.ts'
import { getTax } from '#modules/tax/contract.ts'
import { ActionBar } from '#ui/ActionBar.tsx'
import { Button } from '#ui/Button.tsx'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { ICON } from '#ui/icon.ts'
import { Loaded } from '#ui/Loaded.tsx'
import { MenuRow } from '#ui/MenuRow.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { ClosedRows } from './ClosedRows.tsx'
import { sideWord, statusWord } from './labels.ts'
import { QuotedAndActual } from './QuotedAndActual.tsx'
import { tradedYen } from './quoted-rows.ts'
import { asOne, isAbout } from './result-figures.ts'
import { trailWords } from './trail-words.ts'

const WaitingActs = lazily(async () => ({ default: (await import('./WaitingActs.tsx')).WaitingActs }))

/**
 * The outcome of what was sent; it follows the orders until they are filled. `id`: one of them. `first`: what
 * the sending answered.
 */
export function OrderResult({ id, first }: { id: string; first?: OrderView }) {
  const t = useT()
  const asked = { query: { with: id } }
  const read = useRead(listOrders, asked, first && { placeholder: [first] })
  const again = () => {
    refresh(listOrders, asked)
    refresh(getTax)
  }
  useTopic(
    memberTopic,
    {},
    (event) => {
      if (event.type === 'order' && isAbout(read.data, event.orderId)) again()
    },
    { onReset: again },
  )
  return (
    <Loaded
      read={read}
      skeleton={<Skeleton kind="lines" rows={6} />}
      title={t('orders.result.sent')}
      isOutcome
    >
      {([newest, ...older]) => newest && <Outcome orders={[...older.toReversed(), newest]} />}
    </Loaded>
  )
}

function Outcome({ orders }: { orders: readonly OrderView[] }) {
  const t = useT()
  const f = useFormat()
  const [oldest, ...others] = orders
  const order = asOne([oldest!, ...others])
  const exitTrail = trailWords(t, f, { trailYen: order.exitTrailYen, trailBp: order.exitTrailBp })
  const tradedAt = order.fills
    .map(({ at }) => at)
    .toSorted()
    .at(-1)
  return (
    <>
      <Section>
        <Verdict order={order} />
        {order.status === 'pending' && others.length === 0 && (
          <Suspense>
            <div className="flex justify-center pb-3">
              <WaitingActs order={order} />
            </div>
          </Suspense>
        )}
        <DefinitionList>
          {others.length === 0 && (
            <DefinitionRow label={t('orders.detail.orderNumber')}>{order.number}</DefinitionRow>
          )}
          <DefinitionRow label={t('orders.trade.columnStock')}>
            {order.name} {order.code}
          </DefinitionRow>
          <DefinitionRow label={t('orders.detail.side')}>{sideWord(t, order)}</DefinitionRow>
          <DefinitionRow label={t('orders.detail.traded')}>
            {t('orders.trade.filled', {
              filled: f.quantity(order.filledQuantity),
              quantity: f.quantity(order.quantity),
            })}
          </DefinitionRow>
          <DefinitionRow
            label={t('orders.detail.price')}
            strong
            note={
              tradedAt === undefined ? null : <span className="block text-right">{f.moment(tradedAt)}</span>
            }
          >
            {f.price(order.averagePrice)}
          </DefinitionRow>
          {order.fills.length > 0 && (
            <DefinitionRow label={t('orders.detail.notional')}>{f.money(tradedYen(order))}</DefinitionRow>
          )}
          <DefinitionRow label={t('orders.detail.fee')}>{f.money(order.fee)}</DefinitionRow>
          {order.settlementDate !== null && (
            <DefinitionRow term="settlementDate" label={t('orders.detail.settlementDate')}>
              {f.date(order.settlementDate)}
            </DefinitionRow>
          )}
          {order.purpose === 'close' && <ClosedRows order={order} orders={orders} />}
          {order.takeProfit !== null && (
            <DefinitionRow label={t('orders.detail.takeProfit')}>{f.price(order.takeProfit)}</DefinitionRow>
          )}
          {order.stopLoss !== null && (
            <DefinitionRow label={t('orders.detail.stopLoss')}>
              {f.price(order.stopLoss)}
              {exitTrail !== null && `${f.dot}${t('orders.trail.with', { distance: exitTrail })}`}
            </DefinitionRow>
          )}
        </DefinitionList>
      </Section>
      <QuotedAndActual order={order} />
      <Section flush>
        {orders.map((each) => (
          <Links key={each.id} order={each} isOnly={others.length === 0} />
        ))}
      </Section>
    </>
  )
}

/** At the foot, whatever the result is long: the way on. */
export function ResultFoot() {
  const t = useT()
  return (
    <ActionBar>
      <Button state="idle" href={paths.trade()}>
        {t('orders.result.toTrade')}
      </Button>
    </ActionBar>
  )
}

function Verdict({ order }: { order: OrderView }) {
  const t = useT()
  const f = useFormat()
  const waiting = order.status === 'pending'
  const failed = order.status === 'rejected' || order.status === 'expired' || order.status === 'cancelled'
  const isPart = order.filledQuantity > 0 && order.filledQuantity < order.quantity
  return (
    <div className="flex flex-col items-center gap-2 py-4 text-center" role="status">
      {waiting ? (
        <IconClockHour4 {...ICON} className="text-warn" aria-hidden />
      ) : failed ? (
        <IconCircleX {...ICON} className="text-danger" aria-hidden />
      ) : (
        <IconCircleCheck {...ICON} className="text-ok" aria-hidden />
      )}
      <p className="text-3 font-strong">
        {isPart
          ? t('orders.trade.filled', {
              filled: f.quantity(order.filledQuantity),
              quantity: f.quantity(order.quantity),
            })
          : waiting
            ? t(
                `orders.result.${order.place === 'armed' || order.place === 'held' ? order.place : 'pending'}`,
              )
            : failed
              ? statusWord(t, order.status)
              : t('orders.result.holding')}
      </p>
      {order.reason !== null && <p className="text-grey-1">{order.reason}</p>}
    </div>
  )
}

/** The record of an order, and the receipts of its fills. `isOnly`: no other was sent with it. */
function Links({ order, isOnly }: { order: OrderView; isOnly: boolean }) {
  const t = useT()
  const f = useFormat()
  const receipts = new Set(order.fills.flatMap(({ receipt }) => (receipt === null ? [] : [receipt])))
  return (
    <>
      <MenuRow
        label={isOnly ? t('orders.result.toDetail') : order.number}
        {...(isOnly ? {} : { value: `${f.shares(order.filledQuantity)} × ${f.price(order.averagePrice)}` })}
        href={paths.tradeDetail({ order: order.id })}
      />
      {[...receipts].map((digest) => (
        <MenuRow
          key={digest}
          label={t('orders.receipt.link')}
          href={paths.receipt({ order: order.id, digest })}
        />
      ))}
    </>
  )
}
