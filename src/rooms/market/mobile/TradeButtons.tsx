import { IconBellPlus } from '@tabler/icons-react'
import { useMember } from '#client/member.ts'
import { navigate } from '#client/navigation.ts'
import { paths } from '#client/paths.ts'
import { useFormat, useT } from '#client/texts.ts'
import { ActionBar } from '#ui/ActionBar.tsx'
import { Button } from '#ui/Button.tsx'
import { ICON } from '#ui/icon.ts'
import type { QuoteView } from '../contract.ts'

/** A price alert, sell, buy: the last two each with the price that one would get. */
export function TradeButtons({ quote }: { quote: QuoteView }) {
  const t = useT()
  const { requireMember } = useMember()
  const open = (side: 'up' | 'down') => {
    if (requireMember(t(side === 'up' ? 'market.stock.actBuy' : 'market.stock.actSell'))) navigate.to(paths.orderTicket({ code: quote.code, side }))
  }
  return (
    <ActionBar>
      <a className="pressable -ml-3 grid w-touch shrink-0 place-items-center rounded-1 text-brand" href={paths.alerts({ code: quote.code })} aria-label={t('market.stock.alert')}><IconBellPlus {...ICON} /></a>
      <Button kind="sell" onPress={() => open('down')}><Face verb={t('market.stock.sell')} price={quote.bid} caption={t('market.stock.bid')} /></Button>
      <Button kind="buy" onPress={() => open('up')}><Face verb={t('market.stock.buy')} price={quote.ask} caption={t('market.stock.ask')} /></Button>
    </ActionBar>
  )
}

function Face({ verb, price, caption }: { verb: string; price: number | null; caption: string }) {
  const f = useFormat()
  return (
    <span className="flex w-full flex-wrap items-center justify-between gap-x-2">
      <span className="text-3">{verb}</span>
      <span className="ml-auto flex flex-col items-end">
        <span className="text-3 leading-5 whitespace-nowrap">{f.price(price)}</span>
        <span className="text-1 font-regular">{caption}</span>
      </span>
    </span>
  )
}
