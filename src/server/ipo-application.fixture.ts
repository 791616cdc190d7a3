import type { TestApp } from './test-app.ts'
import { waitFor } from './wait-for.fixture.ts'

type Offering = { id: string; status: string; opensAt: string }

/**
 * A verified member's application for the offering that the demo desk keeps open; the clock goes to its
 * opening where that is ahead. Answers its id.
 */
export async function ipoApplication(app: Pick<TestApp, 'call'>, token: string): Promise<string> {
  const isAhead = ({ status }: Offering) => status === 'coming' || status === 'open'
  const offerings = await waitFor(
    async () => (await app.call('GET', '/api/ipo/offerings')).data as Offering[],
    (all) => all.some(isAhead),
    30_000,
  )
  const { id, status, opensAt } = offerings.find(isAhead)!
  if (status === 'coming') await app.call('POST', '/api/dev/clock', { body: { at: opensAt } })
  const applied = await app.call('POST', '/api/applications', {
    token,
    body: { drawId: id, units: 1, r: 'ab'.repeat(16) },
  })
  if (applied.code !== 1) throw new Error(applied.msg)
  return applied.data.id
}
