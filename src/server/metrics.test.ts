import { beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from './test-app.ts'
import { waitFor } from './wait-for.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
}, 60_000)

it('the server measures itself for its operators alone, and says how far each job has run', async () => {
  const codes = (await app.call('GET', '/api/dev/operators')).data as { operatorId: string; code: string }[]
  const { operatorId, code } = codes.find((each) => each.operatorId === 'demo-administrator-1')!
  const { token } = (await app.call('POST', '/api/console/auth/login', { body: { operatorId, code } })).data
  const member = await app.enrol('090-7272-0001')
  expect((await app.call('GET', '/api/console/health', { token: member.token })).status).toBe(401)
  const metrics = async () => (await app.call('GET', '/api/console/health', { token })).data
  const { samples, jobs, measures } = await waitFor(metrics, (found) => found.samples.length > 1, 15_000)
  const [first, last] = [samples[0], samples.at(-1)]
  expect(last.seq).toBeGreaterThanOrEqual(first.seq)
  expect(last.rssBytes).toBeGreaterThan(last.heapBytes)
  expect([last.databaseMs > 0, last.loopLateMs > 0, last.waiting, Number.isInteger(last.commands)]).toEqual([
    true,
    true,
    0,
    true,
  ])
  // A member was enrolled meanwhile: there were commands, in batches whose flushes were timed.
  const busy = samples.filter(({ batches }: { batches: number }) => batches > 0)
  expect(busy.length).toBeGreaterThan(0)
  for (const { commands, batches, batchSize, flushMedianMs, flushWorstMs } of busy)
    expect([batchSize, flushWorstMs >= flushMedianMs]).toEqual([commands / batches, true])
  expect(jobs.length).toBeGreaterThan(3)
  expect(measures.calls).toBeDefined()
}, 40_000)
