import { spawnSync } from 'node:child_process'
import { findChromium, findHeadlessShell } from '../../test/chromium.ts'
import { findHledger, findIcalendarPython, findQuickFix, onPath } from '../../test/debian.ts'

type Tool =
  | 'chromium'
  | 'chromium-headless-shell'
  | 'g++'
  | 'hledger'
  | 'libquickfix-dev'
  | 'python3-icalendar'

/**
 * Tools that tests need and npm does not bring, by the name of Debian's package, how each is found, and what
 * a missing one means.
 */
const TOOLS: readonly [name: Tool, find: () => string | undefined, without: string][] = [
  ['chromium', findChromium, 'the browser journeys are skipped'],
  ['chromium-headless-shell', findHeadlessShell, 'the browser journeys take Chromium and twice its work'],
  ['g++', () => onPath('g++'), 'the test of FIX against QuickFIX is skipped'],
  ['libquickfix-dev', findQuickFix, 'the test of FIX against QuickFIX is skipped'],
  ['hledger', findHledger, 'the test that rebuilds every balance from an export is skipped'],
  ['python3-icalendar', findIcalendarPython, 'the test that reads a calendar with another reader is skipped'],
]

/** These of Debian's packages, installed where we may; else a sentence that says what is missing. */
export function ensureTools(...wanted: Tool[]): void {
  const missing = TOOLS.filter(([name, find]) => wanted.includes(name) && find() === undefined)
  if (missing.length === 0) return
  if (process.getuid?.() === 0 && onPath('apt-get') !== undefined) {
    const names = missing.map(([name]) => name)
    console.log(`Installing ${names.join(' and ')} (apt-get install) …`)
    aptGet('update')
    for (const name of names) aptGet('install', '--yes', '--no-install-recommends', name)
  }
  for (const [name, find, without] of missing) {
    if (find() === undefined)
      console.log(
        `No ${name} on PATH: ${without}. Install it (Debian: apt-get install ${name}) and run again.`,
      )
  }
}

const aptGet = (...args: string[]) =>
  spawnSync('apt-get', ['-qq', ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
