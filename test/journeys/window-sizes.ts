import type { Page } from 'playwright-core'
import { PHONE } from './browser.ts'

/**
 * Windows with little room: a phone on its side, and what 200 % zoom leaves of a small laptop and of a
 * tablet. The phone upright is looked at first.
 */
export const SMALL_WINDOWS = [
  { width: 812, height: 375 },
  { width: 640, height: 400 },
  { width: 320, height: 640 },
] as const
const LAPTOP = { width: 1280, height: 800 } as const
const LEAST_SHARE = 0.5
/** The height of a chart that can be read. */
const LEAST_CHART_PX = 140

/**
 * The share of the window's height that moves when one scrolls, from 0 to 1: at each pixel of the middle
 * line, whether what is met there lies in something that scrolls and is not held fast in it.
 */
function scrollingShare(page: Page): Promise<number> {
  return page.evaluate(() => {
    const moves = (y: number): boolean => {
      for (
        let element = document.elementFromPoint(innerWidth / 2, y);
        element !== null;
        element = element.parentElement
      ) {
        const { position, overflowY } = getComputedStyle(element)
        if (position === 'sticky' || position === 'fixed') return false
        if (overflowY === 'auto' || overflowY === 'scroll') return element.tagName !== 'TEXTAREA'
      }
      return false
    }
    let count = 0
    for (let y = 0; y < innerHeight; y++) count += Number(moves(y))
    return count / innerHeight
  })
}

/** The height of the page's chart that is in sight before anybody scrolls; null: the page has none. */
function chartInSight(page: Page): Promise<number | null> {
  return page.evaluate(() => {
    const chart = [...document.querySelectorAll('.chart')].find((each) => each.checkVisibility())
    if (chart === undefined) return null
    const { left, width } = chart.getBoundingClientRect()
    let count = 0
    for (let y = 0; y < innerHeight; y++)
      count += Number(chart.contains(document.elementFromPoint(left + width / 2, y)))
    return count
  })
}

/**
 * The acts of the sheet or question that is open, else of the page on top, that cannot be met once they are
 * brought into sight: something that stands fast covers them, or they lie where nothing scrolls to.
 */
function unreachable(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const tops = [...document.querySelectorAll('dialog[open], .page')].filter((each) =>
      each.checkVisibility(),
    )
    const top = tops.findLast((each) => each.matches('dialog')) ?? tops.at(-1)
    const found: string[] = []
    for (const act of top?.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea') ?? []) {
      // A radio or a switch is pressed by its words.
      const target = act.matches('input') ? (act.closest('label') ?? act) : act
      if (!target.checkVisibility() || target.closest('.sr-only, [inert]') || target.clientHeight === 0)
        continue
      target.scrollIntoView({ block: 'center', inline: 'center' })
      const { left, top: above, width, height } = target.getBoundingClientRect()
      const met = document.elementFromPoint(left + width / 2, above + height / 2)
      if (met === null || !(target.contains(met) || met.closest('label')?.contains(target) === true))
        found.push(act.getAttribute('aria-label') ?? act.textContent.trim().slice(0, 30))
    }
    // The next size is looked at as whoever opens the page does.
    for (const each of document.querySelectorAll('*')) if (each.scrollTop > 0) each.scrollTop = 0
    return found
  })
}

/**
 * One line for each small window in which less than half of the height is left to what scrolls, less of a
 * chart is in sight than can be read, an act cannot be reached, or something is cut. The phone is upright
 * again after.
 */
export async function problemsInSmallWindows(page: Page): Promise<string[]> {
  const problems: string[] = []
  for (const size of [PHONE, ...SMALL_WINDOWS, LAPTOP]) {
    await page.setViewportSize(size)
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    )
    const isSheet = await page.locator('dialog[open]').count()
    const { share, wider } = {
      // A sheet is as tall as what it holds, and a laptop has enough.
      share: size === LAPTOP || isSheet > 0 ? 1 : await scrollingShare(page),
      wider: await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
    }
    const chart = await chartInSight(page)
    if (chart !== null && chart < LEAST_CHART_PX)
      problems.push(`at ${size.width}×${size.height} ${chart} px of the chart are in sight`)
    if (share < LEAST_SHARE)
      problems.push(`at ${size.width}×${size.height} only ${Math.round(share * 100)} % of the height scrolls`)
    const covered = await unreachable(page)
    if (covered.length > 0)
      problems.push(`at ${size.width}×${size.height} cannot be reached: ${covered.join(', ')}`)
    if (wider > 0) problems.push(`at ${size.width}×${size.height} the page is ${wider} px too wide`)
  }
  await page.setViewportSize(PHONE)
  return problems
}
