import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** What axe finds on the screen as it stands: rule and element, one line each. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  await page.waitForTimeout(400)
  await page.evaluate(axe.source)
  return page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as { axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> } }).axe.run()
    return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)}`))
  })
}
