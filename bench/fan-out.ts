import { fork, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SocketsReady } from './app/sockets-server.ts'
import { median } from './median.ts'
import type { Row } from './run.ts'

const SOCKETS = Number(process.env['BENCH_SOCKETS'] ?? 2_000)
const TOPICS = 200
const TICK_MS = 50
const ROUNDS = 5
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 3)
const P99_MS = 40

/**
 * A frame of a server: an opcode of one byte, a length of one or three bytes, the text. Longer ones are never
 * sent here.
 */
const EXTENDED = 126

/**
 * Reads frames and notes how old each was when it came: as little work as can be, since it shares the machine
 * with the server.
 */
class SocketReader {
  readonly #socket: Socket
  #rest: Buffer = Buffer.alloc(0)
  #hear: (text: string) => void = () => {}

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.on('data', (chunk: Buffer) => this.#take(chunk))
  }

  static async open(port: number, path: string, subscribe: string): Promise<SocketReader> {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    await once(socket, 'connect')
    socket.write(
      `GET ${path} HTTP/1.1\r\nhost: localhost\r\nupgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-version: 13\r\nsec-websocket-key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
    )
    await once(socket, 'data')
    const text = Buffer.from(subscribe)
    // Masked with zeros: the text as it is.
    socket.write(Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), text]))
    return new SocketReader(socket)
  }

  listen(hear: (text: string) => void): void {
    this.#hear = hear
  }
  close(): void {
    this.#socket.destroy()
  }

  #take(chunk: Buffer): void {
    let bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    for (;;) {
      if (bytes.length < 4) break
      const short = bytes[1]! & 0x7f
      const [from, length] = short === EXTENDED ? [4, bytes.readUInt16BE(2)] : [2, short]
      if (bytes.length < from + length) break
      this.#hear(bytes.toString('latin1', from, from + length))
      bytes = bytes.subarray(from + length)
    }
    this.#rest = bytes
  }
}

const MADE = '"made":'
const madeAt = (text: string): number => Number.parseFloat(text.slice(text.lastIndexOf(MADE) + MADE.length))

type Round = { perSecond: number; p50: number; p99: number; cpu: number }

async function round(
  child: ChildProcess,
  readers: readonly SocketReader[],
  what: 'ours' | 'bare',
): Promise<Round> {
  const late: number[] = []
  for (const reader of readers)
    reader.listen((text) => late.push(performance.timeOrigin + performance.now() - madeAt(text)))
  const say = async (asked: string): Promise<number> => {
    child.send(asked)
    return ((await once(child, 'message'))[0] as Record<string, number>)['MainThread'] ?? 0
  }
  const before = await say(what)
  const begun = performance.now()
  await sleep(SECONDS * 1_000)
  const after = await say('nothing')
  const seconds = (performance.now() - begun) / 1_000
  await sleep(200)
  late.sort((a, b) => a - b)
  const at = (share: number) => late[Math.min(late.length - 1, Math.floor(late.length * share))] ?? Infinity
  return {
    perSecond: late.length / seconds,
    p50: at(0.5),
    p99: at(0.99),
    cpu: (after - before) / Math.max(late.length, 1),
  }
}

/**
 * Two thousand sockets, each with a price that changes twenty times a second, against `ws` that does nothing
 * but send.
 */
export default async function bench(): Promise<Row[]> {
  const child = fork(join(import.meta.dirname, 'app', 'sockets-server.ts'), [String(TOPICS), String(TICK_MS)])
  try {
    const [{ port, barePort }] = (await once(child, 'message')) as [SocketsReady]
    const nameOf = (index: number) => `quote/S${1_000 + (index % TOPICS)}`
    const opened: Record<'ours' | 'bare', SocketReader[]> = { ours: [], bare: [] }
    for (let index = 0; index < SOCKETS; index++) {
      opened.ours.push(
        await SocketReader.open(port, '/ws', JSON.stringify({ op: 'sub', topics: [{ t: nameOf(index) }] })),
      )
      opened.bare.push(await SocketReader.open(barePort, '/', nameOf(index)))
    }
    const rounds: { ours: Round; bare: Round }[] = []
    for (let n = 0; n < ROUNDS; n++)
      rounds.push({
        ours: await round(child, opened.ours, 'ours'),
        bare: await round(child, opened.bare, 'bare'),
      })
    for (const reader of [...opened.ours, ...opened.bare]) reader.close()
    return rowsOf(rounds)
  } finally {
    child.send('stop')
  }
}

function rowsOf(rounds: readonly { ours: Round; bare: Round }[]): Row[] {
  const middle = (of: (round: (typeof rounds)[number]) => number) => median(rounds.map(of))
  const row = (
    metric: string,
    unit: string,
    of: (round: Round) => number,
    ratio: number,
    goal: string,
    ok: boolean,
  ): Row => ({
    bench: 'fan-out',
    metric,
    value: middle(({ ours }) => of(ours)),
    unit,
    anchor: 'bare ws',
    anchorValue: middle(({ bare }) => of(bare)),
    ratio,
    goal,
    ok,
  })
  const rate = middle(({ ours, bare }) => ours.perSecond / bare.perSecond)
  const p99 = middle(({ ours }) => ours.p99)
  return [
    row(
      `${SOCKETS} sockets, 20 values a second each`,
      '1/s',
      ({ perSecond }) => perSecond,
      rate,
      '≥ 0.9×',
      rate >= 0.9,
    ),
    row(
      `p99 from tick to socket, p50 ${middle(({ ours }) => ours.p50).toFixed(1)} ms`,
      'ms',
      (round_) => round_.p99,
      p99 / middle(({ bare }) => bare.p99),
      `≤ ${P99_MS} ms`,
      p99 <= P99_MS,
    ),
    row(
      'CPU of the server, a frame',
      'µs',
      ({ cpu }) => cpu,
      middle(({ ours, bare }) => ours.cpu / bare.cpu),
      'said, not set',
      true,
    ),
  ]
}
