import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { DateJst } from '#kernel/time.ts'

/** Where the published file of a day stands: JSON of a `DayFile`. */
export const publishedFile = (directory: string, tradeDate: DateJst): string =>
  join(directory, 'days', `${tradeDate}.json`)

export function writePublished(directory: string, tradeDate: DateJst, text: string): void {
  const path = publishedFile(directory, tradeDate)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(`${path}.new`, text)
  renameSync(`${path}.new`, path)
}

/** The text of the published file of a day; null where there is none. */
export const readPublished = (directory: string, tradeDate: DateJst): Promise<string | null> =>
  readFile(publishedFile(directory, tradeDate), 'utf8').catch((err: NodeJS.ErrnoException) => {
    if (err.code === 'ENOENT') return null
    throw err
  })
