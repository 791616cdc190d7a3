import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { paths } from '#client/paths.ts'
import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { listOrders } from '#modules/orders/contract.ts'
import { getAccount, listLots, type LotView } from '#modules/portfolio/contract.ts'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Figure } from '#ui/Figure.tsx'
import { ICON_XS } from '#ui/icon.ts'
import { InfiniteScroll } from '#ui/InfiniteScroll.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { Row } from '#ui/Row.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Tag } from '#ui/Tag.tsx'
import { bySale } from './closed-sales.ts'

const PAGE = 50

/** `at`: when it was closed, or the last part of it. */
function Closed({ lot, at }: { lot: LotView; at: string | null }) {
  const t = useT()
  const f = useFormat()
  const closed = lot.quantity - lot.openQuantity
  return (
    <Row href={paths.tradeDetail({ lot: lot.id })}>
      <span className="flex w-full items-center justify-between gap-3 py-2">
        <span className="min-w-0">
          <span className="text-2 font-strong flex flex-wrap items-center gap-1">
            {lot.name} <Tag tone={lot.side}>{t(`orders.side.${lot.side}`)}</Tag>
            {lot.status !== 'closed' && <Tag tone="grey">{t('orders.trade.closedPart')}</Tag>}
          </span>
          <span className="text-grey-1 text-1 block">
            {[
              ...(at === null ? [] : [f.date(at)]),
              lot.status === 'closed'
                ? f.shares(closed)
                : t('orders.trade.closedOf', { closed, quantity: lot.quantity }),
              `${f.price(lot.soldCost ?? lot.openPrice)} → ${f.price(lot.closePrice)}`,
            ].join(f.dot)}
          </span>
        </span>
        <Figure size={3} tone="auto" value={lot.realizedProfit}>
          {f.signedYen(lot.realizedProfit)}
        </Figure>
      </span>
    </Row>
  )
}

/** Lots that one request closed: one row with their sum, that opens them. */
function Sale({ lots, at }: { lots: readonly LotView[]; at: (lot: LotView) => string | null }) {
  const t = useT()
  const f = useFormat()
  const [isOpen, setOpen] = useState(false)
  const first = lots[0]!
  const sum = (of: (lot: LotView) => number) => lots.reduce((all, lot) => all + of(lot), 0)
  const shares = sum(({ quantity, openQuantity }) => quantity - openQuantity)
  const profit = sum(({ realizedProfit }) => realizedProfit)
  const closedAt = at(first)
  return (
    <>
      <Row expanded={isOpen} onPress={() => setOpen(!isOpen)}>
        <span className="flex w-full items-center justify-between gap-3 py-2">
          <span className="min-w-0">
            <span className="text-2 font-strong flex flex-wrap items-center gap-1">
              {first.name} <Tag tone={first.side}>{t(`orders.side.${first.side}`)}</Tag>
              <IconChevronDown
                {...ICON_XS}
                className={`size-4 shrink-0 text-grey-1 transition-transform ${isOpen ? 'rotate-180' : ''}`}
              />
            </span>
            <span className="text-grey-1 text-1 block">
              {[
                ...(closedAt === null ? [] : [f.date(closedAt)]),
                f.shares(shares),
                t('orders.trade.lotCount', { count: lots.length }),
              ].join(f.dot)}
            </span>
          </span>
          <Figure size={3} tone="auto" value={profit}>
            {f.signedYen(profit)}
          </Figure>
        </span>
      </Row>
      {isOpen && (
        <div className="border-l-4 border-brand-wash">
          {lots.map((lot) => (
            <Closed key={lot.id} lot={lot} at={at(lot)} />
          ))}
        </div>
      )}
    </>
  )
}

/** Settlements by sale; of an open one the part that was closed. Their sum is the result before tax. */
export function ClosedList() {
  const t = useT()
  const f = useFormat()
  const [limit, setLimit] = useState(PAGE)
  const account = useRead(getAccount, {})
  const closed = useRead(
    listLots,
    { query: { status: 'realized', limit: String(limit) } },
    { keepPrevious: true },
  )
  // The orders say which lots went in one sale, and when a lot that is still held was closed in part.
  const parts = useRead(listOrders, { query: { status: 'closed', limit: '500' } }, { quiet: true })
  const partAt = (id: string) =>
    parts.data?.find(({ lotId, filledQuantity }) => lotId === id && filledQuantity > 0)?.updatedAt ?? null
  const atOf = (lot: LotView) => lot.closedAt ?? partAt(lot.id)
  return (
    <Loaded read={closed} skeleton={<Skeleton kind="stock" />}>
      {(lots) =>
        lots.length === 0 ? (
          <Empty
            title={t('orders.trade.noClosed')}
            note={t('orders.trade.noClosedNote')}
            action={{ label: t('orders.trade.findStock'), href: paths.search() }}
          />
        ) : (
          <>
            <div className="px-gutter py-1">
              <DefinitionList>
                <DefinitionRow
                  label={t('orders.trade.closedSum')}
                  note={t('orders.trade.closedNote', { due: f.money(account.data?.taxDue) })}
                  strong
                >
                  <Figure strong tone="auto" value={account.data?.realizedProfit}>
                    {f.signedMoney(account.data?.realizedProfit)}
                  </Figure>
                </DefinitionRow>
                {lots.length < limit && (
                  <DefinitionRow label={t('orders.trade.closedTotal')}>
                    {f.signedMoney(lots.reduce((sum, lot) => sum + lot.realizedProfit, 0))}
                  </DefinitionRow>
                )}
              </DefinitionList>
            </div>
            {bySale(lots, parts.data ?? []).map((sale) =>
              sale.length === 1 ? (
                <Closed key={sale[0]!.id} lot={sale[0]!} at={atOf(sale[0]!)} />
              ) : (
                <Sale key={sale[0]!.id} lots={sale} at={atOf} />
              ),
            )}
            <InfiniteScroll
              hasMore={lots.length === limit}
              loading={closed.isFetching}
              onMore={() => setLimit(limit + PAGE)}
            />
          </>
        )
      }
    </Loaded>
  )
}
