import type { Page } from 'playwright-core'
import { PHONE } from './browser.ts'
import { cutTexts } from './every-screen.ts'

/**
 * Windows with little room: a phone on its side, what 200 % zoom leaves of a small laptop, a small phone; a
 * tablet and a laptop, where pages stand side by side. The phone upright is looked at first.
 */
const WINDOWS = [
  { width: 812, height: 375 },
  { width: 640, height: 400 },
  { width: 320, height: 640 },
  { width: 768, height: 1_024 },
  { width: 1_280, height: 800 },
] as const
const LEAST_SHARE = 0.5
/** The height of a chart that can be read. */
const LEAST_CHART_PX = 140

/**
 * The share of the window's height that moves when one scrolls, from 0 to 1, on the page that has least of
 * it: at each pixel of its middle line, whether what is met there lies in something that scrolls and is not
 * held fast in it.
 */
function scrollingShare(page: Page): Promise<number> {
  return page.evaluate(() => {
    const moves = (x: number, y: number): boolean => {
      for (let element = document.elementFromPoint(x, y); element !== null; element = element.parentElement) {
        const { position, overflowY } = getComputedStyle(element)
        if (position === 'sticky' || position === 'fixed') return false
        if (overflowY === 'auto' || overflowY === 'scroll') return element.tagName !== 'TEXTAREA'
      }
      return false
    }
    const shares = [...document.querySelectorAll('.page')]
      .filter((each) => each.checkVisibility() && each.closest('[inert]') === null)
      .map((each) => {
        const { left, width } = each.getBoundingClientRect()
        let count = 0
        for (let y = 0; y < innerHeight; y++) count += Number(moves(left + width / 2, y))
        return count / innerHeight
      })
    return Math.min(1, ...shares)
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
 * One line for each window in which less than half of the height is left to what scrolls, less of a
 * chart is in sight than can be read, an act cannot be reached, or something is cut. The phone is upright
 * again after.
 */
export async function problemsInWindows(
  page: Page,
  windows: readonly { width: number; height: number }[] = [PHONE, ...WINDOWS],
): Promise<string[]> {
  const problems: string[] = []
  for (const size of windows) {
    await page.setViewportSize(size)
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    )
    const isSheet = await page.locator('dialog[open]').count()
    const { share, cut } = {
      // A sheet is as tall as what it holds.
      share: isSheet > 0 ? 1 : await scrollingShare(page),
      cut: await cutTexts(page),
    }
    const chart = await chartInSight(page)
    if (chart !== null && chart < LEAST_CHART_PX)
      problems.push(`at ${size.width}×${size.height} ${chart} px of the chart are in sight`)
    if (share < LEAST_SHARE)
      problems.push(`at ${size.width}×${size.height} only ${Math.round(share * 100)} % of the height scrolls`)
    const covered = await unreachable(page)
    if (covered.length > 0)
      problems.push(`at ${size.width}×${size.height} cannot be reached: ${covered.join(', ')}`)
    problems.push(...cut.map((text) => `at ${size.width}×${size.height} ${text}`))
  }
  await page.setViewportSize(PHONE)
  return problems
}
