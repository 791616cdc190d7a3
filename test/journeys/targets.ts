import type { Page } from 'playwright-core'
import { standing } from './browser.ts'

/** Pixels: of a target, and of one among figures that stand close together (WCAG 2.2, 2.5.8). */
const TARGET_PX = 44
const DENSE_PX = 24

/**
 * The targets that may be smaller than a finger: which, and why. A link inside of a sentence is as high as
 * its line, which WCAG excepts.
 */
const DENSE: readonly (readonly [selector: string, why: string])[] = [
  ['[role=tab]', 'a word of one character, as wide as the word and half of the gaps beside it'],
  ['.term', 'a label in a list of figures: it explains itself, the row acts on nothing'],
  ['[role=spinbutton]', 'the figure of a stepper: its rule stands under it in a box of 48 px'],
  ['input[type=search]', 'the field of the bar, 36 px high as in every browser'],
  ['.half button', "a level of the board at a desk: 24 px under a mouse, a finger's 44 elsewhere"],
]

/**
 * The acts of the page in front that are smaller than a finger, one line each. What counts is where a press
 * meets the act, its padding and its label included.
 */
export async function smallTargets(page: Page): Promise<string[]> {
  // An act that has just come takes no press.
  await standing(page)
  return page.evaluate(
    ({ target, least, dense }) => {
      const found: string[] = []
      const shown = [...document.querySelectorAll('.page, dialog[open]')].filter((each) =>
        each.checkVisibility(),
      )
      // Under a sheet nothing is pressed.
      const sheets = shown.filter((each) => each.matches('dialog'))
      const fronts = sheets.length > 0 ? sheets : shown
      for (const act of fronts.flatMap((front) => [
        ...front.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, [role=switch]'),
      ])) {
        const box = act.matches('input') ? (act.closest('label') ?? act) : act
        if (!box.checkVisibility() || box.closest('.sr-only, .skip, [inert]') || box.clientHeight === 0) {
          if (getComputedStyle(box).display !== 'inline') continue
        }
        const isInSentence =
          act.matches('a') &&
          getComputedStyle(act).display === 'inline' &&
          act.parentElement!.textContent.trim() !== act.textContent.trim()
        if (isInSentence) continue
        box.scrollIntoView({ block: 'center', inline: 'center' })
        const { left, top, width, height } = box.getBoundingClientRect()
        const [x, y] = [left + width / 2, top + height / 2]
        // Pixels from the middle in which a press still meets it, at most so many as count.
        const reach = (dx: number, dy: number): number => {
          let px = 1
          for (; px < target; px++) {
            const met = document.elementFromPoint(x + dx * px, y + dy * px)
            // Beyond the window's edge nothing can be met, nor missed.
            if (met !== null && !box.contains(met) && met.closest('label')?.contains(box) !== true) break
          }
          return px
        }
        const isAtLeast = (px: number): boolean =>
          reach(-1, 0) + reach(1, 0) >= px && reach(0, -1) + reach(0, 1) >= px
        if (isAtLeast(target)) continue
        const name = act.getAttribute('aria-label') ?? act.textContent.trim().slice(0, 30)
        const size = `${Math.round(width)}×${Math.round(height)}`
        if (!isAtLeast(least)) found.push(`smaller than ${least} px: ${name} (${size})`)
        else if (!dense.some((selector) => act.matches(selector)))
          found.push(`smaller than ${target} px: ${name} (${size}) ${act.className.slice(0, 80)}`)
      }
      for (const each of document.querySelectorAll('*')) if (each.scrollTop > 0) each.scrollTop = 0
      return found
    },
    { target: TARGET_PX, least: DENSE_PX, dense: DENSE.map(([selector]) => selector) },
  )
}
