import { beforeAll, describe, expect, it } from 'vitest'
import { pages } from '#registry/pages.ts'
import { LANGS, type Lang } from '#i18n/lang.ts'
import { chromiumPath } from './browser.ts'
import {
  allScenes,
  isOpenedAfresh,
  open,
  phoneOf,
  problemsOf,
  turnTo,
  VIEWERS,
  type Scene,
  type Viewer,
} from './every-screen.ts'
import { opened } from './opened.ts'
import { problemsInWindows } from './window-sizes.ts'

const isLong = process.env['TEST_LONG'] !== undefined
/**
 * True if the page differs for this viewer: a guest sees one and the same page in place of each of a member's
 * own, a new member's differ in these and the tabs.
 */
function differs({ viewer, page }: Scene): boolean {
  if (page === null || viewer === 'demo') return true
  const { own, tab } = pages[page]
  return viewer === 'fresh' ? own || tab : !own || page === 'withdrawal'
}

/** Pages with the longest words and most figures: looked at in French too, on every run. */
const IN_FRENCH = ['home', 'market', 'stock …', 'trade', 'user', 'settings']
const TABS_AT_ONCE = 2

describe.skipIf(chromiumPath === undefined)('every screen of the app', () => {
  const here = opened()
  let scenes: Scene[]
  beforeAll(async () => {
    scenes = await allScenes(here.context)
  })

  /** Looks at these, some at once; one line for each problem. */
  async function look(seen: readonly Scene[], lang: Lang): Promise<string[]> {
    const first = seen[0]
    if (first === undefined) return []
    const context = await phoneOf(here.browser, first, lang)
    const waiting = seen.toSorted((a, b) => Number(isOpenedAfresh(b)) - Number(isOpenedAfresh(a)))
    const problems: string[] = []
    await Promise.all(
      Array.from({ length: TABS_AT_ONCE }, async () => {
        const page = await context.newPage()
        for (
          let isBegun = false, next = waiting.shift();
          next !== undefined;
          next = waiting.shift(), isBegun = true
        ) {
          const scene = next
          const complaints =
            isBegun && !isOpenedAfresh(scene)
              ? await turnTo(page, scene)
              : await open(page, here.context, scene)
          const found = [
            ...complaints,
            ...(await problemsOf(page, scene, lang)),
            // A demo member's pages, which hold the most, are looked at in `sizes.test.ts`.
            ...(scene.viewer === 'demo' && lang === 'ja' ? [] : await problemsInWindows(page)),
          ]
          problems.push(...found.map((problem) => `${scene.viewer} ${scene.name}: ${problem}`))
        }
      }),
    )
    await context.close()
    return problems
  }

  const runs: [Lang, Viewer][] = isLong
    ? LANGS.flatMap((lang) => VIEWERS.map((viewer): [Lang, Viewer] => [lang, viewer]))
    : [...VIEWERS.map((viewer): [Lang, Viewer] => ['ja', viewer]), ['fr', 'demo']]
  it.each(runs)(
    'in %s, for %s: reachable by its address, nothing cut, no violation, no error; at least half of every small window scrolls',
    { timeout: 600_000 },
    async (lang, viewer) => {
      const mine = scenes.filter(
        (scene) =>
          scene.viewer === viewer &&
          (isLong || (lang === 'ja' ? differs(scene) : viewer === 'demo' && IN_FRENCH.includes(scene.name))),
      )
      expect(await look(mine, lang)).toEqual([])
    },
  )
})
