import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { REQUEST_ID } from '#platform/http/request-id.ts'
import { openTracing, type Tracing } from '#platform/tracing.ts'
import { postNotice } from '#platform/webhook.ts'
import { openLog } from '#platform/log.ts'
import { startTestApp, type Answer, type TestApp } from './test-app.ts'
import { waitFor } from './wait-for.fixture.ts'

const SERVER_KIND = 2
const TRACE = '0af7651916cd43dd8448eb211c80319c'
const PARENT = 'b7ad6b7169203331'

type Span = {
  name: string
  kind: number
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
  status: { code: number }
  startTimeUnixNano: string
  endTimeUnixNano: string
}

/** A collector that keeps what comes as OTLP over HTTP, and answers with `status`. */
async function openCollector(): Promise<Collector> {
  const spans: Span[] = []
  const collector: Collector = { status: 200, spans, bytes: '', headers: {}, url: '', close: () => {} }
  const server = createServer(async (incoming, reply) => {
    const body = await text(incoming)
    if (collector.status === 200) {
      collector.bytes += body
      collector.headers = incoming.headers
      const { resourceSpans } = JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }
      spans.push(...resourceSpans.flatMap((one) => one.scopeSpans.flatMap((scope) => scope.spans)))
    }
    reply.writeHead(incoming.url === '/v1/traces' ? collector.status : 404).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  collector.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  collector.close = () => {
    server.closeAllConnections()
    server.close()
  }
  return collector
}
type Collector = {
  status: number
  spans: Span[]
  bytes: string
  headers: NodeJS.Dict<string | string[]>
  url: string
  close: () => void
}

let collector: Collector
let app: TestApp
let member: { token: string; userId: string }
let code: string
beforeAll(async () => {
  collector = await openCollector()
  app = await startTestApp({
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-key=of%20the%20collector',
      OTEL_SERVICE_NAME: 'akari-test',
      PROXY: '127.0.0.1 ::1',
    },
  })
  member = await app.enrol('090-7474-0001')
  ;[code] = (await app.affordable(1)) as [string]
}, 60_000)
afterAll(() => collector.close())

const order = (traceparent?: string): Promise<Answer> =>
  app.call('POST', '/api/orders', {
    token: member.token,
    body: { code, side: 'up', type: 'market', quantity: 100, leverage: 1 },
    headers: traceparent === undefined ? {} : { traceparent },
  })
const attribute = ({ attributes }: Span, key: string) => {
  const value = attributes.find((one) => one.key === key)?.value
  return value?.stringValue ?? value?.intValue
}
const requestOf = ({ headers }: Answer) => {
  const id = headers.get(REQUEST_ID)
  return (span: Span) => attribute(span, 'akari.request_id') === id
}

describe('traces', () => {
  it('go from the request through its command to the commit', async () => {
    const answer = await order()
    expect(answer.status).toBe(200)
    await waitFor(
      () => collector.spans,
      (spans) => spans.some(requestOf(answer)),
    )
    const request = collector.spans.find(requestOf(answer))!
    const command = collector.spans.find(({ parentSpanId }) => parentSpanId === request.spanId)!
    const commit = collector.spans.find(({ parentSpanId }) => parentSpanId === command.spanId)!
    expect([request, command, commit].map(({ name }) => name)).toEqual([
      'POST /api/orders',
      'order.place',
      'commit',
    ])
    expect(new Set([request, command, commit].map(({ traceId }) => traceId)).size).toBe(1)
    expect([request.kind, request.parentSpanId ?? '']).toEqual([SERVER_KIND, ''])
    expect(attribute(request, 'http.route')).toBe('/api/orders')
    expect(attribute(request, 'http.response.status_code')).toBe(200)
    expect(attribute(commit, 'akari.batch')).toBeGreaterThan(0)
    // Each span has a clock of its own, which begins at the millisecond.
    const within = (early: string, late: string) => BigInt(early) <= BigInt(late) + 2_000_000n
    expect([
      within(request.startTimeUnixNano, command.startTimeUnixNano),
      within(command.startTimeUnixNano, commit.startTimeUnixNano),
      within(commit.endTimeUnixNano, request.endTimeUnixNano),
    ]).toEqual([true, true, true])
    expect(collector.headers['x-key']).toBe('of the collector')
    expect(collector.bytes).toContain('"akari-test"')
  }, 30_000)

  it('continue the trace that a proxy of PROXY brings, and leave out what it leaves out', async () => {
    const left = await order(`00-${TRACE.replace('0', '1')}-${PARENT}-00`)
    const taken = await order(`00-${TRACE}-${PARENT}-01`)
    await waitFor(
      () => collector.spans,
      (spans) => spans.some(requestOf(taken)),
    )
    const request = collector.spans.find(requestOf(taken))!
    expect([request.traceId, request.parentSpanId]).toEqual([TRACE, PARENT])
    expect(collector.spans.filter(requestOf(left))).toEqual([])
  }, 30_000)

  it('go on in what is posted to a webhook', async () => {
    let traceparent: string | string[] | undefined
    const receiver = createServer((incoming, reply) => {
      ;({ traceparent } = incoming.headers)
      reply.writeHead(204).end()
    })
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
    const posting = { what: 'webhook', url, headers: {}, body: '{}', allowsPrivate: true }
    expect(await postNotice(posting, app.context.tracing)).toBe(204)
    receiver.close()
    const spans = await waitFor(
      () => collector.spans.filter(({ name }) => name === 'POST webhook'),
      (found) => found.length > 0,
    )
    expect(traceparent).toBe(`00-${spans[0]!.traceId}-${spans[0]!.spanId}-01`)
    expect(
      await postNotice({ ...posting, url: 'http://127.0.0.1:9' }, app.context.tracing).catch(() => 'x'),
    ).toBe('x')
  }, 30_000)

  it('have nothing of a member: no number, token, name, address, path or query', async () => {
    const answer = await app.call('GET', `/api/lots?status=open&lang=en`, { token: member.token })
    await waitFor(
      () => collector.spans,
      (spans) => spans.some(requestOf(answer)),
    )
    for (const personal of [member.userId, member.token, '7474', '127.0.0.1:', 'user_id', code])
      expect(collector.bytes).not.toContain(personal)
  }, 30_000)
})

describe('a collector that is away', () => {
  const open = async (url: string): Promise<{ tracing: Tracing; lines: string[] }> => {
    const lines: string[] = []
    const log = openLog('info', { write: (line) => void lines.push(line) })
    const config = { ...app.context.config, tracing: { ...app.context.config.tracing!, url } }
    return { tracing: (await openTracing(config, log))!, lines }
  }
  const make = ({ tracing }: { tracing: Tracing }, count: number) => {
    const before = performance.now()
    for (let n = 0; n < count; n++) tracing.begin('server', 'GET /x', {})!.end()
    return performance.now() - before
  }

  it('takes no memory without bound, and holds up no stop', async () => {
    const silent = createServer(() => {})
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const opened = await open(`http://127.0.0.1:${(silent.address() as AddressInfo).port}/v1/traces`)
    make(opened, 1_000)
    const heap = () => (globalThis.gc?.(), process.memoryUsage().heapUsed)
    const before = heap()
    make(opened, 100_000)
    // 2,048 that wait are some two megabytes; a hundred thousand would be a hundred.
    if (globalThis.gc !== undefined) expect(heap() - before).toBeLessThan(30e6)
    const since = performance.now()
    await opened.tracing.stop()
    expect(performance.now() - since).toBeLessThan(4_000)
    silent.closeAllConnections()
    silent.close()
  }, 30_000)

  it('is said once, and once when it is back; members notice nothing', async () => {
    const { port } = new URL(collector.url)
    const opened = await open(`http://127.0.0.1:${port}/v1/traces`)
    collector.status = 404
    for (let n = 0; n < 2; n++) {
      make(opened, 600)
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
    expect((await order()).status).toBe(200)
    await waitFor(
      () => opened.lines,
      (lines) => lines.length > 0,
    )
    collector.status = 200
    make(opened, 600)
    await waitFor(
      () => opened.lines,
      (lines) => lines.length > 1,
    )
    await opened.tracing.stop()
    expect(opened.lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
      'the collector of traces takes nothing: what it misses is dropped',
      'the collector of traces takes them again',
    ])
  }, 30_000)
})
