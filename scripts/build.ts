import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const STAMP = join(ROOT, 'dist/sources.sha256')
/** The sources of the phone app and the console. */
const SOURCES = [
  'src/**/*',
  'scripts/texts/*',
  'scripts/bundle/*',
  'scripts/contracts/*',
  'scripts/pwa/*',
  'scripts/preload/*',
  'vite*.config.ts',
  'package-lock.json',
]
/**
 * The phone app, and the operators' console below `/console/`: two entries that share no file, so that
 * neither weighs on the other.
 */
const CONFIGS = ['vite.config.ts', 'vite.console.config.ts']
const NOT_IN_THE_APP = /\.test\.tsx?$|\/src\/(platform|server|modules\/[^/]+\/server)\//

/** Builds the phone app and the console unless dist/ was made from these very sources. */
export async function buildWhereStale(): Promise<void> {
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sourcesHash()) return
  await build()
}

/**
 * Vite runs in a process of its own: a server does not carry the build's memory for the rest of its life. A
 * clean clone gets the keys of its texts here.
 */
export async function build(): Promise<void> {
  const { writeKeys } = await import('./texts/write-keys.ts')
  await writeKeys()
  const hash = sourcesHash()
  for (const config of CONFIGS) {
    const vite = spawn(
      join(ROOT, 'node_modules/.bin/vite'),
      ['build', '--config', config, '--logLevel', 'warn'],
      { cwd: ROOT, stdio: 'inherit' },
    )
    const [code] = await once(vite, 'exit')
    if (code !== 0) throw new Error(`the build of ${config} failed`)
  }
  writeFileSync(STAMP, hash)
}

function sourcesHash(): string {
  const hash = createHash('sha256')
  const files = globSync(SOURCES, { cwd: ROOT, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !NOT_IN_THE_APP.test(file))
  for (const file of files.sort()) hash.update(`${file}\0`).update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}
