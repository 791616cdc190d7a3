import type { OrderId } from '#kernel/id.ts'
import { createReadStream, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { PriceTenths, Quantity } from '#kernel/price.ts'
import type { DateJst, Ms } from '#kernel/time.ts'
import { readExecNo } from '../model/exec-no.ts'
import type { ExecutionReport } from '../model/terms.ts'
import { openToAppend, type AppendFile } from './append-file.ts'

/** One execution of a member's order, as the exchange wrote it down. */
export type BookedTrade = {
  readonly execId: string
  readonly orderId: OrderId
  readonly code: string
  readonly quantity: Quantity
  readonly priceTenths: PriceTenths
  readonly at: Ms
}

const fileOf = (directory: string, date: DateJst): string => join(directory, `trades-${date}.log`)

/**
 * The trades that the exchange says it made for members: a file a trade date, written by the exchange's own
 * thread, outside of the database, so that the firm's books can be held against it. Lived again after a
 * restart, an execution stands there twice under its execId.
 */
export function tradeBook(directory: string) {
  mkdirSync(directory, { recursive: true })
  let open: { date: DateJst; file: AppendFile } | null = null
  const close = () => {
    open?.file.close()
    open = null
  }
  const fileFor = (date: DateJst): AppendFile => {
    if (open?.date !== date) {
      close()
      open = { date, file: openToAppend(fileOf(directory, date)) }
    }
    return open.file
  }
  return {
    /** One write for what came together. */
    write(reports: readonly ExecutionReport[]): void {
      let lines = ''
      let date = ''
      const flush = () => {
        if (lines !== '') fileFor(date).write(lines)
      }
      for (const { execType, execId, orderId, code, lastQty, lastPxTenths, at, tradeDate } of reports) {
        if (execType !== 'TRADE') continue
        if (tradeDate !== date) {
          flush()
          lines = ''
          date = tradeDate
        }
        lines += `${JSON.stringify({ execId, orderId, code, quantity: lastQty, priceTenths: lastPxTenths, at } satisfies BookedTrade)}\n`
      }
      flush()
    },
    close,
  }
}

/**
 * The exchange's trades of a day, each once, by execId and order; null: it kept no book of that day (nothing
 * traded, or before there was one).
 */
export async function readTradeBook(
  directory: string,
  date: DateJst,
): Promise<Map<string, BookedTrade> | null> {
  const path = fileOf(directory, date)
  if (!existsSync(path)) return null
  const trades = new Map<string, BookedTrade>()
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    const trade = parsed(line)
    if (trade !== null) trades.set(`${trade.execId} ${trade.orderId}`, trade)
  }
  return trades
}

/**
 * A line that a kill cut short is said again after the restart; one that was changed so that it says no trade
 * is a trade that the book has not.
 */
function parsed(line: string): BookedTrade | null {
  try {
    const trade = JSON.parse(line) as Partial<BookedTrade> | null
    const { execId, orderId, code, quantity, priceTenths, at } = trade ?? {}
    const isTrade =
      [execId, orderId, code].every((text) => typeof text === 'string') &&
      [quantity, priceTenths, at].every(Number.isFinite) &&
      readExecNo(execId!) !== null
    return isTrade ? (trade as BookedTrade) : null
  } catch {
    return null
  }
}
