import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { SECOND, type Ms } from '#kernel/time.ts'
import { guarded } from './guarded.ts'
import type { OnAnswered } from './http/answered.ts'
import type { Log } from './log.ts'

/**
 * A figure that is read when somebody asks for the metrics. With `label`: one value for each name, of a set
 * that the code knows. null: nothing is known yet, and nothing is shown.
 */
export type Figure = {
  name: `akari_${string}`
  help: string
  label?: string
  read: () => Values | Promise<Values>
}
type Values = number | null | Readonly<Record<string, number | null>>

/** Counters of the running server, in the text format of Prometheus. */
export type Prometheus = {
  answered: OnAnswered
  /** A batch became durable in so long. */
  flushed: (ms: Ms) => void
  show: (figures: readonly Figure[]) => void
  text: () => Promise<string>
  contentType: string
}

/** Seconds. 0.1 is the bar of the alert, so that the quantile is exact there. */
const FLUSH_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5]
const ANSWER_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5]
const HUNDRED = 100

/**
 * Counters of their own for each server. Every label is of a closed set: patterns of routes, four methods,
 * classes of status, lanes. prom-client is read only where there are metrics.
 */
export async function openPrometheus(): Promise<Prometheus> {
  const { Counter, Gauge, Histogram, Registry } = await import('prom-client')
  const registry = new Registry()
  const registers = [registry]
  const requests = new Counter({
    name: 'akari_http_requests_total',
    help: 'Answers by pattern of the route, method and class of status.',
    labelNames: ['route', 'method', 'status'],
    registers,
  })
  const seconds = new Histogram({
    name: 'akari_http_request_seconds',
    help: 'From the head of a request to the end of its answer, by lane.',
    labelNames: ['lane'],
    buckets: ANSWER_SECONDS,
    registers,
  })
  const flush = new Histogram({
    name: 'akari_flush_seconds',
    help: 'Time in which a batch of the engine became durable.',
    buckets: FLUSH_SECONDS,
    registers,
  })
  return {
    answered({ route, method, status, lane, ms }) {
      requests.inc({ route, method, status: `${Math.floor(status / HUNDRED)}xx` })
      seconds.observe({ lane }, ms / SECOND)
    },
    flushed: (ms) => flush.observe({}, ms / SECOND),
    show(figures) {
      for (const { name, help, label, read } of figures) {
        const gauge: InstanceType<typeof Gauge<string>> = new Gauge<string>({
          name,
          help,
          labelNames: label === undefined ? [] : [label],
          registers,
          async collect() {
            const values = await read()
            gauge.reset()
            // Without a label it would be 0 then, as if that were known.
            if (label === undefined) gauge.remove()
            const all: Readonly<Record<string, number | null>> =
              typeof values === 'number' || values === null ? { '': values } : values
            for (const [of, value] of Object.entries(all))
              if (value !== null) gauge.set(label === undefined ? {} : { [label]: of }, value)
          },
        })
      }
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}

const [OK, NOT_FOUND, FAILED] = [200, 404, 500]
/** Connections of readers; further ones end at once. */
const READERS = 20

/**
 * `GET /metrics` at a place of its own, which neither members nor operators reach: no name of a host, no
 * session and no limit of theirs holds there. null where another program has the place by now: a server that
 * is started again goes on without metrics, and the reader misses it.
 */
export async function servePrometheus(
  at: { host: string; port: number },
  { text, contentType }: Pick<Prometheus, 'text' | 'contentType'>,
  log: Log,
): Promise<{ port: number; stop: () => Promise<void> } | null> {
  const server = createServer(
    { requestTimeout: 5 * SECOND, headersTimeout: 5 * SECOND },
    guarded(
      log,
      'the metrics',
      async ({ url, method }: IncomingMessage, reply: ServerResponse) => {
        if (url?.split('?', 1)[0] !== '/metrics' || method !== 'GET')
          return void reply.writeHead(NOT_FOUND).end()
        const body = await text()
        reply.writeHead(OK, { 'content-type': contentType, 'cache-control': 'no-store' }).end(body)
      },
      (_incoming, reply) => reply.writeHead(FAILED).end(),
    ),
  )
  server.maxConnections = READERS
  const failed = await once(server.listen(at), 'listening').then(
    () => null,
    (err: Error) => err,
  )
  if (failed !== null) {
    log.error({ err: failed, ...at }, 'there are no metrics: their place cannot be listened at')
    return null
  }
  server.on(
    'error',
    guarded(log, 'a reader of the metrics', (err: Error) =>
      log.error({ err }, 'a reader of the metrics could not be let in'),
    ),
  )
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : at.port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
