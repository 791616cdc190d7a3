import { valueOf, type FixMessage } from '#wire/fix/message.ts'
import type { SessionOwner } from '#platform/fix/connection.ts'
import type { InstrumentsPublic } from '#modules/instruments/server/public.ts'
import type { MarketPublic } from '#modules/market/server/public.ts'
import type { MarketFeed } from '#modules/venue/server/ports.ts'
import {
  increment,
  MOST_ISSUES,
  pictureOf,
  readRequest,
  refusedData,
  securityLists,
  sessionStatus,
  snapshot,
  type Entry,
  type MarketRequest,
} from '../model/market-data.ts'

/** Messages of a session of prices. */
export const MARKET_MESSAGES: ReadonlySet<string> = new Set(['V', 'x', 'g'])

export type MarketParts = {
  market: Pick<MarketPublic, 'dayQuote' | 'depth' | 'phase'>
  instruments: Pick<InstrumentsPublic, 'get' | 'all'>
  feed: Pick<MarketFeed, 'watchDepth' | 'unwatchDepth'>
}

/** Prices for one session: requests, and the issues that it follows. */
export class MarketSession {
  readonly #parts: MarketParts
  readonly #send: (message: FixMessage) => void
  /** By MDReqID, with the picture that was sent last of each issue. */
  readonly #followed = new Map<string, { request: MarketRequest; shown: Map<string, readonly Entry[]> }>()

  constructor(parts: MarketParts, send: (message: FixMessage) => void) {
    this.#parts = parts
    this.#send = send
  }

  readonly take: SessionOwner['take'] = (_seq, message) => {
    const id = valueOf(message, 320) ?? valueOf(message, 335) ?? ''
    const send =
      message.type === 'V'
        ? this.#data(message)
        : message.type === 'x'
          ? securityLists(id, this.#parts.instruments.all())
          : [sessionStatus(id, this.#parts.market.phase())]
    return Promise.resolve({ isTaken: false, send })
  }

  #data(message: FixMessage): FixMessage[] {
    const request = readRequest(message)
    if ('reason' in request) return [refusedData(request)]
    const { id, codes } = request
    if (request.does === 'end') {
      this.#unfollow(id)
      return []
    }
    if (this.#followed.has(id)) return [refusedData({ id, reason: '1', text: 'MDReqID (262) is in use' })]
    const unknown = codes.find((code) => this.#parts.instruments.get(code) === null)
    if (unknown !== undefined || codes.length === 0)
      return [refusedData({ id, reason: '0', text: 'an issue of these is not listed' })]
    if (request.does === 'follow') {
      const count = [...this.#followed.values()].reduce(
        (sum, each) => sum + each.request.codes.length,
        codes.length,
      )
      if (count > MOST_ISSUES)
        return [refusedData({ id, reason: '3', text: `at most ${MOST_ISSUES} issues` })]
      this.#followed.set(id, { request, shown: new Map() })
      for (const code of codes) this.#parts.feed.watchDepth(code)
    }
    return codes.flatMap((code) => this.#picture(request, code) ?? [])
  }

  /** The next message about an issue: a whole picture, or what is other than in the one before. */
  #picture({ id, levels, update }: MarketRequest, code: string): FixMessage | null {
    const quote = this.#parts.market.dayQuote(code)
    if (quote === null) return null
    const picture = pictureOf(levels, quote, this.#parts.market.depth(code))
    const shown = update === 'increments' ? this.#followed.get(id)?.shown : undefined
    const before = shown?.get(code)
    shown?.set(code, picture)
    return before === undefined ? snapshot(id, code, picture) : increment(id, code, before, picture)
  }

  #unfollow(id: string): void {
    for (const code of this.#followed.get(id)?.request.codes ?? []) this.#parts.feed.unwatchDepth(code)
    this.#followed.delete(id)
  }

  /** A quote or board has changed: whoever follows it is told. */
  changed(code: string): void {
    for (const { request } of this.#followed.values()) {
      if (!request.codes.includes(code)) continue
      const message = this.#picture(request, code)
      if (message !== null) this.#send(message)
    }
  }

  end(): void {
    for (const id of this.#followed.keys()) this.#unfollow(id)
  }
}
