import { existsSync, readdirSync, statSync, type Stats } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { Misconfigured } from './misconfigured.ts'

/** Of PostgreSQL's folder and its cluster's, what stands there: it looks after what is further down. */
const POSTGRES_DEPTH = 3

/**
 * Refuses, before anything of a data directory is read, what is no file where one is read: a named pipe would
 * be waited for without end, and nobody could stop the server meanwhile. Throws `Misconfigured`.
 */
export function refuseStrangeFiles(dataDir: string): void {
  if (!isDirectory(dataDir)) return
  const postgres = join(dataDir, 'postgres')
  walk(dataDir, Infinity)

  function walk(folder: string, depth: number): void {
    for (const name of readdirSync(folder)) {
      const path = join(folder, name)
      const found = statSync(path, { throwIfNoEntry: false })
      if (found === undefined) continue
      const isBelowPostgres = path.startsWith(`${postgres}/`)
      if (!found.isFile() && !found.isDirectory() && !(isBelowPostgres && found.isSocket()))
        throw new Misconfigured(`${path} is ${kindOf(found)}, and no file. ${WAY_OUT}`)
      if (found.isDirectory() && isFileName(path) && !isBelowPostgres)
        throw new Misconfigured(`${path} is a directory, and no file. ${WAY_OUT}`)
      const left = path === postgres ? POSTGRES_DEPTH : depth
      if (found.isDirectory() && left > 1) walk(path, left - 1)
    }
  }
}

const WAY_OUT = 'Put back what was there, or restore a backup into a new DATA_DIR.'
const isDirectory = (path: string): boolean => existsSync(path) && statSync(path).isDirectory()
/** True if it is read as a file here: keys, and whatever has the name of one. */
const isFileName = (path: string): boolean =>
  basename(dirname(path)) === 'keys' || /\.(json|log|new)$/.test(path)
const kindOf = (found: Stats): string =>
  found.isFIFO() ? 'a named pipe' : found.isSocket() ? 'a socket' : 'a device'
