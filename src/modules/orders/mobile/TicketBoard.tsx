import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useState } from 'react'
import { useFormat, useT } from '#client/texts.ts'
import type { PriceYen, Quantity } from '#kernel/price.ts'
import type { QuoteView } from '#modules/market/contract.ts'
import { toneClass } from '#ui/Figure.tsx'
import { ICON_XS } from '#ui/icon.ts'
import { useRoving } from '#ui/roving.ts'
import { useStillTap } from '#ui/still-tap.ts'
import { toast } from '#ui/toast.tsx'
import { useDepth } from './use-board.ts'

/** Levels a side of the open board. */
const LEVELS = 5
/** A screen so high shows the open board and the form under it. */
const HIGH_SCREEN = '(min-height: 700px)'

/** A board whose prices send at once: the words of the order, and the act. */
export type Sending = { words: { way: string; quantity: string }; act: (price: PriceYen) => void }
type Act = { onPick: (price: PriceYen) => void; send?: Sending | undefined }

/**
 * Ask at the left and bid at the right, as on every board, and further levels a side. A price pressed
 * becomes the limit of the ticket, or (`send`) an order at once.
 */
export function TicketBoard({
  quote,
  onPick,
  send,
  brief = false,
}: { quote: QuoteView; /** It begins with the best prices alone. */ brief?: boolean } & Act) {
  const t = useT()
  const depth = useDepth(quote.code)
  const [isOpen, setIsOpen] = useState(() => !brief && matchMedia(HIGH_SCREEN).matches)
  const bids = depth?.bids ?? bestAlone(quote.bid)
  const asks = depth?.asks ?? bestAlone(quote.ask)
  const rows = Array.from({ length: isOpen ? LEVELS : 1 }, (_, n) => ({
    place: n + 1,
    bid: bids[n],
    ask: asks[n],
  }))
  const largest = Math.max(1, ...rows.flatMap(({ bid, ask }) => [bid?.[1] ?? 0, ask?.[1] ?? 0]))
  const roving = useRoving<HTMLUListElement>()
  const Chevron = isOpen ? IconChevronUp : IconChevronDown
  return (
    <div>
      <div className="grid grid-cols-4 text-1 text-grey-1" aria-hidden>
        <span>{t('orders.ticket.askSize')}</span>
        <span className="pr-2 text-right">{t('market.stock.ask')}</span>
        <span className="pl-2">{t('market.stock.bid')}</span>
        <span className="text-right">{t('orders.ticket.bidSize')}</span>
      </div>
      <ul aria-label={t('orders.ticket.board')} className={send && 'settles'} {...roving}>
        {rows.map(({ place, bid, ask }) => (
          <li key={place} className="grid min-h-touch grid-cols-2">
            <Cell side="ask" level={ask} largest={largest} quote={quote} onPick={onPick} send={send} />
            <Cell side="bid" level={bid} largest={largest} quote={quote} onPick={onPick} send={send} />
          </li>
        ))}
      </ul>
      <button
        type="button"
        aria-expanded={isOpen}
        className="pressable flex min-h-touch w-full items-center justify-center gap-1 text-1 text-brand"
        onClick={() => setIsOpen(!isOpen)}
      >
        {t(isOpen ? 'orders.ticket.boardLess' : 'orders.ticket.boardMore')}
        <Chevron {...ICON_XS} aria-hidden />
      </button>
    </div>
  )
}

/** Until the board has come, its best price stands there without a size. */
const bestAlone = (price: PriceYen | null): (readonly [PriceYen, Quantity | null])[] =>
  price === null ? [] : [[price, null]]

type CellProps = Act & {
  side: 'bid' | 'ask'
  level: readonly [PriceYen, Quantity | null] | undefined
  largest: Quantity
  quote: QuoteView
}
function Cell({ level, ...props }: CellProps) {
  const f = useFormat()
  if (level === undefined)
    return <span className={`${placeOf(props.side)} text-grey-1`}>{f.price(null)}</span>
  return <Level level={level} {...props} />
}

const placeOf = (side: 'bid' | 'ask') =>
  `relative flex items-center justify-between gap-2 text-2 ${side === 'ask' ? 'pr-2' : 'flex-row-reverse pl-2'}`

function Level({
  side,
  level: [price, size],
  largest,
  quote,
  onPick,
  send,
}: CellProps & { level: readonly [PriceYen, Quantity | null] }) {
  const t = useT()
  const f = useFormat()
  const isBid = side === 'bid'
  const tap = useStillTap(
    price,
    (touched) => send?.act(touched),
    () => toast(t('orders.oneTap.moved')),
  )
  return (
    <button
      type="button"
      data-column={side}
      className={`pressable ${placeOf(side)}`}
      {...(send === undefined ? { onClick: () => onPick(price) } : tap)}
    >
      <span className="sr-only">
        {send === undefined
          ? t('orders.ticket.boardPick', { side })
          : t('orders.oneTap.tapAt', { ...send.words, price: f.price(price) })}
      </span>
      <span
        className={`absolute inset-y-1 ${isBid ? 'left-0 bg-up-wash' : 'right-0 bg-down-wash'}`}
        style={{ width: `${((size ?? 0) / largest) * 100}%` }}
      />
      <span className="relative text-grey-1">{size === null ? '' : f.quantity(size)}</span>
      <span className={`relative font-strong ${toneClass('auto', price - quote.previousClose)}`}>
        {f.price(price)}
      </span>
    </button>
  )
}
