import { Fragment, Suspense, useState } from 'react'
import { consideration, roundedUpTenths, tenthsOf, yenOf } from '#kernel/price.ts'
import { lazily } from '#client/lazily.ts'
import { paths } from '#client/paths.ts'
import { refresh, useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useTopic } from '#client/topics.ts'
import { getOrder, type OrderView } from '#modules/orders/contract.ts'
import { memberTopic } from '#modules/portfolio/contract.ts'
import { ActionBar } from '#ui/ActionBar.tsx'
import { Button } from '#ui/Button.tsx'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { Figure } from '#ui/Figure.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { MenuRow } from '#ui/MenuRow.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Section } from '#ui/Section.tsx'
import { SectionHead } from '#ui/Section.tsx'
import { Tag } from '#ui/Tag.tsx'
import { againPath } from './again.ts'
import { amendKey } from './amend-key.ts'
import { trailWords } from './trail-words.ts'
import { QuotedAndActual } from './QuotedAndActual.tsx'
import { tradedYen } from './quoted-rows.ts'
import { useCancel } from './use-cancel.ts'
import { executionOf, heldBy, sideWord, statusTone, statusWord, waitingWord } from './labels.ts'

const AmendSheet = lazily(async () => ({ default: (await import('./AmendSheet.tsx')).AmendSheet }))

function Head({ order }: { order: OrderView }) {
  const t = useT()
  const f = useFormat()
  return (
    <Section>
      <div className="flex flex-col gap-2">
        <div className="flex flex-wrap items-center gap-2">
          <a
            className="relative text-3 font-strong after:absolute after:inset-x-0 after:-inset-y-2.5"
            href={paths.stock({ code: order.code })}
          >
            {order.name}
          </a>
          <span className="text-grey-1 text-1">{order.code}</span>
          <Tag tone={order.side}>{sideWord(t, order)}</Tag>
          <Tag tone="grey">{t('orders.confirm.times', { leverage: order.leverage })}</Tag>
          <span className="grow" />
          <Tag tone={statusTone(order.status)}>{statusWord(t, order.status)}</Tag>
        </div>
        <p className="flex flex-wrap items-baseline gap-2">
          <Figure size={4} unit={t('orders.detail.shares')}>
            {f.quantity(order.quantity)}
          </Figure>
          <span className="text-grey-1 text-3">×</span>
          {order.averagePrice === null && order.price === null ? (
            <span className="text-3 font-strong">{t('orders.type.market')}</span>
          ) : (
            <Figure size={4} unit={t('ui.yen')}>
              {f.price(order.averagePrice ?? order.price)}
            </Figure>
          )}
        </p>
      </div>
    </Section>
  )
}

function Fields({ order }: { order: OrderView }) {
  const t = useT()
  const f = useFormat()
  const first = order.fills[0]?.at ?? null
  const waiting = waitingWord(t, order)
  const trail = trailWords(t, f, order)
  const exitTrail = trailWords(t, f, { trailYen: order.exitTrailYen, trailBp: order.exitTrailBp })
  // A buy order's fills are purchases, a sell order's are sales: the other half of the trade stands on the
  // lot.
  const bought = order.side === 'up'
  return (
    <Section>
      <DefinitionList>
        <DefinitionRow label={t('orders.detail.orderNumber')}>{order.number}</DefinitionRow>
        <DefinitionRow label={t('orders.detail.side')}>{sideWord(t, order)}</DefinitionRow>
        <DefinitionRow label={t('orders.detail.status')}>{statusWord(t, order.status)}</DefinitionRow>
        {waiting !== null && <DefinitionRow label={t('orders.detail.place')}>{waiting}</DefinitionRow>}
        {order.source !== 'order' && (
          <DefinitionRow label={t('orders.detail.terms')}>{t(`orders.source.${order.source}`)}</DefinitionRow>
        )}
        {order.origin !== 'member' && (
          <DefinitionRow label={t('orders.detail.origin')}>
            {t(`orders.origin.${order.origin}`)}
          </DefinitionRow>
        )}
        {order.amending !== null && (
          <DefinitionRow label={t('orders.amend.busy')}>
            {f.shares(order.amending.quantity)} × {f.price(order.amending.price)}
          </DefinitionRow>
        )}
        {order.reason !== null && (waiting === null || order.disputed) && (
          <DefinitionRow label={t('orders.detail.reason')}>{order.reason}</DefinitionRow>
        )}
        <DefinitionRow
          term={order.type === 'market' || order.type === 'stop' ? 'marketOrder' : 'limitOrder'}
          label={t('orders.detail.type')}
        >
          {t(`orders.type.${order.type}`)}
        </DefinitionRow>
        {order.triggerPrice !== null && (
          <DefinitionRow term="trigger" label={t('orders.ticket.trigger')}>
            {f.price(order.triggerPrice)}
          </DefinitionRow>
        )}
        {trail !== null && <DefinitionRow label={t('orders.trail.distance')}>{trail}</DefinitionRow>}
        {order.price !== null && (
          <DefinitionRow label={t('orders.detail.limitPrice')}>{f.price(order.price)}</DefinitionRow>
        )}
        <DefinitionRow term="execution" label={t('orders.ticket.execution')}>
          {t(`orders.execution.${executionOf(order)}`)}
        </DefinitionRow>
        <DefinitionRow term="validity" label={t('orders.confirm.validity')}>
          {t('orders.confirm.until', { date: f.dateTime(order.lapsesAt) })}
        </DefinitionRow>
        <DefinitionRow term="leverage" label={t('orders.detail.leverage')}>
          {t('orders.confirm.times', { leverage: order.leverage })}
        </DefinitionRow>
        <DefinitionRow label={t('orders.detail.placedAt')}>{f.dateTime(order.placedAt)}</DefinitionRow>
        {first !== null && (
          <>
            <DefinitionRow label={t(bought ? 'orders.detail.buyTime' : 'orders.detail.sellTime')}>
              {f.dateTime(first)}
            </DefinitionRow>
            <DefinitionRow label={t(bought ? 'orders.detail.buyPrice' : 'orders.detail.sellPrice')}>
              {f.price(order.averagePrice)}
            </DefinitionRow>
          </>
        )}
        <DefinitionRow label={t('orders.detail.traded')}>{f.shares(order.filledQuantity)}</DefinitionRow>
        {/* The result of a position stands with the order that closed it. */}
        {order.purpose === 'close' && order.profit !== null && (
          <DefinitionRow label={t('orders.detail.profit')} note={t('orders.detail.profitNote')}>
            {f.signedMoney(order.profit)}
          </DefinitionRow>
        )}
        {order.fills.length > 0 && (
          <DefinitionRow label={t('orders.detail.notional')}>{f.money(tradedYen(order))}</DefinitionRow>
        )}
        <DefinitionRow label={t('orders.detail.handlingFee')}>{f.money(order.fee)}</DefinitionRow>
        <DefinitionRow label={t('orders.detail.hold')}>{f.money(order.hold)}</DefinitionRow>
        <DefinitionRow label={t('orders.detail.takeProfit')}>
          {order.takeProfit === null ? t('orders.confirm.none') : f.price(order.takeProfit)}
        </DefinitionRow>
        <DefinitionRow label={t('orders.detail.stopLoss')}>
          {order.stopLoss === null ? t('orders.confirm.none') : f.price(order.stopLoss)}
          {exitTrail !== null && `${f.dot}${t('orders.trail.with', { distance: exitTrail })}`}
        </DefinitionRow>
      </DefinitionList>
      <div className="-mx-gutter pt-1">
        <MenuRow label={t('orders.detail.log')} href={paths.accountLog({ order: order.id })} />
      </div>
    </Section>
  )
}

function FillsAndLots({ order }: { order: OrderView }) {
  const t = useT()
  const f = useFormat()
  const lots = order.lotId === null ? order.lotIds : [order.lotId]
  const held = heldBy(order)
  /** Yen of an odd lot is not its price times its shares. */
  const roundedNote = ({ price, quantity }: OrderView['fills'][number]): string[] => {
    const rounded = roundedUpTenths(tenthsOf(price), quantity)
    const amount = f.money(consideration(tenthsOf(price), quantity))
    return rounded === 0 ? [] : [t('orders.detail.roundedUp', { amount, by: f.price(yenOf(rounded)) })]
  }
  return (
    <>
      {order.fills.length > 0 && (
        <Section>
          <SectionHead title={t('orders.detail.fills')} />
          {order.fills.map((fill, index) => (
            <Fragment key={`${fill.at} ${fill.price}`}>
              <DefinitionList>
                <DefinitionRow
                  label={f.time(fill.at)}
                  note={[`${t('orders.detail.fee')} ${f.money(fill.fee)}`, ...roundedNote(fill)].join(f.dot)}
                >
                  {f.shares(fill.quantity)} × {f.price(fill.price)}
                </DefinitionRow>
              </DefinitionList>
              {fill.receipt !== null && fill.receipt !== order.fills[index + 1]?.receipt && (
                <div className="-mx-gutter">
                  <MenuRow
                    label={t('orders.receipt.link')}
                    href={paths.receipt({ order: order.id, digest: fill.receipt })}
                  />
                </div>
              )}
            </Fragment>
          ))}
        </Section>
      )}
      {lots.length > 0 && (
        <Section flush>
          <SectionHead flush title={t('orders.detail.lots', { held })} />
          {lots.map((lot) => (
            <MenuRow key={lot} label={t('orders.detail.lot', { held })} href={paths.tradeDetail({ lot })} />
          ))}
        </Section>
      )}
    </>
  )
}

export function OrderDetail({ id, amending }: { id: string; amending: boolean }) {
  const t = useT()
  const read = useRead(getOrder, { params: { id } })
  const cancel = useCancel()
  const [sheet, setSheet] = useState(amending)
  const readAnew = () => refresh(getOrder, { params: { id } })
  useTopic(
    memberTopic,
    {},
    (event) => {
      if (event.type === 'order' && event.orderId === id) readAnew()
    },
    { onReset: readAnew },
  )

  const again = read.data && read.data.status !== 'pending' ? againPath(read.data) : null

  return (
    <Page
      nav={<NavigationBar title={t('orders.detail.order')} />}
      onRefresh={async () => void (await read.refetch())}
      footer={
        again !== null ? (
          <ActionBar>
            <Button kind="secondary" href={again}>
              {t('orders.detail.again')}
            </Button>
          </ActionBar>
        ) : (
          read.data?.status === 'pending' && (
            <ActionBar>
              <Button
                kind="neutral"
                disabled={read.data.amending !== null || read.data.origin !== 'member'}
                onPress={() => setSheet(true)}
              >
                {t(read.data.amending === null ? 'orders.amend.button' : 'orders.amend.busy')}
              </Button>
              <Button
                kind="danger"
                state={cancel.state}
                onPress={() => read.data && void cancel.ask(read.data)}
              >
                {t('orders.cancel.button')}
              </Button>
            </ActionBar>
          )
        )
      }
    >
      <Loaded read={read} skeleton={<Skeleton kind="lines" rows={6} />}>
        {(order) => (
          <>
            <Head order={order} />
            <QuotedAndActual order={order} />
            <Fields order={order} />
            <FillsAndLots order={order} />
          </>
        )}
      </Loaded>
      {read.data?.status === 'pending' && sheet && (
        <Suspense>
          <AmendSheet
            key={amendKey(read.data)}
            order={read.data}
            open={read.data.amending === null}
            onClose={() => setSheet(false)}
          />
        </Suspense>
      )}
    </Page>
  )
}
