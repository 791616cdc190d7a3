import { expect, it } from 'vitest'
import { addDays, dateJst, iso, timeJst } from '#kernel/time.ts'
import { LANGS } from '#i18n/lang.ts'
import { LIMITS } from '#platform/limits.ts'
import { pdfText } from '#platform/pdf-text.fixture.ts'
import type { Module } from '#modules/module.ts'
import { startTestApp } from './test-app.ts'
import { waitFor } from './wait-for.fixture.ts'

/**
 * The clock jumps over the end of a month, and a job that was due in it takes its time: no paper of what is
 * over is given out before it is done, since it could be another afterwards.
 */
it(
  'no paper of a period that is over is given before its late jobs have run',
  { timeout: 120_000 },
  async () => {
    const gate = Promise.withResolvers<void>()
    let isShut = false
    const app = await startTestApp({
      limits: {
        ...LIMITS,
        files: { ...LIMITS.files, perMember: [{ max: 1_000, withinMs: 60_000 }], exportsPerMember: [] },
      },
      extraModule: (): Module => ({
        name: 'records',
        jobs: [
          {
            name: 'test.gate',
            next: (after) => {
              const noon = timeJst(dateJst(after), 12)
              return noon > after ? noon : timeJst(addDays(dateJst(after), 1), 12)
            },
            run: () => (isShut ? gate.promise : Promise.resolve()),
          },
        ],
      }),
    })
    const { mobile, password } = app.modules.identity.demo!.members[0]!
    const { token } = (await app.call('POST', '/api/auth/login', { body: { account: mobile, password } }))
      .data
    const get = (path: string) => app.call('GET', `/api${path}`, { token })
    const [code] = await app.affordable(1)
    await app.call('POST', '/api/orders', {
      token,
      body: { code, side: 'up', type: 'market', quantity: 100, leverage: 1 },
    })
    await waitFor(
      async () => (await get('/lots?status=open')).data as unknown[],
      (lots) => lots.length > 0,
    )
    const { tradeDate } = app.modules.market.phase()
    // After midnight the trade date is the day before: orders stand in the table of the day they were placed.
    const placedOn = dateJst(app.context.clock.wall())
    const month = tradeDate.slice(0, 7)
    const next = addDays(`${month}-28`, 5).slice(0, 7)
    const at = timeJst(`${next}-03`, 10)
    isShut = true
    const jump = app.call('POST', '/api/dev/clock', { body: { at: iso(at) } })
    await waitFor(
      () => Promise.resolve(app.context.clock.market()),
      (now) => now >= at,
    )

    const past = [
      `/records/trade-report?date=${tradeDate}`,
      `/records/balance-report?period=${month}`,
      `/records/balance-report?period=${next}`,
      ...['orders', 'trades', 'account', 'income'].map(
        (table) => `/records/tables/${table}?from=${month}-01&to=${placedOn}`,
      ),
    ]
    for (const path of past) {
      for (const lang of LANGS) {
        const { status, msg, data, headers } = await get(`${path}&lang=${lang}`)
        expect([path, status, msg, data, headers.get('retry-after')]).toEqual([
          path,
          503,
          app.context.text(lang, 'server.beingClosed'),
          { rejection: 'BEING_CLOSED' },
          '1',
        ])
      }
    }
    expect(
      (await get(`/records/tables/orders?from=${next}-03&to=${next}-03`)).code,
      'the day that is on',
    ).toBe(1)

    gate.resolve()
    expect((await jump).code).toBe(1)
    for (const path of past) {
      const { data } = await waitFor(
        () => get(`${path}&lang=en`),
        ({ status }) => status === 200,
        30_000,
      )
      const file = Buffer.from(data.content, 'base64')
      expect(data.type === 'text/csv' ? file.toString() : pdfText(file), path).toContain(code)
    }
  },
)
