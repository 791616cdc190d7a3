import type { PriceYen } from '#kernel/price.ts'
import { IconBellPlus } from '@tabler/icons-react'
import { useMember } from '#client/member.ts'
import { navigate } from '#client/navigation.ts'
import { paths } from '#client/paths.ts'
import { useFormat, useT } from '#client/texts.ts'
import { ActionBar } from '#ui/ActionBar.tsx'
import { Button } from '#ui/Button.tsx'
import { ICON } from '#ui/icon.ts'
import { widthEm } from '#ui/text-width.ts'
import type { QuoteView, StockView } from '../contract.ts'
import { Change, Price } from './PriceHeader.tsx'
import { tradePath, type Closing } from './trade-path.ts'

/** Width of a verb beside a price of six figures, and of a large one over it. */
const VERB_WIDTH_EM = 2.5
const LARGE_WIDTH_EM = 7

/**
 * A price alert, sell, buy: the last two each with the price that one would get. Selling is called by what it
 * does: what is held is sold, else it is a short sale.
 */
export function TradeButtons({ quote, closing }: { quote: QuoteView; closing: Closing }) {
  const t = useT()
  const { sell, buy, open } = useTrade(quote, closing)
  const isStacked = [sell, buy].some((verb) => widthEm(verb) > VERB_WIDTH_EM)
  return (
    <ActionBar>
      <a
        className="pressable -ml-3 grid w-touch shrink-0 place-items-center rounded-1 text-brand"
        href={paths.alerts({ code: quote.code })}
        aria-label={t('market.stock.alert')}
      >
        <IconBellPlus {...ICON} />
      </a>
      <Button kind="sell" onPress={() => open('down')}>
        <Face stacked={isStacked} verb={sell} price={quote.bid} caption={t('market.stock.bid')} />
      </Button>
      <Button kind="buy" onPress={() => open('up')}>
        <Face stacked={isStacked} verb={buy} price={quote.ask} caption={t('market.stock.ask')} />
      </Button>
    </ActionBar>
  )
}

/** The words of both sides, and the way to the page of each. */
function useTrade(quote: QuoteView, closing: Closing) {
  const t = useT()
  const { requireMember } = useMember()
  return {
    sell: t(closing('down') === null ? 'market.stock.sellShort' : 'market.stock.sellHeld'),
    buy: t(closing('up') === null ? 'market.stock.buy' : 'market.stock.buyBack'),
    open: (side: 'up' | 'down') =>
      requireMember(t(side === 'up' ? 'market.stock.actBuy' : 'market.stock.actSell'), () =>
        navigate.to(tradePath(quote.code, closing, side)),
      ),
  }
}

/** Over a chart that fills the screen: what it is of, its price, and both sides. */
export function FullHead({
  stock,
  quote,
  closing,
  onLeave,
}: {
  stock: StockView
  quote: QuoteView
  closing: Closing
  onLeave: () => void
}) {
  const f = useFormat()
  const { sell, buy, open } = useTrade(quote, closing)
  const act = (side: 'up' | 'down') => () => {
    onLeave()
    open(side)
  }
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-1 px-gutter pt-1">
      <div className="flex min-w-0 grow basis-48 items-center gap-x-3">
        <h2 className="min-w-0 truncate text-2 font-strong">{stock.name}</h2>
        <Price quote={quote} className="text-2" />
        <Change quote={quote} className="gap-x-2 text-1" />
      </div>
      <div className="flex max-w-96 grow basis-60 gap-2">
        <Button kind="sell" size="s" onPress={act('down')}>
          {sell} {f.price(quote.bid)}
        </Button>
        <Button kind="buy" size="s" onPress={act('up')}>
          {buy} {f.price(quote.ask)}
        </Button>
      </div>
    </div>
  )
}

/**
 * The verb beside its price; over it where the words of the language are long: both buttons alike, whatever
 * the prices.
 */
function Face({
  stacked,
  verb,
  price,
  caption,
}: {
  stacked: boolean
  verb: string
  price: PriceYen | null
  caption: string
}) {
  const f = useFormat()
  if (stacked) {
    return (
      <span className="flex flex-col items-center">
        <span className={widthEm(verb) > LARGE_WIDTH_EM ? 'text-2 leading-4' : 'text-3 leading-5'}>
          {verb}
        </span>
        <span className="text-2 whitespace-nowrap">
          <span className="text-1 font-regular">{caption}</span> {f.price(price)}
        </span>
      </span>
    )
  }
  return (
    <span className="flex w-full flex-wrap items-center justify-between gap-x-2">
      <span className="text-3 whitespace-nowrap">{verb}</span>
      <span className="flex flex-col items-end">
        <span className="text-3 leading-5 whitespace-nowrap">{f.price(price)}</span>
        <span className="text-1 font-regular">{caption}</span>
      </span>
    </span>
  )
}
