import { existsSync, readdirSync, statSync, type Stats } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { Misconfigured } from './misconfigured.ts'

/** Of PostgreSQL's folder and its cluster's, what stands there: it looks after what is further down. */
const POSTGRES_DEPTH = 3

/**
 * Bytes of a file that is read whole at the start. The exchange's logs and the day that is sealed in memory
 * grow with what trades, the others are a few kilobytes.
 */
const MOST_BYTES = 64 * 2 ** 20
const MOST_EXCHANGE_BYTES = 2 ** 30

/**
 * Refuses, before anything of a data directory is read, what is no file where one is read: a named pipe would
 * be waited for without end, and nobody could stop the server meanwhile; and a file that the start would read
 * for minutes, or could not hold. Throws `Misconfigured`.
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
      if (found.isFile() && isFileName(path) && !isBelowPostgres && found.size > mostBytes(path))
        throw new Misconfigured(
          `${path} has ${found.size} bytes, more than any that a server writes. ${WAY_OUT}`,
        )
      const left = path === postgres ? POSTGRES_DEPTH : depth
      if (found.isDirectory() && left > 1) walk(path, left - 1)
    }
  }
}

const WAY_OUT = 'Put back what was there, or restore a backup into a new DATA_DIR.'
const mostBytes = (path: string): number =>
  path.includes('/venue/') || basename(path) === 'sealed-rows.json' ? MOST_EXCHANGE_BYTES : MOST_BYTES
const isDirectory = (path: string): boolean => existsSync(path) && statSync(path).isDirectory()
/** True if it is read as a file here: keys, and whatever has the name of one. */
const isFileName = (path: string): boolean =>
  ['keys', 'handed-over'].includes(basename(dirname(path))) || /\.(json|log|new)$/.test(path)
const kindOf = (found: Stats): string =>
  found.isFIFO() ? 'a named pipe' : found.isSocket() ? 'a socket' : 'a device'
