import { consideration, tenthsOf, type PriceYen, type Quantity } from '#kernel/price.ts'
import { Suspense, useState } from 'react'
import { lazily } from '#client/lazily.ts'
import { paths } from '#client/paths.ts'
import { useRead, refresh } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useLatest, useTopic } from '#client/topics.ts'
import { quoteTopic } from '#modules/market/contract.ts'
import { getOrder, listLossCuts } from '#modules/orders/contract.ts'
import { getLot, memberTopic, type LotView } from '#modules/portfolio/contract.ts'
import { DeliverLot, liveLot } from '#modules/portfolio/mobile/public.ts'
import { ActionBar } from '#ui/ActionBar.tsx'
import { Button } from '#ui/Button.tsx'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { Figure } from '#ui/Figure.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { MenuRow } from '#ui/MenuRow.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Page } from '#ui/Page.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Section } from '#ui/Section.tsx'
import { Stat, StatRow } from '#ui/Figure.tsx'
import { Tag } from '#ui/Tag.tsx'
import { CloseSheet } from './CloseSheet.tsx'
import { exitsKey, ExitsSheet } from './ExitsSheet.tsx'
import { trailWords } from './trail-words.ts'
import { profitBp, profitOfMarginBp } from './lot-figures.ts'
import { QuotedAndActual } from './QuotedAndActual.tsx'
import { closingWord, heldAs, statusTone } from './labels.ts'

const LossCutReceipt = lazily(async () => ({
  default: (await import('./LossCutReceipt.tsx')).LossCutReceipt,
}))

function Head({ lot }: { lot: LotView }) {
  const t = useT()
  const f = useFormat()
  const open = lot.status !== 'closed'
  const held = heldAs(lot)
  const profit = open ? lot.floatingProfit : lot.realizedProfit
  return (
    <Section>
      <div className="flex flex-col gap-2 pb-3">
        <div className="flex flex-wrap items-center gap-2">
          <a
            className="relative text-3 font-strong after:absolute after:inset-x-0 after:-inset-y-2.5"
            href={paths.stock({ code: lot.code })}
          >
            {lot.name}
          </a>
          <span className="text-grey-1 text-1">{lot.code}</span>
          <Tag tone={lot.side}>{t(`orders.side.${lot.side}`)}</Tag>
          <Tag tone="grey">{t('orders.confirm.times', { leverage: lot.leverage })}</Tag>
          {lot.source === 'day-trade' && <Tag tone="warn">{t('orders.day.tag')}</Tag>}
          <span className="grow" />
          <Tag tone={statusTone(lot.status)}>{t(`orders.status.${lot.status}`)}</Tag>
        </div>
        <p className="text-grey-1 text-1">
          {t(open ? 'orders.detail.floatingBefore' : 'orders.detail.realized')}
        </p>
        <div className="flex items-end justify-between gap-3">
          <Figure size={4} tone="auto" value={profit} unit={t('ui.yen')}>
            {f.signedYen(profit)}
          </Figure>
          {open && (
            <span className="text-right">
              <Figure size={3} tone="auto" value={profit}>
                {f.signedPercent(profitBp(lot))}
              </Figure>
              {held === 'margin' && (
                <span className="text-grey-1 text-1 block">
                  {t('orders.detail.ofMargin', { percent: f.signedPercent(profitOfMarginBp(lot)) })}
                </span>
              )}
            </span>
          )}
        </div>
      </div>
      <StatRow>
        <Stat term="openPrice" label={t('orders.detail.openPrice', { held })}>
          {f.price(lot.averageCost ?? lot.soldCost ?? lot.openPrice)}
        </Stat>
        <Stat label={t(open ? priceName(lot) : 'orders.detail.finalPrice')} align="center">
          {f.price(open ? (lot.marketPrice ?? lot.offerPrice) : lot.closePrice)}
        </Stat>
        <Stat term="marketValue" label={t('orders.detail.marketValue')} align="right">
          {f.yen(lot.marketValue)}
        </Stat>
      </StatRow>
    </Section>
  )
}

/** The market's price, or that of the offering until there is one. */
const priceName = ({ offerPrice }: Pick<LotView, 'offerPrice'>) =>
  offerPrice === null ? 'orders.detail.marketPrice' : 'ipo.offerPrice'

/** Shares that make no whole trading unit: what they are, and the way to close them alone. */
function OddLot({ lot, onClose }: { lot: LotView; onClose: () => void }) {
  const t = useT()
  const about = { title: t('orders.odd.title', { quantity: lot.oddQuantity }), note: t('orders.odd.note') }
  return lot.openQuantity - lot.closingQuantity < lot.oddQuantity ? (
    <Notice {...about} />
  ) : (
    <Notice {...about} action={t('orders.odd.close', { held: heldAs(lot) })} onPress={onClose} />
  )
}

function Fields({ lot }: { lot: LotView }) {
  const t = useT()
  const f = useFormat()
  const trail = trailWords(t, f, lot)
  const held = heldAs(lot)
  const isCharged = held === 'margin' || lot.charges !== 0 || lot.accrued !== 0
  return (
    <Section>
      <DefinitionList>
        {lot.closesAt !== null && (
          <DefinitionRow strong label={t('orders.day.closesAt')} note={t('orders.day.closesNote')}>
            {f.dateTime(lot.closesAt)}
          </DefinitionRow>
        )}
        <DefinitionRow label={t('orders.detail.lotNumber', { held })}>{lot.number}</DefinitionRow>
        <DefinitionRow label={t('orders.detail.side')}>
          {t(lot.side === 'up' ? 'orders.side.upLong' : 'orders.side.downLong')}
        </DefinitionRow>
        <DefinitionRow label={t('orders.detail.status')}>{t(`orders.status.${lot.status}`)}</DefinitionRow>
        <DefinitionRow term="leverage" label={t('orders.detail.leverage')}>
          {t('orders.confirm.times', { leverage: lot.leverage })}
        </DefinitionRow>
        <DefinitionRow label={t('orders.detail.traded')}>{f.shares(lot.quantity)}</DefinitionRow>
        <DefinitionRow label={t('orders.detail.quantity')}>{f.shares(lot.openQuantity)}</DefinitionRow>
        <DefinitionRow label={t('orders.detail.sales', { held })}>
          {f.shares(lot.quantity - lot.openQuantity)}
        </DefinitionRow>
        <DefinitionRow label={t('orders.detail.openedAt', { held })}>
          {f.dateTime(lot.openedAt)}
        </DefinitionRow>
        <DefinitionRow
          label={held === 'cash' ? t('orders.detail.buyPrice') : t('orders.detail.openPrice', { held })}
        >
          {f.price(lot.openPrice)}
        </DefinitionRow>
        {lot.closedAt !== null && (
          <DefinitionRow label={t('orders.detail.closedAt', { held })}>
            {f.dateTime(lot.closedAt)}
          </DefinitionRow>
        )}
        {lot.closePrice !== null && (
          <DefinitionRow label={t('orders.detail.closePrice', { held })}>
            {f.price(lot.closePrice)}
          </DefinitionRow>
        )}
        <DefinitionRow label={t(lot.closePrice === null ? priceName(lot) : 'orders.detail.finalPrice')}>
          {f.price(lot.closePrice ?? lot.marketPrice ?? lot.offerPrice)}
        </DefinitionRow>
        <DefinitionRow label={t('orders.detail.tradeValue', { held })}>
          {f.money(consideration(tenthsOf(lot.openPrice), lot.quantity))}
        </DefinitionRow>
        <DefinitionRow
          term={lot.status === 'closed' ? 'realized' : 'floating'}
          label={t('orders.detail.profit')}
          note={
            lot.status === 'closed'
              ? t('orders.detail.profitNote')
              : lot.averageCost === null
                ? t('orders.detail.floatingNote', { fee: f.money(lot.openFee) })
                : t('orders.close.taxedNote', { cost: f.money(lot.averageCost) })
          }
        >
          {f.signedMoney(lot.status === 'closed' ? lot.realizedProfit : lot.floatingProfit)}
        </DefinitionRow>
        <DefinitionRow term="commission" label={t('orders.detail.handlingFee')}>
          {f.money(lot.openFee + lot.closeFee)}
        </DefinitionRow>
        {isCharged && (
          <>
            <DefinitionRow term="charges" label={t('orders.detail.charges')}>
              {f.money(lot.charges)}
            </DefinitionRow>
            <DefinitionRow term="accrued" label={t('orders.detail.accrued')}>
              {f.money(lot.accrued)}
            </DefinitionRow>
          </>
        )}
        <DefinitionRow term="takeProfit" label={t('orders.detail.takeProfit')}>
          {lot.takeProfit === null ? t('orders.confirm.none') : f.price(lot.takeProfit)}
        </DefinitionRow>
        <DefinitionRow term="stopLoss" label={t('orders.detail.stopLoss')}>
          {lot.stopLoss === null ? t('orders.confirm.none') : f.price(lot.stopLoss)}
        </DefinitionRow>
        {trail !== null && <DefinitionRow label={t('orders.trail.distance')}>{trail}</DefinitionRow>}
        {lot.settlementDate !== null && (
          <DefinitionRow term="settlementDate" label={t('orders.detail.openSettlement', { held })}>
            {f.date(lot.settlementDate)}
          </DefinitionRow>
        )}
      </DefinitionList>
      <div className="-mx-gutter pt-1">
        {hasOrder(lot) && (
          <MenuRow label={t('orders.detail.order')} href={paths.tradeDetail({ order: lot.orderId })} />
        )}
        <MenuRow label={t('orders.detail.log')} href={paths.accountLog({ lot: lot.id })} />
      </div>
    </Section>
  )
}

/** An allotted lot came of an application: no order opened it. */
const hasOrder = ({ source }: Pick<LotView, 'source'>): boolean => source !== 'ipo' && source !== 'block-sale'

/** `quantity`, `price`: how many shares whoever sent here proposes to close, and at which limit in yen. */
export function LotDetail({
  id,
  closing,
  quantity,
  price,
}: {
  id: string
  closing: boolean
  quantity?: Quantity | undefined
  price?: PriceYen | undefined
}) {
  const t = useT()
  const f = useFormat()
  const [sheet, setSheet] = useState(closing)
  const [proposed, setProposed] = useState(quantity)
  const [exitsOpen, setExitsOpen] = useState(false)
  const read = useRead(getLot, { params: { id } })
  const order = useRead(
    getOrder,
    { params: { id: read.data?.orderId ?? '' } },
    { enabled: read.data !== undefined && hasOrder(read.data), quiet: true },
  )
  const cuts = useRead(
    listLossCuts,
    { params: { id } },
    { enabled: (read.data?.leverage ?? 1) > 1 || read.data?.side === 'down', quiet: true },
  )
  const quote = useLatest(
    quoteTopic,
    read.data && read.data.openQuantity > 0 ? { code: read.data.code } : null,
  )
  const again = () => {
    refresh(getLot, { params: { id } })
    refresh(listLossCuts, { params: { id } })
  }
  useTopic(
    memberTopic,
    {},
    (event) => {
      if (event.type === 'lot' && event.lotId === id) again()
    },
    { onReset: again },
  )
  const lot = read.data && liveLot(read.data, quote)
  const free = lot ? lot.openQuantity - lot.closingQuantity : 0

  return (
    <Page
      nav={<NavigationBar title={t('orders.detail.lot', { held: lot ? heldAs(lot) : 'margin' })} />}
      onRefresh={async () => void (await read.refetch())}
      footer={
        lot &&
        lot.status !== 'closed' && (
          <ActionBar>
            <Button kind="neutral" onPress={() => setExitsOpen(true)}>
              {t('orders.ticket.exits')}
            </Button>
            <Button
              kind={lot.side === 'up' ? 'sell' : 'buy'}
              onPress={() => {
                setProposed(quantity)
                setSheet(true)
              }}
            >
              {free === 0
                ? t('orders.close.busy', { held: heldAs(lot) })
                : t('orders.close.button', { side: closingWord(t, lot), quantity: f.quantity(free) })}
            </Button>
          </ActionBar>
        )
      }
    >
      <Loaded read={read} skeleton={<Skeleton kind="lines" rows={6} />}>
        {(loaded) => {
          const shown = liveLot(loaded, quote)
          return (
            <>
              <Head lot={shown} />
              {shown.oddQuantity > 0 && (
                <OddLot
                  lot={shown}
                  onClose={() => {
                    setProposed(shown.oddQuantity)
                    setSheet(true)
                  }}
                />
              )}
              {order.data && <QuotedAndActual order={order.data} />}
              {cuts.data && cuts.data.length > 0 && (
                <Suspense>
                  <LossCutReceipt cuts={cuts.data} />
                </Suspense>
              )}
              <Fields lot={shown} />
              <DeliverLot lot={shown} />
            </>
          )
        }}
      </Loaded>
      {lot && (
        <ExitsSheet
          key={exitsKey(lot)}
          lot={lot}
          quote={quote}
          open={exitsOpen && lot.status !== 'closed'}
          onClose={() => setExitsOpen(false)}
        />
      )}
      {lot && (
        <CloseSheet
          key={`${free} ${proposed}`}
          lot={lot}
          quote={quote}
          proposed={proposed}
          proposedPrice={price}
          open={sheet && lot.openQuantity > 0}
          onClose={() => setSheet(false)}
        />
      )}
    </Page>
  )
}
