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
/** The height of a chart that can be read; of a window on its side it has at least half. */
const leastChartPx = ({ width, height }: { width: number; height: number }): number =>
  Math.max(140, width > height && height < 480 ? height / 2 : 0)

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

/** A window in which three pages stand side by side: none of it is empty. */
const LEAST_DESK_PX = 1_100
/** Of the whole window, and of each of its pages, the share of bands in which something stands. */
const LEAST_FILLED = { window: 0.5, page: 0.25 }
const FILLED_MS = 10_000

/**
 * The shares of the window, and of its emptiest pane, in which something is to be seen, once they are high
 * enough or it has been waited for: a band of a pane counts where a text, a picture, a chart or a field meets
 * it.
 */
async function filledShares(page: Page): Promise<{ window: number; page: number }> {
  const measured = ([least, isEnough]: readonly [typeof LEAST_FILLED, boolean]) => {
    const BAND_PX = 40
    const panes = [...document.querySelectorAll('.pane-tabs, .pane-page')]
      .filter((each) => each.checkVisibility())
      .map((pane) => {
        const bands = new Set<number>()
        const meet = ({ top, bottom, width }: DOMRect) => {
          if (width === 0) return
          for (let y = Math.max(0, top); y < Math.min(bottom, innerHeight); y++)
            bands.add(Math.floor(y / BAND_PX))
        }
        const texts = document.createTreeWalker(pane, NodeFilter.SHOW_TEXT)
        const range = document.createRange()
        for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
          const box = text.parentElement
          if (
            text.nodeValue?.trim() === '' ||
            box?.checkVisibility() !== true ||
            box.closest('.tab-bar, .sr-only')
          )
            continue
          range.selectNodeContents(text)
          meet(range.getBoundingClientRect())
        }
        for (const each of pane.querySelectorAll('canvas, img, input, textarea, button'))
          if (each.checkVisibility() && !each.closest('.tab-bar')) meet(each.getBoundingClientRect())
        const { width } = pane.getBoundingClientRect()
        return { width, share: bands.size / Math.ceil(innerHeight / BAND_PX) }
      })
    const shares = {
      window: panes.reduce((sum, { width, share }) => sum + width * share, 0) / innerWidth,
      page: Math.min(...panes.map(({ share }) => share)),
    }
    return !isEnough || (shares.window >= least.window && shares.page >= least.page) ? shares : null
  }
  await page
    .waitForFunction(measured, [LEAST_FILLED, true] as const, { timeout: FILLED_MS, polling: 100 })
    .catch(() => {})
  return (await page.evaluate(measured, [LEAST_FILLED, false] as const))!
}

/** One line where the window, or one of the pages that stand in it, is all but empty. */
export async function emptyPlaces(page: Page): Promise<string[]> {
  const { width, height } = page.viewportSize()!
  const shares = await filledShares(page)
  return (['window', 'page'] as const)
    .filter((what) => shares[what] < LEAST_FILLED[what])
    .map((what) => `at ${width}×${height} only ${Math.round(shares[what] * 100)} % of the ${what} is filled`)
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
    const tops = [...document.querySelectorAll('dialog[open], .page:has([role=main])')].filter((each) =>
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
 * chart is in sight than can be read, a desk is empty, an act cannot be reached, or something is cut. The
 * phone is upright again after.
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
    if (chart !== null && chart < leastChartPx(size))
      problems.push(`at ${size.width}×${size.height} ${chart} px of the chart are in sight`)
    if (share < LEAST_SHARE)
      problems.push(`at ${size.width}×${size.height} only ${Math.round(share * 100)} % of the height scrolls`)
    if (size.width >= LEAST_DESK_PX && isSheet === 0) problems.push(...(await emptyPlaces(page)))
    const covered = await unreachable(page)
    if (covered.length > 0)
      problems.push(`at ${size.width}×${size.height} cannot be reached: ${covered.join(', ')}`)
    problems.push(...cut.map((text) => `at ${size.width}×${size.height} ${text}`))
  }
  await page.setViewportSize(PHONE)
  return problems
}
