import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/test-app.ts'
import { chromiumPath, openBrowser, say } from './browser.ts'
import { openDesk } from './desk.ts'

/** Attempts of a page of another port of this machine while an operator is signed in in the same browser. */
const HOSTILE = (port: number) => `<!doctype html><title>hostile</title><script type="module">
const site = 'http://localhost:${port}'
const tries = {
  read: () => fetch(site + '/api/console/me', { credentials: 'include' }).then((r) => r.text()),
  blind: () => fetch(site + '/api/console/auth/logout', { method: 'POST', mode: 'no-cors', credentials: 'include', body: '{}' }).then((r) => r.type),
  json: () => fetch(site + '/api/console/auth/logout', { method: 'POST', credentials: 'include', headers: { 'content-type': 'application/json' }, body: '{}' }).then((r) => r.text()),
  download: () => new Promise((resolve) => { const image = new Image(); image.onload = () => resolve('came'); image.onerror = () => resolve('nothing'); image.src = site + '/api/console/audit' }),
  live: () => new Promise((resolve) => { const socket = new WebSocket('ws://localhost:${port}/ws'); socket.onopen = () => resolve('open'); socket.onerror = () => resolve('closed') }),
}
const said = {}
for (const [name, work] of Object.entries(tries)) said[name] = await work().catch(() => 'refused')
document.title = JSON.stringify(said)
</script><form method="post" enctype="text/plain" action="http://localhost:${port}/api/console/auth/logout"><input name="{}"></form>`

describe.skipIf(chromiumPath === undefined)('the session of the console', () => {
  let app: TestApp
  let browser: Browser
  let hostile: Server
  beforeAll(async () => {
    app = await startTestApp({ env: { DEMO_DESK: 'off' } })
    browser = await openBrowser()
    hostile = createServer((_asked, answer) =>
      answer.setHeader('content-type', 'text/html').end(HOSTILE(app.port)),
    ).listen(0)
  })
  afterAll(async () => {
    hostile.close()
    await browser.close()
    await app.close()
  })

  it('is in no script’s reach, and a hostile page of another port gets nothing by it', async () => {
    const { page, token } = await openDesk(browser, app, 'demo-auditor-1')
    const seen = await page.evaluate(() => document.cookie + JSON.stringify(Object.entries(localStorage)))
    expect(seen).not.toContain('op-')
    const [cookie] = await page.context().cookies()
    expect(cookie).toMatchObject({ value: token, httpOnly: true, sameSite: 'Strict', path: '/' })

    const other = await page.context().newPage()
    await other.goto(`http://localhost:${(hostile.address() as AddressInfo).port}/`)
    await other.waitForFunction(() => document.title.startsWith('{'))
    expect(JSON.parse(await other.title())).toEqual({
      read: 'refused',
      blind: 'refused',
      json: 'refused',
      download: 'nothing',
      live: 'closed',
    })
    await other.evaluate(() => document.forms[0]!.submit())
    await other.waitForURL(/logout/)
    expect((await app.call('GET', '/api/console/me', { token })).status).toBe(200)
    await page.context().close()
  })

  it('ends in every tab with the first that signs out', async () => {
    const { page, token } = await openDesk(browser, app, 'demo-auditor-2')
    const second = await page.context().newPage()
    await second.goto(page.url())
    await second.getByRole('navigation').waitFor()
    await page.getByRole('button', { name: say('ja', 'console.session.leave') }).click()
    for (const tab of [page, second])
      await tab.getByRole('button', { name: say('ja', 'console.signIn.enter') }).waitFor()
    expect(await page.context().cookies()).toEqual([])
    expect((await app.call('GET', '/api/console/me', { token })).status).toBe(401)
    await page.context().close()
  })
})
