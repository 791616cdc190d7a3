import { IconBellPlus, IconSearch } from '@tabler/icons-react'
import { useId, useState, type ReactNode } from 'react'
import { useColumns, useIsLow } from '#client/columns.ts'
import { usePage } from '#client/navigation.ts'
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
import { useSeen } from './issue-beside.ts'
import { useLiveQuote } from './live.ts'
import type { ChartEvent } from './chart-events.ts'
import type { OwnLines } from './price-chart.ts'
import { DayFigures, PriceHeader, PriceLine } from './PriceHeader.tsx'
import { SessionLine } from './SessionLine.tsx'
import { Tape } from './Tape.tsx'
import type { Closing } from './trade-path.ts'
import { FullHead, TradeButtons } from './TradeButtons.tsx'

const TABS = ['board', 'tape', 'news', 'company', 'position'] as const
/** On a desk the board and the tape stand above the tabs. */
const DESK_TABS = TABS.filter((id) => id !== 'board' && id !== 'tape')

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
  const isDesk = useColumns() === 3
  const { side } = usePage()
  const isOrdering = side === 'orderTicket' || side === 'confirm'
  useSeen(code)
  const read = useRead(getStock, { params: { code } }, { quiet: true })
  const quote = useLiveQuote(code, read.data?.quote)
  const isOneLine = useIsLow() || isDesk
  const star = read.data && <Star code={code} name={read.data.name} />
  const alert = isDesk && (
    <NavAction
      icon={<IconBellPlus {...ICON} />}
      label={t('market.stock.alert')}
      href={paths.alerts({ code })}
    />
  )
  const nav =
    isOneLine && read.data && quote ? (
      <NavigationBar title={read.data.name}>
        <PriceLine stock={read.data} quote={quote}>
          <span className="flex shrink-0">
            {star}
            {alert}
          </span>
        </PriceLine>
      </NavigationBar>
    ) : (
      <NavigationBar
        title={read.data?.name ?? t('market.stock.title')}
        actions={
          <>
            <NavAction
              icon={<IconSearch {...ICON} />}
              label={t('market.stock.search')}
              href={paths.search()}
            />
            {star}
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
        isOneLine ? null : read.data && quote ? (
          <PriceHeader stock={read.data} quote={quote} />
        ) : (
          !read.error && (
            <div className="h-23 shrink-0 bg-surface" aria-hidden>
              <Skeleton kind="figure" rows={1} />
            </div>
          )
        )
      }
      footer={!isOrdering && quote && <TradeButtons quote={quote} closing={closing} />}
      actsBeside={isOrdering}
    >
      <Loaded
        read={read}
        skeleton={
          <>
            <div className="h-91 bg-surface px-gutter pt-14 pb-4 dense:h-83" aria-hidden>
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
  const isDesk = useColumns() === 3
  const [chosen, setTab] = useState<(typeof TABS)[number]>('board')
  const [notes, setNotes] = useState<HTMLElement | null>(null)
  const shown: readonly (typeof TABS)[number][] = isDesk ? DESK_TABS : TABS
  const tab = shown.includes(chosen) ? chosen : shown[0]!
  const tabs = shown.map((id) => ({
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
        notesIn={notes}
        renderHead={(leave) => <FullHead stock={stock} quote={quote} closing={closing} onLeave={leave} />}
      />
      <section className="mt-band bg-surface">
        {isDesk && (
          <div className="grid grid-cols-2 border-b border-grey-3">
            <Half title={t('market.stock.board')}>
              <Board quote={quote} closing={closing} />
            </Half>
            <Half title={t('market.stock.tape')}>
              <Tape quote={quote} />
            </Half>
          </div>
        )}
        <DayFigures quote={quote} className="hidden border-b border-grey-3 px-gutter py-1 low:flex" />
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
        <div className="border-t border-grey-3 py-1">
          {stock.alwaysOpen && <p className="px-gutter text-1 text-grey-1">{t('market.line.alwaysOpen')}</p>}
          <div ref={setNotes} />
        </div>
      </section>
    </>
  )
}

/** Half of the width, which scrolls by itself. */
function Half({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0 border-l border-grey-3 first:border-l-0">
      <h2 id={id} className="px-gutter pt-3 pb-1 text-2 font-strong">
        {title}
      </h2>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- its arrows scroll (axe: scrollable-region-focusable) */}
      <div tabIndex={0} role="group" aria-labelledby={id} className="half">
        {children}
      </div>
    </section>
  )
}
