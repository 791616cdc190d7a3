/**
 * A whole server with its limits as they are, for those who ask more of it than it can do. A process of its
 * own; forked with a folder and `Wanted` as JSON.
 */
import { readConfig } from '#platform/config.ts'
import { startEmbedded } from '#platform/database/embedded.ts'
import { LIMITS } from '#platform/limits.ts'
import { openLog } from '#platform/log.ts'
import { businessTime, TRANSACTION_PASSWORD } from '#server/funded.fixture.ts'
import { startApp, type RunningApp } from '#server/app.ts'
import { newKey } from '#server/test-app.ts'
import { waitFor } from '#server/wait-for.fixture.ts'
import { sendPicture, verify } from '#server/verified.fixture.ts'
import { DAY } from '#kernel/time.ts'
import { enrol } from './enrol.ts'
import { threadsNow } from './used.ts'

export type Wanted = {
  members: number
  /** Of the demo setting: members with an account at a bank, who can ask for withdrawals. */
  payers: number
  /** Outside of the demo setting limits of addresses hold for this machine too. */
  demo: boolean
}
type Payer = { token: string; accountId: string; transactionPassword: string }
export type LoadReady = { port: number; tokens: string[]; codes: string[]; payers: Payer[] }
/**
 * After the collector has run. Bytes; `handles`: what keeps the process awake. CPU of the main thread in
 * microseconds.
 */
export type Held = {
  rss: number
  heap: number
  external: number
  handles: number
  commands: number
  main: number
}

const [folder, wantedText] = process.argv.slice(2)
const wanted = JSON.parse(wantedText!) as Wanted
const config = readConfig({
  DATA_DIR: folder!,
  PORT: '0',
  HOST: '127.0.0.1',
  LOG: 'error',
  DEMO: String(wanted.demo),
})
const embedded = await startEmbedded(folder!)
const open = await startApp({
  config,
  database: embedded.config,
  log: openLog('error'),
  limits: LIMITS,
  fatal: (error) => {
    throw error
  },
})

const call = async (
  method: string,
  path: string,
  { token, body }: { token?: string; body?: unknown } = {},
) => {
  const headers = {
    ...(token === undefined ? {} : { token }),
    ...(method === 'GET' ? {} : { 'content-type': 'application/json', 'idempotency-key': newKey() }),
  }
  const response = await fetch(`http://127.0.0.1:${open.port}${path}`, {
    method,
    headers,
    ...(method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }),
  })
  const answer = (await response.json()) as { code: number; msg: string; data: unknown }
  if (answer.code !== 1) throw new Error(`${path}: ${answer.msg}`)
  return { status: response.status, headers: response.headers, ...answer }
}

/**
 * Registered, verified, with an account at a bank that may be paid to, at ten o'clock
 * of a banking day.
 */
async function payers({ port, modules, context: app }: RunningApp, count: number): Promise<Payer[]> {
  const made: Payer[] = []
  for (let n = 0; n < count; n++) {
    const [mobile, password] = [`0905858${String(n).padStart(4, '0')}`, 'lamp-7Kq']
    await call('POST', '/api/auth/sms-code', { body: { mobile } })
    const inbox = (await call('GET', `/api/dev/inbox?mobile=${mobile}`)).data as { code: string }[]
    const { token } = (
      await call('POST', '/api/auth/register', {
        body: {
          mobile,
          password,
          confirmPassword: password,
          invitationCode: modules.identity.demo!.invitationCode,
          verificationCode: inbox[0]!.code,
        },
      })
    ).data as { token: string }
    await call('POST', '/api/auth/transaction-password', {
      token,
      body: { newPassword: TRANSACTION_PASSWORD, confirmPassword: TRANSACTION_PASSWORD },
    })
    await verify({ port, call }, token, { idNumber: String(301_234_567_000 + n) })
    const imageId = await sendPicture({ port }, token, 'passbook')
    const account = (
      await call('POST', '/api/bank-accounts', {
        token,
        body: {
          holder: 'サトウ ハルカ',
          bankCode: '0001',
          branchCode: '001',
          type: 'ordinary',
          number: String(1_234_000 + n),
          imageId,
          transactionPassword: TRANSACTION_PASSWORD,
        },
      })
    ).data as { id: string }
    await waitFor(
      async () =>
        ((await call('GET', '/api/bank-accounts', { token })).data as { accounts: { status: string }[] })
          .accounts[0]!.status,
      (status) => status === 'approved',
    )
    made.push({ token, accountId: account.id, transactionPassword: TRANSACTION_PASSWORD })
  }
  if (count > 0)
    await call('POST', '/api/dev/clock', {
      body: { at: new Date(businessTime(app.clock.wall() + 3 * DAY, 10)).toISOString() },
    })
  return made
}

const made = await payers(open, wanted.payers)
const tokens = await enrol(open, wanted.members)
const codes = open.modules.instruments
  .all()
  .filter(({ kind }) => kind === 'stock')
  .map(({ code }) => code)
const stop = async () => {
  await open.stop()
  await embedded.stop()
  process.exit(0)
}
// Whoever asked for this server is gone.
process.on('disconnect', () => void stop())
process.on('message', async (asked: string) => {
  if (asked === 'held') {
    globalThis.gc?.()
    const { rss, heapUsed: heap, external } = process.memoryUsage()
    return void process.send!({
      rss,
      heap,
      external,
      handles: process.getActiveResourcesInfo().length,
      commands: open.context.engine.stats().commands,
      main: threadsNow()['MainThread'] ?? 0,
    } satisfies Held)
  }
  await stop()
})
process.send!({ port: open.port, tokens, codes, payers: made } satisfies LoadReady)
