import type { PriceYen } from '#kernel/price.ts'
import { paths } from '#client/paths.ts'
import { refresh, useRead } from '#client/reads.ts'
import type { ScreenProps } from '#client/screens.ts'
import { useSession } from '#client/session.ts'
import { useT } from '#client/texts.ts'
import { useTopic } from '#client/topics.ts'
import { CompanyActions, useIssueEvents } from '#modules/corporate-actions/mobile/public.ts'
import { StockScreen } from '#modules/market/mobile/public.ts'
import { IssueNews } from '#modules/news/mobile/public.ts'
import { listOrders, type OrderView } from '#modules/orders/contract.ts'
import { memberTopic } from '#modules/portfolio/contract.ts'
import { closePath, useAccount } from '#modules/portfolio/mobile/public.ts'
import { closedBy } from '#modules/portfolio/model/closing.ts'
import { Empty } from '#ui/Empty.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { useOwnLines } from './own-lines.tsx'
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
  const lots = useAccount().lots.filter((lot) => lot.code === code)
  const { orders, retry } = usePending(code)
  const own = useOwnLines(lots, orders, retry)
  const closing = (side: 'up' | 'down', price?: PriceYen) => {
    const held = closedBy(side, lots)
    return held && closePath(held, price)
  }
  // Shares bought and shares sold short are no one number.
  const isOneWay = new Set(lots.map(({ side }) => side)).size === 1
  const shares = isOneWay ? lots.reduce((sum, lot) => sum + lot.openQuantity, 0) : 0
  return (
    <>
      <StockScreen
        code={code}
        own={own.lines}
        events={useIssueEvents(code)}
        position={<Position lots={lots} />}
        news={<IssueNews code={code} />}
        company={<CompanyActions code={code} />}
        held={shares > 0 ? shares : null}
        closing={closing}
      />
      {own.form}
    </>
  )
}

/** The member's orders of the issue that wait for a price: none of a guest's, nor until they have come. */
function usePending(code: string): { orders: readonly OrderView[]; retry: (() => void) | null } {
  const { isLogin } = useSession()
  const read = useRead(listOrders, { query: { status: 'pending', code } }, { enabled: isLogin, quiet: true })
  useTopic(memberTopic, isLogin ? {} : null, (event) => event.type === 'order' && refresh(listOrders), {
    onReset: () => refresh(listOrders),
  })
  const isMissing = read.isError && read.data === undefined
  return { orders: read.data ?? [], retry: isMissing ? () => void read.refetch() : null }
}
