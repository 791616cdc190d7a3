import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { GCProfiler } from 'node:v8'

/**
 * The resources that a server has used since it started: other people's work on the same machine hardly
 * changes these figures. Times in microseconds.
 */
export type Used = {
  /**
   * CPU by thread of the server: `MainThread`, `exchange`, `tree`; the collector's and other helpers'
   * together as `helpers`.
   */
  threads: Record<string, number>
  /** CPU of all processes of PostgreSQL that live now. */
  postgres: number
  walBytes: number
  /** Rows written, by PostgreSQL's own count, which is a second late. */
  rows: number
  commands: number
  batches: number
  filled: number
}

/** The work of the collector between two moments. `bytes`: what was made for it to collect. */
export type Collected = { bytes: number; ms: number; longestMs: number; times: number }

const OWN = new Set(['MainThread', 'exchange', 'tree'])

/** Nanoseconds on a processor, as Linux counts them for each thread. */
const cpuOf = (path: string): number =>
  existsSync(path) ? Number(readFileSync(path, 'utf8').split(' ', 1)[0]) / 1_000 : 0

export function threadsNow(): Record<string, number> {
  const threads: Record<string, number> = {}
  const folder = '/proc/self/task'
  for (const id of existsSync(folder) ? readdirSync(folder) : []) {
    const name = readFileSync(`${folder}/${id}/comm`, 'utf8').trim()
    const known = OWN.has(name) ? name : 'helpers'
    threads[known] = (threads[known] ?? 0) + cpuOf(`${folder}/${id}/schedstat`)
  }
  return threads
}

/**
 * Adds up the CPU of a process and of its children, in microseconds: a connection of PostgreSQL is a child of
 * the first process. What a child used after it was last asked about is lost with it.
 */
export function familyCpu(pid: number): () => number {
  const known = new Map<number, number>()
  let sum = 0
  return () => {
    const children = `/proc/${pid}/task/${pid}/children`
    for (const each of [
      pid,
      ...(existsSync(children)
        ? readFileSync(children, 'utf8').trim().split(' ').filter(Boolean).map(Number)
        : []),
    ]) {
      const used = cpuOf(`/proc/${each}/schedstat`)
      sum += Math.max(used - (known.get(each) ?? 0), 0)
      known.set(each, used)
    }
    return sum
  }
}

/** Watches the collector until it is asked. */
export function watchCollector(): () => Collected {
  const profiler = new GCProfiler()
  profiler.start()
  return () => {
    const statistics = profiler.stop()?.statistics ?? []
    let [bytes, ms, longestMs] = [0, 0, 0]
    for (const [index, { cost, beforeGC }] of statistics.entries()) {
      if (index > 0)
        bytes += Math.max(
          beforeGC.heapStatistics.usedHeapSize - statistics[index - 1]!.afterGC.heapStatistics.usedHeapSize,
          0,
        )
      ms += cost / 1_000
      longestMs = Math.max(longestMs, cost / 1_000)
    }
    return { bytes, ms, longestMs, times: statistics.length }
  }
}
