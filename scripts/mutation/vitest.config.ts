import { defineConfig } from 'vitest/config'
import { texts } from '../texts/vite-plugin.ts'

/** For `scripts/mutation.ts`: the tests of one module, which need no server and no database. */
export default defineConfig({
  plugins: [texts({ console: true })],
  test: { include: (process.env['MUTATION_TESTS'] ?? '').split(' '), testTimeout: 60_000, isolate: false },
})
