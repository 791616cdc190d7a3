import type { Browser, BrowserContext, Page } from 'playwright-core'
import { paths } from '#client/paths.ts'
import { pages, type PageName } from '#registry/pages.ts'
import { wordsOf } from '#mobile/page-texts.ts'
import { plan } from '#modules/dependencies.ts'
import { sendPicture } from '#server/verified.fixture.ts'
import type { Lang } from '#i18n/lang.ts'
import { logIn, must, registerMember, waitFor, type Api, type Registered } from '../app/api.ts'
import { accessibilityProblems } from './axe.ts'
import { say, settleAtOnce } from './browser.ts'
import type { ObservedApp } from './opened.ts'

/** Viewers: nobody, somebody who registered a minute ago, a demo member with orders, lots and a history. */
export const VIEWERS = ['guest', 'fresh', 'demo'] as const
export type Viewer = (typeof VIEWERS)[number]

const CODE = 'S801'

/** `page`: null where the address is no page's. */
export type Scene = {
  viewer: Viewer
  name: string
  page: PageName | null
  url: string
  session: Pick<Registered, 'token' | 'userId'> | null
}

/** The things to open: a piece of news, the viewer's own things. */
type Facts = {
  news: string | null
  own: { lot: string; order: string; filled: string; deposit: string } | null
}

/** Pages that show something else where a parameter says so, beside the page as its bare address opens it. */
const views = ({
  news,
  own,
}: Facts): [name: string, page: PageName, params: Record<string, string | number>][] => [
  ['stock', 'stock', { code: CODE }],
  ['orderTicket', 'orderTicket', { code: CODE, side: 'up', type: 'market', leverage: 2 }],
  [
    'a stop for the week',
    'orderTicket',
    { code: CODE, side: 'up', type: 'stop-limit', price: 1_100, triggerPrice: 1_000, validity: 'week' },
  ],
  ['confirm', 'confirm', { code: CODE, side: 'down', type: 'market', quantity: 100, leverage: 2 }],
  [
    'confirm with a stop',
    'confirm',
    { code: CODE, side: 'down', type: 'market', quantity: 100, leverage: 2, stopLoss: 9_000 },
  ],
  ['search results', 'search', { query: 'S8' }],
  ...(news === null
    ? []
    : ([['news item', 'newsItem', { id: news }]] satisfies [string, PageName, Record<string, string>][])),
  ['document', 'webview', { document: 'risk-margin' }],
  ['loan application', 'financing', { view: 'apply' }],
  ['credit score', 'financing', { view: 'score' }],
  ['help article', 'helpArticle', { id: 'commission' }],
  ...(own === null
    ? []
    : ([
        ['lot', 'tradeDetail', { lot: own.lot }],
        ['order', 'tradeDetail', { order: own.order }],
        ['filled order', 'tradeDetail', { order: own.filled }],
        ['closed all', 'closedAll', { orders: own.filled, refused: own.lot }],
        ['closing', 'tradeDetail', { lot: own.lot, act: 'close' }],
        ['amending', 'tradeDetail', { order: own.order, act: 'amend' }],
        ['deposit', 'recharge', { id: own.deposit }],
        ['support about a deposit', 'customerService', { about: own.deposit }],
      ] satisfies [string, PageName, Record<string, string>][])),
]

/** Pages that a session of the sort cannot be on: leaving ends it, entering begins one. */
const SKIPPED: Readonly<Record<Viewer, readonly PageName[]>> = {
  guest: ['startup'],
  fresh: ['startup', 'login', 'register'],
  demo: ['startup', 'login', 'register'],
}

/** Every address of the app, for each viewer; and one that is none. */
export async function allScenes(app: ObservedApp): Promise<Scene[]> {
  const [fresh, demo] = await Promise.all([
    registerMember(app.url, app.invitationCode),
    logIn(app.url, app.members[0]!.account, app.members[0]!.password),
  ])
  const [traded, deposit] = await Promise.all([trade(demo.api), payIn(app, demo)])
  const own = { ...traded, deposit }
  const news = must(await demo.api.get<{ id: string }[]>('/news?limit=1')).data[0]?.id ?? null
  const sessions = { guest: null, fresh, demo }
  return VIEWERS.flatMap((viewer) => {
    const session = sessions[viewer]
    const bare = (Object.keys(pages) as PageName[])
      .filter((name) => !SKIPPED[viewer].includes(name))
      .map((name) => ({ name: name as string, page: name, url: paths[name]() }))
    const shown = views({ news, own: viewer === 'demo' ? own : null }).map(([name, page, params]) => ({
      name: `${name} …`,
      page,
      url: paths[page](params as never),
    }))
    return [...bare, ...shown, { name: 'nowhere', page: null, url: '#/nowhere' }].map((place) => ({
      viewer,
      session,
      ...place,
    }))
  })
}

/** A lot and its order, a closed lot, an order that waits: something for every list. */
async function trade(api: Api): Promise<{ lot: string; order: string; filled: string }> {
  const { quote } = must(
    await waitFor(
      () => api.get(`/stocks/${CODE}`),
      (answer) => answer.data?.quote?.state === 'trading' && answer.data.quote.ask !== null,
      60_000,
    ),
  ).data
  type Held = { id: string; orderId: string }
  const lots = async (): Promise<Held[]> => must(await api.get('/lots?status=open')).data
  const opened = async (leverage: number): Promise<Held> => {
    const before = new Set((await lots()).map(({ id }) => id))
    must(await api.post('/orders', { code: CODE, side: 'up', type: 'market', quantity: 100, leverage }))
    const isNew = ({ id }: { id: string }) => !before.has(id)
    return (await waitFor(lots, (now) => now.some(isNew), 60_000)).find(isNew)!
  }
  const { id: closing } = await opened(2)
  must(await api.post(`/lots/${closing}/close`, { type: 'market', quantity: 100 }))
  // An order that opens would meet one that still closes.
  await waitFor(lots, (now) => now.every(({ id }) => id !== closing), 60_000)
  const { id: lot, orderId: filled } = await opened(2.5)
  const { id } = must(
    await api.post('/orders', {
      code: CODE,
      side: 'up',
      type: 'limit',
      quantity: 100,
      price: quote.lowerLimit,
      leverage: 1,
    }),
  ).data
  return { lot, order: id, filled }
}

/** A demo member's account at a bank and a deposit on its way; its id. */
async function payIn(app: ObservedApp, { api, token }: Registered): Promise<string> {
  const transactionPassword = 'river-55'
  must(
    await api.post(
      '/auth/transaction-password',
      { newPassword: transactionPassword, confirmPassword: transactionPassword },
      null,
    ),
  )
  const imageId = await sendPicture({ port: Number(new URL(app.url).port) }, token, 'passbook')
  must(
    await api.post('/bank-accounts', {
      holder: 'ミホン イチロウ',
      bankCode: '0001',
      branchCode: '001',
      type: 'ordinary',
      number: '1234567',
      imageId,
      transactionPassword,
    }),
  )
  return must(await api.post('/deposits', { amount: 500_000, method: 'bank' })).data.id
}

/** A phone of this viewer in this language, with what its pages complain about. */
export async function phoneOf(
  browser: Browser,
  { session }: Pick<Scene, 'session'>,
  lang: Lang,
  viewport = { width: 375, height: 812 },
): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport,
    deviceScaleFactor: 1,
    hasTouch: true,
    isMobile: viewport.width < 961,
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })
  await settleAtOnce(context)
  await context.addInitScript(
    ([locale, token, userId]) => {
      localStorage.setItem('locale', locale!)
      if (token !== '') localStorage.setItem('token', token!)
      if (userId !== '') localStorage.setItem('userId', userId!)
    },
    [lang === 'ja' ? 'jp' : lang, session?.token ?? '', session?.userId ?? ''],
  )
  return context
}

/** The errors of this tab while something is done. */
async function complaintsDuring(page: Page, act: () => Promise<void>): Promise<string[]> {
  const complaints: string[] = []
  const events = {
    console: (message: { type(): string; text(): string }) => {
      if (message.type() === 'error') complaints.push(`console: ${message.text()}`)
    },
    pageerror: (error: Error) => void complaints.push(`error: ${error.message}`),
    response: (response: { status(): number; url(): string }) => {
      if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`)
    },
  }
  page.on('console', events.console).on('pageerror', events.pageerror).on('response', events.response)
  await act()
  const settled = await page
    .waitForFunction(
      () => {
        const inSight = (all: string) =>
          [...document.querySelectorAll(all)].some((element) => element.checkVisibility())
        return inSight('main, .page-body') && !inSight('.bone, .ring')
      },
      undefined,
      { timeout: 8_000, polling: 50 },
    )
    .then(
      () => true,
      () => false,
    )
  if (!settled) complaints.push('still loading after 8 s')
  page.off('console', events.console).off('pageerror', events.pageerror).off('response', events.response)
  return complaints
}

/**
 * Opens the place afresh in this tab and waits until nothing is on its way; answers what went wrong by then.
 */
export async function open(page: Page, app: ObservedApp, { url }: Scene): Promise<string[]> {
  await page.goto('about:blank')
  return complaintsDuring(page, async () => void (await page.goto(`${app.url}/${url}`)))
}

/**
 * Pages that begin by themselves: they stay in the app when left, or their words come before the others'.
 * Every other one waits for all that the app loads.
 */
export const isOpenedAfresh = ({ page }: Scene): boolean =>
  page !== null && (pages[page].tab || wordsOf(page) !== 'rest')

/**
 * Goes to the place in the app that is open in this tab, as from its address bar, and leaves nothing of the
 * page before; answers as `open` does.
 */
export const turnTo = (page: Page, { url }: Scene): Promise<string[]> =>
  complaintsDuring(page, () =>
    page.evaluate(
      async (steps) => {
        for (const hash of steps) {
          if (location.hash === hash) continue
          const arrived = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }))
          location.hash = hash
          await arrived
        }
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
        // A tab closes what lies above it.
      },
      [paths.user(), url],
    ),
  )

const KEY = new RegExp(`\\b(?:ui|client|mobile|${Object.keys(plan).join('|')})\\.[a-z]\\w*[\\w.]*`)

/** Brackets within brackets, as a date of Japan's has them of its own: （11/25（水））. */
const NESTED = /[（(][^（(）)\n]*[（(][^（(）)\n]*[）)][^（(）)\n]*[）)]/

/**
 * The words that must not be there: a key without a sentence, brackets in brackets, a page that is not
 * there or broken.
 */
async function badWords(page: Page, scene: Scene, lang: Lang): Promise<string[]> {
  const words = (await page.locator('body').innerText()).replaceAll(/\S+@\S+|\S+\/\S+\.(?:ts|md)/g, '')
  const key = KEY.exec(words)?.[0]
  const nested = NESTED.exec(words)?.[0]
  return [
    ...(nested === undefined ? [] : [`brackets in brackets: ${nested}`]),
    ...(key === undefined ? [] : [`a key instead of a sentence: ${key}`]),
    ...(words.includes(say(lang, 'mobile.notFound.title')) === (scene.name === 'nowhere')
      ? []
      : ['page not found, or not where it must be']),
    ...(words.includes(say(lang, 'mobile.broken.title')) ? ['broken'] : []),
  ]
}

/**
 * The faults of the screen as it stands: words, accessibility, and text that its box or the phone cuts.
 */
export async function problemsOf(page: Page, scene: Scene, lang: Lang): Promise<string[]> {
  return [...(await badWords(page, scene, lang)), ...(await layoutProblems(page))]
}

async function layoutProblems(page: Page): Promise<string[]> {
  const inaccessible = (await accessibilityProblems(page)).map((problem) => `axe ${problem}`)
  return [...inaccessible, ...(await cutTexts(page))]
}

/** The texts that their box or the window cuts. */
export function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      if (
        element.clientWidth === 0 ||
        element.closest('.sr-only, svg, canvas, dialog:not([open])') ||
        !element.checkVisibility()
      )
        continue
      const style = getComputedStyle(element)
      if (style.display === 'inline' || style.overflowX === 'auto' || style.overflowX === 'scroll') continue
      const text = `${element.tagName} "${element.textContent.slice(0, 60)}"`
      if (element.scrollWidth > element.clientWidth + 1)
        found.push(`too wide by ${element.scrollWidth - element.clientWidth} px: ${text}`)
      // A preview of so many lines leads to the whole text.
      const cuts =
        (style.overflowY === 'hidden' || style.overflowY === 'clip') && style.webkitLineClamp === 'none'
      if (cuts && element.scrollHeight > element.clientHeight + 1 && element.textContent !== '')
        found.push(`cut below: ${text}`)
    }
    if (document.documentElement.scrollWidth > innerWidth)
      found.push(`the page is ${document.documentElement.scrollWidth} px wide`)
    return found
  })
}
