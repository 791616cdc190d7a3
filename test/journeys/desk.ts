import type { Browser, Page } from 'playwright-core'
import type { Lang } from '#i18n/lang.ts'
import { cookieName } from '#platform/http/console-session.ts'
import { powerKey, type PowerName } from '#registry/powers.ts'
import type { TestApp } from '#server/test-app.ts'
import { say, settleAtOnce } from './browser.ts'

export const DESK = { width: 1280, height: 800 }

/**
 * A desktop with the console open and an operator of the demo setting signed in; what its console complained
 * about.
 */
export async function openDesk(
  browser: Browser,
  app: TestApp,
  operatorId: string,
  {
    path = '',
    locale = 'jp',
    viewport = DESK,
    touch = false,
  }: { path?: string; locale?: string; viewport?: { width: number; height: number }; touch?: boolean } = {},
): Promise<{ page: Page; token: string; complaints: string[] }> {
  const codes = (await app.call('GET', '/api/dev/operators')).data as { operatorId: string; code: string }[]
  const { code } = codes.find((each) => each.operatorId === operatorId)!
  const { data } = await app.call('POST', '/api/console/auth/login', { body: { operatorId, code } })
  const { token, endsAt } = data as { token: string; endsAt: string }
  const context = await browser.newContext({
    viewport,
    hasTouch: touch,
    isMobile: touch,
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    reducedMotion: 'reduce',
  })
  await context.addCookies([
    {
      name: cookieName(false, `localhost:${app.port}`),
      value: token,
      url: `http://localhost:${app.port}`,
      httpOnly: true,
      sameSite: 'Strict',
    },
  ])
  await settleAtOnce(context)
  await context.addInitScript(
    ([endsAt, operatorId, locale]) => {
      if (localStorage.getItem('console.session') !== null) return
      for (const [key, value] of Object.entries({ session: endsAt, userId: operatorId, locale }))
        localStorage.setItem(`console.${key}`, value!)
    },
    [endsAt, operatorId, locale],
  )
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.setDefaultTimeout(15_000)
  await page.goto(`http://localhost:${app.port}/console/${path}`)
  // A phone has the list of pages behind its menu.
  await page.getByRole(touch ? 'banner' : 'navigation').waitFor()
  return { page, token, complaints }
}

const FINGER_PX = 44

/** The acts of a page of the console, or of the question over it, that a finger would miss, a line each. */
export const smallOnDesk = (page: Page): Promise<string[]> =>
  page.evaluate((least) => {
    const front = document.querySelector('dialog[open]') ?? document.querySelector('.desk')!
    return [...front.querySelectorAll<HTMLElement>('a[href], button, select, textarea, input')].flatMap(
      (act) => {
        const box = act.closest('label') ?? act
        if (!box.checkVisibility() || box.closest('.sr-only') !== null) return []
        const { width, height } = box.getBoundingClientRect()
        const name = act.getAttribute('aria-label') ?? act.textContent.trim().slice(0, 30)
        return width >= least && height >= least
          ? []
          : [`${name} (${Math.round(width)}×${Math.round(height)})`]
      },
    )
  }, FINGER_PX)

/** The words on the button and over the question by which a request of this power is signed. */
export const signs = (lang: Lang, power: PowerName): string =>
  say(lang, 'console.approval.sign', { act: say(lang, powerKey(power)) })

/** Signs the open request of this power, once the question repeats what it is about. */
export async function signAs(
  page: Page,
  lang: Lang,
  power: PowerName,
  repeated: readonly (string | RegExp)[] = [],
): Promise<void> {
  await page.getByRole('button', { name: signs(lang, power), exact: true }).click()
  const question = page.getByRole('dialog', { name: signs(lang, power) })
  for (const words of repeated) await question.getByText(words).first().waitFor()
  await question.getByRole('button', { name: say(lang, 'ui.ok'), exact: true }).click()
}

/** Says OK to the question whose title these words are. */
export const agree = (page: Page, lang: Lang, title: string, args?: Record<string, string | number>) =>
  page
    .getByRole('dialog', { name: say(lang, title, args) })
    .getByRole('button', { name: say(lang, 'ui.ok'), exact: true })
    .click()
