import { describe, expect, it } from 'vitest'
import { HOUR, type Ms } from '#kernel/time.ts'
import { pino } from 'pino'
import { systemClock } from './clock.ts'
import { openJobs, type Job, type JobRuns } from './jobs.ts'

const START = Date.UTC(2026, 10, 21)

function setting(kept: Record<string, Ms> = {}) {
  let now = START
  const ran: string[] = []
  const runs = new Map(Object.entries(kept))
  const store: JobRuns = {
    read: async () => new Map(runs),
    write: async (name, at) => void runs.set(name, at),
  }
  let isSure = true
  const clock = { ...systemClock({ marketSource: () => now }), isSure: () => isSure }
  const everyHours = (name: string, hours: number, run: Job['run'] = async () => {}): Job => ({
    name,
    next: (after) => (Math.floor(after / (hours * HOUR)) + 1) * hours * HOUR,
    run: async (dueAt) => {
      await run(dueAt)
      ran.push(`${name} ${(dueAt - START) / HOUR}`)
    },
  })
  const open = (jobs: Job[]) => openJobs(jobs, store, clock, pino({ level: 'silent' }))
  return {
    open,
    everyHours,
    ran,
    runs,
    pass: (hours: number) => {
      now += hours * HOUR
    },
    doubt: (is: boolean) => {
      isSure = !is
    },
  }
}

describe('jobs', () => {
  it('run what was passed over in the order of due times, each at its own', async () => {
    const { open, everyHours, ran, pass } = setting()
    const jobs = await open([everyHours('b', 2), everyHours('a', 3)])
    await jobs.runDue()
    expect(ran).toEqual([])
    pass(7)
    await jobs.runDue()
    expect(ran).toEqual(['b 2', 'a 3', 'b 4', 'b 6', 'a 6'])
  })

  it('run what fell due while the server was off, once', async () => {
    const { open, everyHours, ran, runs } = setting({ a: START - 5 * HOUR })
    await (await open([everyHours('a', 2)])).runDue()
    expect(ran).toEqual(['a -4', 'a -2', 'a 0'])
    expect(runs.get('a')).toBe(START)
    await (await open([everyHours('a', 2)])).runDue()
    expect(ran).toHaveLength(3)
  })

  it('follow rows where their times come and go: passed ones run first, none is for ever away', async () => {
    const { open, everyHours, ran, pass } = setting()
    const waiting: number[] = []
    const moving: Job = {
      ...everyHours('moving', 1, async () => void waiting.shift()),
      moves: true,
      next: () => waiting[0] ?? Infinity,
    }
    const jobs = await open([everyHours('a', 2), moving])
    pass(1)
    await jobs.runDue()
    expect(ran).toEqual([])
    waiting.push(START + HOUR, START + 3 * HOUR)
    pass(3)
    await jobs.runDue()
    expect(ran).toEqual(['moving 1', 'a 2', 'moving 3', 'a 4'])
  })

  it('are waited for so long, and then go on: the oldest that is not done is named', async () => {
    const { open, everyHours, ran, pass } = setting()
    let go = () => {}
    const held = new Promise<void>((resolve) => (go = resolve))
    const jobs = await open([everyHours('a', 2), everyHours('b', 3, () => held)])
    expect(await jobs.runDueFor(HOUR)).toBeNull()
    pass(7)
    expect(await jobs.runDueFor(5)).toBe(START + 3 * HOUR)
    expect(ran).toEqual(['a 2'])
    go()
    expect(await jobs.runDueFor(HOUR)).toBeNull()
    expect(ran).toEqual(['a 2', 'b 3', 'a 4', 'a 6', 'b 6'])
  })

  it('that wait for a clock in doubt are not done', async () => {
    const { open, everyHours, pass, doubt } = setting()
    const jobs = await open([everyHours('a', 2)])
    pass(3)
    doubt(true)
    expect(await jobs.runDueFor(HOUR)).toBe(START + 2 * HOUR)
  })

  it('try a failed one again before anything later', async () => {
    const { open, everyHours, ran, pass } = setting()
    let broken = true
    const jobs = await open([
      everyHours('a', 1, async () => {
        if (broken) throw new Error('away')
      }),
      everyHours('b', 2),
    ])
    pass(2)
    await expect(jobs.runDue()).rejects.toThrow('away')
    expect(ran).toEqual([])
    broken = false
    await jobs.runDue()
    expect(ran).toEqual(['a 1', 'a 2', 'b 2'])
  })

  it('wait while the clock is in doubt, also those that were due before, and lose none', async () => {
    const { open, everyHours, ran, pass, doubt } = setting()
    const jobs = await open([everyHours('a', 1, async () => doubt(true))])
    pass(2)
    await jobs.runDue()
    await jobs.runDue()
    expect(ran).toEqual(['a 1'])
    doubt(false)
    await jobs.runDue()
    expect(ran).toEqual(['a 1', 'a 2'])
  })

  it('never run twice at once', async () => {
    const { open, everyHours, ran, pass } = setting()
    const jobs = await open([everyHours('a', 1)])
    pass(2)
    await Promise.all([jobs.runDue(), jobs.runDue()])
    expect(ran).toEqual(['a 1', 'a 2'])
  })

  it('say in a stack trace which one failed', async () => {
    const { open, everyHours, pass } = setting()
    const run = async () => {
      await Promise.resolve()
      throw new Error('planted')
    }
    const jobs = await open([{ ...everyHours('named', 2), run }])
    pass(2)
    const error: unknown = await jobs.runDue().catch((thrown: unknown) => thrown)
    expect((error as Error).stack).toContain('job named')
  })
})
