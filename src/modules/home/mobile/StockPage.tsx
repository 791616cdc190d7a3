import type { PriceYen } from '#kernel/price.ts'
import { paths } from '#client/paths.ts'
import type { ScreenProps } from '#client/screens.ts'
import { useFormat, useT } from '#client/texts.ts'
import { CompanyActions } from '#modules/corporate-actions/mobile/public.ts'
import { StockScreen } from '#modules/market/mobile/public.ts'
import { IssueNews } from '#modules/news/mobile/public.ts'
import { closePath, useAccount } from '#modules/portfolio/mobile/public.ts'
import { closedBy } from '#modules/portfolio/model/closing.ts'
import { Empty } from '#ui/Empty.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { Position } from './Position.tsx'

/** The market's page of an issue with what the member holds of it. */
export default function StockPage({ params }: ScreenProps<'stock'>) {
  const t = useT()
  if (params.code !== undefined) return <Stock code={params.code} />
  return (
    <Page nav={<NavigationBar title={t('market.stock.title')} />}>
      <Empty
        title={t('market.stock.none')}
        note={t('market.stock.noneNote')}
        action={{ label: t('market.stock.find'), href: paths.search() }}
      />
    </Page>
  )
}

function Stock({ code }: { code: string }) {
  const t = useT()
  const f = useFormat()
  const lots = useAccount().lots.filter((lot) => lot.code === code)
  const fills = lots.map(({ openedAt, openPrice, side, openQuantity }) => ({
    at: openedAt,
    price: openPrice,
    side,
    label: t(side === 'up' ? 'market.chart.fillBuy' : 'market.chart.fillSell', {
      quantity: f.quantity(openQuantity),
    }),
  }))
  const closing = (side: 'up' | 'down', price?: PriceYen) => {
    const held = closedBy(side, lots)
    return held && closePath(held, price)
  }
  const shares = lots.reduce((sum, lot) => sum + lot.openQuantity, 0)
  return (
    <StockScreen
      code={code}
      fills={fills}
      position={<Position lots={lots} />}
      news={<IssueNews code={code} />}
      company={<CompanyActions code={code} />}
      held={shares > 0 ? shares : null}
      closing={closing}
    />
  )
}
