import { IconTrash } from '@tabler/icons-react'
import { useState, useSyncExternalStore, type KeyboardEvent } from 'react'
import { useFormat, useT } from '#client/texts.ts'
import { tenthsOf, yenOf } from '#kernel/price.ts'
import type { TickTable } from '#modules/instruments/model/instrument.ts'
import { nextTick } from '#modules/instruments/model/tick.ts'
import type { DrawingKind } from '#modules/watchlists/model/drawing-kinds.ts'
import type { Drawing, Point } from '#modules/watchlists/model/drawings.ts'
import { ICON_S } from '#ui/icon.ts'
import type { BarView } from '../contract.ts'
import type { Geometry } from './chart-geometry.ts'
import type { ChartWords } from './price-chart.ts'
import { endsOf, indexOf, onTick, shifted, spotOf } from './chart-places.ts'
import { DrawingHandle } from './DrawingHandle.tsx'
import { DrawingPad } from './DrawingPad.tsx'
import { DrawnLine } from './DrawnLine.tsx'

/** The drawing that is taken hold of; `byKey`: its first handle gets the focus. */
export type Selected = { readonly index: number; readonly byKey: boolean }

type Props = {
  chart: Geometry
  bars: readonly BarView[]
  words: ChartWords
  tickTable: TickTable
  drawings: readonly Drawing[]
  /** The kind that is being drawn; null: none. */
  tool: DrawingKind | null
  selected: Selected | null
  onSelect: (selected: Selected | null) => void
  onKeep: (drawings: readonly Drawing[]) => void
  onMade: () => void
}

/** A member's lines on the chart: seen, drawn, taken hold of and moved, by touch, mouse and keys. */
export function DrawingLayer(props: Props) {
  const { chart, bars, words, tickTable, drawings, tool, selected, onSelect, onKeep, onMade } = props
  const t = useT()
  useSyncExternalStore(chart.subscribe, chart.frame)
  const [moving, setMoving] = useState<Drawing | null>(null)
  const { width, height } = chart.plot()
  const wordsOf = useDrawingWords(props)
  const shown = drawings.map((kept, index) => {
    const drawing = index === selected?.index && moving !== null ? moving : kept
    return { index, drawing, ends: endsOf(chart, bars, drawing), ...wordsOf(drawing) }
  })
  const one = selected === null ? undefined : shown[selected.index]
  const put = (next: Drawing) =>
    onKeep(drawings.map((drawing, index) => (index === selected?.index ? next : drawing)))
  const remove = () => {
    onKeep(drawings.filter((_, index) => index !== selected?.index))
    onSelect(null)
  }
  return (
    <>
      {shown.map(
        ({ index, drawing, ends: [{ y }] }) =>
          drawing.kind === 'level' &&
          y >= 0 &&
          y <= height && (
            <span
              key={index}
              className="pointer-events-none! absolute right-0 rounded-0 bg-brand px-2 text-1 text-on-brand"
              style={{ left: width, top: y - 8 }}
              aria-hidden
            >
              {words.price(drawing.points[0]!.price)}
            </span>
          ),
      )}
      <div className="pointer-events-none! absolute top-0 left-0 overflow-hidden" style={{ width, height }}>
        <svg width={width} height={height} className="absolute inset-0" aria-hidden>
          {shown.map(({ index, drawing, ends }) => (
            <DrawnLine key={index} drawing={drawing} ends={ends} isSelected={index === selected?.index} />
          ))}
        </svg>
        {shown.map(({ index, drawing, ends: [start, end], name, measured }) => (
          <div key={index}>
            {drawing.kind === 'ruler' && (
              <p
                className="absolute rounded-0 bg-brand px-1 text-1 whitespace-nowrap text-on-brand"
                style={{
                  left: Math.min(Math.max(Math.min(start.x, end.x), 0), Math.max(width - 160, 0)),
                  top: Math.min(Math.max(Math.min(start.y, end.y) - 36, 0), height - 20),
                }}
                aria-hidden
              >
                {measured}
              </p>
            )}
            <button
              type="button"
              className="sr-only"
              aria-pressed={index === selected?.index}
              onClick={({ detail }) =>
                onSelect(index === selected?.index ? null : { index, byKey: detail === 0 })
              }
            >
              {name}
            </button>
            {index === selected?.index && (
              <Handles {...props} drawing={drawing} onMove={setMoving} onPut={put} onRemove={remove} />
            )}
          </div>
        ))}
        {one !== undefined && (
          <button
            type="button"
            className="pressable pointer-events-auto absolute top-0 right-0 z-1 grid size-touch place-items-center text-danger"
            aria-label={t('market.draw.remove', { name: one.name })}
            onClick={remove}
          >
            <span className="grid size-9 place-items-center rounded-1 border border-grey-3 bg-surface">
              <IconTrash {...ICON_S} />
            </span>
          </button>
        )}
        {tool !== null && (
          <DrawingPad
            key={tool}
            chart={chart}
            bars={bars}
            tickTable={tickTable}
            kind={tool}
            onMade={(drawing) => {
              onMade()
              onKeep([...drawings, drawing])
              onSelect({ index: drawings.length, byKey: false })
            }}
          />
        )}
      </div>
    </>
  )
}

type HandlesProps = Props & {
  drawing: Drawing
  onMove: (drawing: Drawing | null) => void
  onPut: (drawing: Drawing) => void
  onRemove: () => void
}

/** Handles of the drawing that is taken hold of: its points, and its middle, which moves all of it. */
function Handles({
  chart,
  bars,
  tickTable,
  words,
  drawing,
  selected,
  onSelect,
  onMove,
  onPut,
  onRemove,
}: HandlesProps) {
  const t = useT()
  const { kind, points } = drawing
  const { width } = chart.plot()
  const [first, second] = endsOf(chart, bars, drawing)
  const middle = { x: (first.x + second.x) / 2, y: (first.y + second.y) / 2 }
  const withPoint = (at: number, point: Point): Drawing => ({
    kind,
    points: points.map((one, index) => (index === at ? point : one)),
  })
  const pointAt = ({ x, y }: { x: number; y: number }): Point => ({
    at: bars[chart.barAt(x)]!.at,
    price: onTick(Math.max(chart.priceAt(y) ?? 0.1, 0.1), tickTable),
  })
  const keyed = (event: KeyboardEvent, moved: (bars: number, ticks: number) => Drawing) => {
    const step = STEPS[event.key]
    if (step !== undefined) onPut(moved(...step))
    else if (event.key === 'Delete' || event.key === 'Backspace') onRemove()
    else if (event.key === 'Escape') onSelect(null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const stepped = (point: Point, by: number, ticks: number): Point => ({
    at: bars[Math.min(Math.max(Math.round(indexOf(bars, point.at)) + by, 0), bars.length - 1)]!.at,
    price: yenOf(nextTick(tenthsOf(point.price), tickTable, ticks)),
  })
  const end = (moved: Drawing | null) => {
    onMove(null)
    if (moved !== null) onPut(moved)
  }
  return (
    <>
      {points.map((point, index) => {
        const spot = spotOf(chart, bars, point)
        const which = index === 0 ? 'first' : 'second'
        return (
          <DrawingHandle
            key={which}
            isFocused={selected?.byKey === true && index === 0}
            label={
              kind === 'level'
                ? t('market.draw.level', { price: words.price(point.price) })
                : t('market.draw.point', {
                    end: which,
                    time: words.time(Date.parse(point.at)),
                    price: words.price(point.price),
                  })
            }
            spot={kind === 'level' ? { x: width / 2, y: spot.y } : spot}
            moved={(to) =>
              withPoint(index, kind === 'level' ? { ...pointAt(to), at: point.at } : pointAt(to))
            }
            onMove={onMove}
            onEnd={end}
            onKeyDown={(event) =>
              keyed(event, (by, ticks) => withPoint(index, stepped(point, kind === 'level' ? 0 : by, ticks)))
            }
          />
        )
      })}
      {kind !== 'level' && (
        <DrawingHandle
          label={t('market.draw.whole')}
          spot={middle}
          isWhole
          moved={(to) => ({
            kind,
            points: shifted(points, bars, {
              by: chart.barAt(to.x) - chart.barAt(middle.x),
              price: (chart.priceAt(to.y) ?? 0) - (chart.priceAt(middle.y) ?? 0),
              tickTable,
            }),
          })}
          onMove={onMove}
          onEnd={end}
          onKeyDown={(event) =>
            keyed(event, (by, ticks) => ({
              kind,
              points: shifted(points, bars, { by, price: 0, tickTable }).map((point) => ({
                ...point,
                price: yenOf(nextTick(tenthsOf(point.price), tickTable, ticks)),
              })),
            }))
          }
        />
      )}
    </>
  )
}

const STEPS: Readonly<Record<string, readonly [bars: number, ticks: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
}

/** A drawing's name with its places, and its measure: by how much, in per cent, over how many bars. */
function useDrawingWords({ bars, words }: Pick<Props, 'bars' | 'words'>) {
  const t = useT()
  const f = useFormat()
  return ({ kind, points: [first, second] }: Drawing) => {
    const time = ({ at }: Point) => words.time(Date.parse(at))
    if (second === undefined)
      return { name: t('market.draw.levelAt', { price: words.price(first!.price) }), measured: '' }
    const measured = t('market.draw.measured', {
      change: f.signedNumber(second.price - first!.price, 1),
      percent: f.signedPercent(Math.round((second.price / first!.price - 1) * 10_000)),
      bars: Math.abs(Math.round(indexOf(bars, second.at)) - Math.round(indexOf(bars, first!.at))),
    })
    const name = t(kind === 'ruler' ? 'market.draw.rulerFrom' : 'market.draw.trendFrom', {
      from: time(first!),
      first: words.price(first!.price),
      to: time(second),
      second: words.price(second.price),
      measured,
    })
    return { name, measured }
  }
}
