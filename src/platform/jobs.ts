import { setTimeout as timeOut } from 'node:timers/promises'
import { named } from '#kernel/named.ts'
import { iso, SECOND, type Ms } from '#kernel/time.ts'
import type { Clock } from './clock.ts'
import type { Database } from './database/connect.ts'
import { part, rowList } from './database/row-list.ts'
import { rowMacKey } from './database/row-mac.ts'
import type { Log } from './log.ts'

/**
 * Work by the clock. Missed times (switched off, demo clock) are run in order, each at its own time, and none
 * while the machine's clock is in doubt.
 */
export type Job = {
  name: string
  /** The next time after `after` at which it is due; market time. */
  next: (after: Ms) => Ms
  run: (dueAt: Ms) => Promise<void>
  /**
   * Its times come and go with rows: `next` is asked before each look, may answer a time that has passed, and
   * `Infinity` where nothing is due.
   */
  moves?: true
}

declare module './database/connect.ts' {
  interface SqlTables {
    jobRuns: { name: string; ranFor: Ms }
  }
}

/** Store of how far each job has come. */
export type JobRuns = {
  read(): Promise<ReadonlyMap<string, Ms>>
  write(name: string, ranFor: Ms): Promise<void>
}

/** Whoever sets a job's time on, or takes it away, would have work left out: days' interest, settlements. */
export const jobList = (salts: Uint8Array) =>
  rowList(rowMacKey(salts), {
    name: 'jobs',
    owners: 'listed',
    parts: {
      runs: part<'jobRuns'>()({
        table: 'job_runs',
        owner: "''::text",
        key: ['name'],
        columns: ['name', 'ranFor'],
      }),
    },
  })

/**
 * The runs as the server wrote them. Throws `RowForged` where one is not. Whoever writes is the only one: a
 * start after a long stop notes thousands of runs.
 */
export function jobRunsIn({ kysely }: Pick<Database, 'kysely'>, salts: Uint8Array): JobRuns {
  const list = jobList(salts)
  let held: Awaited<ReturnType<typeof list.hold<'runs'>>> | null = null
  return {
    read: async () => new Map((await list.of(kysely, '', 'runs')).map(({ name, ranFor }) => [name, ranFor])),
    async write(name, ranFor) {
      held ??= await list.hold(kysely, '', 'runs')
      try {
        await held.put({ name, ranFor })
      } catch (error) {
        held = null
        throw error
      }
    },
  }
}

const LOOK_EVERY: Ms = 250
const TRY_AGAIN_AFTER: Ms = 5 * SECOND

export type Jobs = {
  /**
   * Everything that is due by now has run when this resolves, unless the clock is in doubt. Rejects when a
   * job failed; it is tried again later.
   */
  runDue(): Promise<void>
  /**
   * The same for so long; what is left is done all the same. Answers when the oldest of it was due, null
   * where nothing is left.
   */
  runDueFor(forMs: Ms): Promise<Ms | null>
  /** All that is due before this market time has run. */
  doneBefore(): Ms
  start(): void
  /** Resolves when the job at work is done. */
  stop(): Promise<void>
}

/**
 * Runs jobs in the order of their due times over all of them, one after another: what is due at 15:30 of
 * Monday is done before anything of Tuesday, however much later it is by then. A job that is new is first due
 * after now.
 */
export async function openJobs(jobs: readonly Job[], runs: JobRuns, clock: Clock, log: Log): Promise<Jobs> {
  const now = clock.market()
  const known = new Map(await runs.read())
  // A job that ran by a time that has not come runs again when it comes, and changes nothing that is done.
  for (const [name, ranFor] of known) {
    if (!clock.cameBack || ranFor <= now) continue
    log.warn({ job: name, ranFor: iso(ranFor) }, 'a job has run by a time that has not come')
    known.set(name, now)
    await runs.write(name, now)
  }
  const line = jobs.map((job) => ({
    job,
    ranFor: known.get(job.name) ?? now,
    dueAt: job.next(known.get(job.name) ?? now),
  }))
  for (const { name, run } of jobs) named(`job ${name}`, run, 'run')
  for (const { name } of jobs) if (!known.has(name)) await runs.write(name, now)

  let stopped = false
  async function drain(): Promise<void> {
    for (;;) {
      for (const each of line) if (each.job.moves) each.dueAt = each.job.next(each.ranFor)
      const first = line.reduce<(typeof line)[number] | null>(
        (least, each) => (least === null || each.dueAt < least.dueAt ? each : least),
        null,
      )
      if (first === null || stopped || !clock.isSure() || first.dueAt > clock.market()) return
      await first.job.run(first.dueAt)
      await runs.write(first.job.name, first.dueAt)
      first.ranFor = first.dueAt
      first.dueAt = first.job.next(first.dueAt)
    }
  }

  let atWork: Promise<void> | null = null
  const runDue = (): Promise<void> =>
    (atWork ??= drain().finally(() => {
      atWork = null
    }))
  async function runDueFor(forMs: Ms): Promise<Ms | null> {
    const isOver = new AbortController()
    const isDone = await Promise.race([
      runDue().then(() => clock.isSure()),
      timeOut(forMs, false, { signal: isOver.signal }),
    ]).finally(() => isOver.abort())
    if (isDone) return null
    const oldest = Math.min(...line.map(({ dueAt }) => dueAt))
    return oldest <= clock.market() ? oldest : null
  }
  let timer: NodeJS.Timeout | undefined
  const look = async () => {
    let pause = LOOK_EVERY
    try {
      await runDue()
    } catch (err) {
      log.error({ err }, 'a job failed; it is tried again')
      pause = TRY_AGAIN_AFTER
    }
    if (!stopped) timer = setTimeout(look, pause)
  }
  return {
    runDue,
    runDueFor,
    doneBefore: () =>
      Math.min(...line.map(({ job, ranFor, dueAt }) => (job.moves ? job.next(ranFor) : dueAt))),
    start: () => void look(),
    async stop() {
      stopped = true
      clearTimeout(timer)
      await atWork?.catch(() => {})
    },
  }
}
