import { execFile } from 'node:child_process'
import { join } from 'node:path'
import type { Found } from './simulate-seed.ts'

/** The output of `npm run simulate -- --json`. */
export type Told = {
  seeds: number
  steps: number
  records: number
  crashes: number
  cpuMs: number
  found: Found | null
  outcomes: Readonly<Record<string, number>>
}

const MOST_BYTES = 16 * 1_048_576

/**
 * Runs the simulation in a process of its own, since it takes the timers over and may plant a bug: so many
 * seeds, or until one finds something.
 */
export const simulateInAProcess = (options: {
  seeds: number
  steps: number
  from?: number
  bug?: string
}): Promise<Told> =>
  new Promise((resolve, reject) => {
    const { seeds, steps, from = 1, bug } = options
    const args = [
      join(import.meta.dirname, 'simulate.ts'),
      '--json',
      '--seeds',
      String(seeds),
      '--steps',
      String(steps),
      '--from',
      String(from),
      ...(bug === undefined ? [] : ['--bug', bug]),
    ]
    execFile(process.execPath, args, { maxBuffer: MOST_BYTES }, (error, stdout, stderr) => {
      const line = stdout.trim().split('\n').at(-1) ?? ''
      // A run that found something ends with 1, and has said what.
      if (line.startsWith('{')) resolve(JSON.parse(line) as Told)
      else reject(new Error(`the simulation ended without a word: ${stderr || String(error)}`))
    })
  })
