import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { makeDirectory } from '#platform/directory.ts'
import type { Config } from '#platform/config.ts'

/** Folder of `DATA_DIR` with what is handed over to people; a backup leaves it out. */
const FOLDER = 'handed-over'

/**
 * Files that are handed over to one person each, readable by the server's user alone: codes never stand in
 * the log, and never two in one place.
 */
export function handedOver({ dataDir }: Pick<Config, 'dataDir'>) {
  const folder = join(dataDir, FOLDER)
  const pathOf = (name: string): string => join(folder, `${name}.txt`)
  return {
    pathOf,
    /** The names of the files that lie there. */
    names: (): string[] =>
      existsSync(folder)
        ? readdirSync(folder)
            .filter((file) => file.endsWith('.txt'))
            .map((file) => file.slice(0, -'.txt'.length))
            .sort()
        : [],
    /** Durable, and whole or not there. */
    write(name: string, text: string): void {
      makeDirectory(folder, 0o700)
      const path = pathOf(name)
      if (existsSync(path) && readFileSync(path, 'utf8') === text) return
      const making = `${path}.new`
      rmSync(making, { force: true })
      const file = openSync(making, 'wx', 0o600)
      writeSync(file, text)
      fsyncSync(file)
      closeSync(file)
      renameSync(making, path)
    },
    remove: (name: string): void => rmSync(pathOf(name), { force: true }),
  }
}
export type HandedOver = ReturnType<typeof handedOver>
