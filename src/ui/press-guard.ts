/** Aim of a press: an act (`settles`), and the page or dialog that it is in; empty: no press. */
export type Pressed = readonly unknown[]

/** Nothing was pressed before where assistive technology clicks. */
export const isMeant = (down: Pressed, up: Pressed): boolean => down.every((part, n) => part === up[n])

const pressedOf = ({ target }: Event): Pressed =>
  ['.settles', 'dialog,.page'].map((part) => (target as Element).closest?.(part))

/** Animations that hold the acts which take no press yet; each press lets them begin anew (`--t-settle`). */
export function settling(): readonly Animation[] {
  const found = document.getAnimations().filter((one) => (one as CSSAnimation).animationName === 'settle')
  for (const one of found) one.currentTime = 0
  return found
}

/**
 * Guard of everything that comes under a finger: it takes neither its lifting nor its second tap. An act that
 * sends or decides has the class `settles` (`motion.css`): it takes a press once it has stood for a moment.
 * Keys: `key-guard.ts`.
 */
export function guardPresses(): void {
  let down: Pressed = []
  addEventListener(
    'pointerdown',
    (event) => {
      down = pressedOf(event)
      settling()
    },
    true,
  )
  addEventListener(
    'click',
    (event) => {
      const isOther = event.detail > 0 && !isMeant(down, pressedOf(event))
      down = []
      if (!isOther) return
      event.preventDefault()
      event.stopImmediatePropagation()
    },
    true,
  )
}
