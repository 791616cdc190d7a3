import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { DAY, HOUR } from '#kernel/time.ts'
import { noteBackup } from '#platform/backup/last-backup.ts'
import { openPrometheus } from '#platform/prometheus.ts'
import type { Watched } from '#modules/module.ts'
import { figuresOf } from './figures.ts'
import { REQUEST_ID } from '#platform/http/request-id.ts'
import { onPath } from '../../test/debian.ts'
import { newKey, startTestApp, type TestApp } from './test-app.ts'
import { waitFor } from './wait-for.fixture.ts'

const ROOT = join(import.meta.dirname, '../..')
const RULES = readFileSync(join(ROOT, 'deploy/prometheus/akari.rules.yml'), 'utf8')
const RUNBOOKS = readFileSync(join(ROOT, 'docs/runbooks.md'), 'utf8')
const PROXY_ID = '7f3a0c5e9b1d4c2f8a6e0b7d5c3f1a29'

let app: TestApp
const lines: Record<string, unknown>[] = []
beforeAll(async () => {
  app = await startTestApp({
    env: { METRICS_PORT: '0', ACCESS_LOG: 'on', PROXY: '127.0.0.1 ::1', LOG: 'info' },
  })
}, 60_000)

const page = async (path = '/metrics') => fetch(`http://127.0.0.1:${app.metricsPort}${path}`)
/** Values by series as Prometheus reads them. */
async function series(): Promise<Map<string, number>> {
  const text = await (await page()).text()
  return new Map(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  )
}
/** Sends bytes as they are, and waits for the connection's end. */
const raw = (text: string) =>
  new Promise<void>((resolve, reject) => {
    const socket = connect(app.port, '127.0.0.1', () => socket.end(text))
    socket
      .resume()
      .on('close', () => resolve())
      .on('error', reject)
  })

describe('/metrics', () => {
  it('is at a port of its own alone, in the text format', async () => {
    const answer = await page()
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('text/plain'),
    ])
    expect((await page('/')).status).toBe(404)
    expect((await app.call('GET', '/metrics')).status).toBe(404)
  })

  it('shows health as GET /api/health tells it, and what the engine has done', async () => {
    await app.enrol('090-7373-0001')
    const found = await series()
    expect(found.get('akari_health{status="ok"}')).toBe(1)
    expect(found.get('akari_health{status="stalled"}')).toBe(0)
    expect(found.get('akari_fault{fault="heads-refused"}')).toBe(0)
    expect(found.get('akari_engine{figure="commands"}')).toBeGreaterThan(0)
    // The first flush is none of a batch: the record that the journal begins with.
    expect(found.get('akari_flush_seconds_count')).toBeGreaterThanOrEqual(
      found.get('akari_engine{figure="batches"}')!,
    )
    expect(found.get('akari_http_connections_max')).toBe(app.app.server.maxConnections)
    expect(found.get('akari_database_connections_max')).toBeGreaterThan(1)
  })

  it('counts an answer by pattern, method and class, and its time by lane', async () => {
    const of = '{route="/api/health",method="GET",status="2xx"}'
    const before = (await series()).get(`akari_http_requests_total${of}`) ?? 0
    await app.call('GET', '/api/health?lang=en')
    expect((await series()).get(`akari_http_requests_total${of}`)).toBe(before + 1)
    expect((await series()).get('akari_http_request_seconds_count{lane="reads"}')).toBeGreaterThan(0)
  })

  it('has no series for what somebody sends: paths, methods, broken addresses, ids in a path', async () => {
    const hostile = async (n: number) => {
      await app.call('GET', `/api/nothing-${n}"},evil="${n}`.replaceAll('"', '%22'))
      await app.call('GET', `/api/orders/${n}-${newKey()}`)
      await fetch(`http://127.0.0.1:${app.port}/calendar/${'x'.repeat(20)}${n}`)
      for (const method of ['PURGE', 'BREW', 'DELETE', 'PUT'])
        await raw(`${method} /made-up-${n} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`)
      await raw(`GET /%zz${n} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`)
    }
    await hostile(0)
    const before = [...(await series()).keys()].toSorted()
    for (let n = 1; n < 10; n++) await hostile(n)
    expect([...(await series()).keys()].toSorted()).toEqual(before)
    expect(before.filter((name) => /made-up|nothing|evil|PURGE|zz|xxxx/.test(name))).toEqual([])
  }, 30_000)

  it('names no member, address or operator', async () => {
    const { userId } = await app.enrol('090-7373-0002')
    const text = await (await page()).text()
    for (const personal of [userId, '7373', '127.0.0.1', 'op-', 'demo-']) expect(text).not.toContain(personal)
  })
})

describe('each alert', () => {
  const alerts = [...RULES.matchAll(/- alert: (\w+)\n([^]*?)(?=\n {6}- alert:|$)/g)].map(
    ([, name, body]) => ({
      name: name!,
      metrics: [...new Set([...body!.matchAll(/\bakari_\w+/g)].map(([metric]) => metric))],
      runbook: /runbook: docs\/runbooks\.md#(\w+)/.exec(body!)?.[1],
    }),
  )

  it('is raised by figures that the running server sets', async () => {
    // The first look at the facts is taken some seconds after the start.
    const found = await waitFor(series, (each) => each.has('akari_looked_timestamp_seconds'), 30_000)
    const shown = new Set([...found.keys()].map((name) => name.replace(/\{.*/, '')))
    expect(alerts.length).toBe(13)
    for (const { name, metrics } of alerts)
      expect([name, metrics.filter((metric) => !shown.has(metric))]).toEqual([name, []])
    for (const [name, value] of [
      ['akari_journal_broken', 0],
      ['akari_heads_refused', 0],
      ['akari_reconciliation_differences', 0],
      ['akari_withdrawals_due', 0],
      ['akari_timed_approvals_stopped', 0],
      ['akari_sms_errors', 0],
      ['akari_job_minutes_behind', 0],
    ] as const)
      expect([name, found.get(name)]).toEqual([name, value])
    expect(Math.abs(found.get('akari_looked_timestamp_seconds')! - Date.now() / 1_000)).toBeLessThan(60)
  }, 40_000)

  it('is raised by the figures of a server that is not well', async () => {
    const prometheus = await openPrometheus()
    const watched: Watched = {
      headsRefused: 1,
      journalBroken: 1,
      jobMinutesBehind: 5,
      lookedAtSeconds: 12,
      reconciliationDifferences: 2,
      smsErrors: 3,
      timedApprovalsStopped: 4,
      withdrawalsDue: 6,
    }
    prometheus.show(
      figuresOf({
        ...app,
        modules: [
          { name: 'home', watched: () => ({ smsErrors: null }) },
          { name: 'duty', watched: () => watched },
        ],
        sockets: { size: 0 },
        metrics: { recent: () => [] },
        memory: { heap: () => ({ used: 0, limit: 1 }) },
        archive: { waiting: () => 4, baseAt: () => 7_000 },
        status: () => 'ok',
        faults: () => ['heads-refused', 'archive-failing'],
      }),
    )
    prometheus.flushed(101)
    const text = await prometheus.text()
    expect(await prometheus.text()).toBe(text)
    for (const line of [
      'akari_health{status="ok"} 0',
      'akari_health{status="impaired"} 1',
      'akari_fault{fault="heads-refused"} 1',
      'akari_fault{fault="archive-failing"} 1',
      'akari_archive_waiting_files 4',
      'akari_base_backup_last_timestamp_seconds 7',
      'akari_heads_refused 1',
      'akari_journal_broken 1',
      'akari_job_minutes_behind 5',
      'akari_looked_timestamp_seconds 12',
      'akari_reconciliation_differences 2',
      'akari_sms_errors 3',
      'akari_timed_approvals_stopped 4',
      'akari_withdrawals_due 6',
      'akari_flush_seconds_bucket{le="0.1"} 0',
      'akari_flush_seconds_bucket{le="0.25"} 1',
    ])
      expect(text).toContain(`${line}\n`)
  })

  it('has no figure as long as nothing is known', async () => {
    const prometheus = await openPrometheus()
    let known: number | null = null
    prometheus.show([{ name: 'akari_known', help: 'x', read: () => known }])
    const valuesOf = async () => (await prometheus.text()).match(/^akari_known \d+/gm)
    expect(await valuesOf()).toBeNull()
    known = 0
    expect(await valuesOf()).toEqual(['akari_known 0'])
    known = null
    expect(await valuesOf()).toBeNull()
  })

  it('has its runbook', () => {
    const headings = [...RUNBOOKS.matchAll(/^## (\w+)$/gm)].map(([, name]) => name!)
    expect(headings.toSorted()).toEqual(alerts.map(({ name }) => name).toSorted())
    for (const { name, runbook } of alerts) expect(runbook).toBe(name.toLowerCase())
  })

  const promtool = onPath('promtool')
  it.skipIf(promtool === undefined)(
    'is a rule that promtool takes, and is raised beyond its bar alone',
    () => {
      const run = (...words: string[]) =>
        spawnSync(promtool!, words, { cwd: join(ROOT, 'deploy/prometheus'), encoding: 'utf8' })
      for (const words of [
        ['check', 'rules', 'akari.rules.yml'],
        ['test', 'rules', 'akari.rules.test.yml'],
      ]) {
        const { status, stdout, stderr } = run(...words)
        expect([status, status === 0 ? '' : stdout + stderr]).toEqual([0, ''])
      }
      const tested = readFileSync(join(ROOT, 'deploy/prometheus/akari.rules.test.yml'), 'utf8')
      for (const { name } of alerts)
        expect(tested).toContain(`alertname: ${name}\n        exp_alerts:\n          - `)
    },
  )
})

describe('a backup', () => {
  it('that is finished is the time of the metric; none, or a note that cannot be read, is 0', async () => {
    const at = async () => (await series()).get('akari_backup_last_timestamp_seconds')
    expect(await at()).toBe(0)
    noteBackup(app.context.config.dataDir, new Date(2 * DAY + HOUR))
    expect(await at()).toBe((2 * DAY + HOUR) / 1_000)
  })
})

describe('the dashboard', () => {
  it('shows figures that the server has', async () => {
    const dashboard = readFileSync(join(ROOT, 'deploy/grafana/akari.json'), 'utf8')
    JSON.parse(dashboard)
    const text = await (await page()).text()
    const shown = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name!))
    const wanted = [...dashboard.matchAll(/\bakari_\w+/g)].map(([name]) => name.replace(/_bucket$/, ''))
    expect(wanted.filter((name) => !shown.has(name))).toEqual([])
    expect(new Set(wanted).size).toBeGreaterThan(10)
  })
})

describe('a request', () => {
  const idOf = async (headers: Record<string, string> = {}) =>
    (await app.call('GET', '/api/health', { headers })).headers.get(REQUEST_ID)

  it('has an id in its answer, each another', async () => {
    const ids = [await idOf(), await idOf()]
    expect(new Set(ids).size).toBe(2)
    for (const id of ids) expect(id).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
  })

  it('keeps a well-formed id of the proxy, and no other', async () => {
    expect(await idOf({ [REQUEST_ID]: PROXY_ID })).toBe(PROXY_ID)
    for (const made of ['090-7373-0001', 'x'.repeat(32), `${PROXY_ID}0`, `${PROXY_ID} `, '{"a":1}'])
      expect(await idOf({ [REQUEST_ID]: made })).not.toBe(made)
  })

  it.each([
    '/',
    '/api/nothing',
    '/api/openapi.json',
    '/calendar/none',
    '/upload/chat/none',
    '/api/orders/%zz',
  ])('has one whatever it asks for: %s', async (path) =>
    expect((await fetch(`http://127.0.0.1:${app.port}${path}`)).headers.get(REQUEST_ID)).not.toBeNull(),
  )

  it('is one line of the access log, without anything of a person', async () => {
    const { token } = await app.enrol('090-7373-0003')
    const info = app.context.log.info.bind(app.context.log)
    app.context.log.info = ((fields: Record<string, unknown>, words: string) => {
      lines.push(fields)
      info(fields, words)
    }) as typeof app.context.log.info
    const key = newKey()
    await app.call('POST', '/api/orders/0000/cancel?lang=en', {
      token,
      key,
      body: {},
      headers: { [REQUEST_ID]: PROXY_ID },
    })
    const line = await waitFor(
      async () => lines.find(({ requestId }) => requestId === PROXY_ID),
      (found) => found !== undefined,
    )
    expect(Object.keys(line!).toSorted()).toEqual(
      ['bytes', 'key', 'lane', 'method', 'ms', 'requestId', 'route', 'status'].toSorted(),
    )
    expect(line).toMatchObject({ method: 'POST', route: '/api/orders/:id/cancel', key, lane: 'cancels' })
    expect(line!['bytes']).toBeGreaterThan(200)
    expect(JSON.stringify(line)).not.toMatch(new RegExp(`${token}|0000/|lang|127\\.0`))
  })
})

it('the process lives as long as it answers, also while it is not well', async () => {
  const { status, data } = await app.call('GET', '/api/live')
  expect([status, data]).toEqual([200, { live: true }])
})
