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
import type { QuoteView } from '../contract.ts'
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
  const { requireMember } = useMember()
  const [sell, buy] = [
    t(closing('down') === null ? 'market.stock.sellShort' : 'market.stock.sellHeld'),
    t(closing('up') === null ? 'market.stock.buy' : 'market.stock.buyBack'),
  ]
  const isStacked = [sell, buy].some((verb) => widthEm(verb) > VERB_WIDTH_EM)
  const open = (side: 'up' | 'down') =>
    requireMember(t(side === 'up' ? 'market.stock.actBuy' : 'market.stock.actSell'), () =>
      navigate.to(tradePath(quote.code, closing, side)),
    )
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
    <span className="flex w-full items-center justify-between gap-x-2">
      <span className="text-3">{verb}</span>
      <span className="flex flex-col items-end">
        <span className="text-3 leading-5 whitespace-nowrap">{f.price(price)}</span>
        <span className="text-1 font-regular">{caption}</span>
      </span>
    </span>
  )
}
