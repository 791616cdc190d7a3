import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type Axe from 'axe-core'
import type { Page } from 'playwright-core'
import { standing } from './browser.ts'

/** The short one: bringing the long one into a page took three times as long as what it then does there. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

declare global {
  /** In the page, once its source has run there. */
  var axe: typeof Axe
}

/** The findings of axe on the screen as it stands: rule and element, one line each. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  await standing(page)
  await page.evaluate(`if (!globalThis.axe) { ${AXE} }`)
  return page.evaluate(async () => {
    const { violations } = await globalThis.axe.run({ resultTypes: ['violations'] })
    return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)}`))
  })
}
