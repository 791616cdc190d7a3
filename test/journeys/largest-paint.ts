/**
 * `node scripts/largest-paint.ts [tries]`: home on a slow phone with nothing kept: a processor a quarter as
 * fast and slow 4G, as Lighthouse has them, both slowed for real. Prints the median of each figure, for a
 * guest and for a member; ends with 1 where the largest paint is late. A busy machine is later.
 */
import type { Browser } from 'playwright-core'
import { paths } from '#client/paths.ts'
import { logIn, type Registered } from '../app/api.ts'
import { removeDir, startServer } from '../app/start.ts'
import { carrySession, openBrowser, openPhone } from './browser.ts'

const LATEST_MS = 2_400
const CPU_TIMES = 4
const BYTES_A_SECOND = { down: (1_638.4 * 1_024) / 8, up: (750 * 1_024) / 8 }
const ROUND_TRIP_MS = 150
/** After the first rows: what is drawn later is no part of the first look. */
const SETTLED_MS = 1_000

/** `rowsMs`: the first issue of a list is there. */
type Paint = {
  largestMs: number
  firstMs: number
  rowsMs: number
  shift: number
  kilobytes: number
  element: string
}

async function paintOf(
  browser: Browser,
  url: string,
  member: Pick<Registered, 'token' | 'userId'> | null,
): Promise<Paint> {
  const { page } = await openPhone(browser, { locale: 'ja' })
  if (member !== null) await carrySession(page, member)
  await page.addInitScript(() => {
    const seen = { largestMs: 0, rowsMs: 0, shift: 0, element: '' }
    Object.assign(globalThis, { seen })
    type Entry = PerformanceEntry & { element?: Element; value?: number; hadRecentInput?: boolean }
    const watch = (type: string, note: (entry: Entry) => void) =>
      new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
    watch('largest-contentful-paint', ({ startTime, element }) => {
      seen.largestMs = startTime
      seen.element = `${element?.tagName.toLowerCase()} ${element?.className} ${element?.textContent?.trim().slice(0, 24)}`
    })
    new MutationObserver((_, observer) => {
      if (document.querySelector('.row a[href*="code="], a.row[href*="code="]') === null) return
      seen.rowsMs = performance.now()
      observer.disconnect()
    }).observe(document, { childList: true, subtree: true })
    watch('layout-shift', ({ value, hadRecentInput }) => {
      if (hadRecentInput !== true) seen.shift += value ?? 0
    })
  })
  const slow = await page.context().newCDPSession(page)
  await slow.send('Network.enable')
  await slow.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: ROUND_TRIP_MS,
    downloadThroughput: BYTES_A_SECOND.down,
    uploadThroughput: BYTES_A_SECOND.up,
  })
  await slow.send('Emulation.setCPUThrottlingRate', { rate: CPU_TIMES })
  await page.goto(url, { waitUntil: 'load', timeout: 60_000 })
  await page.waitForFunction(
    () => (globalThis as typeof globalThis & { seen: { rowsMs: number } }).seen.rowsMs > 0,
  )
  await page.waitForTimeout(SETTLED_MS)
  const paint = await page.evaluate(() => {
    const { seen } = globalThis as typeof globalThis & {
      seen: { largestMs: number; rowsMs: number; shift: number; element: string }
    }
    const loads = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    return {
      ...seen,
      firstMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
      kilobytes: loads.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1_024,
    }
  })
  await page.context().close()
  return paint
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!

const tries = Number(process.argv[2] ?? 5)
const [app, browser] = await Promise.all([startServer(), openBrowser()])
try {
  const member = await logIn(app.url, app.members[0]!.account, app.members[0]!.password)
  const url = `${app.url}/${paths.home()}`
  // The first of all finds a server that has compiled nothing yet.
  await paintOf(browser, url, member)
  for (const viewer of ['guest', 'member'] as const) {
    const paints: Paint[] = []
    for (let n = 0; n < tries; n++)
      paints.push(await paintOf(browser, url, viewer === 'member' ? member : null))
    const of = (figure: Exclude<keyof Paint, 'element'>) => median(paints.map((paint) => paint[figure]))
    const largest = of('largestMs')
    console.log(
      `${viewer}: largest paint ${Math.round(largest)} ms (${paints.at(-1)!.element}), first ${Math.round(of('firstMs'))} ms, rows ${Math.round(of('rowsMs'))} ms, ` +
        `shift ${of('shift').toFixed(3)}, ${Math.round(of('kilobytes'))} KB; median of ${tries}`,
    )
    if (largest > LATEST_MS) process.exitCode = 1
  }
} finally {
  await browser.close()
  await app.stop()
  await removeDir(app.dataDir)
}
