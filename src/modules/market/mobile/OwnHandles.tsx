import { IconArrowsMoveVertical } from '@tabler/icons-react'
import { useRef, useSyncExternalStore, type KeyboardEvent, type PointerEvent } from 'react'
import { useFormat, useT } from '#client/texts.ts'
import { tenthsOf, yenOf, type PriceYen } from '#kernel/price.ts'
import type { TickTable } from '#modules/instruments/model/instrument.ts'
import { nextTick } from '#modules/instruments/model/tick.ts'
import { ICON_XS } from '#ui/icon.ts'
import { clustersOf, spreadOf } from './chart-columns.ts'
import type { Geometry } from './chart-geometry.ts'
import { onTick } from './chart-places.ts'
import { colorOf } from './own-labels.ts'
import type { Apart } from './OwnLabels.tsx'
import type { Fill, Level, Move, Moved } from './price-chart.ts'

/** A finger's breadth; the grip in it is smaller. */
const TOUCH = 44
/** The grip stands in the space after the last bar, the rest of its touch over the price scale. */
const GRIP = 16
const GRIP_HEIGHT = 24
const TICKS_A_PAGE = 10

type Line = (Fill | Level) & { move: Move }
type Props = Apart & {
  chart: Geometry
  lines: readonly (Fill | Level)[]
  moved: Moved | null
  tickTable: TickTable
  limits: { lower: PriceYen; upper: PriceYen }
  onMove: (moved: Moved | null) => void
}

/**
 * Handles of the member's lines, at the price scale: dragged, or moved by the arrow keys and Enter. They
 * stand apart from each other, each with a way to its line, and its name where that is far; those of several
 * lines beside each other are one at first.
 */
export function OwnHandles({ chart, lines, moved, isApart, setApart, ...rest }: Props) {
  useSyncExternalStore(chart.subscribe, chart.frame)
  const { width, height } = chart.plot()
  const left = width - GRIP
  const placed = lines
    .filter((line): line is Line => line.move !== undefined)
    .map((line) => {
      const price = moved?.id === line.move.id ? moved.price : line.price
      const y = chart.yOf(price) ?? 0
      return { line, price, y, isSeen: y >= 0 && y <= height }
    })
  // One that is moved stands for itself; lines out of sight are together at their edge.
  const resting = placed.filter(({ line }) => moved?.id !== line.move.id)
  const clusters = clustersOf(
    resting.map(({ y, line }) => ({ y: Math.min(Math.max(y, 0), height), kind: colorOf(line) })),
    GRIP_HEIGHT,
  )
    .filter((cluster) => cluster.length > 1)
    .map((cluster) => cluster.map((index) => resting[index]!))
  const hidden = isApart ? [] : clusters.flat()
  const shown = placed.filter((place) => !hidden.includes(place))
  // A line that is out of sight is taken hold of at the edge behind which it is.
  const places = spreadOf(
    [...shown.map(({ y }) => y), ...clusters.map((cluster) => cluster[cluster.length >> 1]!.y)],
    TOUCH,
    { top: 0, bottom: height },
  )
  return (
    <>
      {shown.map((place, index) => (
        <Handle
          key={place.line.move.id}
          chart={chart}
          {...place}
          {...rest}
          at={places[index]!}
          left={left}
          moved={moved}
        />
      ))}
      {clusters.map((cluster, index) => (
        <Cluster
          key={cluster[0]!.line.move.id}
          line={cluster[0]!.line}
          count={cluster.length}
          at={places[shown.length + index]!}
          left={left}
          isApart={isApart}
          setApart={setApart}
        />
      ))}
    </>
  )
}

type ClusterProps = Apart & { line: Line; count: number; at: number; left: number }

/** In the place of several handles: a press moves them apart, and together again. */
function Cluster({ line, count, at, left, isApart, setApart }: ClusterProps) {
  const t = useT()
  const color = `var(${colorOf(line)})`
  return (
    <button
      type="button"
      aria-expanded={isApart}
      aria-label={t('market.own.several', { label: line.label, others: count - 1 })}
      className="absolute flex size-touch items-center"
      style={{ top: at - TOUCH / 2, left }}
      onClick={() => setApart(!isApart)}
    >
      <span
        className="grid h-6 min-w-4 place-items-center rounded-0 border text-tab"
        style={
          isApart
            ? { color, borderColor: color, backgroundColor: 'var(--surface)' }
            : { color: 'var(--surface)', borderColor: color, backgroundColor: color }
        }
      >
        {count}
      </span>
    </button>
  )
}

type HandleProps = Omit<Props, 'lines' | keyof Apart> & {
  line: Line
  price: PriceYen
  y: number
  isSeen: boolean
  /** Its middle, and its left edge. */
  at: number
  left: number
}

function Handle({
  chart,
  line,
  price,
  y,
  isSeen,
  at: middle,
  left,
  moved,
  tickTable,
  limits,
  onMove,
}: HandleProps) {
  const t = useT()
  const f = useFormat()
  const { id, kind, at, ask } = line.move
  /** Between the finger and the line while it is dragged, and where it has come to. */
  const grip = useRef<{ offset: number; to: PriceYen } | null>(null)
  const isMoved = moved?.id === id
  // As its line.
  const color = `var(${colorOf(line)})`
  const words = at(price)
  const bounded = (to: PriceYen) =>
    kind === 'order' ? Math.min(Math.max(to, limits.lower), limits.upper) : to
  const move = (to: PriceYen) => onMove({ id, price: bounded(to) })
  const here = (event: PointerEvent<HTMLElement>) =>
    event.clientY - event.currentTarget.parentElement!.getBoundingClientRect().top
  const letGo = (to: PriceYen) => {
    grip.current = null
    onMove(null)
    if (to !== line.price) ask(to)
  }
  const take = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    grip.current = { offset: isSeen ? here(event) - (chart.yOf(price) ?? y) : 0, to: price }
  }
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (grip.current === null) return
    const to = chart.priceAt(here(event) - grip.current.offset)
    if (to === null || to <= 0) return
    grip.current.to = bounded(onTick(to, tickTable))
    move(grip.current.to)
  }
  const press = (event: KeyboardEvent) => {
    const ticks = TICKS[event.key]
    if (ticks !== undefined) move(yenOf(nextTick(tenthsOf(price), tickTable, ticks)))
    else if (event.key === 'Enter') letGo(price)
    else if (event.key === 'Escape' && isMoved) onMove(null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <>
      {isSeen && Math.abs(y - middle) > 1 && (
        <span
          aria-hidden
          className="pointer-events-none! absolute w-px"
          style={{ top: Math.min(y, middle), height: Math.abs(y - middle), left, backgroundColor: color }}
        />
      )}
      <div
        role="slider"
        tabIndex={0}
        aria-orientation="vertical"
        aria-label={t('market.own.handle', { name: line.label })}
        aria-valuemin={kind === 'order' ? limits.lower : 0}
        aria-valuemax={kind === 'order' ? limits.upper : price * 10}
        aria-valuenow={price}
        aria-valuetext={`${words.label} ${f.price(price)} ${words.result}`}
        className={`group absolute flex size-touch cursor-ns-resize touch-none items-center rounded-1 ${isMoved ? 'z-1' : ''}`}
        style={{ top: middle - TOUCH / 2, left }}
        onPointerDown={take}
        onPointerMove={drag}
        onPointerUp={() => grip.current && letGo(grip.current.to)}
        onPointerCancel={() => {
          grip.current = null
          onMove(null)
        }}
        onKeyDown={press}
        onBlur={() => isMoved && onMove(null)}
      >
        <span
          className="grid h-6 w-4 place-items-center rounded-0 border bg-surface"
          style={{ color, borderColor: color }}
        >
          <IconArrowsMoveVertical {...ICON_XS} className="size-3" />
        </span>
      </div>
      {!isMoved && (!isSeen || Math.abs(y - middle) > GRIP_HEIGHT / 2) && (
        <p
          className="pointer-events-none! absolute z-1 rounded-0 bg-surface px-1 text-1 whitespace-nowrap"
          style={{ color, top: middle - 9, right: `calc(100% - ${left - 2}px)` }}
          aria-hidden
        >
          {words.label} <b className="font-strong">{f.price(price)}</b> {y < middle ? '↑' : '↓'}
        </p>
      )}
      {isMoved && (
        <p
          className="pointer-events-none! absolute z-1 max-w-[70%] rounded-1 bg-ink px-3 py-1 text-1 text-surface"
          style={{ top: Math.max(middle - 60, 0), right: `calc(100% - ${left - 4}px)` }}
          aria-hidden
        >
          <span className="block">
            {words.label} <b className="text-2 font-strong">{f.price(price)}</b>
          </span>
          <span className="block">{words.result}</span>
        </p>
      )}
    </>
  )
}

const TICKS: Readonly<Record<string, number>> = {
  ArrowUp: 1,
  ArrowDown: -1,
  PageUp: TICKS_A_PAGE,
  PageDown: -TICKS_A_PAGE,
}
