import { afterAll, describe, expect, it } from 'vitest'
import { DAY, MINUTE } from '#kernel/time.ts'
import type { AiView, ApplicationView } from '#modules/ai/contract.ts'
import { schedules, preOpenAt } from '#modules/instruments/model/schedule.ts'
import { GOOD } from '#modules/listings/model/terms.fixture.ts'
import { apiOf, logIn, must, waitFor } from '../app/api.ts'
import { removeDir, startServer, temporaryDir } from '../app/start.ts'

const UNITS = 6

describe('kill -9 while applications for picks are sent', () => {
  let dataDir = ''
  afterAll(async () => {
    if (dataDir !== '') await removeDir(dataDir)
  })

  it('each becomes one order, whatever was under way', { timeout: 180_000 }, async () => {
    dataDir = await temporaryDir()
    const env = { DEMO_DESK: 'off' }
    let app = await startServer({ dataDir, env })
    const api = apiOf(app.url)
    const { model } = await waitFor(
      async () => must(await api.get<AiView>('/ai')).data,
      ({ state }) => state !== 'measuring',
      60_000,
    )
    const { record, costBp: _cost, limitBp: _limit, ...card } = model!
    const { trials, hitBp, excessBp, worstBp, interval } = record
    // In the hours before the day's break the server's demo clock has been moved beyond it.
    const now = Date.parse(must(await api.get<{ now: string }>('/health')).data.now)
    const terms = {
      ...GOOD['ai-card'],
      ...card,
      trials,
      hitBp,
      excessBp,
      worstBp,
      lowBp: interval!.lowBp,
      highBp: interval!.highBp,
      perMemberUnits: UNITS,
      opensAt: now + 30 * MINUTE,
      closesAt: now + 60 * DAY,
    }
    const operators = must(await api.get<{ operatorId: string; code: string }[]>('/dev/operators')).data
    for (const operatorId of ['demo-listing-1', 'demo-auditor-1']) {
      const { code } = operators.find((one) => one.operatorId === operatorId)!
      const { token } = must(
        await api.post<{ token: string }>('/console/auth/login', { operatorId, code }, null),
      ).data
      must(
        await api
          .as(token)
          .post('/console/act', { power: 'ai-card.publish', subject: 'AI-2026-0001', body: { terms } }),
      )
    }
    const { now: day } = await waitFor(
      async () => must(await api.get<AiView>('/ai')).data,
      (view) => view.now !== null,
      60_000,
    )
    must(await api.post('/dev/clock', { at: new Date(now + 31 * MINUTE).toISOString() }, null))
    const member = await logIn(app.url, app.members[0]!.account, app.members[0]!.password)
    const [pick] = day!.picks.toSorted((a, b) => a.limit - b.limit)
    for (let n = 0; n < UNITS; n++)
      must(await member.api.post('/ai/applications', { pickId: pick!.id, units: 1 }))

    // The jump makes the orders due; the server dies in the middle of sending them, or just before or after.
    must(
      await api.post(
        '/dev/clock',
        { at: new Date(preOpenAt(schedules['always-open'], day!.entryOn) + 5 * MINUTE).toISOString() },
        null,
      ),
    )
    await waitFor(
      async () => must(await member.api.get<ApplicationView[]>('/ai/applications')).data,
      (all) => all.some(({ orderId }) => orderId !== null),
      20_000,
    ).catch(() => {})
    await app.kill()
    app = await startServer({ dataDir, env })
    const again = await logIn(app.url, member.mobile, member.password)
    const all = await waitFor(
      async () => must(await again.api.get<ApplicationView[]>('/ai/applications')).data,
      (found) => found.every(({ status, orderId }) => status !== 'applying' || orderId !== null),
      60_000,
    )
    // A bought position may have met its exit since: that closing is an order of its own.
    const orders = must(await again.api.get<{ id: string; purpose: string }[]>('/orders')).data.filter(
      ({ purpose }) => purpose === 'open',
    )
    expect(all).toHaveLength(UNITS)
    expect(orders.map(({ id }) => id).toSorted()).toEqual(
      all.flatMap(({ orderId }) => (orderId === null ? [] : [orderId])).toSorted(),
    )
    expect(orders.length).toBeGreaterThan(0)
    await app.stop()
  })
})
