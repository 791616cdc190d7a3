/*
 * Checks execution receipts that the app has saved: node scripts/verify-receipt.ts FILE [FILE …] One file,
 * Node 24 or later, nothing else. The exchange's rules are written down here a second time, from
 * docs/verify-records.md and the rules of the Tokyo exchange that it names, slowly and plainly; the match is
 * run again on the book of the receipt and must come to the same fills.
 */
import { createHash, createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'

const RULES = 5
type Side = 0 | 1
const [BUY, SELL] = [0, 1] as const
/** `row`: 0 where nobody asks for it. `price` null: a market order. */
type Order = {
  row: number
  side: Side
  price: number | null
  shares: number
  firm: number
  bookedIn: number
  givenIn: number
}
type Range = { lowerTenths: number; upperTenths: number }
type Rules = {
  code: string
  unit: number
  tickTable: 'topix500' | 'other' | 'one-unit'
  isReplay: boolean
  firstDay: { offerTenths: number } | null
}
type State = {
  limits: Range
  baseTenths: number
  referenceTenths: number
  lastTenths: number | null
  openTenths: number | null
  run: { fromTenths: number; at: number } | null
  hold: { kind: string; side: Side; priceTenths: number } | null
  together: [number, number]
  isGathering: boolean
}
type Event =
  | { kind: 'order' | 'odd-lot'; side: Side; priceTenths: number | null; quantity: number }
  | { kind: 'seek'; fromTenths: number }
  | { kind: 'close'; isLast: boolean; lastOpening: number }
type Scene = { format: string; at: number; orders: string; rules: Rules; state: State; event: Event }
type Receipt = {
  format: string
  at: number
  code: string
  row: number
  rules: number
  scene: string
  fills: [price: number, shares: number][]
  order: { side: 'BUY' | 'SELL'; priceTenths: number | null; leavesQty: number }
}
type View = {
  digest: string
  receipt: string | null
  scene: string | null
  seq: number | null
  signature: string
  publicKey: string
}

// Prices of the grid, and how far one trade may be from the last.
/**
 * Up to this price (yen, it included) the tick of the 500 largest issues and of the others, in tenths of a
 * yen.
 */
const TICKS: readonly [upTo: number, topix500: number, other: number][] = [
  [1e3, 1, 10],
  [3e3, 5, 10],
  [5e3, 10, 50],
  [1e4, 10, 100],
  [3e4, 50, 100],
  [5e4, 100, 500],
  [1e5, 100, 1e3],
  [3e5, 500, 1e3],
  [5e5, 1e3, 5e3],
  [1e6, 1e3, 1e4],
  [3e6, 5e3, 1e4],
  [5e6, 1e4, 5e4],
  [1e7, 1e4, 1e5],
  [3e7, 5e4, 1e5],
  [5e7, 1e5, 5e5],
  [Infinity, 1e5, 1e6],
]
/** Below this price (yen) one step of a special quote, in yen. */
const STEPS: readonly [below: number, step: number][] = [
  [100, 5],
  [200, 5],
  [500, 8],
  [700, 10],
  [1e3, 15],
  [1.5e3, 30],
  [2e3, 40],
  [3e3, 50],
  [5e3, 70],
  [7e3, 100],
  [1e4, 150],
  [1.5e4, 300],
  [2e4, 400],
  [3e4, 500],
  [5e4, 700],
  [7e4, 1e3],
  [1e5, 1.5e3],
  [1.5e5, 3e3],
  [2e5, 4e3],
  [3e5, 5e3],
  [5e5, 7e3],
  [7e5, 1e4],
  [1e6, 1.5e4],
  [1.5e6, 3e4],
  [2e6, 4e4],
  [3e6, 5e4],
  [5e6, 7e4],
  [7e6, 1e5],
  [1e7, 1.5e5],
  [1.5e7, 3e5],
  [2e7, 4e5],
  [3e7, 5e5],
  [5e7, 7e5],
  [Infinity, 1e6],
]
const RUN_MS = 60_000
const stepAt = (tenths: number): number => STEPS.find(([below]) => tenths < below * 10)![1] * 10
const clamp = (price: number, { lowerTenths, upperTenths }: Range): number =>
  Math.min(Math.max(price, lowerTenths), upperTenths)
const beyond = (side: Side, price: number, other: number): boolean =>
  side === BUY ? price > other : price < other
const edge = (range: Range, side: Side): number => (side === BUY ? range.upperTenths : range.lowerTenths)

/** The exchange on one book, for one event. */
class Exchange {
  readonly fills: { row: number; price: number; shares: number }[] = []
  private readonly rules: Rules
  private readonly state: State
  private readonly at: number
  private book: Order[]

  constructor(rules: Rules, state: State, at: number, book: Order[]) {
    this.rules = rules
    this.state = structuredClone(state)
    this.at = at
    this.book = book
  }

  happen(event: Event): void {
    if (event.kind === 'order') this.arrive(event.side, event.priceTenths, event.quantity)
    else if (event.kind === 'seek') this.seek(event.fromTenths)
    else if (event.kind === 'close') this.close(event.isLast, event.lastOpening)
    else this.besideTheBook(event.side, event.priceTenths, event.quantity)
  }

  // Continuous trading.

  private arrive(side: Side, limit: number | null, quantity: number): void {
    const { state, rules } = this
    const isFree = !state.isGathering && state.hold === null
    const meets = state.hold?.kind === 'sequential' && state.hold.side !== side && !state.isGathering
    if (!isFree && !meets) return
    const left = meets ? this.meet(limit, quantity, state.hold!.side, state.hold!.priceTenths) : quantity
    if (state.hold === null) this.take(side, limit, left, rules.isReplay)
  }

  /** Shares that make no whole unit trade at the last price, with nobody in the book. */
  private besideTheBook(side: Side, limit: number | null, quantity: number): void {
    const last = this.state.lastTenths
    if (last !== null && quantity < this.rules.unit && (limit === null || !beyond(side, last, limit)))
      this.tell(0, last, quantity)
  }

  /** Orders from the other side of a sequential quote trade at the quote, with those that press. */
  private meet(limit: number | null, quantity: number, pressing: Side, price: number): number {
    const { state } = this
    if (limit !== null && beyond(pressing, limit, price)) return quantity
    let left = quantity
    for (const order of this.reached(pressing, price)) {
      const shares = Math.min(order.shares, left)
      this.fill(order, price, shares)
      left -= shares
    }
    if (left < quantity) {
      this.print(price, true)
      this.tell(0, price, quantity - left)
    }
    if (this.reached(pressing, price).length === 0) {
      state.hold = null
      state.referenceTenths = state.lastTenths ?? state.baseTenths
    }
    return left
  }

  /** One price after the other, the best first; each trade moves how far the next may be. */
  private take(side: Side, limit: number | null, quantity: number, isReplay: boolean): void {
    for (let left = quantity; left > 0;) {
      const across = this.book.filter(
        (order) => order.side !== side && order.price !== null && order.shares > 0,
      )
      if (across.length === 0) return
      const best = across
        .map(({ price }) => price!)
        .reduce((one, other) => (beyond(side, one, other) ? other : one))
      if ((limit !== null && beyond(side, best, limit)) || (!isReplay && this.isTooFar(best))) return
      const before = left
      for (const order of across.filter(({ price }) => price === best)) {
        const shares = Math.min(order.shares, left)
        this.fill(order, best, shares)
        left -= shares
      }
      this.print(best, true)
      this.tell(0, best, before - left)
    }
  }

  private isTooFar(price: number): boolean {
    const { referenceTenths, run } = this.state
    return ([BUY, SELL] as const).some((side) => {
      const near = edge(this.rangeAround(referenceTenths, 1), side)
      if (run === null || this.at - run.at >= RUN_MS) return beyond(side, price, near)
      const far = edge(this.rangeAround(run.fromTenths, 2), side)
      return beyond(side, price, beyond(side, far, near) ? near : far)
    })
  }

  // Auctions.

  private seek(from: number): void {
    const found = this.auction(from, this.rules.isReplay ? this.state.limits : this.rangeAround(from, 1))
    if (found !== null && typeof found === 'object') this.trade(found.price, found.shares)
  }

  private close(isLast: boolean, lastOpening: number): void {
    const { state, rules } = this
    const range = rules.isReplay ? state.limits : this.rangeAround(state.referenceTenths, isLast ? 2 : 1)
    const found = this.auction(state.referenceTenths, range)
    if (found !== null && typeof found === 'object') this.trade(found.price, found.shares)
    else if (found !== null && isLast && !this.isUnpriced)
      this.atTheEdge(found, edge(range, found), lastOpening)
  }

  /** A price and its shares; the side that presses beyond the range; null where nothing meets. */
  private auction(reference: number, range: Range): { price: number; shares: number } | Side | null {
    const found = this.auctionPrice(clamp(this.rounded(reference, 'nearest'), this.state.limits))
    const [buys, sells] = [this.marketShares(BUY), this.marketShares(SELL)]
    if (found === null)
      return buys > this.sum((order) => order.side === SELL)
        ? BUY
        : sells > this.sum((order) => order.side === BUY)
          ? SELL
          : null
    return found.price > range.upperTenths ? BUY : found.price < range.lowerTenths ? SELL : found
  }

  /** Every price of the grid between the lowest and the highest order, held against the three conditions. */
  private auctionPrice(reference: number): { price: number; shares: number } | null {
    const named = [
      ...new Set(this.book.flatMap(({ price, shares }) => (price === null || shares === 0 ? [] : [price]))),
    ].sort((a, b) => a - b)
    const prices =
      named.length === 0
        ? this.isOnGrid(reference)
          ? [reference]
          : []
        : this.between(named[0]!, named.at(-1)!, named)
    let found: { price: number; shares: number; surplus: number }[] = []
    for (const price of prices) {
      const buys = this.sum((order) => order.side === BUY && (order.price === null || order.price >= price))
      const sells = this.sum((order) => order.side === SELL && (order.price === null || order.price <= price))
      const must = Math.max(
        this.marketShares(BUY),
        this.marketShares(SELL),
        this.sum((order) => order.side === BUY && (order.price === null || order.price > price)),
        this.sum((order) => order.side === SELL && (order.price === null || order.price < price)),
      )
      const shares = Math.min(buys, sells)
      if (shares > 0 && shares >= must) found.push({ price, shares, surplus: buys - sells })
    }
    const keepLeast = (figure: (one: (typeof found)[number]) => number) => {
      const least = Math.min(...found.map(figure))
      found = found.filter((one) => figure(one) === least)
    }
    if (found.length === 0) return null
    keepLeast(({ shares }) => -shares)
    keepLeast(({ surplus }) => Math.abs(surplus))
    if (found.every(({ surplus }) => surplus < 0)) return found[0]!
    if (found.every(({ surplus }) => surplus > 0)) return found.at(-1)!
    keepLeast(({ price }) => Math.abs(price - reference))
    return found[0]!
  }

  /**
   * At one price: market orders and better prices in full, the price itself by time, those who came together
   * by firm.
   */
  private trade(price: number, shares: number): void {
    const [from, before] = this.state.together
    const isTogether = ({ bookedIn }: Order) => bookedIn >= from && bookedIn < before
    for (const side of [BUY, SELL] as const) {
      let left = shares
      for (const order of this.reached(side, price)) {
        if (order.price === price) continue
        left -= order.shares
        this.fill(order, price, order.shares)
      }
      this.handOut(
        this.reached(side, price).filter((order) => order.price === price),
        left,
        isTogether,
        price,
      )
    }
    this.print(price, false)
  }

  /**
   * At the close of a day with one side pressing: shares dealt at the day's limit, else at the end of the
   * range by when they were given.
   */
  private atTheEdge(side: Side, price: number, lastOpening: number): void {
    const { limits } = this.state
    const isLimit = price === edge(limits, side)
    if (isLimit) {
      const waiting = this.book.filter((order) => order.price === null)
      this.book = [
        ...this.book.filter((order) => order.price !== null),
        ...waiting.map((order) => ({ ...order, price: edge(limits, order.side) })),
      ]
    }
    const shares = Math.min(
      ...([BUY, SELL] as const).map((one) =>
        this.reached(one, price).reduce((sum, order) => sum + order.shares, 0),
      ),
    )
    if (shares < this.rules.unit) return
    if (isLimit) {
      this.state.together = [0, Infinity]
      return this.trade(price, shares)
    }
    for (const one of [BUY, SELL] as const)
      this.handOut(
        this.reached(one, price).sort((a, b) => a.givenIn - b.givenIn),
        shares,
        ({ givenIn }) => givenIn < lastOpening,
        price,
      )
  }

  private handOut(
    orders: readonly Order[],
    shares: number,
    isTogether: (order: Order) => boolean,
    price: number,
  ): void {
    let left = shares
    for (let index = 0; index < orders.length && left > 0;) {
      const group = [orders[index++]!]
      while (isTogether(group[0]!) && index < orders.length && isTogether(orders[index]!))
        group.push(orders[index++]!)
      for (const [order, got] of this.shared(group, left)) {
        left -= got
        this.fill(order, price, got)
      }
    }
  }

  /**
   * Firms by what they want, the largest first, equal ones by their earlier order: a unit each in turn, and
   * inside a firm the same by time.
   */
  private shared(group: readonly Order[], shares: number): Map<Order, number> {
    const byTime = group.toSorted((a, b) => a.givenIn - b.givenIn)
    const firms = [...new Set(byTime.map(({ firm }) => firm))].map((firm) =>
      byTime.filter((order) => order.firm === firm),
    )
    const wants = (orders: readonly Order[]) => orders.reduce((sum, order) => sum + order.shares, 0)
    const sorted = firms.toSorted((a, b) => wants(b) - wants(a))
    const got = new Map<Order, number>()
    for (const [index, sum] of this.inTurns(sorted.map(wants), shares).entries()) {
      const own = sorted[index]!
      for (const [place, part] of this.inTurns(
        own.map((order) => order.shares),
        sum,
      ).entries())
        got.set(own[place]!, part)
    }
    return new Map(group.map((order) => [order, got.get(order)!]))
  }

  private inTurns(wanted: readonly number[], shares: number): number[] {
    const got = wanted.map(() => 0)
    let left = Math.min(
      shares,
      wanted.reduce((sum, want) => sum + want, 0),
    )
    while (left > 0) {
      for (const [index, want] of wanted.entries()) {
        const part = Math.min(this.rules.unit, want - got[index]!, left)
        got[index]! += part
        left -= part
      }
    }
    return got
  }

  // The book and the grid.

  /**
   * Orders of a side that a price reaches: market orders, better prices, the price itself; at each as they
   * stand.
   */
  private reached(side: Side, price: number): Order[] {
    const own = this.book.filter(
      (order) =>
        order.side === side &&
        order.shares > 0 &&
        (order.price === null || !beyond(side, price, order.price)),
    )
    const rank = (order: Order) =>
      order.price === null ? -Infinity : side === BUY ? -order.price : order.price
    return own.toSorted((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b)))
  }
  private sum(isWanted: (order: Order) => boolean): number {
    return this.book.reduce((sum, order) => (isWanted(order) ? sum + order.shares : sum), 0)
  }
  private marketShares(side: Side): number {
    return this.sum((order) => order.side === side && order.price === null)
  }
  private fill(order: Order, price: number, shares: number): void {
    order.shares -= shares
    this.tell(order.row, price, shares)
  }
  private tell(row: number, price: number, shares: number): void {
    if (shares > 0) this.fills.push({ row, price, shares })
  }
  private print(price: number, isContinuous: boolean): void {
    const { state, at } = this
    if (!isContinuous) state.run = null
    else if (state.run === null || at - state.run.at >= RUN_MS)
      state.run = { fromTenths: state.referenceTenths, at }
    state.referenceTenths = price
    state.lastTenths = price
    state.openTenths ??= price
  }

  /** A new listing that has not found its first price. */
  private get isUnpriced(): boolean {
    return this.rules.firstDay !== null && this.state.openTenths === null
  }
  private rangeAround(reference: number, steps: number): Range {
    if (this.isUnpriced) return this.firstRange(reference, this.rules.firstDay!.offerTenths)
    const { limits } = this.state
    const width = steps * stepAt(reference)
    const within = (price: number, way: 'up' | 'down') =>
      clamp(this.rounded(clamp(price, { ...limits, upperTenths: Infinity }), way), limits)
    return { lowerTenths: within(reference - width, 'up'), upperTenths: within(reference + width, 'down') }
  }
  /**
   * The range of a first price around this quote. Quotes go from 0.75 to 2.3 times the offer price, up by a
   * twentieth of it and down by a step; the range ends one step beyond the outermost.
   */
  private firstRange(quote: number, offer: number): Range {
    const [low, high] = [this.rounded((offer * 3) / 4, 'down'), this.rounded((offer * 23) / 10, 'up')]
    return {
      lowerTenths:
        quote <= low
          ? this.rounded(low - stepAt(low), 'down')
          : Math.max(this.rounded(quote - stepAt(quote), 'up'), low),
      upperTenths:
        quote >= high
          ? this.rounded(high + stepAt(high), 'up')
          : Math.min(this.rounded(quote + Math.ceil(offer / 20), 'down'), high),
    }
  }
  private tick(price: number): number {
    const [, topix500, other] = TICKS.find(([upTo]) => price <= upTo * 10)!
    // Of a fund that trades by one no price has a fraction of a yen.
    return this.rules.tickTable === 'other'
      ? other
      : this.rules.tickTable === 'one-unit'
        ? Math.max(topix500, 10)
        : topix500
  }
  private rounded(price: number, way: 'up' | 'down' | 'nearest'): number {
    const steps = price / this.tick(price)
    return (
      Math.max(
        way === 'up' ? Math.ceil(steps) : way === 'down' ? Math.floor(steps) : Math.floor(steps + 0.5),
        1,
      ) * this.tick(price)
    )
  }
  private isOnGrid(price: number): boolean {
    return price > 0 && price % this.tick(price) === 0
  }
  private between(low: number, high: number, named: readonly number[]): number[] {
    const prices = new Set(named)
    for (let price = low; price <= high; price = this.rounded(price + 1, 'up'))
      if (this.isOnGrid(price)) prices.add(price)
    return [...prices].sort((a, b) => a - b)
  }
}

// The texts.

/** Numbers stand in them as decimal text; a code that looks like one stays text. */
function numbers(value: unknown, name = ''): unknown {
  if (typeof value === 'string')
    return name !== 'code' &&
      name !== 'scene' &&
      name !== 'book' &&
      name !== 'orders' &&
      /^-?\d{1,16}$/.test(value)
      ? Number(value)
      : value
  if (Array.isArray(value)) return value.map((each) => numbers(each))
  return value === null || typeof value !== 'object'
    ? value
    : Object.fromEntries(Object.entries(value).map(([key, each]) => [key, numbers(each, key)]))
}
const hashOf = (tag: string, text: string): string =>
  createHash('sha256').update(`${tag}\0${text}`).digest('hex')
const rowsOf = (text: string): Order[] =>
  text === ''
    ? []
    : text.split(';').map((row, index) => {
        const [side, price, shares, isOne, firm = 0, bookedIn = 0, givenIn = 0] = row
          .split(' ')
          .map(Number) as [Side, number, number, number, number?, number?, number?]
        return {
          row: isOne === 1 ? index + 1 : -1,
          side,
          price: price === 0 ? null : price,
          shares,
          firm,
          bookedIn,
          givenIn,
        }
      })

/** The faults of a receipt, by sentence; everything that was looked at is printed. */
function wrongOf(view: View & { receipt: string; scene: string }): number {
  const receipt = numbers(JSON.parse(view.receipt)) as Receipt
  const scene = numbers(JSON.parse(view.scene)) as Scene
  if (receipt.format !== 'akari-receipt-1' || scene.format !== 'akari-scene-1')
    throw new Error('this is no receipt')
  let wrong = 0
  const step = (name: string, isRight: boolean) => {
    if (!isRight) wrong++
    console.log(`${isRight ? 'ok   ' : 'WRONG'} ${name}`)
  }
  const { side, priceTenths, leavesQty } = receipt.order
  step('the receipt is the one of its digest', hashOf('KABU-RCPT-v1', view.receipt) === view.digest)
  step('the book is the one that it names', hashOf('KABU-SCENE-v1', view.scene) === receipt.scene)
  const { event, state } = scene
  const came =
    event.kind === 'order' || event.kind === 'odd-lot'
      ? { side: event.side, price: event.priceTenths, shares: event.quantity }
      : undefined
  const own = receipt.row === 0 ? came : rowsOf(scene.orders)[receipt.row - 1]
  step(
    'the order stands in the book',
    own?.side === (side === 'BUY' ? BUY : SELL) &&
      own.price === priceTenths &&
      own.shares === leavesQty &&
      receipt.at === scene.at &&
      receipt.code === scene.rules.code,
  )
  const exchange = new Exchange(scene.rules, state, scene.at, rowsOf(scene.orders))
  exchange.happen(event)
  const fills = exchange.fills
    .filter(({ row }) => row === receipt.row)
    .map(({ price, shares }) => [price, shares])
  step('the same match gives the same fills', JSON.stringify(fills) === JSON.stringify(receipt.fills))
  const isWorse = ([price]: readonly number[]) =>
    priceTenths !== null && beyond(side === 'BUY' ? BUY : SELL, price!, priceTenths)
  const hasLimits = scene.rules.firstDay === null || state.openTenths !== null
  const isOutside = ([price]: readonly number[]) => hasLimits && price !== clamp(price!, state.limits)
  step(
    'no share traded outside of the day’s limits, or worse than the order allowed',
    !receipt.fills.some((fill) => isWorse(fill) || isOutside(fill)),
  )
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: view.publicKey }, format: 'jwk' })
  step(
    'the firm has signed it',
    verify(
      null,
      Buffer.from(`KABU-RECEIPT-v1\n${view.digest}\n`),
      key,
      Buffer.from(view.signature, 'base64url'),
    ),
  )
  if (receipt.rules !== RULES)
    console.log(
      `      it was made under rules ${receipt.rules}, and these are rules ${RULES}; another outcome may be theirs`,
    )
  console.log(
    `${receipt.code} ${side} ${receipt.fills.map(([price, shares]) => `${shares} at ${price / 10}`).join(', ')} yen`,
  )
  // No signature of the receipt covers the place in the journal: the records of the member do.
  console.log(
    `said to be in record ${view.seq ?? 'unknown'} of the journal: scripts/verify-records.ts holds the member’s records against it`,
  )
  return wrong
}

const sources = process.argv.slice(2)
if (sources.length === 0) {
  console.error('usage: node scripts/verify-receipt.ts FILE [FILE ...]')
  process.exit(2)
}
let failed = 0
for (const source of sources) {
  const view = JSON.parse(readFileSync(source, 'utf8')) as View
  if (view.receipt === null || view.scene === null) {
    console.error(`${source}: the text of this receipt was lost: there is nothing to run again.`)
    process.exit(3)
  }
  try {
    if (wrongOf({ ...view, receipt: view.receipt, scene: view.scene }) > 0) failed++
  } catch (err) {
    failed++
    console.log(`WRONG ${source} cannot be read: ${(err as Error).message}`)
  }
}
process.exitCode = failed === 0 ? 0 : 1
