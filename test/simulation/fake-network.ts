import type { ExecutionReport, MarketFeed, Trade, Venue } from '#modules/venue/server/ports.ts'
import type { Dice } from './dice.ts'
import type { FakeExchange } from './fake-exchange.ts'

type Message = { readonly due: number; readonly deliver: () => void }

/** The longest way of a message, in steps; and a copy of it that comes again. */
const LONGEST_DELAY = 4
const LATEST_COPY = 30
const DELAYED_SHARE = 0.15
const DOUBLED_SHARE = 0.06
const TRADES_AT_ONCE = 200

/**
 * The two ways between one life of the server and the exchange. In each, messages keep their order; some take
 * their time, and some reports come twice, the second time long after.
 */
export class FakeNetwork {
  readonly venue: Venue
  readonly feed: MarketFeed
  readonly #exchange: FakeExchange
  readonly #dice: Dice
  readonly #onReport: ((report: ExecutionReport) => void)[] = []
  readonly #onTrades: ((trades: readonly Trade[]) => void)[] = []
  readonly #onHeartbeat: ((at: number) => void)[] = []
  #out: Message[] = []
  #in: Message[] = []
  #copies: Message[] = []
  #step = 0
  #isOpen = false
  isCalm = false
  /** Nothing is heard of prices while it lasts. */
  isSilent = false

  constructor(
    exchange: FakeExchange,
    dice: Dice,
    deps: { now: () => number; heardUpTo: (orderId: string) => number },
  ) {
    this.#exchange = exchange
    this.#dice = dice
    const send = (act: () => void) => void this.#out.push({ due: this.#due(this.#out), deliver: act })
    this.venue = {
      name: 'simulated',
      has: { simulated: true, receipts: true, sealedDays: true, auctions: true, priority: true },
      isAway: () => false,
      onReturn: () => {},
      inOrder: true,
      submit: (order) => send(() => exchange.submit(order)),
      cancel: (orderId) => send(() => exchange.cancel(orderId)),
      amend: (orderId, amendment) => send(() => exchange.amend(orderId, amendment)),
      stops: (codes) => send(() => exchange.setStops(codes)),
      onReport: (listener) => void this.#onReport.push(listener),
      start: async (working) => {
        // The words said while nobody listened are said again for the orders that are asked about.
        exchange.reports = []
        exchange.trades = []
        exchange.start(working, deps.heardUpTo)
        this.#isOpen = true
        for (const report of exchange.reports.splice(0)) this.#tell(report)
      },
      stop: async () => {},
    }
    const nothing = () => {}
    this.feed = {
      onQuote: nothing,
      onDepth: nothing,
      watchDepth: nothing,
      unwatchDepth: nothing,
      depth: () => null,
      onTrades: (listener) => void this.#onTrades.push(listener),
      onHeartbeat: (listener) => void this.#onHeartbeat.push(listener),
      workedTo: deps.now,
      quote: (code) => exchange.quote(code),
    }
  }

  /** Lets pass what is due. Whoever has crashed is not delivered anything any more. */
  pass(at: number): void {
    this.#step++
    for (const { deliver } of this.#take(this.#out)) deliver()
    if (!this.#isOpen) return
    for (const report of this.#exchange.reports.splice(0))
      this.#in.push({ due: this.#due(this.#in), deliver: () => this.#tell(report) })
    const trades = this.#exchange.trades.splice(0).slice(-TRADES_AT_ONCE)
    if (trades.length > 0)
      this.#in.push({
        due: this.#due(this.#in),
        deliver: () => {
          for (const hear of this.#onTrades) hear(trades)
        },
      })
    for (const { deliver } of this.#take(this.#in)) deliver()
    const copies = this.#copies.filter(({ due }) => due <= this.#step)
    this.#copies = this.#copies.filter(({ due }) => due > this.#step)
    for (const { deliver } of copies) deliver()
    if (!this.isSilent) for (const hear of this.#onHeartbeat) hear(at)
  }

  /** Nothing is on its way. */
  get isIdle(): boolean {
    return (
      this.#out.length === 0 &&
      this.#in.length === 0 &&
      this.#copies.length === 0 &&
      this.#exchange.reports.length === 0
    )
  }

  #tell(report: ExecutionReport): void {
    for (const hear of this.#onReport) hear(report)
    if (this.isCalm || !this.#dice.chance(DOUBLED_SHARE)) return
    const copy = () => {
      for (const hear of this.#onReport) hear(report)
    }
    this.#copies.push({ due: this.#step + 1 + this.#dice.below(LATEST_COPY), deliver: copy })
  }

  #due(line: readonly Message[]): number {
    const delay = !this.isCalm && this.#dice.chance(DELAYED_SHARE) ? 1 + this.#dice.below(LONGEST_DELAY) : 0
    return Math.max(line.at(-1)?.due ?? 0, this.#step + delay)
  }

  #take(line: Message[]): Message[] {
    const count = line.findIndex(({ due }) => due > this.#step)
    return line.splice(0, count < 0 ? line.length : count)
  }
}
