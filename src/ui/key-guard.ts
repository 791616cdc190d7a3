import { settling } from './press-guard.ts'

/** Two presses of a key that are nearer are one, for what came between them. */
const ONE_PRESS_MS = 700
let isOn = false

/**
 * Keys act at once; only an Enter that is held does nothing more, and a second one at once does nothing on
 * an act that settles. A Tab between two says that the second is meant. Not part of a first load: the app
 * brings the focus to no act by itself.
 */
export function guardKeys(): void {
  if (isOn) return
  isOn = true
  let keyAt = -ONE_PRESS_MS
  let isHeld = false
  let isQuick = false
  addEventListener(
    'keydown',
    ({ key, repeat, timeStamp }) => {
      if (key === 'Tab') keyAt = -ONE_PRESS_MS
      if (key !== 'Enter' && key !== ' ') return
      isHeld = repeat
      isQuick = timeStamp - keyAt < ONE_PRESS_MS
      keyAt = timeStamp
    },
    true,
  )
  // A click by the space bar comes after this, and one of assistive technology follows no key.
  const end = () => {
    isHeld = isQuick = false
  }
  addEventListener('keyup', () => setTimeout(end), true)
  addEventListener(
    'click',
    (event) => {
      const act = event.target instanceof Element ? event.target.closest('.settles') : null
      const isNew = () => settling().some(({ effect }) => (effect as KeyframeEffect).target === act)
      if (event.detail > 0 || act === null || (!isHeld && !(isQuick && isNew()))) return
      event.preventDefault()
      event.stopImmediatePropagation()
    },
    true,
  )
}
