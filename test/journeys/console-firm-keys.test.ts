import { createPrivateKey, hash, sign } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/test-app.ts'
import { API_KEY_HEADER, askedFor, commandBytes, SIGNATURE_HEADER } from '#wire/signed.ts'
import { waitFor } from '../app/api.ts'
import { accessibilityProblems } from './axe.ts'
import { chromiumPath, openBrowser, say } from './browser.ts'
import { openDesk } from './desk.ts'

describe.skipIf(chromiumPath === undefined)('programs of the firm at the console', () => {
  let app: TestApp
  let browser: Browser
  const receiver = createServer((incoming, answer) => {
    incoming.resume().on('end', () => answer.writeHead(204).end())
  })
  let receiverUrl: string

  beforeAll(async () => {
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
    const env = { DEMO_DESK: 'off', WEBHOOK_TEST_ORIGIN: receiverUrl }
    ;[app, browser] = await Promise.all([startTestApp({ env }), openBrowser()])
  })
  afterAll(async () => {
    await browser?.close()
    await app?.close()
    receiver.close()
  })

  it('a key is asked for with a pair made there, signed by an auditor, reads, and is revoked (ja)', async () => {
    const ja = (key: string) => say('ja', key)
    const { page, complaints } = await openDesk(browser, app, 'demo-administrator-1', { path: 'firm-keys' })
    await page.getByRole('button', { name: ja('backoffice.console.make') }).click()
    await page.getByLabel(ja('backoffice.console.name')).fill('会計')
    await page.getByLabel(ja('backoffice.console.scope.figures')).check()
    await page.getByLabel(ja('backoffice.console.scope.ledger')).check()
    await page.getByLabel(ja('backoffice.console.networks')).fill('127.0.0.1')
    expect(await accessibilityProblems(page)).toEqual([])
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: ja('backoffice.console.make') }).click(),
    ])
    const privateKey = createPrivateKey(await readFile(await download.path(), 'utf8'))
    const approval = await signedByAuditor()

    const ask = () => {
      const [path, at] = ['/api/console/figures', Math.floor(app.context.clock.machine())]
      const bytes = commandBytes({ method: 'GET', path, key: '', at }, hash('sha256', askedFor({}), 'buffer'))
      const signature = sign('sha256', bytes, { key: privateKey, dsaEncoding: 'ieee-p1363' })
      const headers = {
        [API_KEY_HEADER]: approval.subject,
        [SIGNATURE_HEADER]: `${at}.${signature.toString('base64url')}`,
      }
      return app.call('GET', path, { headers })
    }
    expect((await ask()).code).toBe(1)

    await page.reload()
    await page.getByRole('row').filter({ hasText: '会計' }).click()
    await page.getByText('127.0.0.1/32').waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await page.getByRole('button', { name: ja('backoffice.power.firm-key.revoke') }).click()
    await page.getByRole('dialog').getByRole('button').last().click()
    await page.getByText(ja('backoffice.console.state.revoked')).first().waitFor()
    // The word stands among the filters too: the key is asked until it is over.
    const refused = await waitFor(ask, ({ data }) => data.rejection !== undefined)
    expect(refused.data.rejection).toBe('API_KEY_REVOKED')
    expect(complaints).toEqual([])
  })

  it('a webhook is asked for, signed by an auditor, shows its secret, is tried, paused and deleted (en)', async () => {
    const en = (key: string) => say('en', `backoffice.console.${key}`)
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    const opened = await openDesk(browser, app, 'demo-administrator-1', {
      path: 'firm-webhooks',
      locale: 'en',
    })
    const { page, complaints } = opened
    await press(en('hooks.make'))
    await page.getByLabel(en('url')).fill(`${receiverUrl}/in`)
    await page.getByLabel(en('event.closing.made')).uncheck()
    expect(await accessibilityProblems(page)).toEqual([])
    await press(en('hooks.make'))
    await page.getByText(en('hooks.empty')).waitFor()
    await signedByAuditor()

    await page.reload()
    await page.getByRole('row').filter({ hasText: receiverUrl }).click()
    await press(en('secret'))
    await page.getByRole('dialog').getByRole('button').last().click()
    await page.getByText(/^whsec_/).waitFor()
    await press(en('test'))
    const deliveries = page.getByRole('table', { name: en('deliveries') })
    await deliveries.getByText(en('delivery.sent')).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await press(en('pause'))
    await press(en('resume'))
    await page.getByRole('button', { name: en('pause'), exact: true }).waitFor()
    await press(en('delete'))
    await page.getByRole('dialog').getByRole('button').last().click()
    await page.getByText(en('hooks.empty')).waitFor()
    expect(complaints).toEqual([])
  })

  /** The one request that waits, signed by an auditor. */
  async function signedByAuditor(): Promise<{ subject: string }> {
    const token = await tokenOf('demo-auditor-1')
    const [approval] = (await app.call('GET', '/api/console/approvals', { token })).data
    const path = `/api/console/approvals/${approval.id}/sign`
    expect((await app.call('POST', path, { token, body: {} })).data.status).toBe('carried-out')
    return approval
  }

  const tokens = new Map<string, string>()
  async function tokenOf(operatorId: string): Promise<string> {
    const known = tokens.get(operatorId)
    if (known !== undefined) return known
    const { code } = (await app.call('GET', '/api/dev/operators')).data.find(
      (each: { operatorId: string }) => each.operatorId === operatorId,
    )
    const { data } = await app.call('POST', '/api/console/auth/login', { body: { operatorId, code } })
    tokens.set(operatorId, data.token)
    return data.token
  }
})
