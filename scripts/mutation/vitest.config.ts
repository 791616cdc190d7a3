import { defineConfig } from 'vitest/config'
import { texts } from '../texts/vite-plugin.ts'

/**
 * For `scripts/mutation.ts`: the tests of one module, which need no server and no database. What takes for
 * ever is ended from outside: a busy machine is no test that fails.
 */
export default defineConfig({
  plugins: [texts({ console: true })],
  test: { include: (process.env['MUTATION_TESTS'] ?? '').split(' '), testTimeout: 600_000, isolate: false },
})
