/**
 * `npm run screens`: every screen in screens/, for looking at: as each viewer sees it, while nothing has come
 * yet, and where nothing comes at all; whole, and with each of its tabs. Arguments are languages (ja and fr
 * without), viewers, and parts of names: `-- ja demo failing trade`.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { LANGS, type Lang } from '#i18n/lang.ts'
import { paths } from '#client/paths.ts'
import { logIn, must, waitFor } from '../app/api.ts'
import { removeDir, startServer, type RunningServer } from '../app/start.ts'
import { openBrowser, PHONE, standing } from './browser.ts'
import { allScenes, open, phoneOf, VIEWERS, type Scene } from './every-screen.ts'

/** The viewers, and two ways for a member to see nothing: no answer yet, and none at all. */
const LOOKS = [...VIEWERS, 'loading', 'failing'] as const
type Look = (typeof LOOKS)[number]

const FOLDER = join(import.meta.dirname, '../../screens')
const TALLEST_PX = 2_000
const ON_A_SHEET = 6

const asked = process.argv.slice(2)
const chosen = <T extends string>(all: readonly T[], without: readonly T[]): readonly T[] =>
  all.some((one) => asked.includes(one)) ? all.filter((one) => asked.includes(one)) : without
const langs = chosen(LANGS, ['ja', 'fr'])
const looks = chosen(LOOKS, LOOKS)
const names = asked.filter((word) => ![...LANGS, ...LOOKS].some((one) => one === word))

type Taken = { file: string; title: string }

const [app, browser] = await Promise.all([startServer(), openBrowser()])
const taken: Taken[] = []
try {
  const scenes = [...(await allScenes(app)), ...(await furtherScenes(app))].filter(
    ({ name }) => names.length === 0 || names.some((part) => name.includes(part)),
  )
  rmSync(FOLDER, { recursive: true, force: true })
  for (const lang of langs) {
    for (const look of looks) {
      const own = await picturesOf(
        browser,
        app,
        scenes.filter(({ viewer }) => viewer === (look === 'loading' || look === 'failing' ? 'demo' : look)),
        lang,
        look,
      )
      await sheetsOf(browser, own, `${lang}-${look}`)
      taken.push(...own)
    }
  }
} finally {
  await browser.close()
  await app.stop()
  await removeDir(app.dataDir)
}
writeFileSync(join(FOLDER, 'index.html'), pageOf(taken))
console.log(`${taken.length} pictures: ${join(FOLDER, 'index.html')}`)

/** The scenes that a demo member reaches by what there is: a fill's receipt, a sealed day. */
async function furtherScenes({ url, members }: RunningServer): Promise<Scene[]> {
  const { api, token, userId } = await logIn(url, members[0]!.account, members[0]!.password)
  const [order] = must(
    await waitFor(
      () => api.get<{ id: string }[]>('/orders?status=closed'),
      ({ data }) => data.length > 0,
    ),
  ).data
  const [day] = must(await api.get<{ days: { tradeDate: string }[] }>('/market-days')).data.days
  return [
    { name: 'receipt of a fill', url: paths.receipt({ order: order!.id }) },
    { name: 'marketDays one', url: paths.marketDays({ date: day!.tradeDate }) },
  ].map((place) => ({ viewer: 'demo', page: null, session: { token, userId }, ...place }))
}

async function picturesOf(
  browser: Browser,
  app: RunningServer,
  scenes: readonly Scene[],
  lang: Lang,
  look: Look,
): Promise<Taken[]> {
  const [first] = scenes
  if (first === undefined) return []
  mkdirSync(join(FOLDER, lang), { recursive: true })
  const page = await (await phoneOf(browser, first, lang)).newPage()
  if (look === 'failing') await page.route('**/api/**', (route) => route.abort())
  if (look === 'loading') await page.route('**/api/**', () => {})
  const pictures: Taken[] = []
  const take = async (name: string, title: string) => {
    const file = `${lang}/${look}-${name.replaceAll(/[^\p{Letter}\p{Number}]+/gu, '-')}.png`
    await page.screenshot({ path: join(FOLDER, file) })
    pictures.push({ file, title: `${lang} · ${look} · ${title}` })
  }
  for (const scene of scenes) {
    const problems = look === 'loading' ? await glance(page, app, scene) : await open(page, app, scene)
    await take(scene.name, [scene.name, ...(look === 'failing' ? [] : problems)].join(' — '))
    if (look === 'loading' || look === 'failing') continue
    const tabs = page.locator('[role=tab]:visible')
    const views = await tabs.count()
    for (let n = 0; n < Math.max(views, 1); n++) {
      if (views > 1) await tabs.nth(n).click()
      await standing(page)
      if ((await page.locator('dialog[open]').count()) > 0) {
        await take(`${scene.name} sheet ${n}`, `${scene.name}, sheet ${n}`)
        await page.keyboard.press('Escape')
        continue
      }
      const extra = await below(page)
      if (n === 0 && extra === 0) continue
      await page.setViewportSize({ ...PHONE, height: Math.min(TALLEST_PX, PHONE.height + extra) })
      await standing(page)
      await take(`${scene.name} whole ${n}`, `${scene.name}, whole, ${n}`)
      await page.setViewportSize(PHONE)
    }
  }
  await page.context().close()
  return pictures
}

/** Opens the place and leaves it as it is while nothing has been answered. */
async function glance(page: Page, app: RunningServer, { url }: Scene): Promise<string[]> {
  await page.goto('about:blank')
  await page.goto(`${app.url}/${url}`)
  await page.locator('.page-body, [role=main]').first().waitFor()
  await page.waitForTimeout(500)
  return []
}

/** The part of the screen out of sight, in px. */
function below(page: Page): Promise<number> {
  return page.evaluate(() => {
    const bodies = [...document.querySelectorAll('.page-body')].filter((body) => body.checkVisibility())
    return Math.max(0, ...bodies.map(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight))
  })
}

function pageOf(pictures: readonly Taken[]): string {
  const figures = pictures.map(
    ({ file, title }) =>
      `<figure><img src="${file}" width="375" alt=""><figcaption>${title.replaceAll('<', '&lt;')}</figcaption></figure>`,
  )
  return `<!doctype html><meta charset="utf-8"><title>Akari</title><style>body{display:flex;flex-wrap:wrap;gap:16px;margin:0;background:#ccc;font:14px sans-serif;align-items:start}figure{margin:0;width:375px}img{display:block}</style>${figures.join('\n')}\n`
}

/** Some phones beside each other, as a picture: what a reader without a browser looks at. */
async function sheetsOf(browser: Browser, pictures: readonly Taken[], name: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: ON_A_SHEET * 391, height: 850 } })
  for (let n = 0; n < pictures.length; n += ON_A_SHEET) {
    const file = join(FOLDER, `${name}-${String(1 + n / ON_A_SHEET).padStart(2, '0')}`)
    writeFileSync(`${file}.html`, pageOf(pictures.slice(n, n + ON_A_SHEET)))
    await page.goto(pathToFileURL(`${file}.html`).href)
    await page.screenshot({ path: `${file}.png`, fullPage: true })
    rmSync(`${file}.html`)
    if (n === 0) console.log(basename(`${file}.png`))
  }
  await page.close()
}
