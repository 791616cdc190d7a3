import type { PriceTenths, Quantity } from '#kernel/price.ts'
import { BUY, NONE, type Book, type BookSide, type Slot } from './book.ts'

/** The sharing of an auction's fills among its orders (market rules 5.4 to 5.6). */

/** The owner of an order, and the steps since which it stands in the book and was given. */
export type Entry = { readonly firm: number; readonly bookedIn: number; readonly givenIn: number }
export type Waiting = Entry & { readonly slot: Slot; readonly tag: number; readonly quantity: Quantity }
export type Fill = { readonly slot: Slot; readonly tag: number; readonly quantity: Quantity }

/**
 * Orders that one side's trades at `priceTenths` may come from, in their sequence: market orders, better
 * prices, the price itself; at each by time.
 */
export function eligible(
  book: Book,
  side: BookSide,
  priceTenths: PriceTenths,
  entryOf: (tag: number) => Entry,
): { ahead: Waiting[]; at: Waiting[] } {
  const queue = (price: PriceTenths | null): Waiting[] => {
    const found: Waiting[] = []
    for (let slot = book.firstAt(side, price); slot !== NONE; slot = book.after(slot)) {
      const tag = book.tagOf(slot)
      found.push({ slot, tag, quantity: book.quantityOf(slot), ...entryOf(tag) })
    }
    return found
  }
  const ahead = queue(null)
  const step = side === BUY ? -1 : 1
  let price = side === BUY ? book.bestBidTenths() : book.bestAskTenths()
  while (price !== null && (side === BUY ? price > priceTenths : price < priceTenths)) {
    ahead.push(...queue(price))
    price = book.nextPrice(side, price + step * book.unitTenths, step)
  }
  return { ahead, at: queue(priceTenths) }
}

/**
 * Hands out shares among orders in this sequence: one order after the other, but neighbours that count as
 * simultaneous share what is left for them by participant.
 */
export function handOut(
  orders: readonly Waiting[],
  quantity: Quantity,
  unit: Quantity,
  isTogether: (order: Waiting) => boolean,
): Fill[] {
  const fills: Fill[] = []
  let left = quantity
  for (let index = 0; index < orders.length && left > 0;) {
    const group = [orders[index++]!]
    while (isTogether(group[0]!) && index < orders.length && isTogether(orders[index]!))
      group.push(orders[index++]!)
    const got = share(group, left, unit)
    for (const [place, { slot, tag }] of group.entries()) {
      if (got[place]! > 0) fills.push({ slot, tag, quantity: got[place]! })
      left -= got[place]!
    }
  }
  return fills
}

/**
 * Shares for each of these simultaneous orders: participants by their total, largest first (equal ones by
 * their earlier order), one unit each and round; inside a participant the same by time.
 */
export function share(
  orders: readonly Pick<Waiting, 'firm' | 'quantity' | 'givenIn'>[],
  total: Quantity,
  unit: Quantity,
): Quantity[] {
  const byTime = orders.map((order, place) => ({ ...order, place })).sort((a, b) => a.givenIn - b.givenIn)
  const firms = [...Map.groupBy(byTime, ({ firm }) => firm).values()]
    .map((own) => ({ own, sum: own.reduce((sum, { quantity }) => sum + quantity, 0) }))
    .sort((a, b) => b.sum - a.sum)
  const got = orders.map(() => 0)
  const ofFirms = inRounds(
    firms.map(({ sum }) => sum),
    total,
    unit,
  )
  for (const [index, { own }] of firms.entries()) {
    const ofOrders = amongOwn(
      own.map(({ quantity }) => quantity),
      ofFirms[index]!,
      unit,
    )
    for (const [at, { place }] of own.entries()) got[place] = ofOrders[at]!
  }
  return got
}

/**
 * Among the orders of one participant the exchange leaves the rule to it: by time, one unit each and round
 * (market rules 5.4, open).
 */
const amongOwn = inRounds

function inRounds(wanted: readonly Quantity[], total: Quantity, unit: Quantity): Quantity[] {
  const got = wanted.map(() => 0)
  let left = Math.min(
    total,
    wanted.reduce((sum, want) => sum + want, 0),
  )
  while (left > 0) {
    // Rounds in which everybody gets a whole unit, in one go: a fund that trades by one would else go round a
    // thousand million times.
    const open = wanted.map((want, index) => want - got[index]!).filter((rest) => rest > 0)
    const rounds = Math.floor(Math.min(Math.min(...open) / unit, left / (open.length * unit)))
    for (const [index, want] of wanted.entries()) {
      if (want === got[index]) continue
      got[index]! += rounds * unit
      left -= rounds * unit
    }
    for (const [index, want] of wanted.entries()) {
      const piece = Math.min(unit, want - got[index]!, left)
      got[index]! += piece
      left -= piece
    }
  }
  return got
}
