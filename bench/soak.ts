import { setTimeout as sleep } from 'node:timers/promises'
import { withServer, type Forked } from './app/forked.ts'
import type { Held } from './app/load-app.ts'
import { HttpConnection, percentile } from './app/http-connection.ts'
import { openLoop } from './app/overload.ts'
import type { Row } from './run.ts'

/** Before a release thirty; the first two of them fill caches and are not counted. */
const MINUTES = Number(process.env['BENCH_MINUTES'] ?? 4)
const WARM_UP_MINUTES = Math.min(2, MINUTES / 2)
const MEMBERS = Number(process.env['BENCH_MEMBERS'] ?? 2_000)
/** Orders a second: about half of what a server takes on two cores that the load generator uses too. */
const PER_SECOND = Number(process.env['BENCH_RATE'] ?? 600)
const LOOK_EVERY_MS = 10_000
const READS = ['/api/home', '/api/stocks?sort=turnover&limit=50', '/api/market', '/api/news'] as const
const SLICE_SECONDS = 5
const SOCKETS = 40
const MB = 1_048_576
/**
 * The bytes that a command leaves in memory for a day, so that its key is known when it comes again
 * (`platform/engine/idempotency-index.ts`).
 */
const KEPT_BYTES = 40
const FLAT_MB_PER_HOUR = 60

type Look = Held & { at: number }

/**
 * Half of what the server can take for as long as asked, with readers and sockets that come and go: what is
 * held afterwards that was not before.
 */
export default async function bench(): Promise<Row[]> {
  return withServer({ members: MEMBERS, payers: 0, demo: true }, async (app) => {
    const looks: Look[] = []
    const times: number[] = []
    const begun = performance.now()
    const elapsed = () => performance.now() - begun
    const isOver = () => elapsed() > MINUTES * 60_000
    const watch = (async () => {
      while (!isOver()) {
        looks.push({ ...(await app.held()), at: elapsed() })
        if (process.stderr.isTTY)
          process.stderr.write(
            `\r${(elapsed() / 60_000).toFixed(1)} min, heap ${(looks.at(-1)!.heap / MB).toFixed(1)} MB`,
          )
        await sleep(LOOK_EVERY_MS)
      }
    })()
    await Promise.all([watch, trade(app, isOver, times), readers(app, isOver), sockets(app, isOver)])
    await sleep(LOOK_EVERY_MS)
    looks.push({ ...(await app.held()), at: elapsed() })
    return rowsOf(
      looks.filter(({ at }) => at >= WARM_UP_MINUTES * 60_000),
      times,
    )
  })
}

/**
 * Each member opens a position and closes it when their turn comes again: what all of them hold does not
 * grow.
 */
async function trade({ port, tokens, codes }: Forked, isOver: () => boolean, times: number[]): Promise<void> {
  let n = 0
  while (!isOver()) {
    const { said } = await openLoop(port, SLICE_SECONDS, PER_SECOND, 200, (line) => {
      const [member, round] = [n % tokens.length, Math.floor(n++ / tokens.length)]
      const position = {
        code: codes[member % codes.length],
        side: Math.floor(member / codes.length) % 2 === 0 ? 'up' : 'down',
        quantity: 100,
        type: 'market',
      }
      return round % 2 === 0
        ? line.post('/api/orders', tokens[member]!, { ...position, leverage: 3.3 })
        : line.post('/api/lots/close', tokens[member]!, position)
    })
    for (const { ms, status } of said) if (status === 200) times.push(ms)
  }
}

async function readers({ port }: Forked, isOver: () => boolean): Promise<void> {
  let n = 0
  while (!isOver())
    await openLoop(port, SLICE_SECONDS, 20, 20, (line: HttpConnection) =>
      line.get(READS[n++ % READS.length]!),
    )
}

/** Forty at a time that read a few prices, half of which go away every second. */
async function sockets({ port, codes }: Forked, isOver: () => boolean): Promise<void> {
  const open: WebSocket[] = []
  for (let n = 0; !isOver(); n++) {
    while (open.length < SOCKETS) {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`)
      socket.onopen = () =>
        socket.send(
          JSON.stringify({
            op: 'sub',
            topics: codes
              .slice(n % 100, (n % 100) + 10)
              .flatMap((code) => [{ t: `quote/${code}` }, { t: `trades/${code}`, after: 0 }]),
          }),
        )
      open.push(socket)
    }
    await sleep(1_000)
    for (const socket of open.splice(0, SOCKETS / 2)) socket.close()
  }
  for (const socket of open) socket.close()
}

/** Least squares: bytes an hour. */
function slopeOf(looks: readonly Look[], of: (look: Look) => number): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [at, value] = [mean(looks.map((look) => look.at)), mean(looks.map(of))]
  const up = looks.reduce((sum, look) => sum + (look.at - at) * (of(look) - value), 0)
  return (up / looks.reduce((sum, look) => sum + (look.at - at) ** 2, 0)) * 3_600_000
}

function rowsOf(looks: readonly Look[], times: readonly number[]): Row[] {
  const [first, last] = [looks[0]!, looks.at(-1)!]
  const commands = last.commands - first.commands
  const [heap, rss] = [slopeOf(looks, (look) => look.heap) / MB, slopeOf(looks, (look) => look.rss) / MB]
  const kept = (slopeOf(looks, (look) => look.commands) * KEPT_BYTES) / MB
  const row = (
    metric: string,
    value: number,
    unit: string,
    [anchor, anchorValue]: [string, number],
    goal: string,
    ok: boolean,
  ): Row => ({
    bench: 'soak',
    metric,
    value,
    unit,
    anchor,
    anchorValue,
    ratio: anchor === '' || anchorValue === 0 ? 0 : value / anchorValue,
    goal,
    ok,
  })
  return [
    row(`commands in ${MINUTES} minutes`, commands, '', ['', 0], 'said, not set', true),
    row(
      `p99 of ${times.length} orders and closings`,
      percentile(times, 0.99),
      'ms',
      ['', 0],
      'said, not set',
      true,
    ),
    row('heap after collecting', last.heap / MB, 'MB', ['at first', first.heap / MB], 'said, not set', true),
    row(
      'heap grows an hour',
      heap,
      'MB',
      ['keys of commands', kept],
      `≤ keys + ${FLAT_MB_PER_HOUR} MB`,
      heap <= kept + FLAT_MB_PER_HOUR,
    ),
    row(
      'heap grows a command',
      (heap * MB) /
        Math.max(
          slopeOf(looks, (look) => look.commands),
          1,
        ),
      'B',
      ['a key that is kept', KEPT_BYTES],
      'said, not set',
      true,
    ),
    row('resident memory', last.rss / MB, 'MB', ['at first', first.rss / MB], 'said, not set', true),
    row('resident memory grows an hour', rss, 'MB', ['', 0], 'said, not set', true),
    row(
      'what keeps the process awake',
      last.handles,
      '',
      ['at first', first.handles],
      'no more than 20 % more',
      last.handles <= first.handles * 1.2 + 5,
    ),
  ]
}
