import { randomInt } from 'node:crypto'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { checkJournal } from '#platform/engine/check-journal.ts'
import { readRecord, type JournalEntry } from '#platform/engine/journal.ts'
import { seeded } from '#kernel/random.ts'
import { LIMITS, type Limits } from '#platform/limits.ts'
import { ROLES } from '#modules/staff/model/power.ts'
import { powerOf, type PowerName } from '#registry/powers.ts'
import type { Route } from '#wire/route.ts'
import * as system from '#wire/system.ts'
import { judge, line, Requests, type Role, type Sent } from './fuzz.fixture.ts'
import { Seen, Values } from './fuzz-values.fixture.ts'
import { openBankAccount, TRANSACTION_PASSWORD } from './funded.fixture.ts'
import { replayJournal } from './journal-replay.fixture.ts'
import { startTestApp, type TestApp } from './test-app.ts'
import { waitFor } from './wait-for.fixture.ts'
import { sendPicture } from './verified.fixture.ts'

/**
 * Every route and every message of the socket, as every role, with values made from the contracts (threat
 * T04). The choice follows the seed (FUZZ_SEED=… takes it again, FUZZ_REQUESTS=… as many of each role); ids
 * that answers brought are of this run, so a request that went wrong is printed whole. The short form asks
 * the same each time, so that a build says the same twice; the long one asks what nobody has asked before.
 */
const SEED =
  process.env['FUZZ_SEED'] ??
  (process.env['TEST_LONG'] === undefined ? '908814' : String(randomInt(1_000_000)))
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? (process.env['TEST_LONG'] === '1' ? 20_000 : 2_000))
const PASSWORD = 'lamp-7Kq'

let app: TestApp
let routes: Route[]
const roles: Role[] = []
const seen = new Seen()
const errors = vi.fn<(what: unknown) => void>()

/** Rates are lifted by the one file of limits; sizes, depths and times stay as they are. */
function limitsLifted(): Limits {
  const free = { perSecond: 1e6, burst: 1e6, perMinute: null }
  const often = [{ max: 1e6, withinMs: 1_000 }]
  return {
    ...LIMITS,
    lanes: { orders: free, cancels: free, writes: free },
    login: {
      perGuesser: { ...LIMITS.login.perGuesser, failures: 1e6 },
      ofStrangers: { ...LIMITS.login.ofStrangers, failures: 1e6 },
      perAddress: often,
    },
    transactionPassword: { ...LIMITS.transactionPassword, failures: 1e6 },
    registration: { perAddress: often, invitationTriesPerAddress: often },
    smsCode: { ...LIMITS.smsCode, perMobile: often, perAddress: often },
    console: { ...LIMITS.console, codeFailures: { max: 1e6, withinMs: 1_000 } },
    socket: { ...LIMITS.socket, messagesPerSecond: 1e6 },
  }
}

const isWithSession = (role: Role) => role.access !== 'public'
const ownRoutes = ({ access, name }: Role): Route[] =>
  routes.filter((route) => {
    if (route.access !== 'operator' || access !== 'operator')
      return route.access === access || route.access === 'public'
    const may =
      typeof route.power === 'string' && route.power !== 'asked'
        ? powerOf(route.power as PowerName).signers.flat()
        : (route.roles ?? ROLES)
    return may.includes(name)
  })

async function member(name: string, mobile: string): Promise<Role> {
  let { token, userId } = await app.enrol(mobile)
  let password = PASSWORD
  const role: Role = {
    name,
    token,
    access: 'member',
    own: {
      user_id: userId,
      userId,
      password,
      confirmPassword: password,
      transactionPassword: TRANSACTION_PASSWORD,
      invitationCode: app.modules.identity.demo!.invitationCode,
    },
    async enter() {
      const again = await app.call('POST', '/api/auth/login', { body: { account: mobile, password } })
      if (again.code !== 1) {
        // Given away, closed, or under another password: somebody new takes the place.
        mobile = `080${String(randomInt(1e8)).padStart(8, '0')}`
        password = PASSWORD
        ;({ token, userId } = await app.enrol(mobile))
        Object.assign(role.own, { user_id: userId, userId })
        return token
      }
      return again.data.token
    },
  }
  return role
}

/**
 * One whose account has seen something: verified, with a bank account, orders, lots, a list, an alert, lines
 * of chat.
 */
async function advanced(): Promise<Role> {
  const role = await member('advanced member', '090-7676-0002')
  const { token } = role
  const post = (path: string, body: object) => app.call('POST', `/api${path}`, { token, body })
  const accountId = await openBankAccount(app, token)
  seen.add('bank-accounts.id', accountId)
  seen.add('imageId', await sendPicture(app, token, 'passbook'))
  const codes = await app.affordable(3)
  for (const code of codes)
    await post('/orders', { code, side: 'up', type: 'market', quantity: 100, leverage: 1 })
  await waitFor(
    async () => (await app.call('GET', '/api/lots', { token })).data as unknown[],
    (lots) => lots.length > 0,
  )
  for (const code of codes) seen.add('code', code)
  await post('/alerts', { code: codes[0], watches: 'rise', changeBp: 2_999, repeats: 'once' })
  await post('/deposits', { amount: 100_000, method: 'bank' })
  await post('/withdrawals', { amount: 10_000, accountId, transactionPassword: TRANSACTION_PASSWORD })
  await post('/chat/lines', { text: 'Good morning.' })
  return role
}

async function operator(role: string): Promise<Role> {
  const { operatorId, code } = (
    (await app.call('GET', '/api/dev/operators')).data as {
      operatorId: string
      code: string
      role: string
      number: number
    }[]
  ).find((each) => each.role === role && each.number === 1)!
  const enter = async () =>
    (await app.call('POST', '/api/console/auth/login', { body: { operatorId, code } })).data.token as string
  return { name: role, token: await enter(), access: 'operator', own: { operatorId }, enter }
}

beforeAll(async () => {
  app = await startTestApp({ limits: limitsLifted() })
  vi.spyOn(app.context.log, 'error').mockImplementation((what: unknown) => errors(what))
  routes = [
    ...app.modules.all.flatMap((module) => module.routes ?? []).map((handler) => handler.route),
    system.health,
    system.live,
    system.getVitals,
    system.op,
    system.setClock,
    system.getClock,
  ]
  roles.push(
    { name: 'guest', token: '', access: 'public', own: {}, enter: async () => '' },
    await member('fresh member', '090-7676-0001'),
    await advanced(),
  )
  for (const role of ROLES) roles.push(await operator(role))
}, 120_000)

const failed = (sent: Sent, what: string, answer: string): string =>
  `seed ${SEED}: ${what}\n  sent ${JSON.stringify(sent)}\n  got ${answer.slice(0, 600)}`

type Failure = { kind: string; shown: string }

/** All of a role's requests; what was wrong with their answers. */
async function run(role: Role, count: number): Promise<{ failures: Failure[]; done: Set<string> }> {
  const [failures, done] = [[] as Failure[], new Set<string>()]
  const own = ownRoutes(role)
  const wire = line(app.port)
  const requests = new Requests(app, role, seen, SEED)
  for (let n = 0; n < count; n++) {
    // Each route of its own twice as an app would ask, then as it comes.
    const isFirst = n < 2 * own.length
    const route = isFirst ? own[n % own.length]! : requests.route(own, routes)
    const { sent, fits } = requests.next(route, isFirst)
    const reply = await wire.send(sent)
    const { wrong, code, data } = judge(route, sent, fits, reply)
    if (wrong !== null)
      failures.push({
        kind: `${route.name} ${wrong.slice(0, 80)}`,
        shown: failed(sent, wrong, `${reply.status} ${reply.text}`),
      })
    if (code === 1) {
      done.add(route.name)
      requests.handle(route, data)
    }
    if (code === 401 && isWithSession(role) && route.access === role.access) role.token = await role.enter()
  }
  wire.close()
  return { failures, done }
}

it(
  `${REQUESTS} requests of each role: no 5xx, no broken envelope, and what the contract says (seed ${SEED})`,
  { timeout: 40 * 60_000 },
  async () => {
    const all = await Promise.all(roles.map((role) => run(role, REQUESTS)))
    // One of each kind is enough to see what is wrong.
    const kinds = new Map(
      all.flatMap((each) => each.failures.map((failure) => [failure.kind, failure.shown])),
    )
    const logged = errors.mock.calls.map(([what]) =>
      ((what as { err?: Error }).err?.stack ?? JSON.stringify(what)).slice(0, 800),
    )
    expect({
      failures: [...kinds.values()].slice(0, 30),
      kinds: kinds.size,
      logged: logged.slice(0, 10),
    }).toEqual({ failures: [], kinds: 0, logged: [] })
    // They come further than the first check: most routes have done what they are for, for somebody.
    const done = new Set(all.flatMap((each) => [...each.done]))
    expect(
      routes.filter(({ method }) => method === 'GET').filter(({ name }) => done.has(name)).length,
    ).toBeGreaterThan(90)
    expect(
      routes.filter(({ method }) => method === 'POST').filter(({ name }) => done.has(name)).length,
    ).toBeGreaterThan(30)
  },
)

it.each(['toString', '__proto__', 'constructor'])(
  'no place for a text takes %s for a name of ours',
  { timeout: 10 * 60_000 },
  async (word) => {
    const wrong: string[] = []
    for (const role of roles) {
      role.token = await role.enter()
      const [wire, requests] = [line(app.port), new Requests(app, role, seen, `${SEED} ${word}`)]
      // Routes that anybody may call are called once; nobody's session is ended or given away on the way.
      const own = ownRoutes(role).filter(({ access, name }) => access === role.access && name !== 'setClock')
      for (const route of own) {
        for (const sent of requests.withWord(route, word)) {
          const { status, text } = await wire.send(sent)
          if (status >= 500) wrong.push(failed(sent, `${status}`, text))
          if (status === 401 && isWithSession(role)) role.token = await role.enter()
        }
      }
      wire.close()
    }
    expect(wrong).toEqual([])
    expect(errors).not.toHaveBeenCalled()
  },
)

describe('the socket', () => {
  const TOPICS = [
    'quote/S100',
    'depth/S801',
    'trades/S100',
    'member',
    'member/x',
    'market',
    'board',
    'nothing',
    '',
    'quote/',
    'quote/{code}',
    '../member',
    'quote/S100/x',
    'x'.repeat(200),
    'quote/\u0000',
    'chat',
    'constructor',
    '__proto__',
  ]
  const FRAMES = [
    '',
    '{',
    'null',
    '[]',
    '1',
    '"ping"',
    '{"op":"ping"}',
    '{"op":"pong"}',
    '{"op":"sub"}',
    '{"op":"sub","topics":[]}',
    '{"op":"sub","topics":"member"}',
    '{"op":"sub","topics":[1]}',
    '{"op":"sub","topics":[{"t":"member","after":-1}]}',
    '{"op":"sub","topics":[{"t":"member","after":1e309}]}',
    '{"op":"sub","topics":[{"t":"member","after":9007199254740991}]}',
    '{"op":"sub","topics":[{"t":"member","x":1}]}',
    '{"op":"unsub","topics":[{}]}',
    '{"op":"ping","x":1}',
    '{"__proto__":{"op":"ping"}}',
    '\u0000',
    '🎈',
  ]
  type Frame = { op?: string; reason?: string; t?: string; s?: number; d?: unknown; reset?: true }
  const isFrame = (frame: Frame): boolean =>
    frame.op === 'pong' ||
    (frame.op === 'error' && /^[A-Z_]+$/.test(frame.reason ?? '')) ||
    (typeof frame.t === 'string' && Number.isSafeInteger(frame.s) && (frame.reset === true || 'd' in frame))

  /** Everything that one sends and hears, over as many sockets as it takes; what was wrong. */
  async function talk(role: Role, count: number): Promise<string[]> {
    const values = new Values(seeded('socket', SEED, role.name), seen, role.own)
    const wrong: string[] = []
    const sub = () => {
      const topics = Array.from({ length: values.below(4) }, () => ({
        t: values.one(TOPICS),
        ...(values.chance(0.3) ? { after: values.one([0, 1, 1e12, 9e15, -1, 0.5]) } : {}),
      }))
      return values.chance(0.6)
        ? { op: 'sub', topics }
        : { op: values.one(['unsub', 'ping', 'sub']), topics: topics.map(({ t }) => t) }
    }
    for (let sent = 0; sent < count;) {
      if (role.access === 'member') role.token = await role.enter()
      const ticket =
        role.access === 'member'
          ? ((await app.call('POST', '/api/socket-ticket', { token: role.token, body: {} })).data
              .ticket as string)
          : null
      const socket = new WebSocket(
        `ws://localhost:${app.port}/ws${ticket === null ? '' : `?ticket=${ticket}`}`,
      )
      const isOpen = await new Promise<boolean>((resolve) => {
        socket.onopen = () => resolve(true)
        socket.onerror = () => resolve(false)
      })
      expect(isOpen).toBe(true)
      let [pongs, closed] = [0, null as number | null]
      socket.onclose = ({ code }) => {
        closed = code
      }
      socket.onmessage = ({ data }) => {
        const message = JSON.parse(String(data)) as Frame | Frame[]
        for (const frame of Array.isArray(message) ? message : [message]) {
          if (frame.op === 'pong') pongs++
          if (!isFrame(frame)) wrong.push(`${role.name} heard ${JSON.stringify(frame).slice(0, 300)}`)
          if (role.access === 'public' && frame.t === 'member' && frame.op !== 'error')
            wrong.push('a guest hears of a member')
        }
      }
      for (let n = 0; n < 100 && closed === null; n++, sent++) {
        const text = values.chance(0.6) ? JSON.stringify(sub()) : values.one(FRAMES)
        if (values.chance(0.002)) socket.send(new Uint8Array([1, 2, 3]))
        else socket.send(values.chance(0.002) ? 'x'.repeat(LIMITS.socket.messageBytes + 1) : text)
        if (n % 20 === 19) await new Promise((resolve) => setImmediate(resolve))
      }
      const before = pongs
      if (closed === null) socket.send('{"op":"ping"}')
      await waitFor(() => closed !== null || pongs > before, Boolean)
      // Closed for what was sent, never for what went wrong here.
      if (closed !== null && ![1008, 1009].includes(closed))
        wrong.push(`${role.name}: closed with ${String(closed)}`)
      socket.close()
    }
    return wrong
  }

  it(
    `${REQUESTS} messages of guest and members: each is answered, or the line ends by the rule`,
    { timeout: 20 * 60_000 },
    async () => {
      const wrong = await Promise.all(roles.slice(0, 3).map((role) => talk(role, REQUESTS)))
      expect(wrong.flat().slice(0, 20)).toEqual([])
      expect(errors).not.toHaveBeenCalled()
    },
  )
})

describe('reading', () => {
  /**
   * Each table's rows of one member, as one figure a table. When a session was last seen is no one's
   * property.
   */
  async function stateOf(memberId: string): Promise<Record<string, string>> {
    const { pool } = app.context.db
    const { rows } = await pool.query<{ name: string }>(
      "select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'member_id' and table_name <> 'sessions' order by 1",
    )
    const sums = await pool.query<{ name: string; sum: string }>(
      rows
        .map(
          ({ name }) =>
            `select '${name}' as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as sum from "${name}" t where member_id = $1`,
        )
        .join(' union all '),
      [memberId],
    )
    return Object.fromEntries(sums.rows.map(({ name, sum }) => [name, sum]))
  }
  const recordsBy = async (isWanted: (entry: JournalEntry) => boolean, after: number): Promise<string[]> => {
    const { rows } = await app.context.db.pool.query<{ record: Buffer }>(
      'select record from journal where seq > $1 order by seq',
      [after],
    )
    return rows
      .map(({ record }) => readRecord(record))
      .filter(isWanted)
      .map((entry) => `${entry.actor} ${entry.type}`)
  }

  it(
    'changes nothing: no record of the caller’s, no row of the member’s',
    { timeout: 10 * 60_000 },
    async () => {
      const quiet = await member('quiet member', '090-7676-0009')
      await app.call('POST', '/api/watchlists', { token: quiet.token, body: { name: 'Mine' } })
      const memberId = String(quiet.own['userId'])
      for (const [name, value] of Object.entries(quiet.own)) seen.add(name, value)
      seen.add('memberId', memberId)
      const reading = [quiet, ...roles.filter(({ access }) => access === 'operator')]
      for (const role of reading.slice(1)) role.token = await role.enter()
      const before = await stateOf(memberId)
      const { seq } = app.context.engine.stats()
      for (const role of reading) {
        const wire = line(app.port)
        const requests = new Requests(app, role, seen, `${SEED} reading`)
        for (const route of ownRoutes(role).filter(({ method }) => method === 'GET')) {
          for (let n = 0; n < 3; n++) await wire.send(requests.next(route, true).sent)
        }
        wire.close()
      }
      const after = await stateOf(memberId)
      // The demo desk has no session and goes on meanwhile.
      // That an operator looked at a member is what the member must find: it is the one thing that reading
      // writes.
      expect(
        Object.keys(after).filter((name) => after[name] !== before[name] && name !== 'operator_reads'),
      ).toEqual([])
      expect(
        await recordsBy(
          ({ actor, device }) => actor === `m:${memberId}` || (actor.startsWith('o:') && device !== ''),
          seq,
        ),
      ).toEqual([])
    },
  )
})

it(
  'afterwards the ledger adds up to nothing, the chain is whole, and the journal run again says the same',
  { timeout: 10 * 60_000 },
  async () => {
    const { rows } = await app.context.db.pool.query<{ yen: string }>(
      'select coalesce(sum(balance_yen), 0)::text as yen from accounts',
    )
    expect(rows).toEqual([{ yen: '0' }])
    expect(await checkJournal(app.context.db.config, () => {})).toMatchObject({
      status: 'intact',
      badSeq: null,
      what: null,
    })
    const { types, held, again } = await replayJournal(app)
    expect(types.size).toBeGreaterThan(20)
    expect(again).toEqual(held)
  },
)
