import { useState } from 'react'
import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { dateJst } from '#kernel/time.ts'
import { PPM } from '#kernel/money.ts'
import { getIndexCloses } from '#modules/market/contract.ts'
import { useAccount } from '#modules/portfolio/mobile/public.ts'
import { gainBp, indexGrowth } from '#modules/portfolio/model/returns.ts'
import { isOffDay, useOffDays } from '#modules/venue/mobile/public.ts'
import { Figure, Stat, StatRow } from '#ui/Figure.tsx'
import { LinesChart, type ChartLine } from '#ui/LinesChart.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Page } from '#ui/Page.tsx'
import { Section } from '#ui/Section.tsx'
import { Segment } from '#ui/Segment.tsx'
import { getPerformance, PERFORMANCE_SPANS, type PerformanceView } from '../contract.ts'
import type { PerformanceSpan } from '../model/period.ts'
import { Allocation } from './Allocation.tsx'
import { ClosedNow } from './ClosedNow.tsx'
import { Contributions, DividendsToCome, Months } from './PerformanceLists.tsx'

/** Enough for a year of any calendar, and the day before it. */
const MOST_CLOSES = '400'

/**
 * The member's portfolio: what it came to by time and by money against the market, what it is made of, what
 * brought the result, what is to come, and what tax would take.
 */
export default function PerformancePage() {
  const t = useT()
  const [span, setSpan] = useState<PerformanceSpan>('quarter')
  const read = useRead(getPerformance, { query: { span } }, { keepPrevious: true })
  const { account, lots, isKnown, refetch } = useAccount()
  const isOutside = account !== null && (account.copyUnits !== 0 || account.loan !== 0)
  return (
    <Page
      nav={<NavigationBar title={t('records.performance.title')} />}
      onRefresh={async () => void (await Promise.all([read.refetch(), refetch()]))}
    >
      <Section>
        <Segment
          label={t('records.performance.span')}
          value={span}
          onChange={setSpan}
          options={PERFORMANCE_SPANS.map((value) => ({
            value,
            label: t(`records.performance.span.${value}`),
          }))}
        />
      </Section>
      <Loaded read={read} skeleton="figure">
        {(view) => (
          <>
            <Result view={view} />
            {isOutside && <Notice title={t('records.performance.outside')} />}
            {account !== null && isKnown && <Allocation account={account} lots={lots} issues={view.issues} />}
            <Contributions view={view} />
            <Months view={view} />
            <DividendsToCome />
            {isKnown && <ClosedNow lots={lots} settlementDate={view.settlementDate} />}
          </>
        )}
      </Loaded>
    </Page>
  )
}

/** The gain, its curve beside the market's, and the rates. */
function Result({ view }: { view: PerformanceView }) {
  const t = useT()
  const f = useFormat()
  const closes = useRead(
    getIndexCloses,
    { params: { id: 'all' }, query: { interval: '1d', limit: MOST_CLOSES } },
    { quiet: true },
  )
  const dates = view.days.map(({ date }) => date)
  const off = useOffDays()
  const offDays = dates.filter((date) => isOffDay(off, date)).length
  const market =
    closes.data === undefined
      ? []
      : indexGrowth(
          closes.data.map(({ at, value }) => ({ date: dateJst(Date.parse(at)), value })),
          dates,
        )
  const end = market.at(-1) ?? null
  const indexBp = end === null ? null : gainBp(end)
  const rate = (bp: number | null) => (bp === null ? t('records.performance.noRate') : f.signedPercent(bp))
  const lines: ChartLine[] = [
    { kind: 'other', values: end === null ? [] : [1, ...market] },
    { kind: 'own', values: [1, ...view.days.map(({ growth }) => (growth === null ? null : growth / PPM))] },
  ]
  return (
    <Section label={t('records.performance.gain')}>
      <p className="text-1 text-grey-1">{t('records.performance.gain')}</p>
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 pb-2">
        <Figure size={4} tone="auto" value={view.gain} unit={t('ui.yen')}>
          {f.signedYen(view.gain)}
        </Figure>
        <Figure size={3} tone="auto" value={view.timeWeightedBp}>
          {rate(view.timeWeightedBp)}
        </Figure>
      </p>
      <LinesChart
        label={t('records.performance.chart', {
          from: f.day(view.from),
          to: f.day(view.to),
          own: rate(view.timeWeightedBp),
          index: f.signedPercent(indexBp),
        })}
        lines={lines}
        base={1}
        worded={(growth) => f.signedPercent(gainBp(growth))}
        from={f.day(view.from)}
        to={f.day(view.to)}
      />
      <p className="flex flex-wrap gap-x-4 pt-1 pb-3 text-1 text-grey-1" aria-hidden>
        <span>
          <span className="mr-1 inline-block h-0.5 w-4 bg-brand align-middle" />
          {t('records.performance.you')} {rate(view.timeWeightedBp)}
        </span>
        <span>
          <span className="mr-1 inline-block w-4 border-t-2 border-dashed border-(--ma-long) align-middle" />
          {t('records.performance.index')} {f.signedPercent(indexBp)}
        </span>
      </p>
      {offDays > 0 && <p className="pb-3 text-1 text-grey-1">{t('venue.off.within', { days: offDays })}</p>}
      <Rates view={view} indexBp={indexBp} isComing={closes.isPending} />
      <div className="border-t border-grey-3 pt-3">
        <StatRow>
          <Stat label={t('records.performance.opening')}>{f.yen(view.opening)}</Stat>
          <Stat label={t('records.performance.inflow')} align="center">
            {f.yen(view.inflow)}
          </Stat>
          <Stat label={t('records.performance.outflow')} align="center">
            {f.yen(view.outflow)}
          </Stat>
          <Stat label={t('records.performance.now')} align="right">
            {f.yen(view.value)}
          </Stat>
        </StatRow>
      </div>
      <p className="pt-3 text-1 text-grey-1">{t('records.performance.method')}</p>
    </Section>
  )
}

function Rates({
  view,
  indexBp,
  isComing,
}: {
  view: PerformanceView
  indexBp: number | null
  /** The index is still on its way. */
  isComing: boolean
}) {
  const t = useT()
  const f = useFormat()
  const { drawdown } = view
  const none = t('records.performance.noRate')
  const rates = [
    ['timeWeighted', view.timeWeightedBp],
    ['moneyWeighted', view.moneyWeightedBp],
    ['index', indexBp],
  ] as const
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3 pb-3">
      {rates.map(([name, bp]) => (
        <div key={name} className="min-w-0">
          <dt className="text-1 text-grey-1">{t(`records.performance.${name}`)}</dt>
          <dd>
            <Figure size={3} tone="auto" value={bp}>
              {bp !== null ? f.signedPercent(bp) : name === 'index' && isComing ? t('ui.loading') : none}
            </Figure>
          </dd>
        </div>
      ))}
      <div className="min-w-0">
        <dt className="text-1 text-grey-1">{t('records.performance.drawdown')}</dt>
        <dd>
          <Figure size={3} tone="auto" value={drawdown === null ? null : 0 - drawdown.bp}>
            {drawdown === null ? none : f.signedPercent(0 - drawdown.bp)}
          </Figure>
          {drawdown !== null && drawdown.to !== null && (
            <span className="block text-1 text-grey-1">
              {drawdown.from === null
                ? t('records.performance.drawdownBegin', { to: f.monthDay(drawdown.to) })
                : t('records.performance.drawdownDays', {
                    from: f.monthDay(drawdown.from),
                    to: f.monthDay(drawdown.to),
                  })}
              <span className="block">
                {t('records.performance.drawdownNow', { part: f.signedPercent(0 - drawdown.nowBp) })}
              </span>
            </span>
          )}
        </dd>
      </div>
    </dl>
  )
}
