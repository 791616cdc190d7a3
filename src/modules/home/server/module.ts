import { SECOND, type Ms } from '#kernel/time.ts'
import { langOf, type Lang } from '#i18n/lang.ts'
import type { OutputOf } from '#wire/route.ts'
import type { MarketPublic } from '#modules/market/server/public.ts'
import { on, type AppContext, type Module } from '#modules/module.ts'
import { getHome } from '../contract.ts'

const HOT_STOCKS = 6

type View = OutputOf<typeof getHome>

/** Home: one answer for everyone who speaks a language, made at most once a second. */
export function createHome(
  { clock }: Pick<AppContext, 'clock'>,
  { market }: { market: MarketPublic },
): Module {
  const answers = new Map<Lang, { at: Ms; view: View }>()
  const home = (lang: Lang): View => {
    const now = clock.monotonic()
    const known = answers.get(lang)
    if (known && now - known.at < SECOND) return known.view
    const overview = market.overview(lang)
    const view = { market: overview, hot: market.hot(HOT_STOCKS, lang), simulated: overview.simulated }
    answers.set(lang, { at: now, view })
    return view
  }
  return { name: 'home', routes: [on(getHome, ({ lang }) => home(langOf(lang)))] }
}
