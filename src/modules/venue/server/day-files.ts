import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { DateJst } from '#kernel/time.ts'
import { damaged, type StoredCheck } from '#platform/engine/check-stored.ts'
import { textHash } from '../model/receipt.ts'

/** Path of a day's published file: JSON of a `DayFile`. */
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

/**
 * Each day that was revealed stands in the file of which the journal has the hash. One that came again, after
 * a clock that was ahead, stands as it was the last time.
 */
export const publishedCheck = (directory: string): StoredCheck => ({
  tables: ['venue/days'],
  async run(client) {
    const { rows } = await client.query<{ date: DateJst; hash: string }>(
      `select distinct on (trade_date) trade_date as date, file_hash as hash from market_days
        where file_hash is not null order by trade_date, part desc`,
    )
    const found = await Promise.all(
      rows.map(async ({ date, hash }) => {
        const text = await readPublished(directory, date)
        if (text === null) return damaged('venue/days', `${date}.json`, 'the file is missing')
        return textHash(text) === hash
          ? []
          : damaged('venue/days', `${date}.json`, 'the file is not what the journal has the hash of')
      }),
    )
    return { rows: rows.length, differences: found.flat() }
  },
})
