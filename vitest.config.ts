import { defineConfig } from 'vitest/config'
import { texts } from './scripts/texts/vite-plugin.ts'

const MINUTE = 60_000

/** Journeys and faults start whole servers: after the rest, and only so many files at once. */
const wholeServer = (name: string, groupOrder: number, maxWorkers: number) => ({
  extends: true as const,
  test: {
    name,
    include: [`test/${name}/**/*.test.ts`],
    testTimeout: 3 * MINUTE,
    hookTimeout: 2 * MINUTE,
    maxWorkers,
    sequence: { groupOrder },
  },
})

export default defineConfig({
  plugins: [texts({ console: true })],
  test: {
    globalSetup: ['./test/cluster.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          globalSetup: 'test/cluster.ts',
          include: ['{src,scripts,bench}/**/*.test.{ts,tsx}', 'test/{conformance,simulation}/**/*.test.ts'],
          testTimeout: MINUTE / 2,
          hookTimeout: MINUTE,
          // Much of it waits: no processor is left for vitest itself, as it would be by default.
          maxWorkers: '100%',
        },
      },
      // Faults kill and measure: alone. A journey waits for its browser half of the time.
      wholeServer('faults', 1, 1),
      wholeServer('journeys', 2, 2),
    ],
  },
})
