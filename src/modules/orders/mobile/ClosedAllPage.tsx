import { paths } from '#client/paths.ts'
import { refresh, useRead } from '#client/reads.ts'
import type { ScreenProps } from '#client/screens.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useTopic } from '#client/topics.ts'
import { listOrders, type OrderView } from '#modules/orders/contract.ts'
import { requestOf } from '#modules/orders/model/order.ts'
import { memberTopic } from '#modules/portfolio/contract.ts'
import { useAccount } from '#modules/portfolio/mobile/public.ts'
import { Button } from '#ui/Button.tsx'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Figure } from '#ui/Figure.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { MenuRow } from '#ui/MenuRow.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Page } from '#ui/Page.tsx'
import { Section, SectionHead } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { refusals } from './close-each.ts'
import { sideWord, statusWord } from './labels.ts'
import { tradedYen } from './quoted-rows.ts'
import { asOne, isAbout } from './result-figures.ts'

const listed = (ids: string | undefined): string[] => (ids ?? '').split(',').filter(Boolean)

/**
 * The outcome of closing everything: of each holding what was sent and what became of it, what was refused,
 * and their sums. It follows the orders until they are filled.
 */
export default function ClosedAllPage({ params }: ScreenProps<'closedAll'>) {
  const t = useT()
  const refused = listed(params.refused)
  const isEmpty = params.orders === undefined && refused.length === 0
  return (
    <Page nav={<NavigationBar title={t('orders.pageTitle.closedAll')} />}>
      {isEmpty && (
        <Empty
          title={t('orders.detail.none')}
          note={t('orders.detail.noneNote')}
          action={{ label: t('orders.result.toTrade'), href: paths.trade() }}
        />
      )}
      {refused.map((lot) => (
        <Refused key={lot} lot={lot} />
      ))}
      {params.orders !== undefined && <Sent ids={params.orders} />}
      {!isEmpty && (
        <div className="flex gap-2 p-4">
          <Button href={paths.trade()}>{t('orders.result.toTrade')}</Button>
        </div>
      )}
    </Page>
  )
}

/** A holding of which nothing was sent, by its first lot; its sentence is known until the app is closed. */
function Refused({ lot }: { lot: string }) {
  const t = useT()
  const f = useFormat()
  const held = useAccount().lots.find(({ id }) => id === lot)
  return (
    <Notice
      tone="warn"
      title={[held?.name, t('orders.status.rejected')].filter(Boolean).join(f.dot)}
      note={refusals.get(lot)}
      href={paths.tradeDetail({ lot, act: 'close' })}
    />
  )
}

function Sent({ ids }: { ids: string }) {
  const t = useT()
  const asked = { query: { with: ids } }
  const read = useRead(listOrders, asked)
  const again = () => refresh(listOrders, asked)
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
      {(orders) => <Outcomes orders={orders} />}
    </Loaded>
  )
}

/** One row a holding, each leading to its own result. */
function Outcomes({ orders }: { orders: readonly OrderView[] }) {
  const t = useT()
  const f = useFormat()
  const holdings = [...Map.groupBy(orders.toReversed(), ({ number }) => requestOf(number)).values()].map(
    ([first, ...others]) => asOne([first!, ...others]),
  )
  const sum = (of: (order: OrderView) => number) => holdings.reduce((all, order) => all + of(order), 0)
  const waiting = holdings.filter(({ status }) => status === 'pending').length
  const profit = sum((order) => order.profit ?? 0)
  return (
    <>
      <Section>
        <p className="py-2 text-3 font-strong" role="status">
          {waiting > 0 ? t('orders.result.pending') : t('orders.result.holding')}
        </p>
        <DefinitionList>
          <DefinitionRow label={t('orders.detail.traded')}>
            {t('orders.trade.filled', {
              filled: f.quantity(sum(({ filledQuantity }) => filledQuantity)),
              quantity: f.quantity(sum(({ quantity }) => quantity)),
            })}
          </DefinitionRow>
          <DefinitionRow label={t('orders.detail.notional')}>{f.money(sum(tradedYen))}</DefinitionRow>
          <DefinitionRow label={t('orders.detail.fee')}>{f.money(sum(({ fee }) => fee))}</DefinitionRow>
          <DefinitionRow strong term="realized" label={t('orders.detail.realized')}>
            <Figure strong tone="auto" value={profit}>
              {f.signedMoney(profit)}
            </Figure>
          </DefinitionRow>
        </DefinitionList>
      </Section>
      <Section flush>
        <SectionHead flush title={t(waiting > 0 ? 'orders.status.closing' : 'orders.trade.closed')} />
        {holdings.map((order) => (
          <MenuRow
            key={order.id}
            label={
              <>
                <span className="block font-strong">
                  {order.name} {order.code}
                </span>
                <span className="block text-1 text-grey-1">
                  {[
                    sideWord(t, order),
                    t('orders.trade.filled', {
                      filled: f.quantity(order.filledQuantity),
                      quantity: f.quantity(order.quantity),
                    }),
                    ...(order.averagePrice === null ? [] : [f.price(order.averagePrice)]),
                  ].join(f.dot)}
                </span>
                {order.reason !== null && <span className="block text-1 text-danger">{order.reason}</span>}
              </>
            }
            value={
              <>
                <span className="block">{statusWord(t, order.status)}</span>
                {order.profit !== null && (
                  <Figure strong tone="auto" value={order.profit}>
                    {f.signedMoney(order.profit)}
                  </Figure>
                )}
              </>
            }
            href={paths.confirm({ order: order.id })}
          />
        ))}
      </Section>
    </>
  )
}
