import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'

/** An import that cannot be done, in a sentence or a list of them. */
export class NoImport extends Error {
  override name = 'NoImport'
}

/** The tables of a replay, as CSV with their headings; `actions`: dividends and splits. */
export type Tables = { bars: string; listing: string; actions: string | null }

/** The place that the data come from, and on whose terms. */
export type Source = {
  source: 'csv' | 'jquants'
  /** True: only one person may use the data, so that a server with more members does not start on them. */
  isPrivate: boolean
  from: string
  to: string
}

export const BARS_FILE = 'bars.csv.gz'
export const LISTING_FILE = 'listing.csv.gz'
export const ACTIONS_FILE = 'actions.csv.gz'
/** Read by a start beside its `REPLAY_FILE`. */
export const SOURCE_FILE = 'source.json'

/** Throws where the folder of an import could not be made. */
export function refuseTaken(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new NoImport(`${folder} is there and not empty: name a new folder, so that nothing is overwritten.`)
}

/** The folder of a replay, whole or not at all: it is written beside its place and moved there at the end. */
export function writeFolder(folder: string, tables: Tables, source: Source): void {
  refuseTaken(folder)
  const place = resolve(folder)
  const making = `${place}.part`
  rmSync(making, { recursive: true, force: true })
  mkdirSync(making, { recursive: true })
  writeFileSync(join(making, BARS_FILE), gzipSync(tables.bars))
  writeFileSync(join(making, LISTING_FILE), gzipSync(tables.listing))
  if (tables.actions !== null) writeFileSync(join(making, ACTIONS_FILE), gzipSync(tables.actions))
  writeFileSync(join(making, SOURCE_FILE), `${JSON.stringify(source, null, 2)}\n`)
  mkdirSync(dirname(place), { recursive: true })
  rmSync(place, { recursive: true, force: true })
  renameSync(making, place)
}

/** The settings that play the folder. */
export const startOf = (folder: string, { actions }: Pick<Tables, 'actions'>, from: string): string =>
  [
    'MARKET=replay',
    `REPLAY_FILE=${join(folder, BARS_FILE)}`,
    `REPLAY_LISTING=${join(folder, LISTING_FILE)}`,
    ...(actions === null ? [] : [`REPLAY_ACTIONS=${join(folder, ACTIONS_FILE)}`]),
    `REPLAY_FROM=${from}`,
    'npm start',
  ].join(' ')

/** A field of a table; a separator or a quotation mark in it is quoted. */
export const field = (text: string): string =>
  /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
