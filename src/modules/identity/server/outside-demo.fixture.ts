import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Json } from '#kernel/hash.ts'
import { LIMITS, type Limits } from '#platform/limits.ts'
import { startTestApp, type Answer, type AnyJson } from '#server/test-app.ts'
import { waitFor } from '#server/wait-for.fixture.ts'
import type { ChallengeAction } from '../model/step-up.ts'
import { softDevice, type SoftDevice } from './passkey.fixture.ts'
import { invite } from './as-written.fixture.ts'

export const PASSWORD = 'lamp-7Kq'
const INVITATION = 'ABCDEFGHJK'
const often = [{ max: 10_000, withinMs: 60_000 }]
/** One test asks for what many members do in a day. */
const LIMITS_OF_TESTS: Limits = {
  ...LIMITS,
  lanes: { ...LIMITS.lanes, writes: { perSecond: 1_000, burst: 1_000, perMinute: null } },
  login: { ...LIMITS.login, perAddress: often },
  smsCode: { ...LIMITS.smsCode, perAddress: often, perMember: often, ofServer: often },
  registration: { perAddress: often, invitationTriesPerAddress: often },
}
export type OutsideDemo = Awaited<ReturnType<typeof outsideDemo>>
type Proven = { id: string; assertion: unknown }

export const e164 = (mobile: string): string => `+81${mobile.slice(1)}`

/** A server outside the demo setting, with a gateway for SMS that its tests read, and a folder for mails. */
export async function outsideDemo({
  limits = LIMITS_OF_TESTS,
  env = {},
}: { limits?: Limits; env?: Record<string, string> } = {}) {
  const sent: { to: string; text: string }[] = []
  const gateway = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      sent.push(JSON.parse(body) as { to: string; text: string })
      response.writeHead(202).end()
    })
  })
  await new Promise<void>((resolve) => {
    gateway.listen(0, '127.0.0.1', resolve)
  })
  const folder = mkdtempSync(join(tmpdir(), 'akari-mails-'))
  const app = await startTestApp({
    limits,
    env: {
      DEMO: 'off',
      SMS_URL: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/send`,
      SMS_TOKEN: 'gate',
      MAIL_DIR: folder,
      ...env,
    },
  })
  await invite(app.context, { code: INVITATION })

  const post = (path: string, body: unknown, token?: string): Promise<Answer> =>
    app.call('POST', `/api${path}`, { body, ...(token === undefined ? {} : { token }) })
  const get = (path: string, token: string): Promise<Answer> => app.call('GET', `/api${path}`, { token })
  /** The newest code that went to a number. */
  const codeTo = (mobile: string): string =>
    /\d{6}/.exec(sent.findLast(({ to, text }) => to === e164(mobile) && /\d{6}/.test(text))!.text)![0]
  async function must(answer: Promise<Answer>): Promise<AnyJson> {
    const { code, msg, data } = await answer
    if (code !== 1) throw new Error(`${msg} ${JSON.stringify(data)}`)
    return data
  }
  /** Has a code of the session sent to the member's phone. */
  async function factorCode(token: string, mobile: string): Promise<string> {
    await must(post('/auth/factor-code', {}, token))
    return codeTo(mobile)
  }
  const proof = async (
    token: string,
    device: SoftDevice,
    action: ChallengeAction,
    content: Json,
  ): Promise<Proven> =>
    device.sign(await must(post('/auth/passkey/question', { action }, token)), action, content)
  const login = async (mobile: string, password = PASSWORD): Promise<string> =>
    (await must(post('/auth/login', { account: mobile, password }))).token

  return {
    context: app,
    sent,
    post,
    get,
    must,
    codeTo,
    factorCode,
    proof,
    login,
    mails: () =>
      readdirSync(folder)
        .toSorted()
        .map((name) => readFileSync(join(folder, name), 'utf8')),
    /** A message that the gateway has taken, once it has: notices are not waited for. */
    smsTo: (mobile: string, text: RegExp) =>
      waitFor(
        async () => sent.findLast((sms) => sms.to === e164(mobile) && text.test(sms.text)),
        (found) => found !== undefined,
      ),
    async register(mobile: string): Promise<{ token: string; userId: string }> {
      await must(post('/auth/sms-code', { mobile }))
      return must(
        post('/auth/register', {
          mobile,
          password: PASSWORD,
          confirmPassword: PASSWORD,
          invitationCode: INVITATION,
          verificationCode: codeTo(mobile),
        }),
      )
    },
    /** Adds a passkey; answers the token of the full session. */
    async enrol(token: string, mobile: string, device: SoftDevice = softDevice()): Promise<string> {
      const created = device.create(await must(post('/auth/passkey/new/question', {}, token)))
      return (
        await must(
          post(
            '/auth/passkey/new',
            { name: '', created, verificationCode: await factorCode(token, mobile) },
            token,
          ),
        )
      ).token
    },
    /** Password, then passkey. */
    async full(mobile: string, device: SoftDevice): Promise<string> {
      const token = await login(mobile)
      return (await must(post('/auth/step-up', { proof: await proof(token, device, 'step-up', {}) }, token)))
        .token
    },
    async close() {
      await app.close()
      await new Promise((resolve) => {
        gateway.close(resolve)
      })
      rmSync(folder, { recursive: true })
    },
  }
}
