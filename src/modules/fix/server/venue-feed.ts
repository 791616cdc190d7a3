import { readFileSync } from 'node:fs'
import { SECOND, type Ms } from '#kernel/time.ts'
import type { FixVenueConfig } from '#platform/config.ts'
import { every } from '#platform/every.ts'
import type { SessionOwner } from '#platform/fix/connection.ts'
import { FixInitiator } from '#platform/fix/initiator.ts'
import type { SessionProfile } from '#platform/fix/session.ts'
import { guarded } from '#platform/guarded.ts'
import type { Log } from '#platform/log.ts'
import type { InstrumentsPublic } from '#modules/instruments/server/public.ts'
import type { PhaseNow } from '#modules/instruments/model/schedule.ts'
import type { Depth, MarketFeed, Quote, Trade, VenueSession } from '#modules/venue/server/ports.ts'
import {
  changesIn,
  isHalted,
  IssuePrices,
  issuesIn,
  priceRequests,
  sessionRequests,
} from '../model/venue-prices.ts'
import type { FixMessage } from '#wire/fix/message.ts'
import { MemoryStore } from './memory-store.ts'

/** Time between two quotes or boards of one issue that listeners are told of. */
const TOLD_EVERY: Ms = SECOND / 10

type Deps = {
  at: FixVenueConfig
  instruments: Pick<InstrumentsPublic, 'all'>
  phase: (at: Ms) => PhaseNow
  now: () => Ms
  log: Log
}

/** Prices of a counterparty by FIX: a session of its own, whose numbers begin anew with each logon. */
export class FixFeed implements MarketFeed {
  readonly #deps: Deps
  readonly #initiator: FixInitiator
  readonly #issues = new Map<string, IssuePrices>()
  readonly #watched = new Map<string, number>()
  readonly #changed = new Set<string>()
  readonly #quotes: ((quote: Quote) => void)[] = []
  readonly #depths: ((depth: Depth) => void)[] = []
  readonly #trades: ((trades: readonly Trade[]) => void)[] = []
  readonly #beats: ((at: Ms) => void)[] = []
  /** Issues with a whole picture since the last logon, and those that trading is halted in. */
  readonly #fresh = new Set<string>()
  #isHalted = false
  #since: Ms | null = null
  #store: MemoryStore | null = null
  #heardAt: Ms = 0
  #isStarted = false
  #stop: (() => void)[] = []

  constructor(deps: Deps) {
    this.#deps = deps
    const { at, now, log } = deps
    this.#initiator = new FixInitiator(
      {
        ...at.prices,
        tls: at.tls === null ? null : { ca: at.tls.caFile === null ? null : readFileSync(at.tls.caFile) },
        isOpen: () => true,
      },
      { owner: () => Promise.resolve(this.#owner()), now, log },
    )
  }

  #owner(): SessionOwner {
    const { at, now, instruments } = this.#deps
    const store = new MemoryStore((message) => this.#initiator.write(message), now)
    this.#store = store
    const profile: SessionProfile = {
      role: 'initiator',
      beginString: 'FIX.4.4',
      sender: at.sender,
      target: at.marketTarget,
      heartbeat: at.heartbeat,
      resetsOnLogon: true,
      takes: new Set(['W', 'X', 'Y', 'h', 'j', 'y']),
      isLenient: true,
    }
    return {
      profile,
      store,
      ends: () => null,
      left: () => {
        this.#since = null
      },
      loggedOn: () => {
        this.#since = now()
        this.#fresh.clear()
        for (const request of sessionRequests()) store.send(request)
        for (const request of priceRequests(instruments.all().map(({ code }) => code))) store.send(request)
      },
      take: (_seq, message) => {
        this.#hear(message)
        return Promise.resolve({ isTaken: false, send: [] })
      },
    }
  }

  #hear(message: FixMessage): void {
    const { log, instruments } = this.#deps
    if (message.type === 'W' || message.type === 'X') this.#take(changesIn(message))
    else if (message.type === 'h') this.#isHalted = isHalted(message) ?? this.#isHalted
    else if (message.type === 'y') {
      const listed = issuesIn(message)
      const missing = instruments.all().filter(({ code }) => !listed.has(code))
      if (missing.length > 0) log.warn({ issues: missing.length }, 'the venue does not list these issues')
    } else log.warn({ type: message.type }, 'the venue gives no prices of what was asked for')
  }

  #take({ isWhole, changes }: ReturnType<typeof changesIn>): void {
    const at = this.#deps.now()
    this.#heardAt = at
    const { tradeDate } = this.#deps.phase(at)
    const trades: Trade[] = []
    for (const [code, own] of Map.groupBy(changes, (change) => change.code)) {
      const prices = this.#issues.get(code)
      if (prices === undefined) continue
      if (isWhole) this.#fresh.add(code)
      const trade = prices.take({ isWhole, changes: own }, { at, tradeDate })
      if (trade !== null) trades.push(trade)
      this.#changed.add(code)
    }
    if (trades.length > 0) for (const tell of this.#trades) tell(trades)
  }

  /** Begins; prices come when the venue gives them. */
  start(): void {
    if (this.#isStarted) return
    this.#isStarted = true
    const { log, instruments } = this.#deps
    for (const issue of instruments.all()) this.#issues.set(issue.code, new IssuePrices(issue))
    this.#initiator.start()
    this.#stop = [
      every(
        TOLD_EVERY,
        guarded(log, 'prices of the venue', () => this.#tell()),
      ),
      every(
        SECOND,
        guarded(log, 'prices of the venue', () => this.#beat()),
      ),
    ]
  }

  async stop(): Promise<void> {
    for (const stop of this.#stop) stop()
    await this.#initiator.stop()
  }

  #tell(): void {
    for (const code of this.#changed) {
      const quote = this.quote(code)
      const depth = this.#watched.has(code) ? this.depth(code) : null
      if (quote !== null) for (const tell of this.#quotes) tell(quote)
      if (depth !== null) for (const tell of this.#depths) tell(depth)
    }
    this.#changed.clear()
  }

  /** Prices are as good as their session: where it is gone, the feed is silent. */
  #beat(): void {
    const now = this.#deps.now()
    if (this.#initiator.isOn) for (const tell of this.#beats) tell(now)
  }

  onQuote = (listener: (quote: Quote) => void): void => void this.#quotes.push(listener)
  onDepth = (listener: (depth: Depth) => void): void => void this.#depths.push(listener)
  onTrades = (listener: (trades: readonly Trade[]) => void): void => void this.#trades.push(listener)
  onHeartbeat = (listener: (at: Ms) => void): void => void this.#beats.push(listener)
  workedTo(): Ms {
    return this.#heardAt
  }
  quote(code: string): Quote | null {
    const now = this.#deps.now()
    const quote = this.#issues.get(code)?.quote(this.#deps.phase(now), now) ?? null
    return quote !== null && this.#isHalted ? { ...quote, state: 'halted' } : quote
  }
  /** Prices of before the last logon are old until the venue has said the issue's again. */
  isLate(code: string): boolean {
    return !this.#fresh.has(code)
  }
  /** The session as operators see it. */
  get session(): VenueSession {
    const { sender, marketTarget } = this.#deps.at
    const numbers = this.#store?.numbers() ?? { nextIn: 1, nextOut: 1 }
    return { name: `${sender} → ${marketTarget}`, since: this.#since, ...numbers }
  }
  depth(code: string): Depth | null {
    return this.#issues.get(code)?.depth(this.#deps.now()) ?? null
  }
  watchDepth(code: string): void {
    this.#watched.set(code, (this.#watched.get(code) ?? 0) + 1)
  }
  unwatchDepth(code: string): void {
    const left = (this.#watched.get(code) ?? 0) - 1
    if (left > 0) this.#watched.set(code, left)
    else this.#watched.delete(code)
  }
}
