import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { LOGIN_AFTER_MS } from '#kernel/specification.ts'
import * as z from 'zod/mini'
import { route } from '#wire/route.ts'

/**
 * Specification, chapter 8, as docs/specification.md lists it: each message in English, raised here by its
 * real cause; the words that stand on screens and in every success are looked up, and journeys see them where
 * they stand.
 */
const listed = (() => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/specification.md'), 'utf8')
  const table = page.slice(page.indexOf('### Messages, word for word'))
  return [...table.matchAll(/^\| "([^"]+)" \|/gm)].map((match) => match[1]!)
})()
const raised = new Set<string>()

const look = route({ name: 'look', method: 'GET', path: '/look', access: 'public', output: z.unknown() })
const answers = (status: number, body: string) => () => Promise.resolve(new Response(body, { status }))
const envelope = (code: number, msg: string, data: unknown = null) => JSON.stringify({ code, msg, data })

/** The client as a browser has it, in English, with a network of our own. */
async function client() {
  vi.resetModules()
  const [
    { session },
    { loadTexts, translate, textsUpTo },
    { onFailure },
    { call, onSessionExpired },
    { navigate, firstPageReady },
  ] = await Promise.all([
    import('#client/session.ts'),
    import('#client/texts.ts'),
    import('#client/failures.ts'),
    import('#client/call.ts'),
    import('#client/navigation.ts'),
  ])
  session.setLocale('en')
  await loadTexts()
  await textsUpTo('rest')
  firstPageReady()
  const told: string[] = []
  onFailure((msg) => {
    told.push(msg)
    raised.add(msg)
  })
  return { session, translate, call, onSessionExpired, navigate, told }
}

beforeEach(() => {
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('document', { documentElement: { dataset: {}, setAttribute() {} }, addEventListener() {} })
  vi.stubGlobal('location', { protocol: 'http:', host: 'localhost', hash: '' })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})
const network = (fetch: unknown) => vi.stubGlobal('fetch', fetch)

describe('what a call says when it fails', () => {
  test.each<[cause: string, fetch: () => Promise<Response>, msg: string]>([
    [
      'the server says why',
      answers(200, envelope(2, 'This lot was not found.', { rejection: 'X', detail: {} })),
      'This lot was not found.',
    ],
    ['the server says nothing', answers(500, envelope(500, '')), 'error'],
    ['what came is no answer of this API', answers(502, '<html>Bad Gateway</html>'), 'Request failed'],
    ['the network is away', () => Promise.reject(new TypeError('failed to fetch')), 'Network Error'],
  ])('%s', async (_, fetch, msg) => {
    const { call, told } = await client()
    network(fetch)
    await expect(call(look)).rejects.toMatchObject({ msg })
    expect(told).toEqual([msg])
  })

  test('no answer for five seconds', async () => {
    const { call, told } = await client()
    const { ask } = await import('#client/reads.ts')
    const timeout = vi
      .spyOn(AbortSignal, 'timeout')
      .mockImplementation(() => AbortSignal.abort(new DOMException('', 'TimeoutError')))
    network((_: string, { signal }: RequestInit) => Promise.reject(signal!.reason as Error))
    const msg = 'The connection timed out, click the screen to try again.'
    await expect(ask(look)).rejects.toMatchObject({ kind: 'timeout', msg })
    raised.add(msg)
    expect(timeout).toHaveBeenCalledWith(5_000)
    // A click asks nothing again but what is read.
    await expect(call(look)).rejects.toMatchObject({ kind: 'timeout' })
    expect(told).toEqual(['The connection timed out. Please try again.'])
  })

  test('a session that is over: cleared, told, and the login page after 1.5 s', async () => {
    const { session, call, onSessionExpired, told } = await client()
    let isLoginShown = false
    onSessionExpired(() => {
      isLoginShown = true
    })
    session.start({ token: 't', userId: 'u' })
    session.setUserInfo({ user_id: 'u' })
    network(answers(401, envelope(401, 'User information has expired, please log in again')))
    vi.useFakeTimers()
    await expect(call(look)).rejects.toMatchObject({ kind: 'session' })
    expect(told).toEqual(['User information has expired, please log in again'])
    expect(session.get()).toMatchObject({ token: '', userId: '', userInfo: null, isLogin: false })
    await vi.advanceTimersByTimeAsync(LOGIN_AFTER_MS - 1)
    expect(isLoginShown).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(isLoginShown).toBe(true)
  })
})

test.each([
  ['an address that is no page', 'to', '#/nowhere', 'page not found'],
  ['a tab, navigated to', 'to', '#/pages/market/market', 'cannot navigate to a tabbar page'],
  ['a tab, redirected to', 'redirect', '#/pages/market/market', 'cannot navigate to a tabbar page'],
  ['a page, switched to', 'tab', '#/subPackages/login/login', 'cannot switch to a non-tabbar page'],
  ['no address', 'to', '', 'Missing required args: url'],
] as const)('%s', async (_, way, url, msg) => {
  const { navigate, told } = await client()
  const error = navigate[way](url)
  expect(error).toMatchObject({ message: msg })
  raised.add(error!.message)
  expect(told.map((text) => text.toLowerCase())).toEqual([msg.toLowerCase()])
})

test('the socket cannot be opened at the start', async () => {
  vi.stubGlobal(
    'WebSocket',
    class {
      onclose: ((event: { reason: string }) => void) | null = null
      constructor() {
        queueMicrotask(() => this.onclose?.({ reason: '' }))
      }
    },
  )
  await client()
  const { runStartup } = await import('./startup.ts')
  vi.useFakeTimers()
  const reports: (string | null)[] = []
  const run = runStartup([], ({ failed }) => reports.push(failed))
  await vi.advanceTimersByTimeAsync(5_000)
  await run
  expect(reports.at(-1)).toBe('WebSocket is not connected')
  raised.add(reports.at(-1)!)
})

test.each(['ontimeout', 'onerror', 'onabort', 'onload'] as const)(
  'a picture that did not arrive: %s',
  async (happens) => {
    await client()
    const sent = { body: null as FormData | null, timeout: 0 }
    vi.stubGlobal(
      'XMLHttpRequest',
      class {
        upload = {}
        responseText = 'Bad Gateway'
        timeout = 0
        ontimeout = () => {}
        onerror = () => {}
        onabort = () => {}
        onload = () => {}
        open() {}
        setRequestHeader() {}
        getResponseHeader() {
          return null
        }
        send(body: FormData) {
          Object.assign(sent, { body, timeout: this.timeout })
          this[happens]()
        }
      },
    )
    const { upload } = await import('#client/upload.ts')
    const failed = await upload('passbook', new Blob(['x'])).catch((error: { msg: string }) => error.msg)
    expect([failed, sent.timeout, sent.body?.get('purpose')]).toEqual(['Upload failed', 60_000, 'passbook'])
    raised.add(failed as string)
  },
)

test.each([
  ['a success', 'server.success', 'Request Success'],
  ['something on its way', 'ui.loading', 'Information loading...'],
  ['an account at a bank that was not accepted', 'funding.accounts.status.denied', 'Audit failed'],
  ['an application for a loan that was refused', 'loans.refused.title', 'Loan review failed'],
  ['a subscription to a pool that was refused', 'copy.message.copyRefused.title', 'Subscription failed'],
  ['an AI purchase that was not filled', 'ai.message.aiFailed.title', 'Purchase failed'],
  ['the left button of every question', 'ui.cancel', 'Cancel'],
  ['the right button of every question', 'ui.ok', 'OK'],
] as const)('%s', async (_, key, msg) => {
  const { translate } = await client()
  expect(translate(key)).toBe(msg)
  raised.add(msg)
})

test('nothing that the specification lists is left out', () => {
  expect(listed.filter((msg) => !raised.has(msg))).toEqual([])
  expect(listed.length).toBeGreaterThan(10)
})
