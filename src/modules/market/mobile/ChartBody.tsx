import { useId, useState, type KeyboardEvent } from 'react'
import { storedFlag } from '#client/local-storage.ts'
import { navigate } from '#client/navigation.ts'
import { paths } from '#client/paths.ts'
import { useT } from '#client/texts.ts'
import { direction } from '#i18n/format.ts'
import { PANES } from '#modules/watchlists/model/chart.ts'
import type { DrawingKind } from '#modules/watchlists/model/drawing-kinds.ts'
import { pointsOf, type Drawing } from '#modules/watchlists/model/drawings.ts'
import { elsewhere } from '#ui/elsewhere.ts'
import { Sheet } from '#ui/Modal.tsx'
import type { BarView } from '../contract.ts'
import { nextBars } from '../model/next-bars.ts'
import { aheadOf, studyLines } from '../model/studies.ts'
import { eventsAt } from './chart-events.ts'
import { isDailyInterval } from './chart-labels.ts'
import { onTick } from './chart-places.ts'
import { IN_SIGHT, type ChartOfProps } from './chart-props.ts'
import { barOf, partsOf, walked, type Walk } from './chart-walk.ts'
import { FoldedLegend } from './ChartLegend.tsx'
import { ChartStage } from './ChartStage.tsx'
import { ChartNotes, ChartTable } from './ChartTable.tsx'
import { ChartTools } from './ChartTools.tsx'
import type { Selected } from './DrawingLayer.tsx'
import type { Other } from './compared-line.ts'
import type { PriceChart } from './price-chart.ts'
import { partName, useSpoken } from './spoken.ts'
import { useStudyWords } from './study-labels.ts'
import { useDrawings } from './use-drawings.ts'

/** Off until somebody asks for it, on this device. */
const tones = storedFlag('chartTone')
const loadTone = () => import('./chart-tone.ts')

type Props = ChartOfProps & {
  bars: readonly BarView[]
  /** A value for each bar of each that the prices are compared with. */
  others: readonly Other[]
  onOlder: () => void
}

/** A chart whose bars have come: for the eye, the ear, the hand and the keyboard. */
export function ChartBody(props: Props) {
  const {
    code,
    bars,
    kind,
    interval,
    schedule,
    settings,
    own,
    previousClose,
    price,
    others,
    compared,
    onFull,
    notesIn,
  } = props
  const t = useT()
  const studyWords = useStudyWords(interval)
  const id = useId()
  const { drawings, keep } = useDrawings(code, props.tradeDate, props.events)
  const [chart, setChart] = useState<PriceChart | null>(null)
  const [tool, setTool] = useState<DrawingKind | null>(null)
  const [selected, setSelected] = useState<Selected | null>(null)
  const [isTable, setTable] = useState(false)
  // Bars are known by their beginning: older ones may come in front of them.
  const [pointed, setPointed] = useState<string | null>(null)
  const [walk, setWalk] = useState<Walk>(null)
  // Settings open the chart anew: what was pointed at on the one before is gone.
  const look = JSON.stringify(settings)
  const [drawnBy, setDrawnBy] = useState(look)
  if (drawnBy !== look) {
    setDrawnBy(look)
    setPointed(null)
  }
  const isToned = tones.useValue()

  const lines = kind === 'line' ? [] : studyLines(bars, { settings, interval, schedule })
  const ahead =
    lines.length === 0 ? [] : nextBars(schedule, interval, Date.parse(bars.at(-1)!.at), aheadOf(settings))
  const events = eventsAt(props.events, bars, { schedule, interval, today: props.tradeDate })
  const parts = partsOf(bars, (bar) => partName(bar, { kind, interval, schedule }))
  const at = barOf(walk, bars, parts)
  const on = at < 0 ? bars.length - 1 : at
  const found = bars.findIndex((bar) => bar.at === pointed)
  const shown = at >= 0 ? at : found
  const inSight = kind === 'line' ? bars : bars.slice(-IN_SIGHT)
  const spoken = useSpoken({
    bars,
    interval,
    lines,
    events,
    own,
    others,
    first: bars.length - inSight.length,
  })
  const step = (event: KeyboardEvent) => {
    if (event.key === 'a' && walk?.level === 'bar') {
      const to = bars[on]!.close
      props.onLeave()
      navigate.to(paths.alerts({ code, watches: to > price ? 'above' : 'below', price: to }))
      return
    }
    const zoom = ZOOMS[event.key]
    if (zoom !== undefined) return chart?.zoom(zoom, bars[at]?.at ?? null)
    const next = walked(walk, event.key, bars, parts)
    if (next === undefined) return
    event.preventDefault()
    setWalk(next)
    const index = barOf(next, bars, parts)
    const bar = bars[index]
    if (isToned && bar !== undefined) void loadTone().then(({ playBar }) => playBar(bar, inSight))
  }
  const choose = (chosen: DrawingKind, byKey: boolean) => {
    setSelected(null)
    setPointed(null)
    if (!byKey) return setTool(tool === chosen ? null : chosen)
    keep([...drawings, usual(chosen, inSight, props.tickTable)])
    setSelected({ index: drawings.length, byKey: true })
  }
  const tone = () => {
    tones.set(!isToned)
    if (!isToned) void loadTone().then(({ playBars }) => playBars(inSight))
  }
  // An index has no minutes.
  const isWithout = !isDailyInterval(interval) && compared.some(({ kind: of }) => of === 'index')
  const panes = PANES.filter((pane) => lines.some(({ study }) => study === pane)).length
  const table = <ChartTable bars={bars} lines={lines} interval={interval} against={spoken.against} />
  return (
    <>
      <p id={`${id}-summary`} className="sr-only">
        {spoken.summary(inSight)}
      </p>
      <FoldedLegend
        kind={kind}
        figures={studyWords.figuresAt(lines, shown < 0 ? bars.length - 1 : shown)}
        previousClose={previousClose}
      >
        {(legend) => (
          <div
            role="slider"
            tabIndex={0}
            className="low:pointer-events-none low:relative low:z-2 low:h-0"
            aria-label={t('market.chart.walk')}
            aria-describedby={`${id}-summary`}
            onKeyDown={step}
            onBlur={() => setWalk(null)}
            aria-valuemin={0}
            aria-valuemax={bars.length - 1}
            aria-valuenow={on}
            aria-valuetext={
              walk?.level === 'part'
                ? spoken.summary(bars.slice(parts[walk.part]!.from, parts[walk.part]!.to))
                : spoken.bar(on)
            }
          >
            {legend}
          </div>
        )}
      </FoldedLegend>
      <div className={`relative pl-4 ${onFull === null ? 'min-h-0 grow' : HEIGHTS[panes]!}`}>
        {shown >= 0 && (
          <p
            className="pointer-events-none absolute inset-x-0 top-0 z-3 break-keep bg-surface px-gutter text-1 text-grey-1"
            aria-hidden
          >
            {spoken.prices(bars[shown]!)}
          </p>
        )}
        <ChartStage
          key={look}
          chart={chart}
          onDrawn={setChart}
          code={code}
          tickTable={props.tickTable}
          limits={props.limits}
          asked={own.asked}
          kind={kind}
          interval={interval}
          bars={bars}
          fills={own.fills}
          levels={own.levels}
          events={events}
          settings={settings}
          reach={props.reach}
          lines={lines}
          ahead={ahead}
          against={others}
          isCompared={compared.some(({ kind: of }) => of === 'issue' || isDailyInterval(interval))}
          shown={shown < 0 ? bars.length - 1 : shown}
          previousClose={previousClose}
          last={{ price, way: direction(price - previousClose) }}
          pointed={bars[at]?.at ?? null}
          onPoint={setPointed}
          onOlder={props.onOlder}
          drawings={drawings}
          tool={tool}
          selected={selected}
          onSelect={setSelected}
          onKeep={keep}
          onMade={() => setTool(null)}
          onLeave={() => {
            setPointed(null)
            props.onLeave()
          }}
        />
      </div>
      <ChartTools
        isComparing={compared.length > 0}
        onCompare={props.onPick}
        tool={tool}
        onTool={choose}
        isToned={isToned}
        onTone={tone}
        isTable={isTable}
        onTable={() => setTable(!isTable)}
        onFull={onFull}
      />
      {own.missing && (
        <p className="px-gutter text-1 text-warn" role="status">
          {own.missing.words}{' '}
          <button type="button" className="pressable min-h-touch px-2 text-brand" onClick={own.missing.retry}>
            {t('ui.retry')}
          </button>
        </p>
      )}
      {isWithout && <p className="px-gutter text-1 text-grey-1">{t('market.compare.indexNote')}</p>}
      {onFull === null ? (
        <Sheet open={isTable} onClose={() => setTable(false)} title={t('market.chart.title')}>
          {table}
        </Sheet>
      ) : (
        <>
          {isTable && table}
          {elsewhere(notesIn, <ChartNotes bars={bars} />)}
        </>
      )}
    </>
  )
}

/** Bars become so many times as wide. */
const ZOOMS: Readonly<Record<string, number>> = { '+': 1.25, '=': 1.25, '-': 0.8 }

/** By how many panes stand below the prices. */
const HEIGHTS = ['h-60 dense:h-52', 'h-82 dense:h-74', 'h-104 dense:h-96'] as const

/** A drawing to begin with, for whoever has keys alone: over the last third of what is in sight. */
function usual(kind: DrawingKind, inSight: readonly BarView[], table: ChartOfProps['tickTable']): Drawing {
  const [from, to] = [inSight[Math.floor((inSight.length * 2) / 3)]!, inSight.at(-1)!]
  const points = [from, to].map(({ at, close }) => ({ at, price: onTick(close, table) }))
  return { kind, points: points.slice(-pointsOf[kind]) }
}
