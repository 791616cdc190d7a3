import axe from 'axe-core'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { pages, paths, type PageName } from '#client/paths.ts'
import type { Lang } from '#texts/lang.ts'
import { logIn, must, registerMember, until, type Api, type Registered } from '../house/api.ts'
import type { RunningHouse } from '../house/start.ts'

/** Who looks: nobody, somebody who registered a minute ago, a demo member with orders, lots and a history. */
export const VIEWERS = ['guest', 'fresh', 'demo'] as const
export type Viewer = (typeof VIEWERS)[number]

const CODE = 'S801'

export type Scene = { viewer: Viewer; name: string; url: string; session: Pick<Registered, 'token' | 'userId'> | null }

/** Pages that show something else where a parameter says so, beside the page as its bare address opens it. */
const views = (lot: string, order: string): [name: string, page: PageName, params: Record<string, string | number>][] => [
  ['stock', 'stock', { code: CODE }],
  ['orderTicket', 'orderTicket', { code: CODE, side: 'up', type: 'market', leverage: 2 }],
  ['confirm', 'confirm', { code: CODE, side: 'down', type: 'market', quantity: 100, leverage: 2 }],
  ['search results', 'search', { query: 'S8' }],
  ...(lot === '' ? [] : [['lot', 'tradeDetail', { lot }], ['order', 'tradeDetail', { order }]] satisfies [string, PageName, Record<string, string>][]),
]

/** Pages that a session of the sort cannot be on: leaving ends it, entering begins one. */
const SKIPPED: Readonly<Record<Viewer, readonly PageName[]>> = { guest: ['startup'], fresh: ['startup', 'login', 'register'], demo: ['startup', 'login', 'register'] }

/** Every address of the app, for each viewer; and one that is none. */
export async function allScenes(house: RunningHouse): Promise<Scene[]> {
  const [fresh, demo] = await Promise.all([
    registerMember(house.url, house.invitationCode),
    logIn(house.url, house.members[0]!.account, house.members[0]!.password),
  ])
  const { lot, order } = await trade(demo.api)
  const sessions = { guest: null, fresh, demo }
  return VIEWERS.flatMap((viewer) => {
    const own = viewer === 'demo' ? { lot, order } : { lot: '', order: '' }
    const session = sessions[viewer]
    const bare = (Object.keys(pages) as PageName[]).filter((name) => !SKIPPED[viewer].includes(name)).map((name) => ({ name: name as string, url: paths[name]() }))
    const given = views(own.lot, own.order).map(([name, page, params]) => ({ name: `${name} …`, url: paths[page](params as never) }))
    return [...bare, ...given, { name: 'nowhere', url: '#/nowhere' }].map((place) => ({ viewer, session, ...place }))
  })
}

/** A lot, a closed lot, an order that waits: something for every list. */
async function trade(api: Api): Promise<{ lot: string; order: string }> {
  const { quote } = must(await until(() => api.get(`/stocks/${CODE}`), (answer) => answer.data?.quote?.state === 'trading' && answer.data.quote.ask !== null, 60_000)).data
  const lots = async (): Promise<{ id: string }[]> => must(await api.get('/lots?status=open')).data
  const opened = async (leverage: number): Promise<string> => {
    const before = new Set((await lots()).map(({ id }) => id))
    must(await api.post('/orders', { code: CODE, side: 'up', type: 'market', quantity: 100, leverage }))
    const isNew = ({ id }: { id: string }) => !before.has(id)
    return (await until(lots, (now) => now.some(isNew), 60_000)).find(isNew)!.id
  }
  const closing = await opened(2)
  must(await api.post(`/lots/${closing}/close`, { type: 'market', quantity: 100 }))
  const lot = await opened(2.5)
  const { id } = must(await api.post('/orders', { code: CODE, side: 'up', type: 'limit', quantity: 100, price: quote.lowerLimit, leverage: 1 })).data
  return { lot, order: id }
}

/** A phone of this viewer in this language, with what its pages complain about. */
export async function phoneOf(browser: Browser, { session }: Pick<Scene, 'session'>, lang: Lang, viewport = { width: 375, height: 812 }): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport, deviceScaleFactor: 1, hasTouch: true, isMobile: viewport.width < 961, locale: 'ja-JP', timezoneId: 'Asia/Tokyo', reducedMotion: 'reduce', serviceWorkers: 'block' })
  await context.addInitScript(([locale, token, userId]) => {
    localStorage.setItem('locale', locale!)
    if (token !== '') localStorage.setItem('token', token!)
    if (userId !== '') localStorage.setItem('userId', userId!)
  }, [lang === 'ja' ? 'jp' : lang, session?.token ?? '', session?.userId ?? ''])
  return context
}

/** Opens the place afresh in this tab and waits until nothing is on its way; answers what went wrong by then. */
export async function open(page: Page, house: RunningHouse, { url }: Scene): Promise<string[]> {
  const complaints: string[] = []
  const events = {
    console: (message: { type(): string; text(): string }) => { if (message.type() === 'error') complaints.push(`console: ${message.text()}`) },
    pageerror: (error: Error) => void complaints.push(`error: ${error.message}`),
    response: (response: { status(): number; url(): string }) => { if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`) },
  }
  await page.goto('about:blank')
  page.on('console', events.console).on('pageerror', events.pageerror).on('response', events.response)
  await page.goto(`${house.url}/${url}`)
  const settled = await page.waitForFunction(() => {
    const seen = [...document.querySelectorAll('.bone, .ring')].some((element) => element.checkVisibility())
    return document.querySelector('main, .page-body') !== null && !seen
  }, undefined, { timeout: 8_000, polling: 50 }).then(() => true, () => false)
  if (!settled) complaints.push('still loading after 8 s')
  page.off('console', events.console).off('pageerror', events.pageerror).off('response', events.response)
  return complaints
}

/** What is wrong with the screen as it stands: accessibility, and text that its box or the phone cuts. */
export async function problemsOf(page: Page): Promise<string[]> {
  await page.evaluate(`if (!globalThis.axe) { ${axe.source} }`)
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> } }
    const { violations } = await axe.run({ resultTypes: ['violations'] })
    const found = violations.flatMap(({ id, nodes }) => nodes.map((node) => `axe ${id}: ${node.html.slice(0, 160)}`))
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      if (element.clientWidth === 0 || element.closest('.sr-only, svg, canvas, dialog:not([open])') || !element.checkVisibility()) continue
      const style = getComputedStyle(element)
      if (style.display === 'inline' || style.overflowX === 'auto' || style.overflowX === 'scroll') continue
      const text = `${element.tagName} "${element.textContent.slice(0, 60)}"`
      if (element.scrollWidth > element.clientWidth + 1) found.push(`too wide by ${element.scrollWidth - element.clientWidth} px: ${text}`)
      const cuts = style.overflowY === 'hidden' || style.overflowY === 'clip'
      if (cuts && element.scrollHeight > element.clientHeight + 1 && element.textContent !== '') found.push(`cut below: ${text}`)
    }
    if (document.documentElement.scrollWidth > innerWidth) found.push(`the page is ${document.documentElement.scrollWidth} px wide`)
    return found
  })
}
