import { closeSync, existsSync, fstatSync, mkdirSync, openSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { DateJst, Ms } from '#kernel/time.ts'
import type { DayOpening, LogLine } from '../model/day-log.ts'
import type { DayPlan } from '../model/day-plan.ts'
import type { ExchangeSnapshot } from '../model/exchange.ts'
import { RULES_VERSION } from '../model/match.ts'

export const PASSED = JSON.stringify('passed' satisfies LogLine[2])
export const REOPENED = JSON.stringify('reopened' satisfies LogLine[2])
export const ABANDONED = JSON.stringify('abandoned' satisfies LogLine[2])

export type Kept = { readonly from: Ms; readonly plan: DayPlan; readonly snapshot: ExchangeSnapshot }
export type Stretch = { readonly kept: Kept; readonly lines: readonly LogLine[] }

/**
 * The venue's memory on disk: a log of each day, and snapshots, each of which says where in the log it was made. The last few are kept and a restart begins at the
 * oldest, so that every report of the last half-minute, or of the last kills, is made again. Written, not synced: what a killed process wrote stays.
 */
export type VenueFiles = {
  /** The stretches that are there, oldest first. Read once, before anything is written. */
  read(): Stretch[]
  /** A day that was planned begins: its log says how. */
  open(opening: DayOpening): void
  /** Messages as the texts they came in, or what else happened. */
  append(step: number, at: Ms, texts: readonly string[]): void
  /** Begins the next stretch with this snapshot. */
  begin(kept: Kept): void
  close(): void
}

const STRETCHES = 4
const NAME = /^stretch-(\d+)\.json$/
const LOG = /^day-(\d{4}-\d\d-\d\d)-(\d+)\.log$/

type StretchFile = Kept & { readonly version: number; readonly log: string; readonly offset: number }

/** `isKept`: whether the log of this day is still needed though no snapshot is in it any more, because the day is not published yet. */
export function venueFiles(directory: string, isKept: (tradeDate: DateJst) => boolean = () => false): VenueFiles {
  mkdirSync(directory, { recursive: true })
  const snapshotFile = (number: number) => join(directory, `stretch-${number}.json`)
  const numbers = () =>
    readdirSync(directory)
      .flatMap((name) => NAME.exec(name)?.slice(1).map(Number) ?? [])
      .sort((a, b) => a - b)
  let current = numbers().at(-1) ?? 0
  /** Which log the stretches are in that are there. */
  const logs = new Map<number, string>()
  let log: { name: string; file: number; length: number } | null = null

  const openLog = (name: string, flags: 'a' | 'w') => {
    if (log !== null) closeSync(log.file)
    const file = openSync(join(directory, name), flags)
    log = { name, file, length: fstatSync(file).size }
  }
  const write = (text: string) => {
    if (log !== null) log.length += writeSync(log.file, text)
  }
  const forget = () => {
    for (const old of numbers().slice(0, -STRETCHES)) {
      rmSync(snapshotFile(old))
      logs.delete(old)
    }
    const needed = new Set(logs.values())
    for (const { name, tradeDate } of logsIn(directory)) if (!needed.has(name) && name !== log?.name && !isKept(tradeDate)) rmSync(join(directory, name))
  }

  return {
    read() {
      // What a stretch means changes with the exchange's rules: those of another version are as good as lost, and the engine's orders are right.
      const found = numbers().flatMap((number) => {
        const kept = parsed(readFileSync(snapshotFile(number), 'utf8')) as StretchFile | null
        return kept?.version === RULES_VERSION ? [{ number, kept }] : []
      })
      const stretches = found.map(({ number, kept }, index): Stretch => {
        logs.set(number, kept.log)
        const next = found[index + 1]?.kept
        return { kept, lines: linesOf(join(directory, kept.log), kept.offset, next?.log === kept.log ? next.offset : Infinity) }
      })
      const last = found.at(-1)?.kept
      // How far the last stretch is lived again is written down in it, after what a kill may have cut short.
      if (last !== undefined) {
        openLog(last.log, 'a')
        write('\n')
      }
      return stretches
    },
    open(opening) {
      openLog(`day-${opening.plan.tradeDate}-${opening.from}.log`, 'w')
      write(`${JSON.stringify(opening)}\n`)
    },
    append(step, at, texts) {
      if (texts.length > 0) write(texts.map((text) => `[${step},${at},${text}]\n`).join(''))
    },
    begin(kept) {
      const next = current + 1
      const { name, length } = log!
      writeFileSync(`${snapshotFile(next)}.new`, JSON.stringify({ version: RULES_VERSION, log: name, offset: length, ...kept } satisfies StretchFile))
      renameSync(`${snapshotFile(next)}.new`, snapshotFile(next))
      logs.set(next, name)
      current = next
      forget()
    },
    close() {
      if (log !== null) closeSync(log.file)
      log = null
    },
  }
}

/** The logs that are there, oldest first. A day that was planned anew, because its files were lost, has several. */
const logsIn = (directory: string): { name: string; tradeDate: DateJst; from: Ms }[] =>
  readdirSync(directory).flatMap((name) => {
    const [, tradeDate, from] = LOG.exec(name) ?? []
    return tradeDate === undefined ? [] : [{ name, tradeDate, from: Number(from) }]
  }).sort((a, b) => a.from - b.from)

/** The whole log of a day: how it began last, and what came to it since. null: it is not there. */
export function readDayLog(directory: string, tradeDate: DateJst): { opening: DayOpening; lines: LogLine[] } | null {
  const name = existsSync(directory) ? logsIn(directory).findLast((one) => one.tradeDate === tradeDate)?.name : undefined
  if (name === undefined) return null
  const [first = '', ...rest] = readFileSync(join(directory, name), 'utf8').split('\n')
  const opening = parsed(first) as DayOpening | null
  return opening && { opening, lines: rest.map((text) => parsed(text) as LogLine | null).filter((line) => line !== null) }
}

/** A line that a kill cut short was never acted upon: lines are written before they are worked. */
function linesOf(file: string, from: number, to: number): LogLine[] {
  if (!existsSync(file)) return []
  const text = readFileSync(file).subarray(from, to === Infinity ? undefined : to).toString('utf8')
  return text.split('\n').map((line) => parsed(line) as LogLine | null).filter((line) => line !== null)
}

/** null: cut short by a kill or a loss of power. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
