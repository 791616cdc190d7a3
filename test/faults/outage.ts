import { readFileSync, readdirSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'

/** Every process of the PostgreSQL below a data directory: the postmaster and whoever it started. */
export function postgresOf(dataDir: string): { postmaster: number; all: number[] } {
  const postmaster = Number.parseInt(
    readFileSync(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8'),
    10,
  )
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === postmaster)
    .map(Number)
  return { postmaster, all: [postmaster, ...children] }
}

function parentOf(pid: string): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return -1
  }
}

/** A line to PostgreSQL's socket that can be cut in two ways: with a reset, or without a word. */
export type HttpConnection = { port: number; cut(): void; hush(): void; mend(): void; close(): void }

export async function openConnection(socketFile: string): Promise<HttpConnection> {
  const pairs = new Set<[Socket, Socket]>()
  let state: 'whole' | 'cut' | 'hushed' = 'whole'
  const server: Server = createServer((near) => {
    if (state === 'cut') return void near.destroy()
    const far = connect(socketFile)
    const pair: [Socket, Socket] = [near, far]
    pairs.add(pair)
    const end = () => {
      pairs.delete(pair)
      near.destroy()
      far.destroy()
    }
    for (const socket of pair) socket.on('error', end).on('close', end)
    near.pipe(far).pipe(near)
    if (state === 'hushed') for (const socket of pair) socket.pause()
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const destroyAll = () => {
    for (const pair of pairs) for (const socket of pair) socket.destroy()
  }
  return {
    port: (server.address() as { port: number }).port,
    cut() {
      state = 'cut'
      destroyAll()
    },
    hush() {
      state = 'hushed'
      for (const pair of pairs) for (const socket of pair) socket.pause()
    },
    mend() {
      state = 'whole'
      for (const pair of pairs) for (const socket of pair) socket.resume()
    },
    close() {
      destroyAll()
      server.close()
    },
  }
}

/** One look at the server: what it said, and how long it took. `status` 0: nobody was there. */
export type Seen = {
  at: number
  status: number
  ms: number
  retryAfter: string | null
  msg: string
  state: string | null
}

export async function look(url: string, path = '/health'): Promise<Seen> {
  const at = performance.now()
  try {
    const answer = await fetch(`${url}/api${path}${path.includes('?') ? '&' : '?'}lang=en`, {
      signal: AbortSignal.timeout(10_000),
    })
    const { msg, data } = (await answer.json()) as { msg: string; data: { status?: string } | null }
    return {
      at,
      status: answer.status,
      ms: performance.now() - at,
      retryAfter: answer.headers.get('retry-after'),
      msg,
      state: data?.status ?? null,
    }
  } catch {
    return { at, status: 0, ms: performance.now() - at, retryAfter: null, msg: '', state: null }
  }
}

/**
 * Looks again and again until the server says that it is well after it has once not been; answers all that
 * was seen.
 */
export async function watchOutage(url: string, longestMs: number): Promise<{ seen: Seen[]; awayMs: number }> {
  const seen: Seen[] = []
  const began = performance.now()
  for (let away: number | null = null; performance.now() - began < longestMs;) {
    const one = await look(url)
    seen.push(one)
    if (one.status !== 200) away ??= one.at
    else if (away !== null) return { seen, awayMs: performance.now() - away }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`after ${longestMs} ms the server said ${JSON.stringify(seen.slice(-3))}`)
}
