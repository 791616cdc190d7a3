import type { PriceYen } from '#kernel/price.ts'
import { useState } from 'react'
import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useTopic } from '#client/topics.ts'
import { Empty } from '#ui/Empty.tsx'
import { toneClass } from '#ui/Figure.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { getTrades, tradesTopic, type QuoteView, type TradeView } from '../contract.ts'

const ROWS = 50

/** Trades as they happen, newest first. */
export function Tape({ quote }: { quote: QuoteView }) {
  const t = useT()
  const { code } = quote
  const read = useRead(getTrades, { params: { code } }, { quiet: true })
  const [heard, setHeard] = useState<readonly TradeView[]>([])
  useTopic(
    tradesTopic,
    { code },
    (trades) => setHeard((before) => [...trades.toReversed(), ...before].slice(0, ROWS)),
    {
      onReset: () => {
        setHeard([])
        void read.refetch()
      },
    },
  )
  return (
    <Loaded read={read} skeleton="lines" title={t('market.tape.cannotLoad')}>
      {(trades) => {
        const newest = heard.at(-1)
        const older =
          newest === undefined
            ? trades
            : trades.filter(
                (trade) => trade.at < newest.at || (trade.at === newest.at && trade.no < newest.no),
              )
        const rows = [...heard, ...older].slice(0, ROWS)
        return rows.length === 0 ? (
          <Empty title={t('market.tape.empty')} />
        ) : (
          <Rows trades={rows} previousClose={quote.previousClose} />
        )
      }}
    </Loaded>
  )
}

function Rows({ trades, previousClose }: { trades: readonly TradeView[]; previousClose: PriceYen }) {
  const t = useT()
  const f = useFormat()
  return (
    <table className="w-full text-2">
      <thead className="text-1 text-grey-1">
        <tr>
          <th scope="col" className="py-2 pl-4 text-left font-regular">
            {t('market.tape.time')}
          </th>
          <th scope="col" className="text-right font-regular">
            {t('market.tape.price')}
          </th>
          <th scope="col" className="pr-4 pl-2 text-right font-regular">
            {t('market.tape.quantity')}
          </th>
          <td className="tape-by" />
        </tr>
      </thead>
      <tbody>
        {trades.map((trade) => (
          <tr key={`${trade.at} ${trade.no}`} className="border-t border-grey-3">
            <td className="py-1.5 pl-4 text-grey-1 dense:py-1">{f.time(trade.at)}</td>
            <td className={`text-right font-strong ${toneClass('auto', trade.price - previousClose)}`}>
              {f.price(trade.price)}
            </td>
            <td className="pr-4 pl-2 text-right">{f.quantity(trade.quantity)}</td>
            <td className="tape-by pr-4 text-right text-1 text-grey-1">
              {t(`market.tape.${trade.aggressor}`)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
