import { IconSearch } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { paths } from '#client/paths.ts'
import { refresh, useRead } from '#client/reads.ts'
import { useT } from '#client/texts.ts'
import { Star } from '#modules/watchlists/mobile/public.ts'
import { ICON } from '#ui/icon.ts'
import { Loaded } from '#ui/Loaded.tsx'
import { NavAction, NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Tabs } from '#ui/Tabs.tsx'
import { getBars, getDepth, getStock, getTrades, type QuoteView, type StockView } from '../contract.ts'
import { Board } from './Board.tsx'
import { ChartSection } from './ChartSection.tsx'
import { Company } from './Company.tsx'
import { useLiveQuote } from './live.ts'
import type { ChartEvent } from './chart-events.ts'
import type { OwnLines } from './price-chart.ts'
import { PriceHeader } from './PriceHeader.tsx'
import { SessionLine } from './SessionLine.tsx'
import { Tape } from './Tape.tsx'
import type { Closing } from './trade-path.ts'
import { TradeButtons } from './TradeButtons.tsx'

const TABS = ['board', 'tape', 'news', 'company', 'position'] as const

type Props = {
  code: string
  /** Parts that the market module does not know: own lines and position, dividends and splits. */
  own: OwnLines
  events: readonly ChartEvent[]
  position: ReactNode
  /** The news about the issue. */
  news: ReactNode
  /** The facts that other modules know of the issue, under the company's own lines. */
  company: ReactNode
  /** Shares held, shown on the tab. */
  held: number | null
  closing: Closing
}

/** One issue: price, chart, book, trades, company, own position, and the two buttons. */
export function StockScreen({ code, own, events, position, news, company, held, closing }: Props) {
  const t = useT()
  const read = useRead(getStock, { params: { code } }, { quiet: true })
  const quote = useLiveQuote(code, read.data?.quote)
  const nav = (
    <NavigationBar
      title={read.data?.name ?? t('market.stock.title')}
      actions={
        <>
          <NavAction icon={<IconSearch {...ICON} />} label={t('market.stock.search')} href={paths.search()} />
          {read.data && <Star code={code} name={read.data.name} />}
        </>
      }
    />
  )
  const again = async () => {
    for (const route of [getBars, getDepth, getTrades]) refresh(route)
    await read.refetch()
  }
  return (
    <Page
      nav={nav}
      onRefresh={again}
      head={
        read.data && quote ? (
          <PriceHeader stock={read.data} quote={quote} />
        ) : (
          !read.error && (
            <div className="h-23 shrink-0 bg-surface" aria-hidden>
              <Skeleton kind="figure" rows={1} />
            </div>
          )
        )
      }
      footer={quote && <TradeButtons quote={quote} closing={closing} />}
    >
      <Loaded
        read={read}
        skeleton={
          <>
            <div className="h-91 bg-surface px-gutter pt-14 pb-4" aria-hidden>
              <span className="bone block h-full" />
            </div>
            <Section flush>
              <Skeleton kind="lines" rows={8} />
            </Section>
          </>
        }
        title={t('market.stock.cannotLoad')}
      >
        {(stock) => (
          <Body
            stock={stock}
            quote={quote ?? stock.quote}
            own={own}
            events={events}
            position={position}
            news={news}
            company={company}
            held={held}
            closing={closing}
          />
        )}
      </Loaded>
    </Page>
  )
}

function Body({
  stock,
  quote,
  own,
  events,
  position,
  news,
  company,
  held,
  closing,
}: Omit<Props, 'code'> & { stock: StockView; quote: QuoteView }) {
  const t = useT()
  const [tab, setTab] = useState<(typeof TABS)[number]>('board')
  const tabs = TABS.map((id) => ({
    id,
    label: t(`market.stock.${id}`),
    ...(id === 'position' && held !== null ? { count: held } : {}),
  }))
  return (
    <>
      <ChartSection
        code={stock.code}
        previousClose={quote.previousClose}
        price={quote.last ?? quote.previousClose}
        tradeDate={quote.tradeDate}
        tickTable={stock.tickTable}
        limits={{ lower: quote.lowerLimit, upper: quote.upperLimit }}
        own={own}
        events={events}
      />
      <section className="mt-band bg-surface">
        <SessionLine stock={stock} quote={quote} />
        <Tabs label={t('market.stock.tabs')} tabs={tabs} value={tab} onChange={setTab}>
          {tab === 'board' ? (
            <Board quote={quote} closing={closing} />
          ) : tab === 'tape' ? (
            <Tape quote={quote} />
          ) : tab === 'news' ? (
            news
          ) : tab === 'company' ? (
            <>
              <Company stock={stock} />
              {company}
            </>
          ) : (
            position
          )}
        </Tabs>
      </section>
    </>
  )
}
