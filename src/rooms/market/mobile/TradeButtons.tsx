import { useMember } from '#client/member.ts'
import { navigate } from '#client/navigation.ts'
import { paths } from '#client/paths.ts'
import { useFormat, useT } from '#client/texts.ts'
import { ActionBar } from '#ui/ActionBar.tsx'
import { Button } from '#ui/Button.tsx'
import type { QuoteView } from '../contract.ts'

/** Sell left, buy right, each with the price that one would get. */
export function TradeButtons({ quote }: { quote: QuoteView }) {
  const t = useT()
  const { requireMember } = useMember()
  const open = (side: 'up' | 'down') => {
    if (requireMember(t(side === 'up' ? 'market.stock.actBuy' : 'market.stock.actSell'))) navigate.to(paths.orderTicket({ code: quote.code, side }))
  }
  return (
    <ActionBar>
      <Button kind="sell" onPress={() => open('down')}><Face verb={t('market.stock.sell')} price={quote.bid} caption={t('market.stock.bid')} /></Button>
      <Button kind="buy" onPress={() => open('up')}><Face verb={t('market.stock.buy')} price={quote.ask} caption={t('market.stock.ask')} /></Button>
    </ActionBar>
  )
}

function Face({ verb, price, caption }: { verb: string; price: number | null; caption: string }) {
  const f = useFormat()
  return (
    <span className="flex w-full items-center justify-between">
      <span className="text-3">{verb}</span>
      <span className="flex flex-col items-end">
        <span className="text-3 leading-5 whitespace-nowrap">{f.price(price)}</span>
        <span className="text-1 font-regular">{caption}</span>
      </span>
    </span>
  )
}
