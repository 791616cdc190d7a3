import type { DateJst } from '#kernel/time.ts'
import type { PriceTenths, Quantity } from '#kernel/price.ts'
import type { Yen } from '#kernel/money.ts'

/**
 * An auditor's own books: what fees, cost, gains, tax and balances must be, by the published rules alone
 * (facts: margin and tax 3 to 6), from what a member's files say was bought and sold. Nothing of this product
 * is imported: its own reader, its own calendar, its own arithmetic.
 */
export type Row = Readonly<Record<string, string>>

/** A CSV file with a byte order mark; rows by the names of the head. */
export function readCsv(text: string): Row[] {
  const lines = text
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n')
    .map(cellsOf)
  const widest = Math.max(...lines.map((cells) => cells.length))
  const head = lines.findIndex((cells) => cells.length === widest)
  return lines
    .slice(head + 1)
    .map((cells) => Object.fromEntries(cells.map((cell, n) => [lines[head]![n]!, cell])))
}

const cellsOf = (line: string): string[] =>
  [...`${line},`.matchAll(/(?:"((?:[^"]|"")*)"|([^,]*)),/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  )

export const plusDays = (date: DateJst, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000
/** Every day is a business day on the always-open exchange; two of them later a trade settles. */
const settles = (tradeDate: DateJst): string => plusDays(tradeDate, 2)

/**
 * Commission of a whole order: 0.05 % of its notional, at least 50, at most 1,000 yen, and a tenth of it as
 * consumption tax.
 */
export function feeOf(notional: number): number {
  const fee = Math.min(Math.max(Math.floor(notional / 2_000), 50), 1_000)
  return fee + Math.floor(fee / 10)
}

/**
 * A long's interest (2.80 % a year) or a short's stock-lending fee (1.15 %) on the notional, from settlement
 * to settlement, both days counted.
 */
export const heldFor = (side: Side, notional: number, openedOn: DateJst, closedOn: DateJst): number =>
  Number(
    (BigInt(notional) *
      (side === 'up' ? 280n : 115n) *
      BigInt(daysBetween(settles(openedOn), settles(closedOn)) + 1)) /
      3_650_000n,
  )

/** Of prices in tenths of a yen. */
export const worth = (priceTenths: PriceTenths, quantity: Quantity): number =>
  Math.floor((priceTenths * quantity) / 10)

export type Side = 'up' | 'down'
/**
 * A fill (`open`, `close`), a long that was paid in full (`take`), shares deps against a short (`give`),
 * shares from an offering or a block sale (`allot`).
 */
export type Deal = {
  date: DateJst
  kind: 'open' | 'close' | 'take' | 'give' | 'allot'
  side: Side
  order: string
  code: string
  quantity: Quantity
  priceTenths: PriceTenths
  amount: Yen
  fee: number
  charges: number
  leverage: number
}
/**
 * A lot: the order that closed it, its price a share in tenths of a yen, its part of the opening fee, and
 * what it was opened at.
 */
export type Lot = {
  number: string
  code: string
  side: Side
  leverage: number
  closedBy: string | null
  openedOn: DateJst
  priceTenths: PriceTenths
  quantity: Quantity
  openFee: number
}
const isLeveraged = ({ side, leverage }: Pick<Lot, 'side' | 'leverage'>): boolean =>
  side === 'down' || leverage > 1

/** How the trade table words what was done. */
const WORDS: Readonly<Record<string, Pick<Deal, 'kind' | 'side'>>> = {
  Buy: { kind: 'open', side: 'up' },
  Short: { kind: 'open', side: 'down' },
  'Sell to close': { kind: 'close', side: 'up' },
  'Buy to close': { kind: 'close', side: 'down' },
  'Paid in full': { kind: 'take', side: 'up' },
  'Delivered against short': { kind: 'give', side: 'down' },
  'Bought in a block sale': { kind: 'allot', side: 'up' },
  'Bought in an offering': { kind: 'allot', side: 'up' },
}

/** A row of the trade table; `leverageOf` by the number of the order. */
export function dealOf(row: Row, leverageOf: ReadonlyMap<string, number>): Deal {
  const [order, quantity, priceTenths] = [
    row['Order number']!,
    Number(row['Quantity']),
    Math.round(Number(row['Price']) * 10),
  ]
  return {
    ...WORDS[row['Side']!]!,
    date: row['Booked']!,
    order,
    code: row['Stock code']!,
    quantity,
    priceTenths,
    amount: worth(priceTenths, quantity),
    fee: Number(row['Commission with tax (yen)']),
    charges: Number(row['Interest, lending fee (yen)']),
    leverage: leverageOf.get(order) ?? 1,
  }
}

/**
 * What a deal did to the account apart from tax, by the groups of the papers: a lot's own price difference,
 * commission, interest or lending fee. `inputsOf`: the own lot whose shares were given.
 */
export function movesOf(
  deals: readonly Deal[],
  lots: readonly Lot[],
  inputsOf: (deal: Deal) => Lot,
): { date: DateJst; trades: number; fees: number; interest: number }[] {
  return deals.map((deal) => {
    const { date, kind, side, quantity, amount } = deal
    const lot = lots.find((each) => (kind === 'close' ? each.closedBy : each.number) === deal.order)
    const opened = lot === undefined ? 0 : worth(lot.priceTenths, quantity)
    const trades =
      kind === 'close'
        ? side === 'up'
          ? amount - opened
          : opened - amount
        : kind === 'give'
          ? amount - worth(inputsOf(deal).priceTenths, quantity)
          : 0
    const ends = kind === 'take' || kind === 'give' || (kind === 'close' && isLeveraged(lot!))
    return {
      date,
      trades,
      fees: 0 - deal.fee,
      interest: ends ? 0 - heldFor(side, opened, lot!.openedOn, date) : 0,
    }
  })
}

/** Shares of each lot that are held at the end of a day. */
export function heldAt(
  date: DateJst,
  deals: readonly Deal[],
  lots: readonly Lot[],
  inputsOf: (deal: Deal) => Lot,
): Map<string, number> {
  const past = deals.filter((deal) => deal.date <= date)
  const left = lots
    .filter(({ openedOn }) => openedOn <= date)
    .map((lot) => {
      const gone = past.filter(
        (deal) =>
          (deal.kind === 'close' && deal.order === lot.closedBy) ||
          (deal.kind === 'give' && (deal.order === lot.number || inputsOf(deal).number === lot.number)),
      )
      return [lot.number, lot.quantity - gone.reduce((sum, { quantity }) => sum + quantity, 0)] as const
    })
  return new Map(left.filter(([, quantity]) => quantity > 0))
}

/** A loan of less than a million: 12 % a year on what is owed, the day of lending not counted. */
export const loanInterest = (principal: number, lentOn: DateJst, paidOn: DateJst): number =>
  Number((BigInt(principal) * 12n * BigInt(daysBetween(lentOn, paidOn))) / 36_500n)

export type Nav = { date: DateJst; equity: number; units: number; in: number; out: number; fees: number }

/**
 * The fees that a pool may have taken at each NAV after the first: 1 % a year by the calendar day on what it
 * was worth before them, then 15 % of what stands above the best NAV so far. `joined`: units that each date
 * gave, `left`: those that it took back.
 */
export function poolFees(
  curve: readonly Nav[],
  joined: ReadonlyMap<string, number>,
  left: ReadonlyMap<string, number>,
): number[] {
  let high = curve[0]!
  return curve.slice(1).map((nav, n) => {
    const units = BigInt(nav.units - (joined.get(nav.date) ?? 0) + (left.get(nav.date) ?? 0))
    const before = nav.equity - nav.in + nav.out + nav.fees
    const management = Number((BigInt(before) * BigInt(daysBetween(curve[n]!.date, nav.date))) / 36_500n)
    const mark = Number((BigInt(high.equity) * units + BigInt(high.units) - 1n) / BigInt(high.units))
    const performance = Math.floor((Math.max(before - management - mark, 0) * 15) / 100)
    if (before - management - performance > mark)
      high = { ...nav, equity: before - management - performance, units: Number(units) }
    return management + performance
  })
}

export type Settled = {
  date: DateJst
  cash: number
  cashProceeds: number
  margin: number
  marginProceeds: number
}

/**
 * Results by settlement day. Shares bought in full by the moving average of all, the day's purchases first,
 * leveraged lots one by one. Shares given against a short are sold at its price: one sale, whose costs are
 * the short's.
 */
export function resultsOf(deals: readonly Deal[], lots: readonly Lot[]): Settled[] {
  const days = new Map<string, Settled>()
  const on = (tradeDate: DateJst): Settled => {
    const date = settles(tradeDate)
    const known = days.get(date) ?? { date, cash: 0, cashProceeds: 0, margin: 0, marginProceeds: 0 }
    days.set(date, known)
    return known
  }
  const held = new Map<string, { quantity: Quantity; cost: number }>()
  for (const date of [...new Set(deals.map((deal) => deal.date))].sort()) {
    for (const code of new Set(deals.map((deal) => deal.code))) {
      const today = deals.filter((deal) => deal.date === date && deal.code === code)
      const taken = today
        .filter(({ kind }) => kind === 'take')
        .map((deal) => {
          const lot = lots.find(({ number }) => number === deal.order)!
          return { ...deal, fee: lot.openFee, charges: heldFor('up', deal.amount, lot.openedOn, date) }
        })
      const bought = [
        ...taken,
        ...today.filter((deal) => deal.kind === 'allot' || (deal.kind === 'open' && !isLeveraged(deal))),
      ]
      const deps = today
        .filter(({ kind }) => kind === 'give')
        .map((deal) => {
          const short = lots.find(({ number }) => number === deal.order)!
          return { ...deal, fee: short.openFee + heldFor('down', deal.amount, short.openedOn, date) }
        })
      const sold = [...deps, ...today.filter((deal) => deal.kind === 'close' && !isLeveraged(deal))]
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
    for (const lot of lots.filter(isLeveraged)) {
      const ending = deals.filter(
        (deal) => deal.date === date && deal.kind === 'close' && deal.order === lot.closedBy,
      )
      for (const { quantity, amount, fee } of ending) {
        const opened = worth(lot.priceTenths, quantity)
        on(date).margin +=
          (lot.side === 'up' ? amount - opened : opened - amount) -
          fee -
          heldFor(lot.side, opened, lot.openedOn, date)
        on(date).marginProceeds += lot.side === 'up' ? amount : opened
      }
      if (ending.length > 0) on(date).margin -= lot.openFee
    }
  }
  return [...days.values()].sort((a, b) => (a.date < b.date ? -1 : 1))
}

/** 15 % and its surtax of 2.1 % of it, and 5 % of local tax, each floored. */
export const taxOn = (yen: Yen): { income: number; local: number } =>
  yen <= 0
    ? { income: 0, local: 0 }
    : { income: Number((BigInt(yen) * 15_315n) / 100_000n), local: Number((BigInt(yen) * 5n) / 100n) }

/**
 * What each settlement day withholds (+) or gives back (−): the tax on the year's total so far, less what it
 * has withheld.
 */
export function withheldOn(days: readonly Settled[]): { date: DateJst; income: number; local: number }[] {
  const years = new Map<string, number>()
  return days.map(({ date, cash, margin }) => {
    const year = date.slice(0, 4)
    const before = years.get(year) ?? 0
    years.set(year, before + cash + margin)
    const [was, is] = [taxOn(before), taxOn(before + cash + margin)]
    return { date, income: is.income - was.income, local: is.local - was.local }
  })
}

/**
 * Of a plain-text ledger (hledger's format): what an account prefix stands at with all entries up to a date.
 */
export function standsAt(ledger: string, prefix: string, waitFor: string): number {
  let date = ''
  let sum = 0
  for (const line of ledger.split('\n')) {
    if (/^\d{4}-\d\d-\d\d /.test(line)) date = line.includes(' balance  ;') ? '9999' : line.slice(0, 10)
    const posting = /^ {4}(\S+) {2}(-?\d+) JPY/.exec(line)
    if (posting !== null && date <= waitFor && posting[1]!.startsWith(prefix)) sum += Number(posting[2])
  }
  return sum
}
