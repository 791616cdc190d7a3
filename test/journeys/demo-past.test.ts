import { expect, it } from 'vitest'
import { DAY, MINUTE } from '#kernel/time.ts'
import { replayJournal } from '#server/journal-replay.fixture.ts'
import { reopen, startTestApp } from '#server/test-app.ts'
import type { RunningApp } from '#server/app.ts'
import { apiOf } from '../app/api.ts'
import type { Page } from 'playwright-core'
import { carrySession, chromiumPath, openBrowser, openPhone, overflowing, say } from './browser.ts'

async function until(what: string, holds: () => Promise<boolean> | boolean): Promise<void> {
  const end = Date.now() + 15 * MINUTE
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`in vain: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}
type Session = { token: string; userId: string }
async function login({ port, modules }: RunningApp) {
  const { mobile: account, password } = modules.identity.demo!.members[0]!
  const url = `http://localhost:${port}`
  const { data } = await apiOf(url).post<Session>('/auth/login', { account, password }, null)
  return { url, member: apiOf(url).as(data.token), session: data }
}

/** From home by two taps each: the tour, and in it the member's own example. */
async function takeTour(url: string, session: Session): Promise<void> {
  const browser = await openBrowser()
  const { page, complaints } = await openPhone(browser)
  const words = (key: string) => say('ja', key)
  const tap = (name: string) =>
    page.getByRole('link', { name, exact: true }).locator('visible=true').first().click()
  try {
    await carrySession(page, session)
    for (const [go, address, args] of [
      ['receipt.go', 'jiaoyi/receipt'],
      ['receipt.day', 'trust/days'],
      ['pool.go', 'gendan/gendan'],
      ['ai.go', 'ai/ai'],
      ['withdrawal.go', 'withdrawal/withdrawal'],
      // Last: the phone reckons for a while.
      ['draw.go', 'ipo/verify', { which: 'lost' }],
    ] as const) {
      await page.goto(`${url}/`)
      await tap(words('home.invite.title'))
      await page.getByText(words('home.tour.intro')).locator('visible=true').waitFor()
      await page.waitForLoadState('networkidle')
      expect(await overflowing(page)).toEqual([])
      await tap(say('ja', `home.tour.${go}`, args))
      await page.waitForURL((to) => to.href.includes(address))
    }
    expect(complaints).toEqual([])

    const { page: again } = await openPhone(browser)
    await carrySession(again, session)
    await again.goto(`${url}/`)
    await again.getByRole('button', { name: words('home.invite.skip') }).click()
    await again.reload()
    await again.getByText(words('home.hot.title')).first().waitFor()
    expect(await again.getByText(words('home.invite.title')).count()).toBe(0)
  } finally {
    await browser.close()
  }
}

/**
 * Two tabs while the past goes on: how far it is stands on each, and nothing is an error. Once it is over,
 * its end and what it left show without a touch: the draws with these ids.
 */
async function watchPast({ port }: RunningApp): Promise<(ids: readonly string[]) => Promise<void>> {
  const browser = await openBrowser()
  const { page: home } = await openPhone(browser)
  const draws = await home.context().newPage()
  const notice = (tab: Page) => tab.getByText(say('ja', 'ui.past')).locator('visible=true').first()
  const calm = async (tab: Page) => {
    await notice(tab).waitFor({ timeout: MINUTE })
    expect(await tab.getByRole('alert').count()).toBe(0)
    expect(await tab.getByText(say('ja', 'ui.connectionLost')).count()).toBe(0)
    expect(await overflowing(tab)).toEqual([])
  }
  await home.goto(`http://localhost:${port}/`)
  await calm(home)
  await home.getByText(say('ja', 'home.hot.title')).first().waitFor({ timeout: MINUTE })
  await draws.goto(`http://localhost:${port}/#/subPackages/index/ipo/verify`)
  await calm(draws)
  return async (ids) => {
    for (const tab of [home, draws]) await notice(tab).waitFor({ state: 'hidden', timeout: MINUTE })
    for (const id of ids) await draws.getByText(id).first().waitFor()
    await browser.close()
  }
}

it.skipIf(chromiumPath === undefined)(
  'the first start lives through its past by the products’ own routes, over a restart, and makes nothing twice',
  { timeout: 25 * MINUTE },
  async () => {
    const first = await startTestApp({ env: { DEMO_PAST: 'on' }, stays: true })
    const decidedDraws = async (app: RunningApp) =>
      (await apiOf(`http://localhost:${app.port}`).get('/draws')).data?.decided ?? 0
    expect(first.context.clock.wall()).toBeLessThan(Date.now() - 80 * DAY)
    await until('the first draw', async () => (await decidedDraws(first)) > 0)
    const app = await reopen(first)
    const ended = await watchPast(app)
    await until('the present', () => app.context.clock.wall() > Date.now() - MINUTE)

    const { url, member, session } = await login(app)
    const of = async (path: string) => (await member.get(path)).data
    expect((await of('/deposits')).map(({ credited }: { credited: number }) => credited)).toEqual([300_000])
    expect(await of('/withdrawals')).toMatchObject([{ state: 'paid', amount: 100_000 }])
    expect((await of('/bank-accounts')).accounts).toMatchObject([{ usable: true }])
    const orders: { purpose: string; fills: { receipt: string | null }[] }[] = await of('/orders')
    expect(orders.filter(({ purpose }) => purpose === 'close').length).toBeGreaterThan(0)
    expect(orders.flatMap(({ fills }) => fills).every(({ receipt }) => receipt !== null)).toBe(true)

    await until('the end', async () => (await of('/health')).demoPast === null)
    const applications: { drawId: string; status: string }[] = await of('/applications')
    expect(applications.map(({ status }) => status)).toContain('not-won')
    const drawIds = applications.map(({ drawId }) => drawId)
    expect(new Set(drawIds).size).toBe(drawIds.length)
    const { draws } = await of('/draws')
    type Draw = { id: string; kind: string; status: string; tickets: number; units: number }
    const sales = (draws as Draw[]).filter(
      ({ kind, status }) => kind === 'block-sale' && status === 'decided',
    )
    expect(sales.length).toBeGreaterThanOrEqual(2)
    for (const { id, tickets, units } of sales) {
      expect(tickets).toBeGreaterThan(units)
      const { outcome } = await of(`/draws/${id}/file`)
      expect(outcome.some(({ lots }: { lots: number }) => lots === 0)).toBe(true)
    }
    await ended((draws as Draw[]).filter(({ status }) => status === 'decided').map(({ id }) => id))
    const [follow] = await of('/copy/records')
    const pool = await of(`/copy/pools/${follow.pool}`)
    expect(pool.curve.length).toBeGreaterThan(75)
    expect(pool.results.followers).toBeGreaterThan(10)
    const { days } = await of('/market-days')
    expect(days.filter(({ seed }: { seed: string | null }) => seed !== null).length).toBeGreaterThanOrEqual(5)
    const { spans } = await of('/off-days')
    expect(spans.length).toBeGreaterThanOrEqual(5)
    const isOff = (date: string) =>
      spans.some(({ from, to }: { from: string; to: string }) => from <= date && date <= to)
    expect(days.some(({ tradeDate }: { tradeDate: string }) => isOff(tradeDate))).toBe(false)
    expect(pool.curve.filter(({ date }: { date: string }) => isOff(date)).length).toBeGreaterThan(75)
    const unbroken = days.filter(({ part }: { part: number }) => part === 1)
    expect(unbroken.every(({ late }: { late: boolean }) => late)).toBe(true)
    expect((await of('/account')).simulated).toBe(true)

    await takeTour(url, session)
    const { held, again } = await replayJournal(app)
    expect(again).toEqual(held)
    expect(held['members']).toHaveLength(32)
  },
)
