import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { canonical } from '#kernel/hash.ts'
import type { PriceTenths, Quantity } from '#kernel/price.ts'
import type { DateJst, Ms } from '#kernel/time.ts'
import type { Phase } from '#modules/instruments/model/schedule.ts'
import { match, RULES_VERSION, type BookedOrder } from './match.ts'
import {
  isOrderEvent,
  type Decision,
  type MarketEvent,
  type MarketRules,
  type MarketState,
  type SceneEvent,
  type MatchContext,
} from './match-context.ts'
import { boardOf, type Board, type Condition, type Side, type TimeInForce } from './terms.ts'

/**
 * Execution receipts (security-and-trust 5.4). A **scene** is what decided over one event of an issue: its
 * state, the book, what came. A **receipt** is what one order got in it, and names the scene by its hash, so
 * that an auction with a thousand fills is written down once. Both are canonical texts; neither names
 * anybody: an order stands in them under the number that the venue gave it.
 */

/** In front of what is hashed; each ends with a zero byte. */
export const RECEIPT_TAG = 'KABU-RCPT-v1\0'
export const SCENE_TAG = 'KABU-SCENE-v1\0'
export const BOOK_TAG = 'KABU-BOOK-v1\0'
const RECEIPT_FORMAT = 'akari-receipt-1'
const SCENE_FORMAT = 'akari-scene-1'
/** Levels of each side that a scene shows at least. */
const LEVELS = 10

/**
 * Of a whole book: side, price (0: a market order), shares and mark of each order, each as 4 bytes,
 * big-endian. The hash of these bytes stands in the scene.
 */
export function bookBytes(orders: readonly number[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(orders.length * 4)
  const view = new DataView(bytes.buffer)
  for (let index = 0; index < orders.length; index++) view.setInt32(index * 4, orders[index]!)
  return bytes
}

/**
 * The book of a scene: of continuous trading ten levels a side and whatever was reached, where orders that
 * were not filled stand summed up with their neighbours; of an auction every order, because each one decides
 * who gets how much. As text, and in which row, from 1, the order of each tag stands.
 */
type Rows = { readonly text: string; readonly rows: ReadonlyMap<number, number> }

function rowsOf({ orders, entries }: MatchContext, decisions: readonly Decision[]): Rows {
  return entries === null ? reachedRows(orders, decisions) : everyRow(orders, entries)
}

function everyRow(orders: readonly number[], entries: readonly number[]): Rows {
  const rows = new Map<number, number>()
  const texts: string[] = []
  for (let at = 0, entry = 0; at < orders.length; at += 4, entry += 3) {
    texts.push(
      `${orders[at]!} ${orders[at + 1]!} ${orders[at + 2]!} 1 ${entries[entry]!} ${entries[entry + 1]!} ${entries[entry + 2]!}`,
    )
    rows.set(orders[at + 3]!, texts.length)
  }
  return { text: texts.join(';'), rows }
}

function reachedRows(orders: readonly number[], decisions: readonly Decision[]): Rows {
  const reached = decisions.flatMap(({ fills }) => fills.map(([price]) => price))
  const [bid, ask] = [lowestBid(orders, Math.min(...reached)), highestAsk(orders, Math.max(...reached))]
  const rows = new Map<number, number>()
  const texts: string[] = []
  let [lastSide, lastPrice, summed] = [0, 0, 0]
  const flush = () => {
    if (summed > 0) texts.push(`${lastSide} ${lastPrice} ${summed} 0`)
    summed = 0
  }
  for (let at = 0; at < orders.length; at += 4) {
    const side = orders[at]!
    const price = orders[at + 1]!
    if (price !== 0 && (side === 0 ? price < bid : price > ask)) continue
    const tag = orders[at + 3]!
    const isOne = tag > 0 && decisions.some((decision) => decision.tag === tag)
    if (isOne || side !== lastSide || price !== lastPrice) flush()
    lastSide = side
    lastPrice = price
    if (isOne) rows.set(tag, texts.push(`${side} ${price} ${orders[at + 2]!} 1`))
    else summed += orders[at + 2]!
  }
  flush()
  return { text: texts.join(';'), rows }
}

/** Orders come with rising prices: the tenth level from the top, or what was reached beyond it. */
function lowestBid(orders: readonly number[], reached: number): number {
  let levels = 0
  let last = 0
  for (let at = orders.length - 4; at >= 0; at -= 4) {
    const price = orders[at + 1]!
    if (orders[at] !== 0 || price === 0 || price === last) continue
    if (++levels > LEVELS) break
    last = price
  }
  return Math.min(last, reached)
}

function highestAsk(orders: readonly number[], reached: number): number {
  let levels = 0
  let last = 0
  for (let at = 0; at < orders.length; at += 4) {
    const price = orders[at + 1]!
    if (orders[at] !== 1 || price === 0 || price === last) continue
    if (++levels > LEVELS) break
    last = price
  }
  return Math.max(last, reached)
}

/**
 * The text of a scene, and in which row of it each of these decisions' orders stands (0: it is the one that
 * came). `bookHash`: of `bookBytes`.
 */
export function sceneOf(
  seen: MatchContext,
  decisions: readonly Decision[],
  bookHash: string,
): { text: string; rows: readonly number[] } {
  const { text: orders, rows } = rowsOf(seen, decisions)
  const { at, event, rules, state } = seen
  const text = `{"at":"${at}","book":"${bookHash}","event":${eventText(event)},"format":"${SCENE_FORMAT}","orders":"${orders}","rules":${rulesText(rules)},"state":${stateText(state)}}`
  const incoming = isOrderEvent(event) ? event.tag : null
  return { text, rows: decisions.map(({ tag }) => (tag === incoming ? 0 : rows.get(tag)!)) }
}

// Written by hand, key after key in their order: these texts are made for every trade, and what `canonical`
// would make of them is the same (tested).
const maybe = (value: number | null): string => (value === null ? 'null' : `"${value}"`)

/** The text of an event; the owner of an order that came stays unsaid. */
function eventText(event: MarketEvent): string {
  if (!isOrderEvent(event)) return canonical(event)
  const { kind, side, priceTenths, quantity, rests } = event
  return `{"kind":"${kind}","priceTenths":${maybe(priceTenths)},"quantity":"${quantity}","rests":${rests},"side":"${side}"}`
}

const known = new WeakMap<MarketRules, string>()
function rulesText(rules: MarketRules): string {
  const text = known.get(rules) ?? canonical(rules)
  known.set(rules, text)
  return text
}

function stateText({
  baseTenths,
  hold,
  isGathering,
  isUnopened,
  lastTenths,
  limits,
  openTenths,
  referenceTenths,
  run,
  together,
}: MarketState): string {
  const running = run === null ? 'null' : `{"at":"${run.at}","fromTenths":"${run.fromTenths}"}`
  return (
    `{"baseTenths":"${baseTenths}","hold":${canonical(hold)},"isGathering":${isGathering},"isUnopened":${isUnopened},"lastTenths":${maybe(lastTenths)},` +
    `"limits":{"lowerTenths":"${limits.lowerTenths}","upperTenths":"${limits.upperTenths}"},"openTenths":${maybe(openTenths)},"referenceTenths":"${referenceTenths}",` +
    `"run":${running},"together":["${together[0]}","${together[1]}"]}`
  )
}

export function receiptOf(
  { seen, phase, order, fills }: Decision,
  row: number,
  scene: string,
  tradeDate: DateJst,
): string {
  const { condition, leavesQty, priceTenths, quantity, receivedAt, side, timeInForce, venueSeq } = order
  return (
    `{"at":"${seen.at}","code":"${seen.rules.code}","fills":[${fills.map(([price, shares]) => `["${price}","${shares}"]`).join(',')}],"format":"${RECEIPT_FORMAT}",` +
    `"order":{"condition":"${condition}","leavesQty":"${leavesQty}","priceTenths":${maybe(priceTenths)},"quantity":"${quantity}","receivedAt":"${receivedAt}","side":"${side}",` +
    `"timeInForce":"${timeInForce}","venueSeq":"${venueSeq}"},"phase":"${phase}","quote":{"age":"${Math.max(0, seen.at - seen.changedAt)}","no":"${seen.changes}"},"row":"${row}",` +
    `"rules":"${RULES_VERSION}","scene":"${scene}","simulated":true,"tradeDate":"${tradeDate}"}`
  )
}

export type Scene = {
  readonly at: Ms
  readonly book: string
  readonly event: SceneEvent
  readonly orders: readonly BookedOrder[]
  readonly rules: MarketRules
  readonly state: MarketState
}
/**
 * `quote`: how often the book had changed on the day, and for how many milliseconds it had stood. `rules`:
 * their version. Market times.
 */
export type Receipt = {
  readonly at: Ms
  readonly code: string
  readonly fills: readonly (readonly [priceTenths: PriceTenths, quantity: Quantity])[]
  readonly order: {
    readonly venueSeq: number
    readonly side: Side
    readonly timeInForce: TimeInForce
    readonly condition: Condition
    readonly priceTenths: PriceTenths | null
    readonly quantity: Quantity
    readonly leavesQty: Quantity
    readonly receivedAt: Ms
  }
  readonly phase: Phase
  readonly quote: { readonly age: Ms; readonly no: number }
  readonly row: number
  readonly rules: number
  readonly scene: string
  readonly tradeDate: DateJst
}

/** Numbers of a canonical text, as numbers; `code` stays the text that it is. */
function numbersIn(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return name !== 'code' && /^-?\d{1,16}$/.test(value) ? Number(value) : value
  if (Array.isArray(value)) return value.map((member) => numbersIn(member))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, numbersIn(member, key)]))
}

/** The receipt in a text. Throws where the text is none. */
export function readReceipt(text: string): Receipt {
  const { scene } = JSON.parse(text) as { scene: string }
  const receipt = numbersIn(JSON.parse(text)) as Receipt & { format: string }
  if (receipt.format !== RECEIPT_FORMAT) throw new TypeError('not a receipt')
  return { ...receipt, scene }
}

/** The scene in a text. Throws where the text is none. */
export function readScene(text: string): Scene {
  const raw = JSON.parse(text) as { book: string; format: string; orders: string }
  if (raw.format !== SCENE_FORMAT) throw new TypeError('not a scene')
  const scene = numbersIn(raw) as Scene
  const orders =
    raw.orders === ''
      ? []
      : raw.orders.split(';').map((row): BookedOrder => {
          const [side, price, quantity, isOne, firm, bookedIn, givenIn] = row.split(' ').map(Number) as [
            0 | 1,
            number,
            number,
            number,
            number?,
            number?,
            number?,
          ]
          return {
            side,
            priceTenths: price === 0 ? null : price,
            quantity,
            isOne: isOne === 1,
            entry: firm === undefined ? null : { firm, bookedIn: bookedIn!, givenIn: givenIn! },
          }
        })
  return { ...scene, book: raw.book, orders }
}

/** The board that a scene's book shows: ten levels a side, summed up, and the market orders of an auction. */
export function boardIn({
  orders,
}: Pick<Scene, 'orders'>): Board & { readonly marketBuyQty: Quantity; readonly marketSellQty: Quantity } {
  const sums = [new Map<number, number>(), new Map<number, number>()] as const
  for (const { side, priceTenths, quantity } of orders)
    sums[side].set(priceTenths ?? 0, (sums[side].get(priceTenths ?? 0) ?? 0) + quantity)
  const levels = (side: 0 | 1) =>
    [...sums[side]]
      .filter(([price]) => price !== 0)
      .sort(([a], [b]) => (side === 0 ? b - a : a - b))
      .slice(0, LEVELS)
  const [bids, asks] = [levels(0), levels(1)]
  return {
    ...boardOf([bids.length, asks.length, ...bids.flat(), ...asks.flat()]),
    marketBuyQty: sums[0].get(0) ?? 0,
    marketSellQty: sums[1].get(0) ?? 0,
  }
}

/**
 * The possible faults of a receipt: the texts are not those of their digests, the order in the scene is
 * another one, the same match has another outcome, or its rules are not these.
 */
export const RECEIPT_CHECKS = ['digest', 'scene', 'order', 'match'] as const
export type ReceiptCheck = (typeof RECEIPT_CHECKS)[number]
export type Rerun = {
  readonly receipt: Receipt
  readonly scene: Scene
  readonly fills: Receipt['fills']
  readonly wrong: readonly ReceiptCheck[]
  readonly isOfTheseRules: boolean
}

/** Hexadecimal, over the UTF-8 bytes of a text. */
export const textHash = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)))

/** Checks a receipt against its digest and runs its match again. Throws where the texts are none. */
export function rerun(texts: {
  readonly digest: string
  readonly receipt: string
  readonly scene: string
}): Rerun {
  const receipt = readReceipt(texts.receipt)
  const scene = readScene(texts.scene)
  const own = receipt.row === 0 ? scene.event : scene.orders[receipt.row - 1]
  const { side, priceTenths, leavesQty } = receipt.order
  const isOwn =
    own !== undefined &&
    !('fromTenths' in own || 'isLast' in own) &&
    own.side === (side === 'BUY' ? 0 : 1) &&
    own.priceTenths === priceTenths &&
    own.quantity === leavesQty &&
    receipt.at === scene.at &&
    receipt.code === scene.rules.code
  const fills = match(scene.orders, scene.event, scene)
    .filter(({ row }) => row === receipt.row)
    .map(({ priceTenths: price, quantity }) => [price, quantity] as const)
  const found = {
    digest: textHash(RECEIPT_TAG + texts.receipt) === texts.digest,
    scene: textHash(SCENE_TAG + texts.scene) === receipt.scene,
    order: isOwn,
    match: JSON.stringify(fills) === JSON.stringify(receipt.fills),
  }
  return {
    receipt,
    scene,
    fills,
    wrong: RECEIPT_CHECKS.filter((check) => !found[check]),
    isOfTheseRules: receipt.rules === RULES_VERSION,
  }
}

/**
 * The distance from the middle of the best prices at which the shares traded on average, in tenths of a yen,
 * rounded to two decimals; positive: worse than the middle. null where one side had nothing.
 */
export function fromMid(receipt: Pick<Receipt, 'fills' | 'order'>, board: Board): number | null {
  const [bid, ask] = [board.bids[0]?.[0], board.asks[0]?.[0]]
  if (bid === undefined || ask === undefined) return null
  const shares = receipt.fills.reduce((sum, [, quantity]) => sum + quantity, 0)
  const average = receipt.fills.reduce((sum, [price, quantity]) => sum + price * quantity, 0) / shares
  const away = average - (bid + ask) / 2
  return Math.round((receipt.order.side === 'BUY' ? away : -away) * 100) / 100
}
