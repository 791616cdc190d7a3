import {
  appendFileSync,
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { clockText, dateJst, MINUTE, msOfDayJst, SECOND, type DateJst, type Ms } from '#kernel/time.ts'
import { makeDirectory } from '#platform/directory.ts'
import type { DayOpening, LogLine } from '../model/day-log.ts'
import { STEP_MS } from '../model/entry-tag.ts'
import { linesIn } from './log-line.ts'

/**
 * The exchange's memory in the archive: its logs, which only grow, copied to their last whole line every few
 * seconds, and a snapshot now and then, from which a log is lived again. `moments.log` says which market time
 * it was at which time of the machine.
 */
export const COPIED_EVERY_MS: Ms = 10 * SECOND
/** Snapshots weigh a few hundred kilobytes; so much of a log is lived again after a restore at most. */
const SNAPSHOT_EVERY_MS: Ms = 10 * MINUTE
const MOMENTS = 'moments.log'
const STRETCH = /^stretch-(\d+)\.json$/
const LOG = /^day-(\d{4}-\d\d-\d\d)-(\d+)\.log$/
const TRADES = /^trades-(\d{4}-\d\d-\d\d)\.log$/
const DAY_FOLDERS = 2
const MINUTE_FILES = 3
type At = { machine: Ms; market: Ms }

export function venueArchive(directory: string, archive: string): { copy(at: At): void } {
  let snapshotAt = -Infinity
  let isFirst = true
  return {
    /** All that came since the last time. Throws as the file system does; the next time copies it then. */
    copy(at) {
      if (!existsSync(directory)) return
      makeDirectory(archive, 0o700)
      const names = readdirSync(directory)
      // A snapshot says a place in its log: the log is copied after it, at least as far.
      if (at.machine - snapshotAt >= SNAPSHOT_EVERY_MS) {
        const [newest] = stretchesOf(names)
        if (newest !== undefined) {
          copyFileSync(join(directory, newest), join(archive, newest))
          snapshotAt = at.machine
        }
      }
      for (const name of names)
        if (LOG.test(name) || TRADES.test(name)) copyTail(join(directory, name), join(archive, name))
      copyReceipts(directory, archive, isFirst)
      copyDays(directory, archive)
      appendFileSync(join(archive, MOMENTS), `${JSON.stringify(at)}\n`, { mode: 0o600 })
      isFirst = false
    },
  }
}

const stretchesOf = (names: readonly string[]): string[] =>
  names
    .filter((name) => STRETCH.test(name))
    .toSorted((a, b) => Number(STRETCH.exec(b)![1]) - Number(STRETCH.exec(a)![1]))

/** A file a minute: older ones do not change any more. */
function copyReceipts(directory: string, archive: string, isFirst: boolean): void {
  const all = join(directory, 'receipts')
  if (!existsSync(all)) return
  for (const date of readdirSync(all).toSorted().slice(-DAY_FOLDERS)) {
    makeDirectory(join(archive, 'receipts', date), 0o700)
    for (const name of readdirSync(join(all, date))
      .toSorted()
      .slice(isFirst ? 0 : -MINUTE_FILES))
      copyTail(join(all, date, name), join(archive, 'receipts', date, name))
  }
}

/** Published days never change. */
function copyDays(directory: string, archive: string): void {
  const all = join(directory, 'days')
  if (!existsSync(all)) return
  makeDirectory(join(archive, 'days'), 0o700)
  const there = new Set(readdirSync(join(archive, 'days')))
  for (const name of readdirSync(all))
    if (!there.has(name) && !name.endsWith('.new')) copyFileSync(join(all, name), join(archive, 'days', name))
}

const NEWLINE = 10
/** Whole lines alone: what a kill tears is cut away by the next start. */
function copyTail(from: string, to: string): void {
  const { size } = statSync(from)
  const had = existsSync(to) ? statSync(to).size : 0
  if (size === had) return
  const begin = size < had ? 0 : had
  const bytes = Buffer.alloc(size - begin)
  const file = openSync(from, 'r')
  const read = readSync(file, bytes, 0, bytes.length, begin)
  closeSync(file)
  const whole = bytes.subarray(0, bytes.subarray(0, read).lastIndexOf(NEWLINE) + 1)
  // Begun anew under the same name.
  if (size < had) writeFileSync(to, whole, { mode: 0o600 })
  else appendFileSync(to, whole, { mode: 0o600 })
}

/**
 * The exchange's memory of one moment. `until`: market time up to which its log goes on, null where there is
 * no snapshot before it, so that the market reopens by an auction. `orders`: those that the log names.
 */
export type VenueMoment = { readonly until: Ms | null; readonly orders: readonly string[] }

/**
 * The exchange's memory as it stood at a time of the machine, from an archive into a new folder: the newest
 * snapshot before it, and its log cut after the last message that had come. `revealed`: the days that are
 * published in the database that it goes with.
 */
export function venueAt(
  archive: string,
  machine: Ms,
  revealed: ReadonlySet<DateJst>,
  directory: string,
): VenueMoment {
  const market = marketAt(archive, machine)
  if (market === null) return { until: null, orders: [] }
  makeDirectory(directory, 0o700)
  const names = readdirSync(archive)
  copyBefore(archive, directory, market, revealed)
  for (const name of names.filter((one) => TRADES.test(one) && TRADES.exec(one)![1]! <= dateJst(market))) {
    const path = join(directory, name)
    copyFileSync(join(archive, name), path)
    truncateSync(
      path,
      cutAt(readFileSync(path), market, (line) => (JSON.parse(line) as { at: Ms }).at),
    )
  }
  const found = snapshotBefore(archive, names, market)
  if (found === null) return { until: null, orders: [] }
  copyFileSync(join(archive, found.name), join(directory, found.name))
  const log = readFileSync(join(archive, found.log))
  const end = Math.max(found.offset, cutAt(log, market, loggedAt))
  writeFileSync(join(directory, found.log), log.subarray(0, end), { mode: 0o600 })
  // Earlier logs of days that nobody has published yet.
  const from = Number(LOG.exec(found.log)![2])
  for (const name of names) {
    const [, tradeDate, began] = LOG.exec(name) ?? []
    if (tradeDate !== undefined && Number(began) < from && !revealed.has(tradeDate))
      copyFileSync(join(archive, name), join(directory, name))
  }
  const lines = linesIn(log.subarray(found.offset, end), found.offset, false) as LogLine[]
  return {
    until: lines.at(-1)?.[1] ?? found.step * STEP_MS,
    orders: lines.flatMap(([, , what]) =>
      typeof what === 'object' && what[0] === 'submit' ? [what[1].orderId] : [],
    ),
  }
}

/** Market time goes on with the machine's; a demo clock that was moved meanwhile is not followed ahead. */
function marketAt(archive: string, machine: Ms): Ms | null {
  const path = join(archive, MOMENTS)
  if (!existsSync(path)) return null
  const moments = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.endsWith('}'))
    .map((line) => JSON.parse(line) as At)
  const last = moments.findLast((moment) => moment.machine <= machine)
  return last === undefined ? null : last.market + (machine - last.machine)
}

/** Receipts to the minute, and the days that were published. */
function copyBefore(archive: string, directory: string, market: Ms, revealed: ReadonlySet<DateJst>): void {
  const last = `${dateJst(market)}/${clockText(msOfDayJst(market)).replace(':', '')}.log`
  const receipts = join(archive, 'receipts')
  for (const date of existsSync(receipts) ? readdirSync(receipts) : [])
    for (const name of readdirSync(join(receipts, date))) {
      if (`${date}/${name}` > last) continue
      makeDirectory(join(directory, 'receipts', date), 0o700)
      copyFileSync(join(receipts, date, name), join(directory, 'receipts', date, name))
    }
  const days = join(archive, 'days')
  for (const name of existsSync(days) ? readdirSync(days) : []) {
    if (![...revealed].some((date) => name.startsWith(date))) continue
    makeDirectory(join(directory, 'days'), 0o700)
    copyFileSync(join(days, name), join(directory, 'days', name))
  }
}

type Snapshot = { name: string; log: string; offset: number; step: number }
/** The newest snapshot of a time that had come, whose log the archive has. */
function snapshotBefore(archive: string, names: readonly string[], market: Ms): Snapshot | null {
  for (const name of stretchesOf(names)) {
    const { log, offset, snapshot } = JSON.parse(readFileSync(join(archive, name), 'utf8')) as {
      log: string
      offset: number
      snapshot: { step: number }
    }
    const isThere = existsSync(join(archive, log)) && statSync(join(archive, log)).size >= offset
    if (isThere && snapshot.step * STEP_MS <= market) return { name, log, offset, step: snapshot.step }
  }
  return null
}

const SUM_CHARACTERS = 9
/** The first line of a log says how its day began, and has no time. */
function loggedAt(line: string): Ms {
  const content = JSON.parse(line.slice(SUM_CHARACTERS)) as LogLine | DayOpening
  return 'plan' in content ? -Infinity : content[1]
}

/** Bytes up to the first line that is later than `market`. */
function cutAt(bytes: Buffer, market: Ms, atOf: (line: string) => Ms): number {
  let from = 0
  for (let end = bytes.indexOf(NEWLINE); end >= 0; from = end + 1, end = bytes.indexOf(NEWLINE, from))
    if (atOf(bytes.toString('utf8', from, end)) > market) return from
  return from
}
