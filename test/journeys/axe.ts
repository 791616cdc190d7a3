import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { standing } from './browser.ts'

/** What axe finds on the screen as it stands: rule and element, one line each. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  await standing(page)
  await page.evaluate(`if (!globalThis.axe) { ${axe.source} }`)
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> } }
    const { violations } = await axe.run({ resultTypes: ['violations'] })
    return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)}`))
  })
}
