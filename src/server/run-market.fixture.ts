import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The key of this run's market, in hex: `vitest.config.ts` says which. Without it each server makes its own.
 */
export const MARKET_VARIABLE = 'TEST_MARKET'

/**
 * A server that begins in this directory has the run's market: prices that one server of a run has, all of
 * them have, and the next run on the same day.
 */
export function giveMarket(dataDir: string): void {
  const key = process.env[MARKET_VARIABLE]
  const keys = join(dataDir, 'keys')
  if (key === undefined || existsSync(keys)) return
  mkdirSync(keys, { recursive: true, mode: 0o700 })
  writeFileSync(join(keys, 'market'), `${key}\n`, { mode: 0o600 })
}
