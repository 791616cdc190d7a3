import { storedFlag } from '#client/local-storage.ts'
import { LONG_PRESS_MS, LONG_PRESS_TOLERANCE_PX } from '#kernel/specification.ts'

/** A chart has been held on this device: nobody needs to be told that it can be. */
export const knownHold = storedFlag('chartHeld')

/** In the pixels of the element. */
export type Spot = { readonly x: number; readonly y: number }

type At = { clientX: number; clientY: number }
type Heard = { held: (spot: Spot) => void; tapped: (spot: Spot) => void }

/**
 * Tells where a finger or the mouse is held still on the chart (350 ms, within 10 px), and then where it goes
 * until it is lifted; and where it is only tapped. The library's own long press is quicker and bears less;
 * until this one is decided it hears of no small move, so that a finger that shakes does not pan.
 */
export function onHold(element: HTMLElement, heard: Heard): () => void {
  let from: { x: number; y: number; timer: ReturnType<typeof setTimeout> } | null = null
  let isHeld = false
  const spotOf = (at: At): Spot => {
    const { left, top } = element.getBoundingClientRect()
    return { x: at.clientX - left, y: at.clientY - top }
  }
  const end = () => {
    clearTimeout(from?.timer)
    from = null
  }
  const begin = (at: At) => {
    end()
    isHeld = false
    from = {
      x: at.clientX,
      y: at.clientY,
      timer: setTimeout(() => {
        isHeld = true
        heard.held(spotOf(at))
      }, LONG_PRESS_MS),
    }
  }
  const isNear = (at: At) =>
    from !== null && Math.hypot(at.clientX - from.x, at.clientY - from.y) <= LONG_PRESS_TOLERANCE_PX
  const isChart = (event: Event) => event.target instanceof HTMLCanvasElement

  const touchStart = (event: TouchEvent) => {
    if (!isChart(event)) return
    const [touch, second] = event.touches
    if (touch === undefined || second !== undefined) return end()
    // It ends the library's long press, and nothing else of it.
    event.target!.dispatchEvent(new Event('touchcancel', { bubbles: true }))
    begin(touch)
  }
  const touchMove = (event: TouchEvent) => {
    const touch = event.touches[0]
    if (touch === undefined || from === null) return
    if (isHeld) {
      event.preventDefault()
      event.stopPropagation()
      heard.held(spotOf(touch))
    } else if (isNear(touch)) event.stopPropagation()
    else end()
  }
  const touchEnd = (event: TouchEvent) => {
    if (!event.isTrusted || from === null) return
    if (isHeld) {
      if (event.cancelable) event.preventDefault()
    } else if (event.type === 'touchend') heard.tapped(spotOf(event.changedTouches[0]!))
    end()
  }
  const mouseDown = (event: PointerEvent) => {
    if (event.pointerType !== 'touch' && event.button === 0 && isChart(event)) begin(event)
  }
  const mouseMove = (event: PointerEvent) => {
    if (event.pointerType !== 'touch' && from !== null && !isHeld && !isNear(event)) end()
  }
  const mouseUp = (event: PointerEvent) => {
    if (event.pointerType === 'touch' || from === null) return
    if (!isHeld) heard.tapped(spotOf(event))
    end()
  }
  element.addEventListener('touchstart', touchStart, { passive: true })
  element.addEventListener('touchmove', touchMove, { passive: false, capture: true })
  element.addEventListener('touchend', touchEnd)
  element.addEventListener('touchcancel', touchEnd)
  element.addEventListener('pointerdown', mouseDown)
  element.addEventListener('pointermove', mouseMove)
  element.addEventListener('pointerup', mouseUp)
  // It is removed with its listeners.
  return end
}
