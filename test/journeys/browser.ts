import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { loadTexts } from '#i18n/server.ts'
import { findChromium, findHeadlessShell } from '../chromium.ts'

export const chromiumPath = findChromium()

/**
 * The features that Playwright turns off, said again because a second list stands in place of the first; and
 * the suggestions of the address bar, which took a process for each context.
 */
const OFF = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxAimPopup',
]
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${OFF.join(',')}`,
]

/**
 * Without its windows where there is one like that; `whole`: for what only the whole browser can; `textPx`:
 * the size of text that it is set to.
 */
export const openBrowser = ({ whole = false, textPx = 16 } = {}): Promise<Browser> =>
  chromium.launch({
    executablePath: (whole ? undefined : findHeadlessShell()) ?? chromiumPath!,
    headless: true,
    args: [...FLAGS, `--blink-settings=defaultFontSize=${textPx}`],
  })

export const PHONE = { width: 375, height: 812 }

/**
 * Acts that send or decide take no press for a second after they have come (`src/ui/press-guard.ts`). A
 * journey of a hundred of them does not wait for each.
 */
export const settleAtOnce = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    addEventListener('DOMContentLoaded', () =>
      document.documentElement.style.setProperty('--t-settle', '20ms'),
    )
  })

/**
 * A phone with nothing stored, and what its console complained about. Its owner wants no movement, which
 * halves a journey, unless `moving`; `settles`: what sends waits as long as it does for members.
 */
export async function openPhone(
  browser: Browser,
  options: {
    locale?: string
    viewport?: { width: number; height: number }
    moving?: boolean
    settles?: boolean
  } = {},
): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.newContext({
    viewport: options.viewport ?? PHONE,
    hasTouch: true,
    isMobile: true,
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    reducedMotion: options.moving === true ? 'no-preference' : 'reduce',
  })
  if (options.settles !== true) await settleAtOnce(context)
  if (options.locale !== undefined)
    await context.addInitScript((locale) => localStorage.setItem('locale', locale), options.locale)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.setDefaultTimeout(15_000)
  return { page, complaints }
}

/**
 * The phone is this member's already: for stories that are not about logging in, which costs two pages each
 * time.
 */
export async function carrySession(
  page: Page,
  { token, userId }: { token: string; userId: string },
): Promise<void> {
  await page.addInitScript(
    ([own, id]) => {
      // Once: what the app makes of the session stays. A blank page in between has no store.
      if (origin === 'null' || localStorage.getItem('token') !== null) return
      localStorage.setItem('token', own!)
      localStorage.setItem('userId', id!)
    },
    [token, userId],
  )
}

export const say = loadTexts()

/**
 * Waits until the screen stands: what is read has come, nothing is being pushed in or faded. What keeps
 * turning after that is meant to.
 */
export async function standing(page: Page): Promise<void> {
  await page
    .waitForFunction(
      () => ![...document.querySelectorAll('.bone, .ring')].some((element) => element.checkVisibility()),
      undefined,
      { timeout: 3_000, polling: 50 },
    )
    .catch(() => {})
  await page.evaluate(async () => {
    const passing = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    const late = new Promise((resolve) => setTimeout(resolve, 3_000))
    await Promise.race([Promise.allSettled(passing.map(({ finished }) => finished)), late])
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  })
}

/**
 * Elements whose text is wider than their box: what a phone would cut. Scrolling strips, and words for
 * readers alone, are meant to be.
 */
export async function overflowing(page: Page): Promise<string[]> {
  await standing(page)
  return page.evaluate(() => {
    const found: string[] = []
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      if (element.closest('[hidden], .sr-only, svg, canvas, dialog:not([open])') || element.clientWidth === 0)
        continue
      const style = getComputedStyle(element)
      if (style.overflowX === 'auto' || style.overflowX === 'scroll') continue
      if (element.scrollWidth > element.clientWidth + 1 && style.display !== 'inline')
        found.push(`${element.tagName} ${element.className} ${element.textContent?.slice(0, 60)}`)
    }
    if (document.documentElement.scrollWidth > innerWidth)
      found.push(`page ${document.documentElement.scrollWidth} > ${innerWidth}`)
    return found
  })
}
