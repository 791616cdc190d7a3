import { createReadStream, existsSync, mkdirSync } from 'node:fs'
import { hash } from 'node:crypto'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { clockText, type DateJst, dateJst, MINUTE, type Ms, msOfDayJst } from '#kernel/time.ts'
import type { Reported } from '../model/exchange.ts'
import { BOOK_TAG, RECEIPT_TAG, receiptOf, SCENE_TAG, sceneOf } from '../model/receipt.ts'
import type { Decision, MatchContext } from '../model/match-context.ts'
import type { ExecutionReport } from '../model/terms.ts'
import { openToAppend, type AppendFile } from './append-file.ts'

/** A file for each minute of market time, so that one receipt is found without reading a day. */
function fileOf(directory: string, minute: number): string {
  const at = minute * MINUTE
  return join(directory, 'receipts', dateJst(at), `${clockText(msOfDayJst(at)).replace(':', '')}.log`)
}
const minuteOf = (at: Ms): number => Math.floor(at / MINUTE)

const BOOK = Buffer.from(BOOK_TAG)
const sha256 = (text: string): string => hash('sha256', text)

/**
 * Makes the receipts of members' trades and writes them down, before anybody hears of a trade: in files of
 * the exchange's own thread, in one write for what came together. The engine's journal keeps the digest of
 * each; lived again after a restart, the same receipts stand there twice.
 */
export function receiptBook(directory: string) {
  let open: { minute: number; file: AppendFile } | null = null
  const close = () => {
    open?.file.close()
    open = null
  }
  const write = (minute: number, text: string) => {
    if (open?.minute !== minute) {
      close()
      const path = fileOf(directory, minute)
      mkdirSync(dirname(path), { recursive: true })
      open = { minute, file: openToAppend(path) }
    }
    open.file.write(text)
  }
  return {
    /** The reports with the digests of their receipts. */
    write(reports: readonly Reported[]): ExecutionReport[] {
      const bySeen = new Map<MatchContext, Set<Decision>>()
      for (const { decision } of reports) {
        if (decision === undefined) continue
        const known = bySeen.get(decision.seen)
        if (known) known.add(decision)
        else bySeen.set(decision.seen, new Set([decision]))
      }
      if (bySeen.size === 0) return reports as ExecutionReport[]
      const tradeDates = new Map(reports.map(({ decision, tradeDate }) => [decision?.seen, tradeDate]))
      const digests = new Map<Decision, string>()
      let minute = 0
      let lines = ''
      for (const [seen, all] of bySeen) {
        const next = minuteOf(seen.at)
        if (next !== minute && lines !== '') {
          write(minute, lines)
          lines = ''
        }
        minute = next
        lines += textsOf(seen, [...all], tradeDates.get(seen)!, digests)
      }
      write(minute, lines)
      return reports.map(({ decision, ...report }) =>
        decision === undefined ? report : { ...report, receipt: digests.get(decision)! },
      )
    },
    close,
  }
}

/** The hash of `bookBytes`, by the platform's own means: it runs over a whole book for every trade. */
function bookHash(orders: readonly number[]): string {
  const bytes = Buffer.from(new Int32Array(orders).buffer).swap32()
  return hash('sha256', Buffer.concat([BOOK, bytes]))
}

function textsOf(
  seen: MatchContext,
  decisions: readonly Decision[],
  tradeDate: DateJst,
  digests: Map<Decision, string>,
): string {
  const { text, rows } = sceneOf(seen, decisions, bookHash(seen.orders))
  const scene = sha256(SCENE_TAG + text)
  let lines = `S ${scene} ${text}\n`
  for (const [index, decision] of decisions.entries()) {
    const receipt = receiptOf(decision, rows[index]!, scene, tradeDate)
    const digest = sha256(RECEIPT_TAG + receipt)
    digests.set(decision, digest)
    lines += `R ${digest} ${receipt}\n`
  }
  return lines
}

/**
 * The texts of a receipt and of its scene, as the exchange wrote them: those whose digests are what the
 * journal and the receipt say. null: they are not there, the files were lost or changed.
 */
export async function readReceiptBook(
  directory: string,
  { digest, at }: { digest: string; at: Ms },
): Promise<{ receipt: string; scene: string } | null> {
  const path = fileOf(directory, minuteOf(at))
  if (!existsSync(path)) return null
  let scene = ''
  // A scene stands before the receipts that name it.
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    if (line.startsWith('S ')) scene = line.slice(67)
    else if (line.startsWith(`R ${digest} `)) {
      const receipt = line.slice(67)
      if (sha256(RECEIPT_TAG + receipt) === digest && receipt.includes(sha256(SCENE_TAG + scene)))
        return { receipt, scene }
    }
  }
  return null
}
