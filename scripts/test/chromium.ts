import { spawnSync } from 'node:child_process'
import { findChromium, onPath } from '../../test/chromium.ts'

const ADVICE = 'No Chromium on PATH: the browser journeys are skipped. Install it (Debian: apt-get install chromium) and run again.'

/** The journeys need a Chromium: Debian's, installed where we may; else a sentence that says what is missing. */
export function ensureChromium(): void {
  if (findChromium() !== undefined) return
  if (process.getuid?.() === 0 && onPath('apt-get') !== undefined) {
    console.log('Installing Chromium (apt-get install chromium) …')
    aptGet('update')
    aptGet('install', '--yes', '--no-install-recommends', 'chromium')
  }
  if (findChromium() === undefined) console.log(ADVICE)
}

const aptGet = (...args: string[]) =>
  spawnSync('apt-get', ['-qq', ...args], { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
