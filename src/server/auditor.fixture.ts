/**
 * An auditor's own books: what fees, cost, gains, tax and balances must be, by the published rules alone (facts: margin and tax 3 to 6), from what a member's files say
 * was bought and sold. Nothing of this product is imported: its own reader, its own calendar, its own arithmetic.
 */
export type Row = Readonly<Record<string, string>>

/** A CSV file with a byte order mark; rows by the names of the head. */
export function readCsv(text: string): Row[] {
  const lines = text.replace(/^\uFEFF/, '').trimEnd().split('\r\n').map(cellsOf)
  const widest = Math.max(...lines.map((cells) => cells.length))
  const head = lines.findIndex((cells) => cells.length === widest)
  return lines.slice(head + 1).map((cells) => Object.fromEntries(cells.map((cell, n) => [lines[head]![n]!, cell])))
}

const cellsOf = (line: string): string[] =>
  [...`${line},`.matchAll(/(?:"((?:[^"]|"")*)"|([^,]*)),/g)].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '')

export const plusDays = (date: string, days: number): string => new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000
/** Every day is a business day on the always-open exchange; two of them later a trade settles. */
const settles = (tradeDate: string): string => plusDays(tradeDate, 2)

/** Commission of a whole order: 0.05 % of its notional, at least 50, at most 1,000 yen, and a tenth of it as consumption tax. */
export function feeOf(notional: number): number {
  const fee = Math.min(Math.max(Math.floor(notional / 2_000), 50), 1_000)
  return fee + Math.floor(fee / 10)
}

/** Buyer's interest: 2.80 % a year on the notional, from settlement to settlement, both days counted. */
const interest = (notional: number, openedOn: string, closedOn: string): number =>
  Number((BigInt(notional) * 28n * BigInt(daysBetween(settles(openedOn), settles(closedOn)) + 1)) / 365_000n)

/** What was traded: of a fill, or of a long that was paid in full. */
export type Deal = { date: string; kind: 'buy' | 'sell' | 'take'; order: string; code: string; quantity: number; amount: number; fee: number; charges: number; leverage: number }
/** A leveraged long: the order that opened it, what it cost a share in tenths of a yen, and its part of the opening fee. */
export type Leveraged = { number: string; closedBy: string | null; openedOn: string; priceTenths: number; quantity: number; openFee: number }

export type Settled = { date: string; cash: number; cashProceeds: number; margin: number; marginProceeds: number }

/** Results by settlement day. Shares bought in full by the moving average of all, the day's purchases first; leveraged lots one by one. */
export function resultsOf(deals: readonly Deal[], lots: readonly Leveraged[]): Settled[] {
  const days = new Map<string, Settled>()
  const on = (tradeDate: string): Settled => {
    const date = settles(tradeDate)
    const known = days.get(date) ?? { date, cash: 0, cashProceeds: 0, margin: 0, marginProceeds: 0 }
    days.set(date, known)
    return known
  }
  const held = new Map<string, { quantity: number; cost: number }>()
  for (const date of [...new Set(deals.map((deal) => deal.date))].sort()) {
    for (const code of new Set(deals.map((deal) => deal.code))) {
      const today = deals.filter((deal) => deal.date === date && deal.code === code)
      const bought = today.filter(({ kind, leverage }) => kind === 'take' || (kind === 'buy' && leverage === 1))
      const sold = today.filter(({ kind, leverage }) => kind === 'sell' && leverage === 1)
      const pool = held.get(code) ?? { quantity: 0, cost: 0 }
      for (const { quantity, amount, fee, charges } of bought) {
        pool.quantity += quantity
        pool.cost += amount + fee + charges
      }
      if (sold.length > 0) {
        const unit = Math.ceil(pool.cost / pool.quantity)
        for (const { quantity, amount, fee } of sold) {
          on(date).cash += amount - fee - unit * quantity
          on(date).cashProceeds += amount
          pool.quantity -= quantity
        }
        pool.cost = unit * pool.quantity
      }
      held.set(code, pool)
    }
    for (const lot of lots) {
      const closing = deals.filter((deal) => deal.date === date && deal.kind === 'sell' && deal.order === lot.closedBy)
      for (const { quantity, amount, fee } of closing) {
        const opened = (lot.priceTenths * quantity) / 10
        on(date).margin += amount - opened - fee - interest(opened, lot.openedOn, date)
        on(date).marginProceeds += amount
      }
      if (closing.length > 0) on(date).margin -= lot.openFee
    }
  }
  return [...days.values()].sort((a, b) => (a.date < b.date ? -1 : 1))
}

/** 15 % and its surtax of 2.1 % of it, and 5 % of local tax, each floored. */
export const taxOn = (yen: number): { income: number; local: number } =>
  (yen <= 0 ? { income: 0, local: 0 } : { income: Number((BigInt(yen) * 15_315n) / 100_000n), local: Number((BigInt(yen) * 5n) / 100n) })

/** What each settlement day withholds (+) or gives back (−): the tax on the year's total so far, less what it has withheld. */
export function withheldOn(days: readonly Settled[]): { date: string; income: number; local: number }[] {
  const years = new Map<string, number>()
  return days.map(({ date, cash, margin }) => {
    const year = date.slice(0, 4)
    const before = years.get(year) ?? 0
    years.set(year, before + cash + margin)
    const [was, is] = [taxOn(before), taxOn(before + cash + margin)]
    return { date, income: is.income - was.income, local: is.local - was.local }
  })
}

/** Of a plain-text ledger (hledger's format): what an account prefix stands at with all entries up to a date. */
export function standsAt(ledger: string, prefix: string, until: string): number {
  let date = ''
  let sum = 0
  for (const line of ledger.split('\n')) {
    if (/^\d{4}-\d\d-\d\d /.test(line)) date = line.includes(' balance  ;') ? '9999' : line.slice(0, 10)
    const posting = /^ {4}(\S+) {2}(-?\d+) JPY/.exec(line)
    if (posting !== null && date <= until && posting[1]!.startsWith(prefix)) sum += Number(posting[2])
  }
  return sum
}
