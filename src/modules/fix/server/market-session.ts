import { valueOf, type FixMessage } from '#wire/fix/message.ts'
import type { SessionOwner } from '#platform/fix/connection.ts'
import type { InstrumentsPublic } from '#modules/instruments/server/public.ts'
import type { MarketPublic } from '#modules/market/server/public.ts'
import type { MarketFeed } from '#modules/venue/server/ports.ts'
import {
  MOST_ISSUES,
  readRequest,
  refusedData,
  securityLists,
  sessionStatus,
  snapshot,
  type MarketRequest,
} from '../model/market-data.ts'

/** Messages of a session of prices. */
export const MARKET_MESSAGES: ReadonlySet<string> = new Set(['V', 'x', 'g'])

export type MarketParts = {
  market: Pick<MarketPublic, 'quote' | 'depth' | 'phase'>
  instruments: Pick<InstrumentsPublic, 'get' | 'all'>
  feed: Pick<MarketFeed, 'watchDepth' | 'unwatchDepth'>
}

/** Prices for one session: requests, and the issues that it follows. */
export class MarketSession {
  readonly #parts: MarketParts
  readonly #send: (message: FixMessage) => void
  /** By MDReqID. */
  readonly #followed = new Map<string, MarketRequest>()

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
      const count = [...this.#followed.values()].reduce((sum, each) => sum + each.codes.length, codes.length)
      if (count > MOST_ISSUES)
        return [refusedData({ id, reason: '3', text: `at most ${MOST_ISSUES} issues` })]
      this.#followed.set(id, request)
      for (const code of codes) this.#parts.feed.watchDepth(code)
    }
    return codes.flatMap((code) => this.#picture(request, code))
  }

  #picture({ id, levels }: MarketRequest, code: string): FixMessage[] {
    const quote = this.#parts.market.quote(code)
    return quote === null ? [] : [snapshot(id, levels, quote, this.#parts.market.depth(code))]
  }

  #unfollow(id: string): void {
    for (const code of this.#followed.get(id)?.codes ?? []) this.#parts.feed.unwatchDepth(code)
    this.#followed.delete(id)
  }

  /** A quote or board has changed: whoever follows it gets the whole picture. */
  changed(code: string): void {
    for (const request of this.#followed.values())
      if (request.codes.includes(code))
        for (const message of this.#picture(request, code)) this.#send(message)
  }

  end(): void {
    for (const id of this.#followed.keys()) this.#unfollow(id)
  }
}
