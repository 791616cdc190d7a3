import { defineConfig } from 'vitest/config'
import { texts } from './scripts/texts/vite-plugin.ts'

const MINUTE = 60_000

/** Journeys and faults start whole servers: one file at a time, after the rest. */
const wholeServer = (name: string, groupOrder: number) => ({
  extends: true as const,
  test: {
    name,
    include: [`test/${name}/**/*.test.ts`],
    testTimeout: 3 * MINUTE,
    hookTimeout: 2 * MINUTE,
    fileParallelism: false,
    sequence: { groupOrder },
  },
})

export default defineConfig({
  plugins: [texts()],
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
        },
      },
      wholeServer('faults', 1),
      wholeServer('journeys', 2),
    ],
  },
})
