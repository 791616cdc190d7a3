import { spawnSync } from 'node:child_process'
import { findChromium } from '../../test/chromium.ts'
import { findHledger, onPath } from '../../test/debian.ts'

/** What tests need that npm does not bring, by the name of Debian's package, how it is found, and what is skipped without it. */
const TOOLS: readonly [name: 'chromium' | 'hledger', find: () => string | undefined, skipped: string][] = [
  ['chromium', findChromium, 'the browser journeys are'],
  ['hledger', findHledger, 'the test that rebuilds every balance from an export is'],
]

/** These of Debian's packages, installed where we may; else a sentence that says what is missing. */
export function ensureTools(...wanted: ('chromium' | 'hledger')[]): void {
  const missing = TOOLS.filter(([name, find]) => wanted.includes(name) && find() === undefined)
  if (missing.length === 0) return
  if (process.getuid?.() === 0 && onPath('apt-get') !== undefined) {
    const names = missing.map(([name]) => name)
    console.log(`Installing ${names.join(' and ')} (apt-get install) …`)
    aptGet('update')
    for (const name of names) aptGet('install', '--yes', '--no-install-recommends', name)
  }
  for (const [name, find, skipped] of missing) {
    if (find() === undefined) console.log(`No ${name} on PATH: ${skipped} skipped. Install it (Debian: apt-get install ${name}) and run again.`)
  }
}

const aptGet = (...args: string[]) =>
  spawnSync('apt-get', ['-qq', ...args], { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
