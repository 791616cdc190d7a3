import type { PriceTenths, Quantity } from '#kernel/price.ts'
import { dateJst, type DateJst, type Ms } from '#kernel/time.ts'
import type { Instrument } from '#modules/instruments/model/instrument.ts'
import { limitsFor } from '#modules/instruments/model/limits.ts'
import type { PhaseNow } from '#modules/instruments/model/schedule.ts'
import type { Depth, Level, Quote, QuoteState, Trade } from '#modules/venue/model/terms.ts'
import { valueOf, type Field, type FixMessage } from '#wire/fix/message.ts'
import { sharesOf, tenthsFrom } from './terms.ts'

/** Issues of one request for prices. */
const ISSUES_A_REQUEST = 100

/** Requests (V) for the prices of issues, first whole and then what changes. */
export function priceRequests(codes: readonly string[]): FixMessage[] {
  const requests: FixMessage[] = []
  for (let from = 0; from < codes.length; from += ISSUES_A_REQUEST) {
    const part = codes.slice(from, from + ISSUES_A_REQUEST)
    const types = ['0', '1', '2', '4', '5', '7', '8', 'B']
    requests.push({
      type: 'V',
      fields: [
        [262, `P${from}`],
        [263, '1'],
        [264, '10'],
        [265, '1'],
        [267, String(types.length)],
        ...types.map((type): Field => [269, type]),
        [146, String(part.length)],
        ...part.map((code): Field => [55, code]),
      ],
    })
  }
  return requests
}

/** Requests for the list of its issues (x) and the state of its session, now and as it changes (g). */
export const sessionRequests = (): FixMessage[] => [
  {
    type: 'x',
    fields: [
      [320, 'L'],
      [559, '4'],
    ],
  },
  {
    type: 'g',
    fields: [
      [335, 'S'],
      [263, '1'],
    ],
  },
]

/** Issues of a SecurityList (y). */
export const issuesIn = ({ fields }: FixMessage): ReadonlySet<string> =>
  new Set(fields.filter(([tag]) => tag === 55).map(([, code]) => code))

/** True of a TradingSessionStatus (h) that stops all trading; null: it says nothing of that. */
export function isHalted(message: FixMessage): boolean | null {
  const status = valueOf(message, 340)
  return status === undefined || status === '0' || status === '6' ? null : status === '1'
}

/** A change of one entry: W has new ones alone. */
export type Change = {
  code: string
  action: '0' | '1' | '2'
  type: string
  priceTenths: PriceTenths | null
  quantity: Quantity | null
}

/** Entries of a picture (W) or of its changes (X); entries without an issue have that of the one before. */
export function changesIn({ type, fields }: FixMessage): { isWhole: boolean; changes: Change[] } {
  const isWhole = type === 'W'
  const opens = isWhole ? 269 : 279
  let code = isWhole ? (fields.find(([tag]) => tag === 55)?.[1] ?? '') : ''
  const changes: Change[] = []
  for (const [at, [tag]] of fields.entries()) {
    if (tag !== opens) continue
    const next = fields.findIndex(([each], n) => n > at && each === opens)
    const entry = new Map(fields.slice(at, next < 0 ? fields.length : next))
    code = isWhole ? code : (entry.get(55) ?? code)
    const action = entry.get(279) ?? '0'
    changes.push({
      code,
      action: action === '1' || action === '2' ? action : '0',
      type: entry.get(269) ?? '',
      priceTenths: tenthsFrom(entry.get(270)),
      quantity: sharesOf(entry.get(271)),
    })
  }
  return { isWhole, changes }
}

/** Prices of one issue at a venue, as far as it has told them. */
export class IssuePrices {
  readonly #issue: Pick<Instrument, 'code' | 'tickTable'>
  readonly #bids = new Map<PriceTenths, Quantity>()
  readonly #asks = new Map<PriceTenths, Quantity>()
  readonly #figures = new Map<string, PriceTenths>()
  #volume: Quantity = 0
  #trades = 0
  #tradeDate: DateJst | null = null

  constructor(issue: Pick<Instrument, 'code' | 'tickTable'>) {
    this.#issue = issue
  }

  /** Takes changes of one message; the trade that they tell of, null: none. */
  take(
    { isWhole, changes }: { isWhole: boolean; changes: readonly Change[] },
    now: { at: Ms; tradeDate: DateJst },
  ): Trade | null {
    if (isWhole) for (const side of [this.#bids, this.#asks]) side.clear()
    const lastBefore = this.#figures.get('2')
    const volumeBefore = this.#volume
    for (const change of changes) this.#change(change)
    const last = this.#figures.get('2')
    const quantity = this.#volume - volumeBefore
    if (this.#tradeDate !== now.tradeDate) {
      this.#tradeDate = now.tradeDate
      this.#trades = 0
    }
    // The first picture has the day's volume in it: that is no trade of now.
    if (isWhole || last === undefined || (quantity <= 0 && last === lastBefore)) return null
    this.#trades++
    const ask = Math.min(...this.#asks.keys())
    return {
      code: this.#issue.code,
      no: this.#trades,
      ...now,
      priceTenths: last,
      quantity: Math.max(quantity, 0),
      aggressor: last >= ask ? 'BUY' : 'SELL',
    }
  }

  #change({ action, type, priceTenths, quantity }: Change): void {
    if (type === '0' || type === '1') {
      const side = type === '0' ? this.#bids : this.#asks
      if (priceTenths === null) return
      if (action === '2' || quantity === null) side.delete(priceTenths)
      else side.set(priceTenths, quantity)
    } else if (type === 'B') this.#volume = quantity ?? 0
    else if (action === '2' || priceTenths === null) this.#figures.delete(type)
    else this.#figures.set(type, priceTenths)
  }

  #levels(): { bids: Level[]; asks: Level[] } {
    const best = (side: ReadonlyMap<PriceTenths, Quantity>, up: 1 | -1): Level[] =>
      [...side].toSorted(([a], [b]) => up * (a - b)).slice(0, 10)
    return { bids: best(this.#bids, -1), asks: best(this.#asks, 1) }
  }

  depth(at: Ms): Depth {
    const { code } = this.#issue
    return { code, ...this.#levels(), over: 0, under: 0, marketBuyQty: 0, marketSellQty: 0, at }
  }

  /** null: without the close of the day before nothing says between which prices an order may be. */
  quote({ phase, tradeDate }: PhaseNow, at: Ms): Quote | null {
    const base = this.#figures.get('5')
    if (base === undefined) return null
    const { code, tickTable } = this.#issue
    const { lowerTenths, upperTenths } = limitsFor(base, tickTable)
    const { bids, asks } = this.#levels()
    return {
      code,
      lastTenths: this.#figures.get('2') ?? null,
      previousCloseTenths: base,
      baseTenths: base,
      openTenths: this.#figures.get('4') ?? null,
      highTenths: this.#figures.get('7') ?? null,
      lowTenths: this.#figures.get('8') ?? null,
      volume: this.#volume,
      turnoverYen: 0,
      vwapTenths: null,
      bidTenths: bids[0]?.[0] ?? null,
      bidQty: bids[0]?.[1] ?? 0,
      askTenths: asks[0]?.[0] ?? null,
      askQty: asks[0]?.[1] ?? 0,
      upperLimitTenths: upperTenths,
      lowerLimitTenths: lowerTenths,
      state: STATES[phase],
      indication: null,
      shortRestricted: false,
      firstDay: false,
      at,
      tradeDate: tradeDate ?? dateJst(at),
    }
  }
}

const STATES: Readonly<Record<PhaseNow['phase'], QuoteState>> = {
  closed: 'closed',
  lunch: 'closed',
  'pre-open': 'pre-open',
  'pre-closing': 'pre-open',
  continuous: 'trading',
}
