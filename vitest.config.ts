import { createHash, randomBytes } from 'node:crypto'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './scripts/test/longest-first.ts'
import { texts } from './scripts/texts/vite-plugin.ts'
import { plantedBug } from './test/invariants/planting.ts'

// A server has threads of its own, and tests start processes: what one has compiled, the next one finds, as
// with `npm start`.
process.env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), 'node-compile-cache')

/**
 * One market for all servers of a run: a failure comes again. In the long form another one each time, which
 * can be given again by this variable.
 */
process.env['TEST_MARKET'] ??= marketOfRun()

function marketOfRun(): string {
  if (process.env['TEST_LONG'] === undefined) return createHash('sha256').update('akari 1109').digest('hex')
  const key = randomBytes(32).toString('hex')
  process.stdout.write(`TEST_MARKET=${key}\n`)
  return key
}

const MINUTE = 60_000
/**
 * More than there are cores: each file waits for a desk, a clock or a browser for a good part of its time.
 */
const WORKERS = Math.ceil(availableParallelism() * 1.5)
/** These measure how long something takes, or let a flood in: nothing beside them. */
const MEASURING = ['test/faults/kill.test.ts', 'test/faults/flood.test.ts']

/**
 * Files of the browser's side, which has one state a page: they put others in place of its modules and of its
 * globals. A process each.
 */
const APART = ['src/{client,mobile}/**/*.test.ts', 'src/modules/trust/mobile/check-commitment.test.ts']

/** A worker takes many files: modules are read once, and stay compiled. */
const SHARED = { isolate: false, maxWorkers: WORKERS, setupFiles: ['./test/test-cleanup.ts'] }
/** No test is a race against a busy machine: these end what hangs, and judge nothing. */
const UNIT_TIMES = { testTimeout: 2 * MINUTE, hookTimeout: 2 * MINUTE }
/** For tests that start whole servers, some of them with a browser. */
const SERVER_TIMES = { testTimeout: 3 * MINUTE, hookTimeout: 2 * MINUTE }

export default defineConfig({
  plugins: [texts({ console: true }), ...plantedBug(process.env['PLANTED_BUG'])],
  test: {
    globalSetup: ['./test/cluster.ts'],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          ...SHARED,
          ...UNIT_TIMES,
          include: [
            '{src,scripts,bench}/**/*.test.{ts,tsx}',
            'test/{conformance,invariants,simulation}/**/*.test.ts',
          ],
          exclude: APART,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'apart',
          ...UNIT_TIMES,
          include: APART,
          maxWorkers: WORKERS,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'measured',
          ...SERVER_TIMES,
          include: MEASURING,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'houses',
          ...SHARED,
          ...SERVER_TIMES,
          include: ['test/{faults,journeys}/**/*.test.ts'],
          exclude: MEASURING,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
