import {
  heldFor,
  isLeveraged,
  plusDays,
  taxOn,
  worth,
  type Besides,
  type Deal,
  type Lot,
  type LotOn,
} from './auditor.fixture.ts'

/**
 * Corporate actions of companies, as an auditor reckons them by the published rules (facts: margin and tax
 * 5; product decisions, corporate actions; decision 0118). Nothing of this product is imported.
 */
export type Action = {
  code: string
  exDate: string
  newShares: number
  oldShares: number
  perShareTenths: number
  payDate: string
}

/** A file of `code,ex_date,new_shares,old_shares,dividend,pay_date`. */
export const readActions = (text: string): Action[] =>
  text
    .split('\n')
    .slice(1)
    .map((line) => {
      const [code, exDate, newShares, oldShares, dividend, payDate] = line.split(',')
      return {
        code: code!,
        exDate: exDate!,
        newShares: Number(newShares) || 1,
        oldShares: Number(oldShares) || 1,
        perShareTenths: Math.round(Number(dividend) * 10),
        payDate: payDate!,
      }
    })

/** One lot at one split: the lot before and after, and what less than a share was paid out for. */
export type Exchange = {
  date: string
  before: Lot
  after: Lot
  newShares: number
  oldShares: number
  oldParts: number
  paid: number
  cost: number
  charges: number
  rounding: number
}

/**
 * ⌊shares × new ÷ old⌋ stay; less than one is paid out at the last cum price, for its part of what the lot
 * was opened for. The price over the ratio rounds to the holder's disadvantage, which is paid and comes off
 * the opening fee.
 */
function exchange(lot: Lot, { exDate, newShares, oldShares }: Action, lastCumTenths: number): Exchange {
  const all = lot.quantity * newShares
  const shares = Math.floor(all / oldShares)
  const oldParts = all - shares * oldShares
  const opened = worth(lot.priceTenths, lot.quantity)
  const [out, price] = [(opened * oldParts) / all, (lot.priceTenths * oldShares) / newShares]
  const cost = lot.side === 'up' ? Math.ceil(out) : Math.floor(out)
  const priceTenths = lot.side === 'up' ? Math.ceil(price) : Math.floor(price)
  const rounding = Math.abs(worth(priceTenths, shares) - (opened - cost))
  return {
    date: exDate,
    before: lot,
    after: { ...lot, quantity: shares, priceTenths, openFee: lot.openFee - rounding },
    newShares,
    oldShares,
    oldParts,
    paid: Math.floor((lastCumTenths * oldParts) / (10 * newShares)),
    cost,
    charges: isLeveraged(lot) ? heldFor(lot.side, cost, lot.openedOn, exDate) : 0,
    rounding,
  }
}

/**
 * Every split that a lot went through. `lastCum`: the last price with the right, by code and ex-date, where a
 * fraction was paid. `endOf`: the day on which the last share of a lot went.
 */
export function exchangesOf(
  lots: readonly Lot[],
  actions: readonly Action[],
  lastCum: ReadonlyMap<string, number>,
  endOf: (lot: Lot) => string,
): Exchange[] {
  return lots.flatMap((lot) => {
    let now = lot
    return actions
      .filter(
        ({ code, exDate, newShares, oldShares }) =>
          code === lot.code && newShares !== oldShares && lot.openedOn < exDate && exDate <= endOf(lot),
      )
      .toSorted((a, b) => (a.exDate < b.exDate ? -1 : 1))
      .map((action) => {
        const done = exchange(now, action, lastCum.get(`${action.code} ${action.exDate}`) ?? 0)
        now = done.after
        return done
      })
  })
}

/** A lot on a date: after its splits, and of shares in full once it has been paid in full. */
export const lotOnOf =
  (exchanges: readonly Exchange[], deals: readonly Deal[]): LotOn =>
  (lot, date) => {
    const is =
      exchanges.findLast(({ before, date: exDate }) => before.number === lot.number && exDate <= date)
        ?.after ?? lot
    const isTaken = deals.some(
      (deal) => deal.kind === 'take' && deal.order === lot.number && deal.date <= date,
    )
    return isTaken ? { ...is, leverage: 1 } : is
  }

/** The effect of splits on the account, by the groups of the papers. */
export const splitMoves = (exchanges: readonly Exchange[]) =>
  exchanges.map(({ date, before, paid, cost, charges, rounding }) => ({
    date,
    trades: (before.side === 'up' ? paid - cost : cost - paid) + rounding,
    fees: 0,
    interest: 0 - charges,
  }))

export type Payment = {
  code: string
  exDate: string
  date: string
  gross: number
  income: number
  local: number
  adjusted: number[]
}

/**
 * Dividends of who held at the last close with the right: shares in full get it less both taxes, floored once
 * for a payment; leveraged longs 84.685 % of it, shorts owe all of it, lot by lot.
 */
export const paymentsOf = (
  actions: readonly Action[],
  lots: readonly Lot[],
  heldOn: (date: string) => ReadonlyMap<string, number>,
  lotOn: LotOn,
): Payment[] =>
  actions
    .filter(({ perShareTenths }) => perShareTenths > 0)
    .map(({ code, exDate, payDate, perShareTenths }) => {
      const lastCum = plusDays(exDate, -1)
      const held = heldOn(lastCum)
      const of = (lot: Lot) => Math.floor((perShareTenths * held.get(lot.number)!) / 10)
      const holders = lots
        .filter((lot) => lot.code === code && held.has(lot.number))
        .map((lot) => lotOn(lot, lastCum))
      const gross = holders.filter((lot) => !isLeveraged(lot)).reduce((sum, lot) => sum + of(lot), 0)
      return {
        code,
        exDate,
        date: payDate,
        gross,
        ...taxOn(gross),
        adjusted: holders
          .filter(isLeveraged)
          .map((lot) => (lot.side === 'up' ? Math.floor((of(lot) * 84_685) / 100_000) : 0 - of(lot))),
      }
    })

export function besidesOf(exchanges: readonly Exchange[], payments: readonly Payment[]): Besides {
  const sharesAfter = new Map<string, number>()
  for (const { date, before, after } of exchanges.filter(({ before: lot }) => !isLeveraged(lot))) {
    const key = `${before.code} ${date}`
    sharesAfter.set(key, (sharesAfter.get(key) ?? 0) + after.quantity)
  }
  return {
    fractions: exchanges
      .filter(({ oldParts }) => oldParts > 0)
      .map(({ before, date, oldParts, newShares, paid, cost, charges }) => ({
        lot: before,
        date,
        oldParts,
        newShares,
        paid,
        cost,
        gain: (before.side === 'up' ? paid - cost : cost - paid) - charges,
      })),
    sharesAfter,
    adjustments: payments.flatMap(({ date, adjusted }) => adjusted.map((yen) => ({ date, yen }))),
  }
}

/** Fractions are rows of the trade table: what each was paid, by its own reckoning. */
export const withFractions = (deals: readonly Deal[], exchanges: readonly Exchange[]): Deal[] =>
  deals.map((deal) => {
    const done = exchanges.find(
      ({ before, date, oldParts }) =>
        deal.kind === 'fraction' && before.number === deal.order && date === deal.date && oldParts > 0,
    )
    return done === undefined ? deal : { ...deal, amount: done.paid, side: done.before.side }
  })
