import { AsyncLocalStorage } from 'node:async_hooks'
import type { Config } from './config.ts'
import type { Log } from './log.ts'

/** Values that the code knows, ids of requests and counts: nothing of a person or an account. */
export type Attributes = Readonly<Record<`http.${string}` | `akari.${string}`, string | number>>

/** Work that is timed, from when it is made to its `end`. */
export type Span = {
  /** W3C trace context, under which another server continues it. */
  readonly traceparent: string
  /** A part of it, which begins now. */
  part: (name: string, attributes?: Attributes) => Span
  end: (how?: { attributes?: Attributes; failed?: boolean }) => void
}

/** Spans of requests, commands, commits and webhooks, on their way to a collector. */
export type Tracing = {
  /** A span that is part of no other one here. `traceparent`: whose it is elsewhere; null: not sampled. */
  begin: (
    kind: 'server' | 'client',
    name: string,
    attributes: Attributes,
    traceparent?: string,
  ) => Span | null
  /** The span of the work that asks, also after its awaits; undefined: it is not sampled. */
  current: () => Span | undefined
  /** Does work under a span. */
  during: <Done>(span: Span, work: () => Done) => Done
  /** Hands over what waits, for two seconds at most. */
  stop: () => Promise<void>
}

export type SpanSource = Pick<Tracing, 'begin' | 'stop'>

/**
 * Tracing to the collector of the settings; null: none is set. The libraries are read only where one is: they
 * cost a start 60 ms.
 */
export async function openTracing({ tracing, version }: Config, log: Log): Promise<Tracing | null> {
  if (tracing === null) return null
  const { openSpans } = await import('./opentelemetry.ts')
  const spans = openSpans(tracing, version, log)
  const under = new AsyncLocalStorage<Span>()
  return { ...spans, current: () => under.getStore(), during: (span, work) => under.run(span, work) }
}
