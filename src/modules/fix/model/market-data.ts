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
  codes: string[]
}
/** MDReqRejReason (281) with its words. */
export type MarketProblem = { id: string; reason: string; text: string }

const DOES: Readonly<Record<string, MarketRequest['does']>> = { '0': 'once', '1': 'follow', '2': 'end' }

/** The request, or why it is not answered. Only whole pictures are sent (265 absent or 0). */
export function readRequest(message: FixMessage): MarketRequest | MarketProblem {
  const id = valueOf(message, 262)!
  const does = DOES[valueOf(message, 263) ?? '']
  if (does === undefined) return { id, reason: '4', text: 'SubscriptionRequestType (263) is 0, 1 or 2' }
  if (valueOf(message, 265) === '1')
    return { id, reason: '6', text: 'only full refresh: MDUpdateType (265) 0' }
  const depth = valueOf(message, 264) ?? ''
  if (!/^\d{1,2}$/.test(depth) || Number(depth) > 10)
    return { id, reason: '5', text: 'MarketDepth (264) is 0 to 10' }
  const codes = message.fields.filter(([tag]) => tag === 55).map(([, value]) => value)
  if (codes.length > MOST_ISSUES) return { id, reason: '3', text: `at most ${MOST_ISSUES} issues` }
  return { id, does, levels: Number(depth), codes: [...new Set(codes)] }
}

export const refusedData = ({ id, reason, text }: MarketProblem): FixMessage => ({
  type: 'Y',
  fields: [
    [262, id],
    [281, reason],
    [58, text],
  ],
})

/** MarketDataSnapshotFullRefresh (W): the board, last, open, high, low, base and volume of an issue. */
export function snapshot(id: string, levels: number, quote: Quote, depth: Depth | null): FixMessage {
  const side = (type: '0' | '1', rows: Depth['bids']): Field[][] =>
    rows.slice(0, levels === 0 ? rows.length : levels).map(([price, quantity], n) => [
      [269, type],
      [270, priceText(price)],
      [271, String(quantity)],
      [290, String(n + 1)],
    ])
  const price = (type: string, tenths: number | null): Field[][] =>
    tenths === null
      ? []
      : [
          [
            [269, type],
            [270, priceText(tenths)],
          ],
        ]
  const board = depth ?? {
    bids: quote.bidTenths === null ? [] : [[quote.bidTenths, quote.bidQty] as const],
    asks: quote.askTenths === null ? [] : [[quote.askTenths, quote.askQty] as const],
  }
  const entries: Field[][] = [
    ...side('0', board.bids),
    ...side('1', board.asks),
    ...price('2', quote.lastTenths),
    ...price('4', quote.openTenths),
    ...price('5', quote.previousCloseTenths),
    ...price('7', quote.highTenths),
    ...price('8', quote.lowTenths),
    [
      [269, 'B'],
      [271, String(quote.volume)],
    ],
  ]
  return {
    type: 'W',
    fields: [[262, id], [55, quote.code], [268, String(entries.length)], ...entries.flat()],
  }
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
