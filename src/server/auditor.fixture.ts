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

export const plusDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000
/** Every day is a business day on the always-open exchange; two of them later a trade settles. */
const settles = (tradeDate: string): string => plusDays(tradeDate, 2)

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
export const heldFor = (side: Side, notional: number, openedOn: string, closedOn: string): number =>
  Number(
    (BigInt(notional) *
      (side === 'up' ? 280n : 115n) *
      BigInt(daysBetween(settles(openedOn), settles(closedOn)) + 1)) /
      3_650_000n,
  )

/** Of prices in tenths of a yen; an odd lot's tenths round up to the yen. */
export const worth = (priceTenths: number, quantity: number): number =>
  Math.ceil((priceTenths * quantity) / 10)

export type Side = 'up' | 'down'
/**
 * A fill (`open`, `close`), a long that was paid in full (`take`), shares given against a short (`give`),
 * shares from an offering or a block sale (`allot`), less than a share that a split left (`fraction`).
 */
export type Deal = {
  date: string
  kind: 'open' | 'close' | 'take' | 'give' | 'allot' | 'fraction'
  side: Side
  order: string
  code: string
  quantity: number
  priceTenths: number
  amount: number
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
  openedOn: string
  priceTenths: number
  quantity: number
  openFee: number
}
export const isLeveraged = ({ side, leverage }: Pick<Lot, 'side' | 'leverage'>): boolean =>
  side === 'down' || leverage > 1

/** The trade table's words for what was done. */
const WORDS: Readonly<Record<string, Pick<Deal, 'kind' | 'side'>>> = {
  Buy: { kind: 'open', side: 'up' },
  'Margin buy': { kind: 'open', side: 'up' },
  Short: { kind: 'open', side: 'down' },
  Sell: { kind: 'close', side: 'up' },
  'Sell to close': { kind: 'close', side: 'up' },
  'Buy to close': { kind: 'close', side: 'down' },
  'Paid in full': { kind: 'take', side: 'up' },
  'Delivered against short': { kind: 'give', side: 'down' },
  'Bought in a block sale': { kind: 'allot', side: 'up' },
  'Bought in an offering': { kind: 'allot', side: 'up' },
  'Fraction of a share paid out': { kind: 'fraction', side: 'up' },
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

/** A lot as it stands on a date: splits change its shares, price and fee. */
export type LotOn = (lot: Lot, date: string) => Lot
export const asOpened: LotOn = (lot) => lot

/**
 * The effect of a deal on the account apart from tax, by the groups of the papers: a lot's own price
 * difference, commission, interest or lending fee. `ownShares`: the own lot whose shares were given.
 */
export function movesOf(
  deals: readonly Deal[],
  lots: readonly Lot[],
  ownShares: (deal: Deal) => Lot,
  lotOn: LotOn = asOpened,
): { date: string; trades: number; fees: number; interest: number }[] {
  return deals
    .filter(({ kind }) => kind !== 'fraction')
    .map((deal) => {
      const { date, kind, side, quantity, amount } = deal
      const found = lots.find((each) => (kind === 'close' ? each.closedBy : each.number) === deal.order)
      const lot = found && lotOn(found, date)
      const opened = lot === undefined ? 0 : worth(lot.priceTenths, quantity)
      const trades =
        kind === 'close'
          ? side === 'up'
            ? amount - opened
            : opened - amount
          : kind === 'give'
            ? amount - worth(ownShares(deal).priceTenths, quantity)
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

/** Shares of each lot that are held at the end of a day. No part of a lot is closed before a split of it. */
export function heldAt(
  date: string,
  deals: readonly Deal[],
  lots: readonly Lot[],
  ownShares: (deal: Deal) => Lot,
  lotOn: LotOn = asOpened,
): Map<string, number> {
  const past = deals.filter((deal) => deal.date <= date)
  const left = lots
    .filter(({ openedOn }) => openedOn <= date)
    .map((lot) => {
      const gone = past.filter(
        (deal) =>
          (deal.kind === 'close' && deal.order === lot.closedBy) ||
          (deal.kind === 'give' && (deal.order === lot.number || ownShares(deal).number === lot.number)),
      )
      return [
        lot.number,
        lotOn(lot, date).quantity - gone.reduce((sum, { quantity }) => sum + quantity, 0),
      ] as const
    })
  return new Map(left.filter(([, quantity]) => quantity > 0))
}

/**
 * A loan of less than a million: 12 % a year on what is owed, the day of lending not counted; charged on the
 * first of each month and at the end, each charge rounded down.
 */
export function loanInterest(principal: number, lentOn: string, paidOn: string): number {
  const next = `${plusDays(`${lentOn.slice(0, 7)}-28`, 7).slice(0, 7)}-01`
  const until = next < paidOn ? next : paidOn
  const charge = Number((BigInt(principal) * 12n * BigInt(daysBetween(lentOn, until))) / 36_500n)
  return until === paidOn ? charge : charge + loanInterest(principal, until, paidOn)
}

export type Nav = { date: string; equity: number; units: number; in: number; out: number; fees: number }

/**
 * The fees that a pool may have taken at each NAV after the first: 1 % a year by the calendar day on what it
 * was worth before them, then 15 % of what stands above the best NAV so far; none after its last day.
 * `joined`: units that each date gave, `left`: those that it took back.
 */
export function poolFees(
  curve: readonly Nav[],
  joined: ReadonlyMap<string, number>,
  left: ReadonlyMap<string, number>,
  endsOn: string,
): number[] {
  // A unit begins at one yen: a first day with a loss leaves the mark there. Whoever joins on it gets whole
  // units, and what that leaves over is no part of the mark.
  const first = curve[0]!
  const firstUnits = first.units - (joined.get(first.date) ?? 0) + (left.get(first.date) ?? 0)
  let high = {
    ...first,
    equity: Math.max(first.equity - first.in + first.out, firstUnits),
    units: firstUnits,
  }
  return curve.slice(1).map((nav, n) => {
    if (curve[n]!.date >= endsOn) return 0
    const until = nav.date < endsOn ? nav.date : endsOn
    const units = BigInt(nav.units - (joined.get(nav.date) ?? 0) + (left.get(nav.date) ?? 0))
    const before = nav.equity - nav.in + nav.out + nav.fees
    const management = Number((BigInt(before) * BigInt(daysBetween(curve[n]!.date, until))) / 36_500n)
    const mark = Number((BigInt(high.equity) * units + BigInt(high.units) - 1n) / BigInt(high.units))
    const performance = Math.floor((Math.max(before - management - mark, 0) * 15) / 100)
    if (before - management - performance > mark)
      high = { ...nav, equity: before - management - performance, units: Number(units) }
    return management + performance
  })
}

export type Settled = {
  date: string
  cash: number
  cashProceeds: number
  margin: number
  marginProceeds: number
}

/** Days on which shares of an issue in full were bought, sold and bought again, or sold and bought. */
export function roundTrips(deals: readonly Deal[]): { again: number; back: number } {
  const days = [
    ...Map.groupBy(
      deals.filter(
        (deal) =>
          (deal.kind === 'open' && !isLeveraged(deal)) ||
          (deal.kind === 'close' && deal.side === 'up' && !isLeveraged(deal)),
      ),
      ({ code, date }) => `${code} ${date}`,
    ).values(),
  ].map((fills) =>
    fills
      .map(({ kind }) => (kind === 'open' ? 'b' : 's'))
      .join('')
      .replace(/(.)\1+/g, '$1'),
  )
  return {
    again: days.filter((day) => day.includes('bsb')).length,
    back: days.filter((day) => day.startsWith('sb')).length,
  }
}

/** The taxable results of splits and dividends, beside the deals. */
export type Besides = {
  /**
   * Fractions that a split left, before the deals of its ex-date: of shares in full by their average cost.
   */
  readonly fractions: readonly {
    lot: Lot
    date: string
    oldParts: number
    newShares: number
    paid: number
    gain: number
    cost: number
  }[]
  /** Shares in full of an issue after its split of that date. */
  readonly sharesAfter: ReadonlyMap<string, number>
  /** Adjusted dividends of leveraged lots by pay date. */
  readonly adjustments: readonly { date: string; yen: number }[]
}
export const NOTHING_BESIDES: Besides = { fractions: [], sharesAfter: new Map(), adjustments: [] }

/**
 * Results by settlement day. Shares bought in full by the moving average of all, the day's purchases first,
 * leveraged lots one by one. Shares given against a short are sold at its price: one sale, whose costs are
 * the short's. `held`: shares in full by issue, and what they have cost.
 */
export function resultsOf(
  deals: readonly Deal[],
  lots: readonly Lot[],
  lotOn: LotOn = asOpened,
  { fractions, sharesAfter, adjustments }: Besides = NOTHING_BESIDES,
): { days: Settled[]; held: ReadonlyMap<string, { quantity: number; cost: number }> } {
  const days = new Map<string, Settled>()
  const at = (date: string): Settled => {
    const known = days.get(date) ?? { date, cash: 0, cashProceeds: 0, margin: 0, marginProceeds: 0 }
    days.set(date, known)
    return known
  }
  const held = new Map<string, { quantity: number; cost: number }>()
  const dates = new Set([
    ...deals.map(({ date }) => date),
    ...[...sharesAfter.keys()].map((key) => key.split(' ')[1]!),
  ])
  for (const date of [...dates].sort()) {
    const on = at(settles(date))
    for (const code of new Set(deals.map((deal) => deal.code))) {
      const pool = held.get(code) ?? { quantity: 0, cost: 0 }
      const left = fractions.filter((each) => each.date === date && each.lot.code === code)
      const unitBefore = Math.ceil(pool.cost / pool.quantity)
      for (const { lot, oldParts, newShares, paid, gain, cost } of left) {
        const part = isLeveraged(lot) ? 'margin' : 'cash'
        const averageCost = Math.floor((unitBefore * oldParts) / newShares)
        on[part] += part === 'margin' ? gain : paid - averageCost
        on[`${part}Proceeds`] += lot.side === 'up' ? paid : cost
        if (part === 'cash') pool.cost -= averageCost
      }
      pool.quantity = sharesAfter.get(`${code} ${date}`) ?? pool.quantity

      const today = deals.filter((deal) => deal.date === date && deal.code === code)
      const taken = today
        .filter(({ kind }) => kind === 'take')
        .map((deal) => {
          const lot = lots.find(({ number }) => number === deal.order)!
          return { ...deal, fee: lot.openFee, charges: heldFor('up', deal.amount, lot.openedOn, date) }
        })
      const given = today
        .filter(({ kind }) => kind === 'give')
        .map((deal) => {
          const short = lots.find(({ number }) => number === deal.order)!
          return { ...deal, fee: short.openFee + heldFor('down', deal.amount, short.openedOn, date) }
        })
      const bought = [
        ...taken,
        ...today.filter((deal) => deal.kind === 'allot' || (deal.kind === 'open' && !isLeveraged(deal))),
      ]
      const sold = [...given, ...today.filter((deal) => deal.kind === 'close' && !isLeveraged(deal))]
      for (const { quantity, amount, fee, charges } of bought) {
        pool.quantity += quantity
        pool.cost += amount + fee + charges
      }
      if (sold.length > 0) {
        const unit = Math.ceil(pool.cost / pool.quantity)
        for (const { quantity, amount, fee } of sold) {
          on.cash += amount - fee - unit * quantity
          on.cashProceeds += amount
          pool.quantity -= quantity
        }
        pool.cost = unit * pool.quantity
      }
      held.set(code, pool)
    }
    for (const lot of lots.map((opened) => lotOn(opened, date)).filter(isLeveraged)) {
      const ending = deals.filter(
        (deal) => deal.date === date && deal.kind === 'close' && deal.order === lot.closedBy,
      )
      for (const { quantity, amount, fee } of ending) {
        const notional = worth(lot.priceTenths, quantity)
        on.margin +=
          (lot.side === 'up' ? amount - notional : notional - amount) -
          fee -
          heldFor(lot.side, notional, lot.openedOn, date)
        on.marginProceeds += lot.side === 'up' ? amount : notional
      }
      if (ending.length > 0) on.margin -= lot.openFee
    }
  }
  for (const { date, yen } of adjustments) {
    at(date).margin += yen
    at(date).marginProceeds += Math.max(yen, 0)
  }
  return { days: [...days.values()].sort((a, b) => (a.date < b.date ? -1 : 1)), held }
}

/** 15 % and its surtax of 2.1 % of it, and 5 % of local tax, each floored. */
export const taxOn = (yen: number): { income: number; local: number } =>
  yen <= 0
    ? { income: 0, local: 0 }
    : { income: Number((BigInt(yen) * 15_315n) / 100_000n), local: Number((BigInt(yen) * 5n) / 100n) }

/**
 * The tax that each settlement day withholds (+) or gives back (−): the tax on the year's total so far, less
 * what it has withheld.
 */
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

/**
 * The tax on a year's dividends that comes back at its end: its sales brought a loss, which is set off
 * against them (facts: margin and tax 6). What was withheld on them, less the tax on what is left of them.
 */
export function refundOf(
  salesYen: number,
  { amount, incomeTax, localTax }: { amount: number; incomeTax: number; localTax: number },
): { income: number; local: number } {
  const owed = taxOn(amount + salesYen)
  return salesYen >= 0
    ? { income: 0, local: 0 }
    : { income: Math.max(incomeTax - owed.income, 0), local: Math.max(localTax - owed.local, 0) }
}

/**
 * Of a plain-text ledger (hledger's format): what an account prefix stands at with all entries up to a date.
 */
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
