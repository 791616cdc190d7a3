import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Ms } from '#kernel/time.ts'
import type { DayPlan } from '../model/day-plan.ts'
import type { ExchangeSnapshot } from '../model/exchange.ts'
import type { VenueAmendment, VenueOrder } from '../model/terms.ts'

/** What members said, as the exchange took it. */
export type Message =
  | readonly ['submit', order: VenueOrder]
  | readonly ['cancel', orderId: string]
  | readonly ['amend', orderId: string, amendment: VenueAmendment]
  /** What people of the firm have stopped, all of it. */
  | readonly ['stops', codes: readonly string[]]
  /** Issues that join the day that is on: a plan of them alone. */
  | readonly ['list', plan: DayPlan]

export const PASSED = JSON.stringify('passed' satisfies LogLine[2])
export const ABANDONED = JSON.stringify('abandoned' satisfies LogLine[2])

/** One line of the log: after which step and at what market time something came. `passed`: steps without messages went by. */
export type LogLine = readonly [step: number, at: Ms, what: Message | 'passed' | 'abandoned']
export type Kept = { readonly from: Ms; readonly plan: DayPlan; readonly snapshot: ExchangeSnapshot }
export type Stretch = { readonly kept: Kept; readonly lines: readonly LogLine[] }

/**
 * The venue's memory on disk: snapshots with the messages that came after each. The last few are kept and a restart begins at the oldest,
 * so that every report of the last half-minute, or of the last kills, is made again. Written, not synced: what a killed process wrote stays.
 */
export type VenueFiles = {
  /** The stretches that are there, oldest first. Read once, before anything is written. */
  read(): Stretch[]
  /** Messages as the texts they came in, or what else happened. */
  append(step: number, at: Ms, texts: readonly string[]): void
  /** Begins the next stretch with this snapshot. */
  begin(kept: Kept): void
  close(): void
}

const STRETCHES = 4
/** What a stretch means changes with the exchange's rules: those of another version are as good as lost, and the engine's orders are right. */
const VERSION = 4
const NAME = /^stretch-(\d+)\.json$/

export function venueFiles(directory: string): VenueFiles {
  mkdirSync(directory, { recursive: true })
  const snapshotFile = (number: number) => join(directory, `stretch-${number}.json`)
  const logFile = (number: number) => join(directory, `stretch-${number}.log`)
  const numbers = () =>
    readdirSync(directory)
      .flatMap((name) => NAME.exec(name)?.slice(1).map(Number) ?? [])
      .sort((a, b) => a - b)
  let current = numbers().at(-1) ?? 0
  let log: number | null = null

  return {
    read() {
      const stretches = numbers().flatMap((number) => {
        const kept = parsed(readFileSync(snapshotFile(number), 'utf8')) as (Kept & { version: number }) | null
        return kept?.version === VERSION ? [{ kept, lines: linesOf(logFile(number)) }] : []
      })
      // How far the last stretch is lived again is written down in it, after what a kill may have cut short.
      if (current > 0) log = openSync(logFile(current), 'a')
      if (log !== null) writeSync(log, '\n')
      return stretches
    },
    append(step, at, texts) {
      if (log !== null && texts.length > 0) writeSync(log, texts.map((text) => `[${step},${at},${text}]\n`).join(''))
    },
    begin(kept) {
      if (log !== null) closeSync(log)
      const next = current + 1
      log = openSync(logFile(next), 'w')
      writeFileSync(`${snapshotFile(next)}.new`, JSON.stringify({ version: VERSION, ...kept }))
      renameSync(`${snapshotFile(next)}.new`, snapshotFile(next))
      current = next
      for (const old of numbers().slice(0, -STRETCHES)) {
        rmSync(snapshotFile(old))
        rmSync(logFile(old), { force: true })
      }
    },
    close() {
      if (log !== null) closeSync(log)
      log = null
    },
  }
}

/** A line that a kill cut short was never acted upon: lines are written before they are worked. */
function linesOf(file: string): LogLine[] {
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n').map((text) => parsed(text) as LogLine | null)
  return lines.filter((line) => line !== null)
}

/** null: cut short by a kill or a loss of power. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
