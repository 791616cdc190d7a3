import type { ScreenProps } from '#client/screens.ts'
import { paths } from '#client/paths.ts'
import { useT } from '#client/texts.ts'
import { Empty } from '#ui/Empty.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { LotDetail } from './LotDetail.tsx'
import { OrderDetail } from './OrderDetail.tsx'

/** One order or one lot with every field of the specification's chapter 3. */
export default function TradeDetailPage({ params }: ScreenProps<'tradeDetail'>) {
  const t = useT()
  if (params.lot !== undefined)
    return (
      <LotDetail
        id={params.lot}
        closing={params.act === 'close'}
        quantity={params.quantity}
        price={params.price}
      />
    )
  if (params.order !== undefined) return <OrderDetail id={params.order} amending={params.act === 'amend'} />
  return (
    <Page nav={<NavigationBar title={t('orders.detail.order')} />}>
      <Empty
        title={t('orders.detail.none')}
        note={t('orders.detail.noneNote')}
        action={{ label: t('orders.result.toTrade'), href: paths.trade() }}
      />
    </Page>
  )
}
