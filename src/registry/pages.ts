import type { Page, Parse } from '#wire/page.ts'
import { PAGES as ai } from '#modules/ai/model/pages.ts'
import { PAGES as alerts } from '#modules/alerts/model/pages.ts'
import { PAGES as block } from '#modules/block/model/pages.ts'
import { PAGES as copy } from '#modules/copy/model/pages.ts'
import { PAGES as corporateActions } from '#modules/corporate-actions/model/pages.ts'
import { PAGES as daytrade } from '#modules/daytrade/model/pages.ts'
import { PAGES as draws } from '#modules/draws/model/pages.ts'
import { PAGES as funding } from '#modules/funding/model/pages.ts'
import { PAGES as help } from '#modules/help/model/pages.ts'
import { PAGES as home } from '#modules/home/model/pages.ts'
import { PAGES as identity } from '#modules/identity/model/pages.ts'
import { PAGES as inbox } from '#modules/inbox/model/pages.ts'
import { PAGES as ipo } from '#modules/ipo/model/pages.ts'
import { PAGES as legal } from '#modules/legal/model/pages.ts'
import { PAGES as loans } from '#modules/loans/model/pages.ts'
import { PAGES as marginCalls } from '#modules/margin-calls/model/pages.ts'
import { PAGES as market } from '#modules/market/model/pages.ts'
import { PAGES as members } from '#modules/members/model/pages.ts'
import { PAGES as news } from '#modules/news/model/pages.ts'
import { PAGES as orders } from '#modules/orders/model/pages.ts'
import { PAGES as portfolio } from '#modules/portfolio/model/pages.ts'
import { PAGES as records } from '#modules/records/model/pages.ts'
import { PAGES as staff } from '#modules/staff/model/pages.ts'
import { PAGES as support } from '#modules/support/model/pages.ts'
import { PAGES as tax } from '#modules/tax/model/pages.ts'
import { PAGES as trust } from '#modules/trust/model/pages.ts'
import { PAGES as venue } from '#modules/venue/model/pages.ts'
import { PAGES as apikeys } from '#modules/apikeys/model/pages.ts'
import { PAGES as calendars } from '#modules/calendars/model/pages.ts'
import { PAGES as webhooks } from '#modules/webhooks/model/pages.ts'
import { unionOf } from './union.ts'

const MODULES = {
  apikeys,
  webhooks,
  calendars,
  inbox,
  identity,
  trust,
  staff,
  support,
  venue,
  market,
  tax,
  news,
  legal,
  portfolio,
  members,
  orders,
  alerts,
  'margin-calls': marginCalls,
  'corporate-actions': corporateActions,
  funding,
  draws,
  ipo,
  block,
  records,
  daytrade,
  ai,
  copy,
  loans,
  help,
  home,
} as const

/**
 * Every place of the app. The addresses are the specification's (chapter 2) where it has the page; the names
 * are ours.
 */
export const pages = unionOf('page', MODULES, ({ path }: Page) => path)

export type PageName = keyof typeof pages
export type TabName = { [N in PageName]: (typeof pages)[N]['tab'] extends true ? N : never }[PageName]

/** The parsed parameters that a page receives. */
export type ParamsFor<N extends PageName> = {
  readonly [P in keyof (typeof pages)[N]['params']]?: (typeof pages)[N]['params'][P] extends Parse<infer T>
    ? T
    : never
}

const moduleOf = new Map(
  Object.entries(MODULES).flatMap(([module, declared]) =>
    Object.keys(declared).map((name) => [name, module]),
  ),
)
type ModuleOf<N extends PageName> = {
  [M in keyof typeof MODULES]: N extends keyof (typeof MODULES)[M] ? M : never
}[keyof typeof MODULES]
type TitleKey<N extends PageName> = N extends PageName ? `${ModuleOf<N>}.pageTitle.${N}` : never
/** A page's title, in the catalogue of the module that declares the page. */
export const titleKey = <N extends PageName>(name: N) =>
  `${moduleOf.get(name)}.pageTitle.${name}` as TitleKey<N>
