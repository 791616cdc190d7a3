import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asWritten } from '#modules/identity/server/as-written.fixture.ts'
import { memberMacs } from '#modules/identity/server/row-macs.ts'
import { newsList } from '#modules/news/server/row-lists.ts'
import { fillRowMacs } from '#platform/database/row-mac.ts'
import { LIMITS } from '#platform/limits.ts'
import { verifyByHand } from '#server/manual-review.fixture.ts'
import { startTestApp, type TestApp } from '#server/test-app.ts'
import { chromiumPath, openBrowser, openPhone } from './browser.ts'
import { openDesk } from './desk.ts'
import { PAYLOADS } from './payloads.ts'

declare global {
  /** In the page: what a payload that runs calls. */
  var hit: (what: string) => void
}

/**
 * Threat T06: all of them in every place where somebody's words are shown to somebody. What the routes would
 * refuse is laid into the tables, because the screens must hold by themselves. Nothing runs, nothing is asked
 * of another host, no element comes of it: the words are there as words.
 */
const MARK = 'mark-7f3a'
const TEXT = `${MARK}\n${PAYLOADS.join('\n')}`

describe.skipIf(chromiumPath === undefined)(`${PAYLOADS.length} payloads`, () => {
  let app: TestApp
  let browser: Browser
  let phone: Page
  const hits: string[] = []
  const sql = (text: string, values: unknown[] = []) => app.context.db.pool.query(text, values)

  async function watch(context: BrowserContext, page: Page): Promise<void> {
    await page.exposeFunction('hit', (what: unknown) => void hits.push(`ran ${String(what)}`))
    await context.addInitScript(() =>
      document.addEventListener('securitypolicyviolation', ({ violatedDirective }) =>
        globalThis.hit(`asked for ${violatedDirective}`),
      ),
    )
    page.on('dialog', (dialog) => {
      hits.push(`dialog ${dialog.message()}`)
      void dialog.dismiss()
    })
    page.on('request', (request) => {
      if (new URL(request.url()).hostname.endsWith('evil.example')) hits.push(request.url())
    })
    page.on('pageerror', (error) => hits.push(String(error)))
  }
  /** Elements that no text of ours makes, on any page. An address that runs is taken off a link by React. */
  const strange = (page: Page) =>
    page.evaluate(() =>
      [...document.querySelectorAll('*')]
        .filter(
          (element) =>
            ['IFRAME', 'OBJECT', 'EMBED', 'BASE', 'MARQUEE', 'MATH', 'AUDIO'].includes(
              element.tagName.toUpperCase(),
            ) ||
            (element.tagName === 'SCRIPT' &&
              !(element as HTMLScriptElement).src.startsWith(location.origin)) ||
            (element.tagName === 'META' && element.hasAttribute('http-equiv')) ||
            [...element.attributes].some(
              ({ name, value }) =>
                /^on/i.test(name) ||
                (/^(href|src|srcset|style|action|formaction|data|background|xlink:href)$/i.test(name) &&
                  (value.includes('evil.example') ||
                    /^\s*(javascript:(?!throw new Error\('React has blocked)|data:text\/html)/i.test(value))),
            ),
        )
        .map((element) => element.outerHTML.slice(0, 200)),
    )

  beforeAll(async () => {
    expect([PAYLOADS.length, new Set(PAYLOADS).size]).toEqual([60, 60])
    const free = { perSecond: 10_000, burst: 10_000, perMinute: null }
    app = await startTestApp({
      limits: { ...LIMITS, lanes: { orders: free, cancels: free, writes: free } },
      env: { DEMO_DESK: 'off' },
    })
    browser = await openBrowser()
    const member = await app.enrol('090-7070-0001')
    await verifyByHand(app, member)
    const post = (path: string, body: object) =>
      app.call('POST', `/api${path}`, { token: member.token, body })
    await post('/chat/lines', { text: 'Good morning.' })
    await post('/watchlists', { name: 'Mine' })
    await post('/screens', { name: 'Mine', address: '' })
    const { userId } = member
    const at = Math.floor(app.context.clock.wall())
    await sql('update chat_lines set text = $2 where member_id = $1', [userId, TEXT])
    await sql(
      "insert into chat_lines (id, member_id, at, author, kind, text, operator_id, desk) values ($3, $1, $4, 'operator', 'text', $2, 'demo-support-1', false)",
      [userId, TEXT.replace(MARK, `${MARK}-operator`), `${String(at).padStart(15, '0')}-z`, at],
    )
    await sql(
      'update watchlists set lists = replace(lists::text, \'"Mine"\', to_json($2::text)::text)::jsonb, screens = replace(screens::text, \'"Mine"\', to_json($2::text)::text)::jsonb where member_id = $1',
      [userId, TEXT],
    )
    await sql(
      "insert into news (id, kind, at, args, codes, source, lang, title, body, link) values ('999999999999999-x', 'feed', $1, '{}', '{}', 'news.example', 'ja', $2, $2, 'javascript:hit(61)')",
      [at, TEXT],
    )
    await sql('update sessions set device = $2 where member_id = $1', [userId, TEXT])
    await sql(
      "insert into passkeys (id, member_id, public_key, counter, transports, name, synced, made_at) values ('p', $1, '\\x00', 0, '', $2, false, $3)",
      [userId, TEXT, at],
    )
    await fillRowMacs(app.context.db.config, [
      memberMacs(app.context.config).passkey,
      newsList(app.context.config),
    ])
    await asWritten(app.context)
    await sql("insert into staff_texts (id, member_id, text, salt, at) values ('t', $1, $2, '\\x00', $3)", [
      userId,
      TEXT,
      at,
    ])
    await sql(
      "insert into operator_acts (id, approval_id, member_id, power, subject, reason, text_id, text_hash, signatures, at) values ('zz', 'zz', $1, 'withdrawal.deny', 'w', 'duplicate', 't', 'x', $2, $3)",
      [
        userId,
        JSON.stringify([
          { operatorId: 'demo-reviewer-1', role: 'reviewer', number: 1, at, by: 'server', desk: false },
        ]),
        at,
      ],
    )
    await sql('update identity_details set name = $2, kana = $2 where member_id = $1', [userId, TEXT])

    const opened = await openPhone(browser)
    phone = opened.page
    await phone.addInitScript(
      ([token, id]) => {
        if (location.protocol === 'about:') return
        localStorage.setItem('token', token!)
        localStorage.setItem('userId', id!)
      },
      [member.token, userId],
    )
    await watch(phone.context(), phone)
    await phone.goto(`http://localhost:${app.port}/#/pages/index/index`)
  }, 90_000)
  afterAll(async () => {
    await browser?.close()
    await app?.close()
  })

  /** The effects of the texts, once they stand there. */
  async function cameOf(page: Page, marks: readonly string[]): Promise<string[]> {
    for (const mark of marks) await page.getByText(mark).locator('visible=true').first().waitFor()
    return [...hits, ...(await strange(page))]
  }

  it.each([
    [
      'lines of the conversation, the member’s and the operator’s',
      '/subPackages/customerService/customerService',
      [MARK, `${MARK}-operator`],
    ],
    ['titles of news', '/pages/record/record', [MARK]],
    ['an article and its link', '/subPackages/news/news?id=999999999999999-x', [MARK]],
    ['names of lists', '/subPackages/watchlists/watchlists', [MARK]],
    ['names of saved screens', '/subPackages/screener/screener', [MARK]],
    ['names of devices', '/subPackages/security/devices', [MARK]],
    ['names of passkeys', '/subPackages/security/security', [MARK]],
    ['an operator’s reason', '/subPackages/operatorActs/operatorActs', [MARK]],
    ['the name on the identity', '/subPackages/real_name/real_name', []],
  ])('%s are words on the phone', async (_, place, marks) => {
    await phone.goto('about:blank')
    await phone.goto(`http://localhost:${app.port}/#${place}`)
    await phone.locator('main, .page-body').first().waitFor()
    expect(await cameOf(phone, marks)).toEqual([])
  })

  it.each([
    ['a query', '/subPackages/search/search?query='],
    ['a document', '/subPackages/webview/webview?document='],
    ['a view', '/subPackages/index/ipo/ipo?view='],
    ['no page at all', '/'],
  ])('%s in the address does nothing on the phone', async (_, place) => {
    for (const payload of PAYLOADS) {
      await phone.evaluate(
        (hash) => {
          location.hash = hash
        },
        `${place}${encodeURIComponent(payload.slice(0, 78))}`,
      )
      await phone.waitForTimeout(15)
    }
    expect(await cameOf(phone, [])).toEqual([])
  })

  it('at the desk: a conversation, an identity, the words of a search', async () => {
    const support = await openDesk(browser, app, 'demo-support-1', { path: 'support' })
    await watch(support.page.context(), support.page)
    await support.page.reload()
    await support.page.getByRole('row').nth(1).waitFor()
    await support.page.keyboard.press('j')
    expect(await cameOf(support.page, [MARK, `${MARK}-operator`])).toEqual([])
    await support.page.context().close()
    const auditor = await openDesk(browser, app, 'demo-auditor-1', { path: 'identity' })
    await watch(auditor.page.context(), auditor.page)
    await auditor.page.reload()
    await auditor.page.getByRole('navigation').waitFor()
    expect(await cameOf(auditor.page, [])).toEqual([])
    // Each is a page of its own: every sixth will do.
    for (const payload of PAYLOADS.filter((_, n) => n % 6 === 0)) {
      await auditor.page.goto(`http://localhost:${app.port}/console/search?q=${encodeURIComponent(payload)}`)
      await auditor.page.getByRole('navigation').waitFor()
    }
    expect(await cameOf(auditor.page, [])).toEqual([])
    await auditor.page.context().close()
  })

  it('would be noticed: what a page takes for HTML all the same is stopped by Trusted Types, and said', async () => {
    await expect(
      phone.evaluate((text) => {
        document.body.innerHTML = text
      }, TEXT),
    ).rejects.toThrow('TrustedHTML')
    await expect.poll(() => hits).toContain('ran asked for require-trusted-types-for')
  })
})
