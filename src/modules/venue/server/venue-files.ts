import { createHash, hash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { DateJst, Ms } from '#kernel/time.ts'
import type { DayOpening, LogLine } from '../model/day-log.ts'
import type { DayPlan } from '../model/day-plan.ts'
import { STEP_MS } from '../model/entry-tag.ts'
import type { ExchangeSnapshot } from '../model/exchange.ts'
import { RULES_VERSION } from '../model/match.ts'
import { openToAppend, type AppendFile } from './append-file.ts'
import { isSummed, LineDamaged, linesIn, summed } from './log-line.ts'
import type { LogMark } from './log-marks.ts'

export const PASSED = JSON.stringify('passed' satisfies LogLine[2])
export const REOPENED = JSON.stringify('reopened' satisfies LogLine[2])
export const ABANDONED = JSON.stringify('abandoned' satisfies LogLine[2])

export type Checkpoint = { readonly from: Ms; readonly plan: DayPlan; readonly snapshot: ExchangeSnapshot }
export type Stretch = { readonly kept: Checkpoint; readonly lines: readonly LogLine[] }

/**
 * The venue's memory on disk: a log of each day, and snapshots, each of which says where in the log it was
 * made. The last few are kept and a restart begins at the oldest, so that every report of the last
 * half-minute, or of the last kills, is made again. Written, not synced: what a killed process wrote stays.
 */
export type VenueFiles = {
  /**
   * The stretches that are there, oldest first; none where any of it is not what was written, or is of a time
   * that has not come. Read once at market time `now`, before anything is written.
   */
  read(now: Ms): Stretch[]
  /**
   * The start goes on: the log is opened, or files of which nothing is used are moved out of the way and it
   * is said. A start that is refused leaves all of them as they are.
   */
  settle(): void
  /** A day that was planned begins: its log says how. */
  open(opening: DayOpening): void
  /** Messages as the texts they came in, or what else happened. */
  append(step: number, at: Ms, texts: readonly string[]): void
  /** Begins the next stretch with this snapshot. */
  begin(kept: Checkpoint): void
  close(): void
}

const STRETCHES = 4
const NAME = /^stretch-(\d+)\.json$/
const LOG = /^day-(\d{4}-\d\d-\d\d)-(\d+)\.log$/

type StretchFile = Checkpoint & { readonly version: number; readonly log: string; readonly offset: number }

export type VenueFilesDeps = {
  /**
   * True while the log of this day is still needed though no snapshot is in it any more, because the day is
   * not published yet.
   */
  readonly isKept?: (tradeDate: DateJst) => boolean
  /** The state of the files when last seen from outside of them; null where nobody knows. */
  readonly mark?: LogMark | null
  marked?(mark: LogMark): void
  /** They are not what was written: nothing of them is used, and they lie in `movedTo`. */
  damaged?(why: string, movedTo: string): void
  /**
   * The clock had been ahead and went back (decision 120): of files that have lived times that have not come
   * nothing is used.
   */
  readonly cameBack?: boolean
  /** The files from a time that has not come lie in `movedTo`. */
  ahead?(byMs: Ms, movedTo: string): void
  /** A log of an earlier version, without checksums, was read as it stood. */
  older?(log: string): void
}

/** The files are not what the exchange wrote. */
class FilesDamaged extends Error {
  override name = 'FilesDamaged'
}

export function venueFiles(
  directory: string,
  { isKept = () => false, mark = null, cameBack = false, marked, damaged, ahead, older }: VenueFilesDeps = {},
): VenueFiles {
  mkdirSync(directory, { recursive: true })
  const snapshotFile = (number: number) => join(directory, `stretch-${number}.json`)
  const numbers = () =>
    readdirSync(directory)
      .flatMap((name) => NAME.exec(name)?.slice(1).map(Number) ?? [])
      .sort((a, b) => a - b)
  let current = Math.max(numbers().at(-1) ?? 0, mark?.stretch ?? 0)
  /** The log of each stretch that is there. */
  const logs = new Map<number, string>()
  let log: { name: string; file: AppendFile; digest: ReturnType<typeof createHash> } | null = null

  const openLog = (name: string) => {
    log?.file.close()
    const digest = createHash('sha256')
    log = { name, file: openToAppend(join(directory, name), (block) => digest.update(block)), digest }
  }
  const write = (lines: readonly string[]) => {
    if (log === null) return
    let { length: offset } = log.file
    let texts = ''
    for (const line of lines) {
      const text = summed(line, offset)
      offset += Buffer.byteLength(text)
      texts += text
    }
    log.digest.update(texts)
    log.file.write(texts)
  }
  const forget = () => {
    for (const old of numbers().slice(0, -STRETCHES)) {
      rmSync(snapshotFile(old))
      logs.delete(old)
    }
    const needed = new Set(logs.values())
    for (const { name, tradeDate } of logsIn(directory))
      if (!needed.has(name) && name !== log?.name && !isKept(tradeDate)) rmSync(join(directory, name))
  }
  const readAll = (): Stretch[] => {
    if (mark !== null) checkMark(directory, mark, numbers())
    const all = numbers().map((number) => ({ number, kept: readStretch(snapshotFile(number)) }))
    // The meaning of a stretch changes with the exchange's rules: those of another version are as good as
    // lost, and the engine's orders are right.
    const found = all.filter(({ kept }) => kept.version === RULES_VERSION)
    const stretches = found.map(({ number, kept }, index): Stretch => {
      logs.set(number, kept.log)
      const next = found[index + 1]?.kept
      return {
        kept,
        lines: linesOf(directory, kept.log, kept.offset, next?.log === kept.log ? next.offset : Infinity),
      }
    })
    for (const name of new Set(logs.values()))
      if (!isSummed(firstLine(readFileSync(join(directory, name))))) older?.(name)
    return stretches
  }

  /** The end of a read, once the start goes on: the log is opened, or the files are set aside. */
  let settle = () => {}
  const setAside = (folder: 'damaged' | 'ahead', say: (movedTo: string) => void) => {
    const named = new Set([...logs.values(), ...(mark === null ? [] : [mark.log])])
    logs.clear()
    settle = () =>
      say(moveAway(directory, folder, [...numbers().map((number) => `stretch-${number}.json`), ...named]))
  }

  return {
    read(now) {
      try {
        const stretches = readAll()
        const aheadMs = Math.max(...stretches.map(({ kept }) => kept.snapshot.step * STEP_MS)) - now
        if (cameBack && aheadMs > 0) {
          setAside('ahead', (movedTo) => ahead?.(aheadMs, movedTo))
          return []
        }
        const last = [...logs.values()].at(-1)
        if (last !== undefined) settle = () => openLog(last)
        return stretches
      } catch (error) {
        if (!(error instanceof FilesDamaged || error instanceof LineDamaged)) throw error
        setAside('damaged', (movedTo) => damaged?.(error.message, movedTo))
        return []
      }
    },
    settle: () => settle(),
    open(opening) {
      const name = `day-${opening.plan.tradeDate}-${opening.from}.log`
      rmSync(join(directory, name), { force: true })
      openLog(name)
      write([JSON.stringify(opening)])
    },
    append(step, at, texts) {
      if (texts.length > 0) write(texts.map((text) => `[${step},${at},${text}]`))
    },
    begin(kept) {
      const next = current + 1
      const {
        name,
        file: { length },
        digest,
      } = log!
      const text = JSON.stringify({
        version: RULES_VERSION,
        log: name,
        offset: length,
        ...kept,
      } satisfies StretchFile)
      writeFileSync(`${snapshotFile(next)}.new`, `{"sum":"${hash('sha256', text)}",${text.slice(1)}`)
      renameSync(`${snapshotFile(next)}.new`, snapshotFile(next))
      logs.set(next, name)
      current = next
      forget()
      marked?.({ stretch: next, log: name, bytes: length, digest: digest.copy().digest('hex') })
    },
    close() {
      log?.file.close()
      log = null
    },
  }
}

/**
 * The log goes at least as far as it did, and says the same up to there; the snapshot is there too. Throws
 * `FilesDamaged`.
 */
function checkMark(
  directory: string,
  { stretch, log, bytes, digest }: LogMark,
  numbers: readonly number[],
): void {
  const path = join(directory, log)
  if (!existsSync(path)) throw new FilesDamaged(`${log} is gone`)
  if ((numbers.at(-1) ?? 0) < stretch) throw new FilesDamaged(`stretch-${stretch}.json is gone`)
  if (numbers.some((number, index) => index > 0 && number !== numbers[index - 1]! + 1))
    throw new FilesDamaged('a snapshot between two others is gone')
  const text = readFileSync(path)
  if (text.length < bytes) throw new FilesDamaged(`${log} has ${text.length} bytes, and had ${bytes}`)
  if (hash('sha256', text.subarray(0, bytes)) !== digest)
    throw new FilesDamaged(`the first ${bytes} bytes of ${log} are not those that were written`)
}

const STRETCH_SUM = /^\{"sum":"([0-9a-f]{64})",/

/** Those of earlier versions have no sum. Throws `FilesDamaged`. */
function readStretch(path: string): StretchFile {
  const text = readFileSync(path, 'utf8')
  const [begin, sum] = STRETCH_SUM.exec(text) ?? []
  const kept =
    begin !== undefined && hash('sha256', `{${text.slice(begin.length)}`) !== sum ? null : parsed(text)
  if (!isStretch(kept) || (begin === undefined && !text.startsWith('{"version":')))
    throw new FilesDamaged(`${basename(path)} is not what was written`)
  return kept
}

const isStretch = (kept: unknown): kept is StretchFile =>
  typeof kept === 'object' &&
  kept !== null &&
  'plan' in kept &&
  'snapshot' in kept &&
  'log' in kept &&
  typeof kept.log === 'string' &&
  LOG.test(kept.log) &&
  'offset' in kept &&
  Number.isSafeInteger(kept.offset)

/** Out of the way of the exchange, for whoever looks into it. */
function moveAway(directory: string, as: string, names: readonly string[]): string {
  let number = 1
  while (existsSync(join(directory, `${as}-${number}`))) number++
  const folder = join(directory, `${as}-${number}`)
  mkdirSync(folder)
  for (const name of names)
    if (existsSync(join(directory, name))) renameSync(join(directory, name), join(folder, name))
  return folder
}

/**
 * The logs that are there, oldest first. A day that was planned anew, because its files were lost, has
 * several.
 */
const logsIn = (directory: string): { name: string; tradeDate: DateJst; from: Ms }[] =>
  readdirSync(directory)
    .flatMap((name) => {
      const [, tradeDate, from] = LOG.exec(name) ?? []
      return tradeDate === undefined ? [] : [{ name, tradeDate, from: Number(from) }]
    })
    .sort((a, b) => a.from - b.from)

/**
 * The whole log of a day: how it began last, and what came to it since. null: it is not there. Throws
 * `LineDamaged`.
 */
export function readDayLog(
  directory: string,
  tradeDate: DateJst,
): { opening: DayOpening; lines: LogLine[] } | null {
  const name = existsSync(directory)
    ? logsIn(directory).findLast((one) => one.tradeDate === tradeDate)?.name
    : undefined
  if (name === undefined) return null
  const bytes = readFileSync(join(directory, name))
  const [first, ...lines] = linesIn(bytes, 0, !isSummed(firstLine(bytes)))
  if (!isOpening(first)) throw new LineDamaged(`${name} does not say how the day began`)
  return { opening: first, lines: lines as LogLine[] }
}

const isOpening = (line: unknown): line is DayOpening =>
  typeof line === 'object' && line !== null && 'plan' in line && 'from' in line && 'stops' in line

/** Throws `FilesDamaged` and `LineDamaged`. */
function linesOf(directory: string, name: string, from: number, to: number): LogLine[] {
  const file = join(directory, name)
  if (!existsSync(file)) throw new FilesDamaged(`${name} is gone`)
  const bytes = readFileSync(file)
  if (bytes.length < from) throw new FilesDamaged(`${name} is shorter than a snapshot of it says`)
  return linesIn(
    bytes.subarray(from, to === Infinity ? undefined : to),
    from,
    !isSummed(firstLine(bytes)),
  ) as LogLine[]
}

const firstLine = (bytes: Buffer): string => bytes.toString('utf8', 0, Math.max(0, bytes.indexOf(10)))

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
