import type { FastifyReply, FastifyRequest } from 'fastify'
import { guarded } from '../guarded.ts'
import type { Log } from '../log.ts'
import type { Span, Tracing } from '../tracing.ts'
import type { Addresses } from './address.ts'

const TRACEPARENT = 'traceparent'
const FAULT = 500
/** Status of a request whose sender left before its answer was written. */
const LEFT = 499

export type TracedRequests = {
  /** The request's span, from its head until its answer is out or its sender is gone. */
  begin: (incoming: FastifyRequest, reply: FastifyReply) => void
  /** Does a request's work under its span. */
  during: <Done>(incoming: FastifyRequest, work: () => Done) => Done
}

/** No trace is made: work is done as it is. */
export const UNTRACED: TracedRequests = { begin() {}, during: (_incoming, work) => work() }

/**
 * Spans of requests, by the pattern of their route and their id. A trace of others is continued where a proxy
 * of `PROXY` brings it: anybody else could have each request of theirs recorded.
 */
export function traceRequests(
  tracing: Tracing,
  addresses: Pick<Addresses, 'isProxy'>,
  log: Pick<Log, 'error'>,
): TracedRequests {
  const spans = new WeakMap<FastifyRequest, Span>()
  return {
    begin(incoming, reply) {
      const { url, config } = incoming.routeOptions
      if (config.entry === undefined || url === undefined) return
      const given = incoming.headers[TRACEPARENT]
      const span = tracing.begin(
        'server',
        `${incoming.method} ${url}`,
        { 'http.request.method': incoming.method, 'http.route': url, 'akari.request_id': incoming.id },
        typeof given === 'string' && addresses.isProxy(incoming.raw) ? given : undefined,
      )
      if (span === null) return
      spans.set(incoming, span)
      reply.raw.once(
        'close',
        guarded(log, 'the end of a trace', () => {
          const status = reply.raw.writableFinished ? reply.raw.statusCode : LEFT
          span.end({ attributes: { 'http.response.status_code': status }, failed: status >= FAULT })
        }),
      )
    },
    during(incoming, work) {
      const span = spans.get(incoming)
      return span === undefined ? work() : tracing.during(span, work)
    },
  }
}
