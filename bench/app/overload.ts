import { setTimeout as sleep } from 'node:timers/promises'
import { tenthsOf, yenOf } from '#kernel/price.ts'
import { nextTick } from '#modules/instruments/model/tick.ts'
import { median } from '../median.ts'
import type { Forked } from './forked.ts'
import { HttpConnection, percentile, type Said } from './http-connection.ts'

/** The length of each part, in seconds, and the connections of all phones together. */
type Size = { seconds: number; roundSeconds: number; phones: number; times: number }

/** The results of a kind of request. `served`: looked at and answered by its module, yes or no. */
export type Kind = {
  asked: number
  served: number
  accepted: number
  p50: number
  p99: number
  worst: Said | null
}
export type Overload = {
  /** Orders a second that fifty connections get accepted. */
  capacity: number
  /**
   * Orders a second that were wanted, and how many of them found a phone that was not waiting for an answer.
   */
  wanted: number
  sent: number
  /** Of those sent. */
  accepted: Kind
  refused: { count: number; p99: number; withoutRetryAfter: number }
  /** Connections that broke instead of being answered. */
  broken: number
  cancels: Kind
  withdrawals: Kind
  health: Kind
  /** From the end of it until orders at a fifth of the capacity are answered as before. */
  backMs: number
}

const AT_ONCE = 50
const CANCELS_PER_SECOND = 10
const HEALTH_PER_SECOND = 4
const YEN = 10_000
const PER_PAYER = 5
/** A pace at which a server is not busy, and how much slower than before it may be there. */
const QUIET_SHARE = 0.2
const SLOWER = 3
const QUICK_MS = 100

type Stock = { code: string; tickTable: 'topix500' | 'other'; quote: { last: number | null } }

/** Asks several times as many orders of a server as it can take, beside members who want out. */
export async function overload(app: Forked, size: Size): Promise<Overload> {
  const { port, tokens, codes, payers } = app
  let n = 0
  const order = (line: HttpConnection): Promise<Said> => {
    const at = n++
    const side = (at + Math.floor(at / codes.length)) % 2 === 0 ? 'up' : 'down'
    return line.post('/api/orders', tokens[at % tokens.length]!, {
      code: codes[at % codes.length],
      side,
      type: 'market',
      quantity: 100,
      leverage: 3.3,
    })
  }
  const waiting = await restingOrders(app, Math.ceil(size.seconds * CANCELS_PER_SECOND))
  // Each member's session is in memory, and the code is compiled: a server runs for days.
  for (let round = 0; round < 2 || n < tokens.length; round++)
    await closedLoop(port, size.roundSeconds, order)
  const rounds: number[] = []
  for (let round = 0; round < 3; round++) rounds.push(await closedLoop(port, size.roundSeconds, order))
  const capacity = median(rounds)
  const quiet = async () =>
    percentile(
      (await openLoop(port, 1, capacity * QUIET_SHARE, AT_ONCE, order)).said.map(({ ms }) => ms),
      0.99,
    )
  const before = median([await quiet(), await quiet(), await quiet()])

  const [storm, cancels, withdrawals, health] = await Promise.all([
    openLoop(port, size.seconds, capacity * size.times, size.phones, order),
    paced(port, size.seconds, waiting, ({ id, token }, line) =>
      line.post(`/api/orders/${id}/cancel`, token, {}),
    ),
    paced(
      port,
      size.seconds,
      payers.flatMap((payer) => Array.from({ length: PER_PAYER }, () => payer)),
      ({ token, ...payer }, line) => line.post('/api/withdrawals', token, { amount: YEN, ...payer }),
    ),
    paced(port, size.seconds, Array.from({ length: size.seconds * HEALTH_PER_SECOND }), (_, line) =>
      line.get('/api/health'),
    ),
  ])
  const ended = performance.now()
  let backMs = Infinity
  while (backMs === Infinity && performance.now() - ended < 60_000)
    if ((await quiet()) <= Math.max(QUICK_MS, SLOWER * before)) backMs = performance.now() - ended

  const refused = storm.said.filter(({ status }) => status === 503 || status === 429)
  return {
    capacity,
    wanted: capacity * size.times,
    sent: storm.said.length / size.seconds,
    accepted: kindOf(storm.said.filter(({ status }) => status === 200)),
    refused: {
      count: refused.length,
      p99: percentile(
        refused.map(({ ms }) => ms),
        0.99,
      ),
      withoutRetryAfter: refused.filter(({ retryAfter }) => retryAfter === null).length,
    },
    broken: storm.said.filter(({ status }) => status !== 200 && status !== 503 && status !== 429).length,
    cancels: kindOf(cancels),
    withdrawals: kindOf(withdrawals),
    health: kindOf(health),
    backMs,
  }
}

function kindOf(said: readonly Said[]): Kind {
  const served = said.filter(({ status }) => status === 200)
  const times = served.map(({ ms }) => ms)
  return {
    asked: said.length,
    served: served.length,
    accepted: served.filter(({ code }) => code === 1).length,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    worst: said.find(({ status }) => status !== 200) ?? null,
  }
}

/** Fifty connections, each with one request under way: accepted answers a second. */
async function closedLoop(
  port: number,
  seconds: number,
  one: (line: HttpConnection) => Promise<Said>,
): Promise<number> {
  let accepted = 0
  const begun = performance.now()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      const line = new HttpConnection(port)
      while (performance.now() - begun < seconds * 1_000) if ((await one(line)).code === 1) accepted++
      line.end()
    }),
  )
  return accepted / ((performance.now() - begun) / 1_000)
}

/**
 * Open loop: `perSecond` requests, whether answers come or not, as long as a phone is left that does not wait
 * for one.
 */
export async function openLoop(
  port: number,
  seconds: number,
  perSecond: number,
  phones: number,
  one: (line: HttpConnection) => Promise<Said>,
): Promise<{ said: Said[]; unsent: number }> {
  const all = Array.from({ length: phones }, () => new HttpConnection(port))
  const free = [...all]
  const said: Said[] = []
  const underWay = new Set<Promise<void>>()
  const begun = performance.now()
  let [due, unsent] = [0, 0]
  for (let elapsed = 0; elapsed < seconds * 1_000; elapsed = performance.now() - begun) {
    for (; due < (elapsed / 1_000) * perSecond; due++) {
      const line = free.pop()
      if (line === undefined) {
        unsent++
        continue
      }
      const sent = one(line).then((answer) => {
        said.push(answer)
        free.push(line)
        underWay.delete(sent)
      })
      underWay.add(sent)
    }
    await sleep(2)
  }
  await Promise.all(underWay)
  for (const line of all) line.end()
  return { said, unsent }
}

/** Each of these once, evenly over the time, on a connection of its own. */
async function paced<T>(
  port: number,
  seconds: number,
  all: readonly T[],
  one: (each: T, line: HttpConnection) => Promise<Said>,
): Promise<Said[]> {
  const begun = performance.now()
  return Promise.all(
    all.map(async (each, index) => {
      await sleep((index / all.length) * seconds * 1_000 - (performance.now() - begun))
      const line = new HttpConnection(port)
      const said = await one(each, line)
      line.end()
      return said
    }),
  )
}

/** Orders far below the price, of different members, that can be cancelled. */
async function restingOrders(
  { port, tokens }: Forked,
  count: number,
): Promise<{ id: string; token: string }[]> {
  const line = new HttpConnection(port)
  const read = async <T>(path: string): Promise<T> =>
    (JSON.parse((await line.get(`/api/stocks${path}`)).body) as { data: T }).data
  const most = (await read<Stock[]>('?sort=turnover&limit=30'))
    .filter(({ quote: { last } }) => last !== null)
    .slice(0, ISSUES)
  const issues: Stock[] = []
  for (const { code } of most) issues.push(await read<Stock>(`/${code}`))
  const made: { id: string; token: string }[] = []
  for (let n = 0; made.length < count; n++) {
    const { code, tickTable, quote } = issues[n % issues.length]!
    const token = tokens[n % tokens.length]!
    const price = yenOf(nextTick(tenthsOf(quote.last!), tickTable, -AWAY_TICKS))
    const said = await line.post('/api/orders', token, {
      code,
      side: 'up',
      type: 'limit',
      quantity: 100,
      leverage: 1,
      price,
    })
    if (said.code === 1) made.push({ id: (JSON.parse(said.body) as { data: { id: string } }).data.id, token })
    else if (n > 2 * count + 100) throw new Error(`no order can rest: ${said.body.slice(0, 300)}`)
  }
  line.end()
  return made
}
const AWAY_TICKS = 30
const ISSUES = 10
