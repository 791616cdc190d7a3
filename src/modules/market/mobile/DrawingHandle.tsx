import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import type { Drawing } from '#modules/watchlists/model/drawings.ts'
import type { Spot } from './chart-hold.ts'

const TOUCH = 44

type Props = {
  label: string
  spot: Spot
  /** It moves all of the drawing: a square. */
  isWhole?: boolean
  /** It has the focus from the start. */
  isFocused?: boolean
  /** The drawing with this handle there. */
  moved: (to: Spot) => Drawing
  onMove: (drawing: Drawing) => void
  /** Let go; null: given up, or never moved. */
  onEnd: (drawing: Drawing | null) => void
  onKeyDown: (event: KeyboardEvent) => void
}

/** A place by which a drawing is taken hold of, as large as a finger. */
export function DrawingHandle({
  label,
  spot,
  isWhole = false,
  isFocused = false,
  moved,
  onMove,
  onEnd,
  onKeyDown,
}: Props) {
  /** From the finger to the handle's place, and the drawing as it was when it was taken. */
  const grip = useRef<{ dx: number; dy: number; moved: Props['moved']; last: Drawing | null } | null>(null)
  const at = ({ clientX, clientY }: PointerEvent) => ({ x: clientX, y: clientY })
  return (
    <button
      type="button"
      className="pointer-events-auto absolute z-1 grid size-touch cursor-move touch-none place-items-center rounded-round"
      style={{ left: spot.x - TOUCH / 2, top: spot.y - TOUCH / 2 }}
      aria-label={label}
      autoFocus={isFocused}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        const { x, y } = at(event)
        grip.current = { dx: spot.x - x, dy: spot.y - y, moved, last: null }
      }}
      onPointerMove={(event) => {
        if (grip.current === null) return
        const { x, y } = at(event)
        grip.current.last = grip.current.moved({ x: x + grip.current.dx, y: y + grip.current.dy })
        onMove(grip.current.last)
      }}
      onPointerUp={() => {
        onEnd(grip.current?.last ?? null)
        grip.current = null
      }}
      onPointerCancel={() => {
        grip.current = null
        onEnd(null)
      }}
    >
      <span className={`size-3.5 border-2 border-brand bg-surface ${isWhole ? '' : 'rounded-round'}`} />
    </button>
  )
}
