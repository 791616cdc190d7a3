import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { json } from 'node:stream/consumers'
import { readConfig } from '#platform/config.ts'
import { testDatabase } from '#platform/database/test-database.ts'
import { uuidv7 } from '#kernel/id.ts'
import { addDays } from '#kernel/time.ts'
import type { Limits } from '#platform/limits.ts'
import { openLog } from '#platform/log.ts'
import type { Sample } from '#modules/listings/server/public.ts'
import { undeclared } from './declared-answer.fixture.ts'
import { awayFromTheBreak } from './away-from-the-break.fixture.ts'
import { tokenHeaders, withToken } from './console-token.fixture.ts'
import { startApp, type AppOptions, type RunningApp } from './app.ts'
import { giveMarket } from './run-market.fixture.ts'

/**
 * JSON of an answer or a file, as it came: a test reads what it expects of it, and fails where that is not
 * there.
 */
export type AnyJson = any
export type Answer = { status: number; code: number; msg: string; data: AnyJson; headers: Headers }
export type TestApp = RunningApp & {
  call(
    method: string,
    path: string,
    options?: {
      token?: string
      key?: string | null
      body?: unknown
      raw?: string
      headers?: Record<string, string>
    },
  ): Promise<Answer>
  /** A member who has registered as anybody does: token and id. */
  enrol(mobile: string, password?: string): Promise<{ token: string; userId: string }>
  /**
   * Issues that a new member can pay a hundred shares of and that do not go ex these days, most traded first:
   * a thin one may open with a special quote that stands for minutes.
   */
  affordable(atMost: number): Promise<string[]>
  close(): Promise<void>
}

/** A share's price: a hundred of several issues are within a new member's money and limits. */
const AFFORDABLE_YEN = 5_000
/** Within which a test may let days pass without a dividend or a split. */
const QUIET_DAYS = 10

/**
 * Servers that this file has started and not closed, each with its start, which may outlive a hook's
 * time-out; and what their data lies in.
 */
const apps = new Set<Promise<RunningApp>>()
const data = new Set<() => Promise<void>>()

/**
 * In place of the demo desk's card of the model, which is measured for some seconds after each close that
 * follows: who is about the model publishes a card (ai-application.fixture.ts).
 */
const NO_SAMPLE: Sample<'ai-card'> = {
  due: () => null,
  terms: () => Promise.reject(new Error('nothing is due')),
}

/** A server as `startApp` opens it, stopped when the file is over, if not before. */
export function openTestApp(
  options: Omit<AppOptions, 'fatal'> & Partial<Pick<AppOptions, 'fatal'>>,
): Promise<RunningApp> {
  const app = startApp({
    fatal: (error) => {
      throw error
    },
    ...options,
  }).then((open) => {
    open.modules.listings.sample('ai-card', NO_SAMPLE)
    return { ...open, stop: atMostOnce(open.stop) }
  })
  apps.add(app)
  return app
}

/** Nothing of a file's servers runs beside the next file of its worker. */
export async function closeLeft(): Promise<void> {
  // Servers that the next file opens stay, also where this outlives the time-out of its hook.
  const [left, leftData] = [[...apps], [...data]]
  apps.clear()
  data.clear()
  const started = await Promise.allSettled(left)
  await Promise.all(started.filter((app) => app.status === 'fulfilled').map((app) => app.value.stop()))
  await Promise.all(leftData.map((remove) => remove()))
}

function atMostOnce(act: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | null = null
  return () => (done ??= act())
}

export const newKey = (at = Date.now()): string => uuidv7(at, randomBytes(16))

/**
 * The whole server on a port of its own and a database of its own. `stays`: nothing trades in this test, and
 * it begins before the day's close whatever the hour is.
 */
export async function startTestApp(
  options: { limits?: Limits; env?: Record<string, string>; stays?: true } & Partial<
    Pick<AppOptions, 'extraModule' | 'clocks' | 'corporateActions' | 'seeds' | 'fatal'>
  > = {},
): Promise<TestApp> {
  const folder = mkdtempSync(join(tmpdir(), 'akari-server-'))
  const database = await testDatabase()
  const remove = atMostOnce(async () => {
    await database.drop()
    rmSync(folder, { recursive: true, force: true })
  })
  data.add(remove)
  giveMarket(folder)
  const config = readConfig({ DATA_DIR: folder, PORT: '0', LOG: 'fatal', ...options.env })
  const open = await openTestApp({
    config,
    database: database.config,
    log: openLog(config.logLevel),
    ...(options.limits === undefined ? {} : { limits: options.limits }),
    ...(options.extraModule === undefined ? {} : { extraModule: options.extraModule }),
    ...(options.clocks === undefined ? {} : { clocks: options.clocks }),
    ...(options.seeds === undefined ? {} : { seeds: options.seeds }),
    ...(options.fatal === undefined ? {} : { fatal: options.fatal }),
    ...(options.corporateActions === undefined ? {} : { corporateActions: options.corporateActions }),
  })
  // Not `fetch`, which takes several times as long: some tests ask thousands of times.
  const agent = new Agent({ keepAlive: true })
  const routes = open.modules.all.flatMap(({ routes: own = [] }) => own)
  const call: TestApp['call'] = async (method, path, { token, key = newKey(), body, raw, headers } = {}) => {
    const text = raw ?? (body === undefined ? undefined : JSON.stringify(body))
    const ask = async (): Promise<IncomingMessage> => {
      const asked = request(new URL(path, `http://localhost:${open.port}`), {
        agent,
        method,
        headers: {
          ...(token === undefined ? {} : tokenHeaders(token, open.port)),
          ...(key === null || method === 'GET' ? {} : { 'idempotency-key': key }),
          ...(text === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
      })
      asked.end(text)
      try {
        return ((await once(asked, 'response')) as [IncomingMessage])[0]
      } catch (error) {
        // A connection that was idle for long is closed by the server at any moment.
        if (asked.reusedSocket && (error as NodeJS.ErrnoException).code === 'ECONNRESET') return ask()
        throw error
      }
    }
    const response = await ask()
    const envelope = (await json(response)) as { code: number; msg: string; data: unknown }
    const beyond = envelope.code === 1 ? undeclared(routes, method, path, envelope.data) : []
    if (beyond.length > 0) throw new Error(beyond.join('\n'))
    return {
      status: response.statusCode!,
      headers: new Headers(response.headers as Record<string, string>),
      ...envelope,
      data: withToken(envelope.data, response.headers['set-cookie'] ?? []),
    }
  }
  const opening = options.stays ? null : awayFromTheBreak(open.context.clock.wall())
  if (opening !== null && config.demo && config.market === 'sim' && config.schedule === 'always-open') {
    await call('POST', '/api/dev/clock', { body: { at: new Date(opening).toISOString() } })
  }
  return {
    ...open,
    call,
    async enrol(mobile, password = 'lamp-7Kq') {
      await call('POST', '/api/auth/sms-code', { body: { mobile } })
      const { data } = await call('GET', `/api/dev/inbox?mobile=${encodeURIComponent(mobile)}`)
      const answer = await call('POST', '/api/auth/register', {
        body: {
          mobile,
          password,
          confirmPassword: password,
          invitationCode: open.modules.identity.demo!.invitationCode,
          verificationCode: data[0].code,
        },
      })
      if (answer.code !== 1) throw new Error(answer.msg)
      return answer.data
    },
    async affordable(atMost) {
      type Row = { code: string; quote: { ask: number | null; bid: number | null } }
      const rows = (await call('GET', '/api/stocks?sort=turnover&limit=200')).data as Row[]
      const today = open.modules.market.phase().tradeDate
      const goesEx = (code: string) =>
        open.modules.instruments.actions.between(today, addDays(today, QUIET_DAYS), code).length > 0
      const traded = rows.filter(
        ({ code, quote }) =>
          quote.ask !== null && quote.bid !== null && quote.ask <= AFFORDABLE_YEN && !goesEx(code),
      )
      if (traded.length === 0) throw new Error('no issue that a new member can pay trades both ways')
      return traded.slice(0, atMost).map(({ code }) => code)
    },
    async close() {
      await open.stop()
      await remove()
    },
  }
}

/** The same server after a stop, on the data that it left. */
export async function reopen(
  { context: { config, db, log }, stop }: RunningApp,
  more: Partial<Pick<AppOptions, 'extraModule' | 'clocks' | 'seeds' | 'fatal'>> = {},
): Promise<RunningApp> {
  await stop()
  return openTestApp({ config, database: db.config, log, ...more })
}
