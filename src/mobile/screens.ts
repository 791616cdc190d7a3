import type { ComponentType } from 'react'
import { lazily } from '#client/lazily.ts'
import type { PageName } from '#registry/pages.ts'
import type { Screens } from '#client/screens.ts'
import { textsUpTo } from '#client/texts.ts'
import { withTimeout } from './with-timeout.ts'
import { wordsOf } from './page-texts.ts'

type Screen = ComponentType<{ params: Readonly<Record<string, unknown>> }>
type Load = () => Promise<{ default: Screen }>

// Each module's route; only the arrows to its screens are in the first load.
const routes = import.meta.glob<Screens>('../modules/*/mobile/screens.ts', { eager: true, import: 'screens' })
const own: Screens = { market: () => import('./MarketScreen.tsx') }
const codes = Object.assign({}, own, ...Object.values(routes)) as Partial<Record<PageName, Load>>

const withTexts =
  (name: string, load: Load): Load =>
  async () =>
    (await Promise.all([load(), textsUpTo(wordsOf(name))]))[0]
const loaders = Object.fromEntries(
  Object.entries(codes).map(([name, load]) => [name, withTexts(name, load)]),
) as Partial<Record<PageName, Load>>

const lazies = Object.fromEntries(
  Object.entries(loaders).map(([name, load]) => [name, lazily(() => withTimeout(load))]),
) as Partial<Record<PageName, Screen>>
const loaded = new Map<PageName, Screen>()

/**
 * The screen of a page, undefined where it is not built. Its code comes when it is first shown; what is here
 * already is shown without waiting.
 */
export const screenOf = (name: PageName): Screen | undefined => loaded.get(name) ?? lazies[name]

/** Fetches a screen's code ahead of its being shown; a failure will be told when it is. */
export async function preload(name: PageName): Promise<void> {
  const load = loaders[name]
  if (load === undefined || loaded.has(name)) return
  await load().then(
    (module) => loaded.set(name, module.default),
    () => {},
  )
}
