import type { PriceTenths, Quantity } from '#kernel/price.ts'
import type { Field, FixMessage } from '#wire/fix/message.ts'
import { valueOf } from '#wire/fix/message.ts'
import { fixTime } from '#wire/fix/time.ts'
import type { Instrument } from '#modules/instruments/model/instrument.ts'
import type { PhaseNow } from '#modules/instruments/model/schedule.ts'
import type { Depth, Quote } from '#modules/venue/model/terms.ts'
import { priceText } from './terms.ts'

/** Issues that one request may name, and that one session may follow. */
export const MOST_ISSUES = 100

/** A MarketDataRequest (V) as it is answered. */
export type MarketRequest = {
  id: string
  does: 'once' | 'follow' | 'end'
  /** Levels of each side; 0: as many as there are. */
  levels: number
  /** Messages after the first whole picture: whole ones (W), or what is other than before (X). */
  update: 'pictures' | 'increments'
  codes: string[]
}
/** MDReqRejReason (281) with its words. */
export type MarketProblem = { id: string; reason: string; text: string }

const DOES: Readonly<Record<string, MarketRequest['does']>> = { '0': 'once', '1': 'follow', '2': 'end' }

/** The request, or why it is not answered. */
export function readRequest(message: FixMessage): MarketRequest | MarketProblem {
  const id = valueOf(message, 262)!
  const does = DOES[valueOf(message, 263) ?? '']
  if (does === undefined) return { id, reason: '4', text: 'SubscriptionRequestType (263) is 0, 1 or 2' }
  const depth = valueOf(message, 264) ?? ''
  if (!/^\d{1,2}$/.test(depth) || Number(depth) > 10)
    return { id, reason: '5', text: 'MarketDepth (264) is 0 to 10' }
  const codes = message.fields.filter(([tag]) => tag === 55).map(([, value]) => value)
  if (codes.length > MOST_ISSUES) return { id, reason: '3', text: `at most ${MOST_ISSUES} issues` }
  const update = valueOf(message, 265) === '1' ? 'increments' : 'pictures'
  return { id, does, levels: Number(depth), update, codes: [...new Set(codes)] }
}

export const refusedData = ({ id, reason, text }: MarketProblem): FixMessage => ({
  type: 'Y',
  fields: [
    [262, id],
    [281, reason],
    [58, text],
  ],
})

/** An entry of a picture: MDEntryType (269), MDEntryPx (270), MDEntrySize (271); null: it has none. */
export type Entry = {
  readonly type: '0' | '1' | '2' | '4' | '5' | '7' | '8' | 'B'
  readonly priceTenths: PriceTenths | null
  readonly quantity: Quantity | null
  /** Place on its side of the board, 1 first; null: not of the board. */
  readonly level: number | null
}

/** The picture of an issue: the board up to `levels` (0: all), last, open, high, low, base and volume. */
export function pictureOf(levels: number, quote: Quote, depth: Depth | null): Entry[] {
  const side = (type: '0' | '1', rows: Depth['bids']): Entry[] =>
    rows
      .slice(0, levels === 0 ? rows.length : levels)
      .map(([priceTenths, quantity], n) => ({ type, priceTenths, quantity, level: n + 1 }))
  const price = (type: Entry['type'], priceTenths: PriceTenths | null): Entry[] =>
    priceTenths === null ? [] : [{ type, priceTenths, quantity: null, level: null }]
  const board = depth ?? {
    bids: quote.bidTenths === null ? [] : [[quote.bidTenths, quote.bidQty] as const],
    asks: quote.askTenths === null ? [] : [[quote.askTenths, quote.askQty] as const],
  }
  return [
    ...side('0', board.bids),
    ...side('1', board.asks),
    ...price('2', quote.lastTenths),
    ...price('4', quote.openTenths),
    ...price('5', quote.previousCloseTenths),
    ...price('7', quote.highTenths),
    ...price('8', quote.lowTenths),
    { type: 'B', priceTenths: null, quantity: quote.volume, level: null },
  ]
}

const priceOf = ({ priceTenths }: Entry): Field[] =>
  priceTenths === null ? [] : [[270, priceText(priceTenths)]]
const sizeOf = ({ quantity }: Entry): Field[] => (quantity === null ? [] : [[271, String(quantity)]])

/** MarketDataSnapshotFullRefresh (W): a whole picture of an issue. */
export const snapshot = (id: string, code: string, picture: readonly Entry[]): FixMessage => ({
  type: 'W',
  fields: [
    [262, id],
    [55, code],
    [268, String(picture.length)],
    ...picture.flatMap((entry): Field[] => [
      [269, entry.type],
      ...priceOf(entry),
      ...sizeOf(entry),
      ...(entry.level === null ? [] : [[290, String(entry.level)] as const]),
    ]),
  ],
})

/** Name of an entry within its issue: of the board its side and price, of others its type. */
const nameOf = ({ type, priceTenths, level }: Entry): string =>
  level === null ? type : `${type} ${priceTenths}`

/**
 * MarketDataIncrementalRefresh (X): the entries that came (279=0), changed (1) or went (2) since the picture
 * before. An entry of the board is known by its side and price, another by its type; places are left out,
 * for prices say them. null: nothing has changed.
 */
export function increment(
  id: string,
  code: string,
  before: readonly Entry[],
  after: readonly Entry[],
): FixMessage | null {
  const known = new Map(before.map((entry) => [nameOf(entry), entry]))
  const stays = new Set(after.map(nameOf))
  const isSame = (entry: Entry, was: Entry) =>
    entry.priceTenths === was.priceTenths && entry.quantity === was.quantity
  const fields = (action: '0' | '1' | '2', entry: Entry): Field[] => [
    [279, action],
    [269, entry.type],
    [55, code],
    ...priceOf(entry),
    ...(action === '2' ? [] : sizeOf(entry)),
  ]
  const gone = before.filter((entry) => !stays.has(nameOf(entry))).map((entry) => fields('2', entry))
  const other = after.flatMap((entry) => {
    const was = known.get(nameOf(entry))
    if (was === undefined) return [fields('0', entry)]
    return isSame(entry, was) ? [] : [fields('1', entry)]
  })
  const all = [...gone, ...other]
  return all.length === 0
    ? null
    : { type: 'X', fields: [[262, id], [268, String(all.length)], ...all.flat()] }
}

/** Issues of one SecurityList. */
const ISSUES_A_LIST = 500

/** SecurityList (y): every issue with its unit, in as many messages as that takes. */
export function securityLists(id: string, instruments: readonly Instrument[]): FixMessage[] {
  const lists: FixMessage[] = []
  for (let from = 0; from === 0 || from < instruments.length; from += ISSUES_A_LIST) {
    const part = instruments.slice(from, from + ISSUES_A_LIST)
    const fields: Field[] = [
      [320, id],
      [322, `${id}-${from}`],
      [560, '0'],
      [393, String(instruments.length)],
      [893, from + ISSUES_A_LIST >= instruments.length ? 'Y' : 'N'],
      [146, String(part.length)],
      ...part.flatMap(({ code, unit }): Field[] => [
        [55, code],
        [15, 'JPY'],
        [561, String(unit)],
      ]),
    ]
    lists.push({ type: 'y', fields })
  }
  return lists
}

/** TradSesStatus (340) of a phase: halted over lunch. */
const SESSION_STATUS: Readonly<Record<PhaseNow['phase'], string>> = {
  closed: '3',
  'pre-open': '4',
  continuous: '2',
  lunch: '1',
  'pre-closing': '5',
}

/** TradingSessionStatus (h); `id` of the request, null where nobody asked. */
export const sessionStatus = (id: string | null, { phase, nextChangeAt }: PhaseNow): FixMessage => ({
  type: 'h',
  fields: [
    ...(id === null ? [] : [[335, id] as const]),
    [336, 'TOKYO'],
    [340, SESSION_STATUS[phase]],
    [344, fixTime(nextChangeAt)],
    [58, phase],
  ],
})
