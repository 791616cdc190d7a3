import { afterAll, expect, it } from 'vitest'
import { apiOf } from '../app/api.ts'
import { removeDir, startServer, temporaryDir } from '../app/start.ts'
import { command } from '../faults/command.ts'
import { carrySession, chromiumPath, openBrowser, openPhone, overflowing, say } from './browser.ts'

const NEARLY_NOW = 60_000
const env = { DEMO_PAST: 'on' }

const dataDir = await temporaryDir()
let running: Awaited<ReturnType<typeof startServer>> | null = null
afterAll(async () => {
  await running?.kill()
  await removeDir(dataDir)
})

const nowAt = async (url: string): Promise<number> =>
  Date.parse((await apiOf(url).get<{ now: string }>('/health')).data.now)
async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 240_000
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`${what}\n${running!.output()}`)
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}
type Session = { token: string; userId: string }
async function login(url: string, members: readonly { account: string; password: string }[]) {
  const { data } = await apiOf(url).post<Session>('/auth/login', members[0], null)
  return { member: apiOf(url).as(data.token), session: data }
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
    for (const [go, address] of [
      ['draw.go', 'ipo/verify'],
      ['receipt.go', 'jiaoyi/receipt'],
      ['receipt.day', 'trust/days'],
      ['pool.go', 'gendan/gendan'],
      ['ai.go', 'ai/ai'],
      ['withdrawal.go', 'withdrawal/withdrawal'],
    ]) {
      await page.goto(`${url}/`)
      await tap(words('home.invite.title'))
      await page.getByText(words('home.tour.intro')).locator('visible=true').waitFor()
      await page.waitForLoadState('networkidle')
      expect(await overflowing(page)).toEqual([])
      await tap(words(`home.tour.${go}`))
      await page.waitForURL((to) => to.href.includes(address!))
      await page.waitForLoadState('networkidle')
    }
    await page.goto(`${url}/`)
    await page.getByRole('button', { name: words('home.invite.skip') }).click()
    await page.reload()
    await page.getByText(words('home.hot.title')).first().waitFor()
    expect(await page.getByText(words('home.invite.title')).count()).toBe(0)
    expect(complaints).toEqual([])
  } finally {
    await browser.close()
  }
}

it.skipIf(chromiumPath === undefined)(
  'the first start lives through three months by the products’ own routes, over a kill, and makes nothing twice',
  { timeout: 420_000 },
  async () => {
    running = await startServer({ dataDir, env })
    const { members } = running
    expect(await nowAt(running.url)).toBeLessThan(Date.now() - 80 * 86_400_000)
    await until('the first draw', async () => {
      const { status, data } = await apiOf(running!.url).get('/draws')
      expect(status).not.toBe(500)
      return data?.decided > 0
    })
    await running.kill()

    running = await startServer({ dataDir, env })
    const { url } = running
    await until('the present', async () => (await nowAt(url)) > Date.now() - NEARLY_NOW)
    const { member, session } = await login(url, members)
    const of = async (path: string) => (await member.get(path)).data
    expect((await of('/deposits')).map(({ credited }: { credited: number }) => credited)).toEqual([300_000])
    expect(await of('/withdrawals')).toMatchObject([{ state: 'paid', amount: 100_000 }])
    expect((await of('/bank-accounts')).accounts).toMatchObject([{ usable: true }])
    const orders: { purpose: string; fills: { receipt: string | null }[] }[] = await of('/orders')
    expect(orders.some(({ purpose }) => purpose === 'close')).toBe(true)
    expect(orders.flatMap(({ fills }) => fills).every(({ receipt }) => receipt !== null)).toBe(true)

    const applications: { drawId: string; status: string }[] = await of('/applications')
    const drawIds = applications.map(({ drawId }) => drawId)
    expect(new Set(drawIds).size).toBe(drawIds.length)
    const { draws } = await of('/draws')
    const decided = draws.filter(({ status }: { status: string }) => status === 'decided')
    expect(decided.length).toBeGreaterThanOrEqual(3)
    for (const { id, tickets, units } of decided) {
      const { outcome } = await of(`/draws/${id}/file`)
      if (String(id).startsWith('BLK')) {
        expect(tickets).toBeGreaterThan(units)
        expect(outcome.some(({ lots }: { lots: number }) => lots === 0)).toBe(true)
      }
    }
    const [follow] = await of('/copy/records')
    const pool = await of(`/copy/pools/${follow.pool}`)
    expect(pool.curve.length).toBeGreaterThan(75)
    expect(pool.results.followers).toBeGreaterThan(10)
    const { days } = await of('/market-days')
    expect(days.filter(({ seed }: { seed: string | null }) => seed !== null).length).toBeGreaterThanOrEqual(5)

    await takeTour(url, session)
    await running.stop()
    running = null
    const { code, said } = await command(['verify'], { DATA_DIR: dataDir })
    expect([code, said.includes('The journal holds')]).toEqual([0, true])
    expect(said).toContain('every record comes out the same')

    running = await startServer({ dataDir, env })
    const { member: again } = await login(running.url, members)
    expect((await again.get('/orders')).data.length).toBe(orders.length)
    expect((await again.get('/applications')).data.length).toBe(applications.length)
  },
)
