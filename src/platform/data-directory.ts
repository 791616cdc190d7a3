import {
  accessSync,
  constants,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import type { Config } from './config.ts'
import { hasCluster } from './database/embedded.ts'
import { makeDirectory } from './directory.ts'
import { identityOf, keyEntries, keyFile } from './keys.ts'
import { Misconfigured } from './misconfigured.ts'

/** The purpose of the data: its orders and prices make sense in no other market (product decision 1). */
export type Purpose = {
  market: Config['market']
  schedule: Config['schedule']
  replayFile: string | null
  replayActions: string | null
  replayFrom: string | null
}

/** Variables of the settings that a data directory and its database remember. */
const VARIABLES = {
  market: 'MARKET',
  schedule: 'SCHEDULE',
  replayFile: 'REPLAY_FILE',
  replayActions: 'REPLAY_ACTIONS',
  replayFrom: 'REPLAY_FROM',
} as const
export const purposeEntries = (purpose: Purpose): [variable: string, value: string | null][] =>
  // One of an older version does not say everything.
  (Object.keys(VARIABLES) as (keyof Purpose)[]).map((name) => [VARIABLES[name], purpose[name] ?? null])

export const purposeOf = ({ market, schedule, replay }: Config): Purpose => ({
  market,
  schedule,
  replayFile: replay && basename(replay.file),
  replayActions: replay?.actions ? basename(replay.actions) : null,
  replayFrom: replay && replay.from,
})

const fileOf = (config: Config): string => join(config.dataDir, 'house.json')

/** Folders made in the data directory, where something else may stand by mistake. */
const FOLDERS = ['keys', 'venue', join('venue', 'days'), join('venue', 'receipts')]

/** Files that stand only where a database has known this data directory. */
export const tracesOfUse = (config: Config): string[] =>
  [
    fileOf(config),
    ...['sealed-rows.json', 'auditor-head.json'].map((name) => join(config.dataDir, name)),
  ].filter((path) => existsSync(path))

/**
 * Refuses to begin anew where something was: in a data directory that has lost its embedded database, and,
 * where `identity` says who has been at work here until now, in one that is gone or is another's. To be
 * called before anything is made there. Throws `Misconfigured`.
 */
export function refuseNewBeginning(config: Config, identity: string | null): void {
  const { dataDir, keysDir, databaseUrl, keys } = config
  const lacksDatabase = databaseUrl === null && !hasCluster(dataDir)
  if (identity !== null && (lacksDatabase || identity !== identityOf(keys)))
    throw new Misconfigured(
      `The data of this server is gone from ${dataDir}${existsSync(dataDir) ? ', or other data has been put in its place' : ''}. Nothing is begun anew there. ${WAY_OUT}`,
    )
  // The embedded database is made before all keys but the market's, which may be put there before.
  // Keys that come from elsewhere may be made before as well.
  const made = keyEntries(keys).flatMap(([name]) =>
    name === 'market' || keysDir !== join(dataDir, 'keys') ? [] : [keyFile(keysDir, name)],
  )
  const [trace] = [...tracesOfUse(config), ...made.filter((file) => existsSync(file))]
  if (lacksDatabase && trace !== undefined)
    throw new Misconfigured(
      `${dataDir} was in use (it has ${basename(trace)}), and its database is gone from ${join(dataDir, 'postgres')}. ${WAY_OUT}`,
    )
}
const WAY_OUT =
  'Put back what was there, or restore a backup into a new DATA_DIR; to begin anew name another DATA_DIR.'

/**
 * Refuses directories that cannot be written, and a data directory that was begun for another market,
 * schedule or file. Throws `Misconfigured`.
 */
export function checkDataDirectory(config: Config): void {
  const { dataDir, mail } = config
  beWritable(`DATA_DIR is "${dataDir}"`, dataDir)
  for (const folder of FOLDERS.map((name) => join(dataDir, name)).filter((path) => existsSync(path)))
    beWritable(`DATA_DIR has "${folder}"`, folder)
  if (mail !== null && 'folder' in mail) beWritable(`MAIL_DIR is "${mail.folder}"`, mail.folder, 0o700)
  if (!existsSync(fileOf(config))) return
  const kept = new Map(purposeEntries(readPurpose(fileOf(config))))
  for (const [variable, asked] of purposeEntries(purposeOf(config)))
    refuseOther(dataDir, variable, kept.get(variable) ?? null, asked)
}

function beWritable(what: string, path: string, mode?: number): void {
  try {
    makeDirectory(path, mode)
    accessSync(path, constants.W_OK)
  } catch (error) {
    throw new Misconfigured(
      `${what}, which is no directory that can be written (${(error as NodeJS.ErrnoException).code}).`,
    )
  }
}

/** Throws `Misconfigured` where data was begun with another value of a variable. */
export function refuseOther(data: string, variable: string, kept: string | null, asked: string | null): void {
  if (kept === asked) return
  throw new Misconfigured(
    `${data} was begun with ${variable}=${kept ?? '(none)'} and cannot go on with ${asked ?? '(none)'}. Set it as it was, or name another DATA_DIR.`,
  )
}

/** Writes down, at the first start, what this data directory is for. */
export function claimDataDirectory(config: Config): void {
  if (!existsSync(fileOf(config)))
    writeFileSync(fileOf(config), `${JSON.stringify(purposeOf(config), null, 2)}\n`, { flush: true })
}

function readPurpose(file: string): Purpose {
  try {
    const purpose = JSON.parse(readFileSync(file, 'utf8')) as Purpose | null
    if (typeof purpose === 'object' && purpose !== null) return purpose
  } catch {
    // Said below.
  }
  throw new Misconfigured(`${file} cannot be read. Restore it from a backup.`)
}

const OTHERS = 0o077
/** Keys, and their folder, that other users of the machine may read or write. */
export function keysOpenToOthers(folder: string): string[] {
  if (!existsSync(folder)) return []
  return [folder, ...readdirSync(folder).map((name) => join(folder, name))].filter(
    (path) => (statSync(path).mode & OTHERS) !== 0,
  )
}
