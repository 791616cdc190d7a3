import { useMember } from '#client/member.ts'
import { navigate } from '#client/navigation.ts'
import { paths } from '#client/paths.ts'
import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useLatest } from '#client/topics.ts'
import { Empty } from '#ui/Empty.tsx'
import { toneClass } from '#ui/Figure.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { depthTopic, getDepth, type DepthView, type QuoteView } from '../contract.ts'
import { markOf } from './session-line.ts'

type Level = DepthView['bids'][number]

/** The book, ten levels a side around the spread. Pressing a level opens the ticket at its price. */
export function Board({ quote }: { quote: QuoteView }) {
  'use memo'
  const t = useT()
  const { code } = quote
  const read = useRead(getDepth, { params: { code } }, { quiet: true })
  const heard = useLatest(depthTopic, { code })
  return (
    <Loaded read={read} skeleton="lines" title={t('market.board.cannotLoad')}>
      {(depth) => <Levels depth={heard ?? depth} quote={quote} />}
    </Loaded>
  )
}

function Levels({ depth, quote }: { depth: DepthView; quote: QuoteView }) {
  const t = useT()
  const f = useFormat()
  if (depth.bids.length + depth.asks.length === 0) return <Empty title={t('market.board.empty')} />
  const largest = Math.max(...[...depth.bids, ...depth.asks].map(([, size]) => size))
  const [ask, bid] = [depth.asks[0]?.[0], depth.bids[0]?.[0]]
  return (
    <div className="px-gutter pb-3">
      <div className="flex py-1 text-1 text-grey-1">
        <span className="w-1/3 pr-2 text-right">{t('market.board.sellSize')}</span>
        <span className="w-1/3 text-center">{t('market.board.price')}</span>
        <span className="w-1/3 pl-2">{t('market.board.buySize')}</span>
      </div>
      <ul>{depth.asks.toReversed().map((level) => <Side key={level[0]} side="sell" level={level} largest={largest} quote={quote} best={ask} />)}</ul>
      <div className="my-1 flex flex-wrap justify-center gap-x-4 border-y border-grey-3 py-1 text-1 text-grey-1">
        {ask !== undefined && bid !== undefined && ask > bid && <span>{t('market.board.spread', { spread: f.price(ask - bid) })}</span>}
        <span>{t('market.board.over', { size: f.large(depth.over) })}</span>
        <span>{t('market.board.under', { size: f.large(depth.under) })}</span>
        {depth.marketSell + depth.marketBuy > 0 && <span>{t('market.board.market', { size: `${f.large(depth.marketSell)} / ${f.large(depth.marketBuy)}` })}</span>}
      </div>
      <ul>{depth.bids.map((level) => <Side key={level[0]} side="buy" level={level} largest={largest} quote={quote} best={bid} />)}</ul>
    </div>
  )
}

type SideProps = { side: 'sell' | 'buy'; level: Level; largest: number; quote: QuoteView; best: number | undefined }

/** One level. Who takes offered shares buys; who meets a bid sells. */
function Side({ side, level: [price, size], largest, quote, best }: SideProps) {
  const t = useT()
  const f = useFormat()
  const { requireMember } = useMember()
  const isSell = side === 'sell'
  // The side that presses carries the mark at its quote; before an auction both best prices do.
  const isMarked = quote.indication === null ? price === best : side === quote.indication.side && price === quote.indication.price
  const mark = isMarked ? markOf(quote) : null
  const open = () => {
    if (!requireMember(t(isSell ? 'market.stock.actBuy' : 'market.stock.actSell'))) return
    navigate.to(paths.orderTicket({ code: quote.code, side: isSell ? 'up' : 'down', type: 'limit', price }))
  }
  const width = { width: `${Math.max((size / largest) * 100, 1)}%` }
  return (
    <li>
      <button type="button" className="pressable relative flex min-h-7 w-full items-center text-2" onClick={open}>
        <span className="sr-only">{t(isSell ? 'market.board.sellLevel' : 'market.board.buyLevel')}</span>
        <span className="relative flex h-6 w-1/3 items-center justify-end pr-2">
          {isSell && <><span className="absolute inset-y-0 right-0 bg-down-wash" style={width} /><span className="relative">{f.quantity(size)}</span></>}
        </span>
        <span className={`relative w-1/3 text-center font-strong ${toneClass('auto', price - quote.previousClose)}`}>
          {mark !== null && <span className="absolute inset-y-0 left-1 flex items-center text-1 text-warn" aria-hidden>{t(`market.mark.${mark}`)}</span>}
          {f.price(price)}
        </span>
        <span className="relative flex h-6 w-1/3 items-center pl-2">
          {!isSell && <><span className="absolute inset-y-0 left-0 bg-up-wash" style={width} /><span className="relative">{f.quantity(size)}</span></>}
        </span>
      </button>
    </li>
  )
}
