import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOUR } from '#kernel/time.ts'
import type { BankAccountView } from '#modules/funding/contract.ts'
import type { Assertion, Attestation, PasskeyChallenge } from '#modules/identity/contract.ts'
import type { ChallengeAction } from '#modules/identity/model/step-up.ts'
import { challengeOf } from '#modules/identity/server/webauthn-challenges.ts'
import { startTestApp } from '#server/test-app.ts'
import { sendPicture, verify } from '#server/verified.fixture.ts'
import { apiOf, must, registerMember, type Api, type Registered } from '../app/api.ts'
import { freePort } from '../app/start.ts'
import { chromiumPath, openBrowser } from './browser.ts'
import { seen, type ObservedApp } from './opened.ts'

/**
 * Passkeys in a real browser, asked on pages that are not the server's (threats T09 and T12): somebody shows
 * a page that looks like it, passes the server's own challenges on and carries the answers back. The browser
 * writes the page's true address into what it signs, or does not sign at all.
 */
describe.skipIf(chromiumPath === undefined)('a page that looks like the server', () => {
  let app: ObservedApp
  let browser: Browser
  let evil: Server
  let page: Page
  let member: Registered
  let imageId: string
  beforeAll(async () => {
    const port = await freePort()
    evil = createServer((_incoming, answer) =>
      answer.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>明かり</title>'),
    )
    await new Promise<void>((resolve) => {
      evil.listen(0, '127.0.0.1', resolve)
    })
    const [opened, chromium] = await Promise.all([
      startTestApp({ env: { PORT: String(port), ORIGIN: `http://localhost:${port}` } }),
      openBrowser(),
    ])
    ;[app, browser] = [seen(opened), chromium]
    page = await (await browser.newContext()).newPage()
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('WebAuthn.enable')
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    member = await registerMember(app.url, app.invitationCode)
    await page.goto(app.url)
    const challenge = must(
      await member.api.post<PasskeyChallenge & { user: { id: string; name: string } }>(
        '/auth/passkey/new/question',
        {},
        null,
      ),
    ).data
    const attestation = (await page.evaluate(
      async ([challenge, rpId, userId]) => {
        const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
        const made = await navigator.credentials.create({
          publicKey: {
            challenge: bytes(atob(challenge!)),
            rp: { id: rpId!, name: 'Akari' },
            user: { id: bytes(userId!), name: 'm', displayName: 'm' },
            pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
            authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
          },
        })
        return (made as PublicKeyCredential).toJSON()
      },
      [challengeOf(challenge.id, 'enrol', {}).toString('base64'), challenge.rpId, challenge.user.id],
      // The page hands over JSON, which playwright takes for an object of the browser.
    )) as unknown as Attestation
    const { id, rawId, type, response } = attestation as Attestation & { rawId: string; type: string }
    const { clientDataJSON, attestationObject } = response
    const { data } = must(
      await member.api.post<{ token: string }>(
        '/auth/passkey/new',
        {
          name: '',
          created: {
            id: challenge.id,
            attestation: { id, rawId, type, response: { clientDataJSON, attestationObject } },
          },
        },
        null,
      ),
    )
    member = { ...member, token: data.token, api: apiOf(app.url, data.token) }
    await verify(
      {
        port,
        call: (method, path, { token = '', body } = {}) =>
          method === 'GET'
            ? apiOf(app.url, token).get(path.slice('/api'.length))
            : apiOf(app.url, token).post(path.slice('/api'.length), body ?? {}),
      },
      member.token,
    )
    imageId = await sendPicture({ port }, member.token, 'passbook')
  }, 120_000)
  afterAll(async () => {
    await browser?.close()
    await new Promise((resolve) => {
      evil.close(resolve)
    })
  })

  /**
   * The answer of the member's device to this challenge on the page that is shown; null: the browser would
   * not ask it.
   */
  async function answered(
    challenge: PasskeyChallenge,
    action: ChallengeAction,
    content: Record<string, string>,
  ): Promise<{ id: string; assertion: Assertion } | null> {
    const said = (await page.evaluate(
      async ([challenge, rpId]) => {
        try {
          const found = await navigator.credentials.get({
            publicKey: {
              challenge: Uint8Array.from(atob(challenge!), (letter) => letter.charCodeAt(0)),
              rpId: rpId!,
              userVerification: 'required',
              timeout: 5_000,
            },
          })
          return (found as PublicKeyCredential).toJSON()
        } catch {
          return null
        }
      },
      [challengeOf(challenge.id, action, content).toString('base64'), challenge.rpId],
    )) as (Assertion & { rawId: string; type: string }) | null
    if (said === null) return null
    const { clientDataJSON, authenticatorData, signature } = said.response
    return {
      id: challenge.id,
      assertion: {
        id: said.id,
        rawId: said.rawId,
        type: said.type,
        response: { clientDataJSON, authenticatorData, signature },
      },
    }
  }
  const logInHere = async () => {
    const proof = await answered(
      must(await apiOf(app.url).post<PasskeyChallenge>('/auth/passkey/login/question', {}, null)).data,
      'login',
      {},
    )
    return {
      proof,
      answer: proof === null ? null : await apiOf(app.url).post('/auth/passkey/login', { proof }, null),
    }
  }
  /** The fate of a payout account that is added with this session. */
  const addPayout = async (api: Api) => {
    const PAYOUT = {
      holder: 'サトウ ハルカ',
      bankCode: '0001',
      branchCode: '001',
      type: 'ordinary',
      number: '1234567',
      imageId,
    }
    const proof = await answered(
      must(await api.post<PasskeyChallenge>('/auth/passkey/question', { action: 'bank-account.add' }, null))
        .data,
      'bank-account.add',
      PAYOUT,
    )
    return {
      proof,
      answer: await api.post('/bank-accounts', { ...PAYOUT, ...(proof === null ? {} : { proof }) }),
    }
  }

  it('gets nothing: no session, and no payout account', async () => {
    const { port } = evil.address() as AddressInfo
    const places: [name: string, url: string, signs: boolean | null][] = [
      ['another port of the same machine', `http://localhost:${port}`, true],
      ['a name below the server’s', `http://login.localhost:${port}`, null],
      ['an address of numbers', `http://127.0.0.1:${port}`, false],
    ]
    const thief = apiOf(
      app.url,
      must(
        await apiOf(app.url).post<{ token: string }>(
          '/auth/login',
          { account: member.mobile, password: member.password },
          null,
        ),
      ).data.token,
    )
    for (const [name, url, signs] of places) {
      await page.goto(url)
      const login = await logInHere()
      if (signs !== null) expect([name, login.proof !== null]).toEqual([name, signs])
      if (login.answer !== null)
        expect([name, login.answer.data]).toEqual([name, { rejection: 'PASSKEY_UNKNOWN', detail: {} }])
      const payout = await addPayout(thief)
      expect([name, (payout.answer.data as { rejection: string }).rejection]).toEqual([
        name,
        payout.proof === null ? 'PROOF_NEEDED' : 'PROOF_INVALID',
      ])
    }
    expect(must(await member.api.get<{ accounts: unknown[] }>('/bank-accounts')).data.accounts).toEqual([])
  }, 90_000)

  it('is told from the server itself by nothing else: there the same device logs in, and adds the account', async () => {
    await page.goto(app.url)
    const { answer } = await logInHere()
    expect(answer!.code).toBe(1)
    expect(must(await apiOf(app.url, answer!.data.token).get('/auth/security')).data.session).toEqual({
      factor: 'passkey',
      full: true,
    })
    expect((await addPayout(apiOf(app.url, answer!.data.token))).answer.code).toBe(1)
    // Three days are left to the member, who has been told.
    const [account] = must(await member.api.get<{ accounts: BankAccountView[] }>('/bank-accounts')).data
      .accounts
    expect(account!.usable).toBe(false)
    expect(Date.parse(account!.usableFrom) - Date.parse(account!.addedAt)).toBe(72 * HOUR)
  }, 60_000)
})
