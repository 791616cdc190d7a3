import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './scripts/test/longest-first.ts'
import { texts } from './scripts/texts/vite-plugin.ts'

const MINUTE = 60_000
/** More than there are cores: each file waits for a desk, a clock or a browser for a good part of its time. */
const WORKERS = Math.ceil(availableParallelism() * 1.5)
/** These measure how long something takes, or let a flood in: nothing beside them. */
const MEASURING = ['test/faults/kill.test.ts', 'test/faults/flood.test.ts']

/** Pure functions by tables: they leave nothing behind that the next file could see, so that a worker takes many. */
const RULES = ['src/{kernel,wire,texts}/**/*.test.ts', 'src/rooms/*/model/**/*.test.ts']

/** Tests that start whole servers, some of them with a browser. */
const wholeServer = (name: string, include: string[], groupOrder: number, maxWorkers: number) => ({
  extends: true as const,
  test: {
    name, include, maxWorkers, sequence: { groupOrder },
    testTimeout: 3 * MINUTE, hookTimeout: 2 * MINUTE,
    ...(maxWorkers === 1 ? {} : { exclude: MEASURING }),
  },
})

export default defineConfig({
  plugins: [texts({ console: true })],
  test: {
    globalSetup: ['./test/cluster.ts'],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'rules', include: RULES, isolate: false,
          testTimeout: MINUTE / 2,
          maxWorkers: WORKERS,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'unit',
          globalSetup: 'test/cluster.ts',
          include: ['{src,scripts,bench}/**/*.test.{ts,tsx}', 'test/{conformance,simulation}/**/*.test.ts'],
          exclude: RULES,
          testTimeout: MINUTE / 2,
          hookTimeout: MINUTE,
          maxWorkers: WORKERS,
          sequence: { groupOrder: 0 },
        },
      },
      wholeServer('measured', MEASURING, 1, 1),
      wholeServer('faults', ['test/faults/**/*.test.ts'], 2, WORKERS),
      wholeServer('journeys', ['test/journeys/**/*.test.ts'], 2, WORKERS),
    ],
  },
})
