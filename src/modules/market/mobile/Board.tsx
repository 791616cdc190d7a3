import { useMember } from '#client/member.ts'
import { navigate } from '#client/navigation.ts'
import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useLatest } from '#client/topics.ts'
import { Empty } from '#ui/Empty.tsx'
import { toneClass } from '#ui/Figure.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { useRoving } from '#ui/roving.ts'
import { depthTopic, getDepth, type DepthView, type QuoteView } from '../contract.ts'
import { markOf } from './session-line.ts'
import { tradePath, type Closing } from './trade-path.ts'

type Level = DepthView['bids'][number]

/**
 * The book, ten levels a side around the spread. The column pressed is the side: the left one sells at its
 * price, the right one buys.
 */
export function Board({ quote, closing }: { quote: QuoteView; closing: Closing }) {
  'use memo'
  const t = useT()
  const { code } = quote
  const read = useRead(getDepth, { params: { code } }, { quiet: true })
  const heard = useLatest(depthTopic, { code })
  return (
    <Loaded read={read} skeleton="lines" title={t('market.board.cannotLoad')}>
      {(depth) => <Levels depth={heard ?? depth} quote={quote} closing={closing} />}
    </Loaded>
  )
}

function Levels({ depth, quote, closing }: { depth: DepthView; quote: QuoteView; closing: Closing }) {
  const t = useT()
  const f = useFormat()
  const roving = useRoving<HTMLDivElement>()
  if (depth.bids.length + depth.asks.length === 0) return <Empty title={t('market.board.empty')} />
  const largest = Math.max(...[...depth.bids, ...depth.asks].map(([, size]) => size))
  const [ask, bid] = [depth.asks[0]?.[0], depth.bids[0]?.[0]]
  return (
    <div className="flex flex-col px-gutter pb-3" {...roving}>
      <p className="pt-1 text-center text-1 text-grey-1 order-last pt-2">{t('market.board.hint')}</p>
      <div className="half-head flex py-1 text-1 text-grey-1">
        <span className="w-1/3 pr-2 text-right">{t('market.board.sellSize')}</span>
        <span className="w-1/3 text-center">{t('market.board.price')}</span>
        <span className="w-1/3 pl-2">{t('market.board.buySize')}</span>
      </div>
      <ul>
        {depth.asks.toReversed().map((level) => (
          <Side
            key={level[0]}
            side="sell"
            level={level}
            largest={largest}
            quote={quote}
            best={ask}
            closing={closing}
          />
        ))}
      </ul>
      <div
        ref={inMiddle}
        className="my-1 flex flex-wrap justify-center gap-x-4 border-y border-grey-3 py-1 text-1 text-grey-1"
      >
        {ask !== undefined && bid !== undefined && ask > bid && (
          <span>{t('market.board.spread', { spread: f.price(ask - bid) })}</span>
        )}
        <span>{t('market.board.over', { size: f.large(depth.over) })}</span>
        <span>{t('market.board.under', { size: f.large(depth.under) })}</span>
        {depth.marketSell + depth.marketBuy > 0 && (
          <span>
            {t('market.board.market', { size: `${f.large(depth.marketSell)} / ${f.large(depth.marketBuy)}` })}
          </span>
        )}
      </div>
      <ul>
        {depth.bids.map((level) => (
          <Side
            key={level[0]}
            side="buy"
            level={level}
            largest={largest}
            quote={quote}
            best={bid}
            closing={closing}
          />
        ))}
      </ul>
    </div>
  )
}

/** The spread of a board that scrolls by itself stands at first in the middle of what its head leaves. */
function inMiddle(spread: HTMLElement | null): void {
  const half = spread?.closest<HTMLElement>('.half')
  if (!spread || !half) return
  const head = half.querySelector<HTMLElement>('.half-head')?.offsetHeight ?? 0
  half.scrollTop = spread.offsetTop + spread.offsetHeight / 2 - (half.clientHeight + head) / 2
}

type SideProps = {
  side: 'sell' | 'buy'
  level: Level
  largest: number
  quote: QuoteView
  best: number | undefined
  closing: Closing
}

/** One level: a column of orders to sell, its price, a column of orders to buy. */
function Side({ side, level: [price, size], largest, quote, best, closing }: SideProps) {
  const t = useT()
  const f = useFormat()
  const { requireMember } = useMember()
  // The side that presses carries the mark at its quote; before an auction both best prices do.
  const isMarked =
    quote.indication === null
      ? price === best
      : side === quote.indication.side && price === quote.indication.price
  const mark = isMarked ? markOf(quote) : null
  const open = (way: 'up' | 'down') =>
    requireMember(t(way === 'up' ? 'market.stock.actBuy' : 'market.stock.actSell'), () =>
      navigate.to(tradePath(quote.code, closing, way, price)),
    )
  const bar = (
    <>
      <span
        className={`absolute inset-y-0.5 ${side === 'sell' ? 'right-0 bg-down-wash' : 'left-0 bg-up-wash'}`}
        style={{ width: `${Math.max((size / largest) * 100, 1)}%` }}
      />
      <span className="relative">{f.quantity(size)}</span>
    </>
  )
  return (
    <li className="flex min-h-touch items-stretch text-2 dense:min-h-6">
      <button
        type="button"
        data-column="sell"
        className="pressable relative flex w-1/3 items-center justify-end pr-2"
        onClick={() => open('down')}
      >
        <span className="sr-only">{t('market.board.sellAt', { price: f.price(price) })}</span>
        {side === 'sell' && bar}
      </button>
      <span
        className={`relative grid w-1/3 place-items-center font-strong ${toneClass('auto', price - quote.previousClose)}`}
      >
        {mark !== null && (
          <span className="absolute inset-y-0 left-1 flex items-center text-1 text-warn" aria-hidden>
            {t(`market.mark.${mark}`)}
          </span>
        )}
        {f.price(price)}
      </span>
      <button
        type="button"
        data-column="buy"
        // Tab comes to the best price that there is to buy at.
        data-first={side === 'sell' && price === best ? '' : undefined}
        className="pressable relative flex w-1/3 items-center pl-2"
        onClick={() => open('up')}
      >
        <span className="sr-only">{t('market.board.buyAt', { price: f.price(price) })}</span>
        {side === 'buy' && bar}
      </button>
    </li>
  )
}
