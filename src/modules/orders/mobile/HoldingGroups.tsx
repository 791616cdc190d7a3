import { IconArrowsSort } from '@tabler/icons-react'
import { useState } from 'react'
import { paths } from '#client/paths.ts'
import { useFormat, useLang, useT } from '#client/texts.ts'
import type { LotView } from '#modules/portfolio/contract.ts'
import {
  byOrder,
  HOLDING_KINDS,
  HOLDING_ORDERS,
  holdingKind,
  holdingsOf,
  inOrder,
  profitRate,
  type Holding,
  type HoldingKind,
  type HoldingOrder,
} from '#modules/portfolio/model/holdings.ts'
import { Chip, Chips } from '#ui/Chip.tsx'
import { Empty } from '#ui/Empty.tsx'
import { toneClass } from '#ui/Figure.tsx'
import { HoldingRow } from '#ui/HoldingRow.tsx'
import { ICON_XS } from '#ui/icon.ts'
import { ChoiceRow } from '#ui/MenuRow.tsx'
import { Sheet } from '#ui/Modal.tsx'
import { Tag } from '#ui/Tag.tsx'
import { profitBp } from './lot-figures.ts'

/** Today's part of a result, its sign and colour with it. */
function Today({ yen }: { yen: number | null }) {
  const t = useT()
  const f = useFormat()
  return (
    <span className={toneClass('auto', yen)}>{t('orders.trade.todayOf', { yen: f.signedYen(yen) })}</span>
  )
}

/** The price of the offering of an issue that has never traded: no market price. */
function Offered({ of: { offerPrice } }: { of: Pick<LotView, 'offerPrice'> }) {
  const t = useT()
  const f = useFormat()
  return offerPrice !== null && <Tag tone="grey">{`${t('ipo.offerPrice')} ${f.price(offerPrice)}`}</Tag>
}

/** `inside`: under the holding that it is a part of, which says the name. */
function Lot({ lot, inside, onLongPress }: { lot: LotView; inside: boolean; onLongPress: () => void }) {
  const t = useT()
  const f = useFormat()
  const tags = (
    <>
      {!inside && <Tag tone={lot.side}>{t(`orders.trade.kind.${holdingKind(lot)}`)}</Tag>}
      {!inside && <Offered of={lot} />}
      {lot.oddQuantity > 0 && <Tag tone="grey">{t('orders.odd.tag')}</Tag>}
      {lot.closesAt !== null && <Tag tone="warn">{`${t('orders.day.tag')} ${f.clock(lot.closesAt)}`}</Tag>}
    </>
  )
  /** A purchase of shares that have one cost together: their result is the holding's. */
  const bought = inside && lot.averageCost !== null
  const shares = `${f.shares(lot.openQuantity)}${f.dot}${f.number(lot.leverage, Number.isInteger(lot.leverage) ? 0 : 1)}×`
  return (
    <HoldingRow
      name={inside ? `${f.date(lot.openedAt)} ${f.clock(lot.openedAt)}` : lot.name}
      tag={tags}
      meta={
        bought
          ? `${shares}${f.dot}${t('orders.detail.price')} ${f.price(lot.openPrice)}`
          : inside
            ? shares
            : `${lot.code}　${shares}`
      }
      {...(!bought && {
        price: lot.marketPrice,
        openPrice: lot.averageCost ?? lot.openPrice,
        profit: lot.floatingProfit,
        profitBp: profitBp(lot),
        today: <Today yen={lot.todayProfit} />,
      })}
      href={paths.tradeDetail({ lot: lot.id })}
      onLongPress={onLongPress}
    />
  )
}

/** Lots that one order opened at several prices: one row with their mean, that opens them. */
function Filled({ lots, onLongPress }: { lots: readonly LotView[]; onLongPress: (lot: LotView) => void }) {
  const t = useT()
  const f = useFormat()
  const [isOpen, setOpen] = useState(false)
  const first = lots[0]!
  const [whole] = holdingsOf(lots)
  if (lots.length === 1 || whole === undefined)
    return <Lot lot={first} inside onLongPress={() => onLongPress(first)} />
  const at = `${f.date(first.openedAt)} ${f.clock(first.openedAt)}`
  return (
    <>
      <HoldingRow
        name={at}
        tag={null}
        meta={`${f.shares(whole.quantity)}${f.dot}${t('orders.trade.lotCount', { count: lots.length })}`}
        {...(first.averageCost === null && {
          price: whole.marketPrice,
          openPrice: whole.averagePrice,
          profit: whole.profitYen,
          profitBp: profitRate(whole),
          today: <Today yen={whole.todayYen} />,
        })}
        expanded={isOpen}
        onPress={() => setOpen(!isOpen)}
        onLongPress={() => onLongPress(first)}
      />
      {isOpen && (
        <ul className="border-l-4 border-brand-wash" aria-label={at}>
          {lots.map((lot) => (
            <li key={lot.id}>
              <Lot lot={lot} inside onLongPress={() => onLongPress(lot)} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** One issue in one way: its lot, or a row that opens its lots. */
function Group({ holding, onLongPress }: { holding: Holding<LotView>; onLongPress: (lot: LotView) => void }) {
  const t = useT()
  const f = useFormat()
  const [isOpen, setOpen] = useState(false)
  const { kind, lots } = holding
  const [only] = lots
  const orders = byOrder(lots)
  const parts = orders.length === 1 ? lots.map((lot) => [lot]) : orders
  if (lots.length === 1 && only)
    return (
      <li>
        <Lot lot={only} inside={false} onLongPress={() => onLongPress(only)} />
      </li>
    )
  return (
    <li>
      <HoldingRow
        name={holding.name}
        tag={
          <>
            <Tag tone={kind === 'short' ? 'down' : 'up'}>{t(`orders.trade.kind.${kind}`)}</Tag>
            <Offered of={holding} />
          </>
        }
        meta={`${holding.code}　${f.shares(holding.quantity)}${f.dot}${t('orders.trade.lotCount', { count: lots.length })}`}
        price={holding.marketPrice}
        openPrice={holding.averagePrice}
        profit={holding.profitYen}
        profitBp={profitRate(holding)}
        today={<Today yen={holding.todayYen} />}
        expanded={isOpen}
        onPress={() => setOpen(!isOpen)}
        onLongPress={() => only && onLongPress(only)}
      />
      {isOpen && (
        <ul className="border-l-4 border-brand-wash bg-sunk/40" aria-label={holding.name}>
          {parts.map((filled) => (
            <li key={filled[0]!.id}>
              <Filled lots={filled} onLongPress={onLongPress} />
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

/**
 * Holdings by issue and way of holding it, in the chosen order; each opens to its lots, whose actions a
 * long press shows.
 */
export function HoldingGroups({
  lots,
  onLongPress,
}: {
  lots: readonly LotView[]
  onLongPress: (lot: LotView) => void
}) {
  const t = useT()
  const f = useFormat()
  const lang = useLang()
  const [kind, setKind] = useState<HoldingKind | null>(null)
  const [order, setOrder] = useState<HoldingOrder>('value')
  const [isSorting, setSorting] = useState(false)
  const all = holdingsOf(lots)
  const shown = inOrder(
    all.filter((holding) => kind === null || holding.kind === kind),
    order,
    (a, b) => a.localeCompare(b, lang),
  )
  const value = shown.reduce((sum, { valueYen }) => sum + (valueYen ?? 0), 0)

  return (
    <>
      <div className="px-gutter">
        <Chips label={t('orders.trade.filter')}>
          <Chip selected={kind === null} onPress={() => setKind(null)}>
            {t('orders.trade.kind.all')}
          </Chip>
          {HOLDING_KINDS.map((each) => (
            <Chip key={each} selected={kind === each} onPress={() => setKind(each)}>
              {t(`orders.trade.kind.${each}`)}
            </Chip>
          ))}
        </Chips>
      </div>
      <div className="flex items-center justify-between gap-3 px-gutter text-1 text-grey-1">
        <span role="status">
          {t('orders.trade.shown', {
            count: new Set(shown.map(({ code }) => code)).size,
            value: f.money(value),
          })}
        </span>
        <button
          type="button"
          className="pressable -mr-2 flex min-h-touch shrink-0 items-center gap-1 rounded-1 px-2 text-brand"
          aria-label={`${t('orders.trade.sort')}${f.dot}${t(`orders.trade.order.${order}`)}`}
          onClick={() => setSorting(true)}
        >
          <IconArrowsSort {...ICON_XS} />
          {t(`orders.trade.order.${order}`)}
        </button>
      </div>
      {shown.length === 0 ? (
        <Empty
          title={t('orders.trade.noneOfKind')}
          action={{ label: t('orders.trade.showAll'), onPress: () => setKind(null) }}
        />
      ) : (
        <>
          <div className="flex gap-2 px-gutter pb-1 text-1 text-grey-1" aria-hidden>
            <span className="grow">{t('orders.trade.columnStock')}</span>
            <span className="min-w-16 text-right">{t('orders.trade.columnPrice')}</span>
            <span className="min-w-26 text-right">{t('orders.trade.columnProfit')}</span>
          </div>
          <ul aria-label={t('orders.trade.holdings')}>
            {shown.map((holding) => (
              <Group key={`${holding.code} ${holding.kind}`} holding={holding} onLongPress={onLongPress} />
            ))}
          </ul>
        </>
      )}
      <Sheet open={isSorting} onClose={() => setSorting(false)} title={t('orders.trade.sort')}>
        {HOLDING_ORDERS.map((each) => (
          <ChoiceRow
            key={each}
            label={t(`orders.trade.order.${each}`)}
            chosen={each === order}
            onPress={() => {
              setOrder(each)
              setSorting(false)
            }}
          />
        ))}
      </Sheet>
    </>
  )
}
