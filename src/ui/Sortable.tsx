import { IconGripVertical } from '@tabler/icons-react'
import { useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'
import { useT } from '#client/texts.ts'
import { ICON_S } from './icon.ts'
import { movedTo, placeAfter, placeByKey } from './sortable.ts'

type Item = { id: string; name: string; content: ReactNode }
type Props = {
  label: string
  items: readonly Item[]
  /** All ids in their new order, once the grip is let go or a key was pressed. */
  onArrange: (ids: string[]) => void
}
type Drag = { from: number; startY: number; dy: number; heights: readonly number[] }

/**
 * Rows that can be put in another order by their grip: drawn with a finger, or moved with the arrow keys;
 * each move is said to who cannot see it.
 */
export function Sortable({ label, items, onArrange }: Props) {
  const t = useT()
  const list = useRef<HTMLUListElement>(null)
  const [drag, setDrag] = useState<Drag | null>(null)
  const [said, setSaid] = useState('')
  const to = drag === null ? null : placeAfter(drag.heights, drag.from, drag.dy)

  const arrange = (from: number, place: number) => {
    if (from === place) return
    onArrange(movedTo(items, from, place).map(({ id }) => id))
    setSaid(t('ui.sortable.moved', { name: items[from]!.name, place: place + 1, count: items.length }))
  }
  const begin = (event: PointerEvent<HTMLButtonElement>, from: number) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const heights = [...list.current!.children].map((row) => row.getBoundingClientRect().height)
    setDrag({ from, startY: event.clientY, dy: 0, heights })
  }
  const draw = (event: PointerEvent) => drag !== null && setDrag({ ...drag, dy: event.clientY - drag.startY })
  const letGo = (isDone: boolean) => {
    if (drag === null) return
    setDrag(null)
    if (isDone && to !== null) arrange(drag.from, to)
  }
  const byKey = (event: KeyboardEvent<HTMLButtonElement>, from: number) => {
    const place = placeByKey(event.key, from, items.length)
    if (place === null) return
    event.preventDefault()
    arrange(from, place)
    // The row moves, and the focus with it.
    const { id } = items[from]!
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-grip="${id}"]`)?.focus())
  }

  return (
    <>
      <ul ref={list} aria-label={label} className="select-none">
        {items.map(({ id, name, content }, index) => (
          <li
            key={id}
            className={`row relative bg-surface ${drag?.from === index ? 'z-1 shadow-float' : ''}`}
            style={shift(drag, to, index)}
          >
            <div className="hairline flex min-h-row-1 items-center gap-2">
              <div className="min-w-0 grow">{content}</div>
              <button
                type="button"
                data-grip={id}
                aria-label={t('ui.sortable.grip', { name })}
                className="-mr-3 grid size-touch shrink-0 cursor-grab touch-none place-items-center rounded-1 text-grey-2"
                onPointerDown={(event) => begin(event, index)}
                onPointerMove={draw}
                onPointerUp={() => letGo(true)}
                onPointerCancel={() => letGo(false)}
                onKeyDown={(event) => byKey(event, index)}
              >
                <IconGripVertical {...ICON_S} />
              </button>
            </div>
          </li>
        ))}
      </ul>
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  )
}

/** The row that is drawn follows the finger; those that it has passed make room. */
function shift(drag: Drag | null, to: number | null, index: number): { transform: string } | undefined {
  if (drag === null || to === null) return undefined
  const { from, dy, heights } = drag
  if (index === from) return { transform: `translateY(${dy}px)` }
  if (index > from && index <= to) return { transform: `translateY(-${heights[from]!}px)` }
  return index < from && index >= to ? { transform: `translateY(${heights[from]!}px)` } : undefined
}
