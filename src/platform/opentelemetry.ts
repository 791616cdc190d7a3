import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Span as Told,
} from '@opentelemetry/api'
import { ExportResultCode, parseTraceParent } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TracerProvider,
  TraceIdRatioBasedSampler,
  type Sampler,
  type SpanExporter,
} from '@opentelemetry/sdk-trace'
import { hexOfByte } from '#kernel/hex.ts'
import { SECOND, type Ms } from '#kernel/time.ts'
import type { TracingConfig } from './config.ts'
import type { Log } from './log.ts'
import type { Attributes, Span, SpanSource } from './tracing.ts'

/** Spans that wait for the collector; further ones are dropped. */
const MOST_WAITING = 2_048
const AT_ONCE = 512
const SENDS_EVERY: Ms = 5 * SECOND
/** The longest that the collector is asked, with its retries. */
const ANSWER_MS: Ms = 10 * SECOND
const STOP_MS: Ms = 2 * SECOND
const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT } as const

/**
 * Spans by OpenTelemetry's own libraries, sent as OTLP over HTTP. Nothing waits for the collector: what it
 * does not take in time is dropped, and the log says once that it is away.
 */
export function openSpans(config: TracingConfig, version: string, log: Log): SpanSource {
  const { url, headers, service } = config
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'service.version': version }),
    sampler: samplerOf(config),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: said(
          new OTLPTraceExporter({ url, headers, timeoutMillis: ANSWER_MS, concurrencyLimit: 1 }),
          log,
        ),
        maxQueueSize: MOST_WAITING,
        maxExportBatchSize: AT_ONCE,
        scheduledDelayMillis: SENDS_EVERY,
        exportTimeoutMillis: ANSWER_MS,
      }),
    ],
  })
  const tracer = provider.getTracer('akari', version)
  const spanOf = (told: Told): Span => {
    const { traceId, spanId, traceFlags } = told.spanContext()
    return {
      traceparent: `00-${traceId}-${spanId}-${hexOfByte(traceFlags)}`,
      part: (name, attributes = {}) =>
        spanOf(tracer.startSpan(name, { attributes }, trace.setSpan(ROOT_CONTEXT, told))),
      end({ attributes, failed = false } = {}) {
        if (attributes !== undefined) told.setAttributes(attributes)
        if (failed) told.setStatus({ code: SpanStatusCode.ERROR })
        told.end()
      },
    }
  }
  return {
    begin(kind, name, attributes: Attributes, traceparent) {
      const before = traceparent === undefined ? null : parseTraceParent(traceparent)
      const parent =
        before === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...before, isRemote: true })
      const told = tracer.startSpan(name, { kind: KINDS[kind], attributes }, parent)
      return (told.spanContext().traceFlags & TraceFlags.SAMPLED) === 0 ? null : spanOf(told)
    },
    async stop() {
      await Promise.race([provider.shutdown().catch(() => {}), pause(STOP_MS)])
    },
  }
}

const pause = (ms: Ms): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

function samplerOf({ sampler, ratio }: TracingConfig): Sampler {
  const name = sampler.replace('parentbased_', '')
  const root =
    name === 'always_on'
      ? new AlwaysOnSampler()
      : name === 'always_off'
        ? new AlwaysOffSampler()
        : new TraceIdRatioBasedSampler(ratio)
  return sampler === name ? root : new ParentBasedSampler({ root })
}

/** An exporter that says once that its collector takes nothing, and once that it does again. */
function said(exporter: SpanExporter, log: Log): SpanExporter {
  let isAway = false
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const fails = result.code !== ExportResultCode.SUCCESS
        if (fails && !isAway)
          log.warn({ err: result.error }, 'the collector of traces takes nothing: what it misses is dropped')
        if (!fails && isAway) log.info('the collector of traces takes them again')
        isAway = fails
        // The library would tell a logger of its own, which nobody reads.
        done({ code: ExportResultCode.SUCCESS })
      })
    },
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
    shutdown: () => exporter.shutdown(),
  }
}
