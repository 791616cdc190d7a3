import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

const isDirectory = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/**
 * Makes a directory with those above it, one by one: Node's own recursive way never ends where the system
 * says ENOENT of a directory whose parent is there (/proc). Throws as `mkdirSync` does.
 */
export function makeDirectory(path: string, mode = 0o777): void {
  if (isDirectory(path)) return
  const above = dirname(path)
  if (!existsSync(above)) makeDirectory(above, mode)
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    // Another start has made it meanwhile.
    if (!isDirectory(path)) throw error
  }
}
