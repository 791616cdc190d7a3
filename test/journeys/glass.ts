import type { CDPSession, Page } from 'playwright-core'

/** Pixels of the chart's own canvases that are not of the commonest colour of their canvas: what is drawn. */
export const inkOf = (page: Page): Promise<number> =>
  page.evaluate(() => {
    let ink = 0
    for (const canvas of document.querySelectorAll('canvas')) {
      if (canvas.width === 0 || canvas.height === 0) continue
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
      const counts = new Map<number, number>()
      const pixels = new Uint32Array(data.buffer)
      for (const colour of pixels) counts.set(colour, (counts.get(colour) ?? 0) + 1)
      ink += pixels.length - Math.max(...counts.values())
    }
    return ink
  })

/** The ink once two looks at it, a frame apart, are the same. */
export async function restingInk(page: Page): Promise<number> {
  for (let before = -1; ;) {
    const ink = await inkOf(page)
    if (ink === before && ink > 0) return ink
    before = ink
    await page.evaluate(() => new Promise((resolve) => setTimeout(() => requestAnimationFrame(resolve), 250)))
  }
}

/** A finger that is held still, shakes by less than the tolerance, and goes up again. */
export async function press(page: Page, at: { x: number; y: number }, ms = 600): Promise<void> {
  const glass = await page.context().newCDPSession(page)
  const shaken = { x: at.x + 4, y: at.y + 5 }
  await glass.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] })
  await glass.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [shaken] })
  await page.waitForTimeout(ms)
  await glass.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await glass.detach()
}

/**
 * Fingers on the glass: each path is one finger's, in page pixels, walked in `steps` moves. `arrived`: before
 * they go up.
 */
export async function drag(
  page: Page,
  paths: readonly (readonly [from: { x: number; y: number }, to: { x: number; y: number }])[],
  { steps = 12, arrived }: { steps?: number; arrived?: () => Promise<void> } = {},
): Promise<void> {
  const glass: CDPSession = await page.context().newCDPSession(page)
  const at = (part: number) =>
    paths.map(([from, to], id) => ({
      x: from.x + (to.x - from.x) * part,
      y: from.y + (to.y - from.y) * part,
      id,
    }))
  await glass.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) })
  for (let step = 1; step <= steps; step++) {
    await glass.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(step / steps) })
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
  }
  await arrived?.()
  await glass.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await glass.detach()
}
