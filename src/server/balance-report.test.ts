import { beforeAll, expect, it } from 'vitest'
import { addDays, dateJst, SECOND, timeJst } from '#kernel/time.ts'
import { LIMITS } from '#platform/limits.ts'
import { pdfText } from '#platform/pdf-text.fixture.ts'
import { closingAt } from '#modules/instruments/model/schedule.ts'
import type { LotView } from '#modules/portfolio/contract.ts'
import type { IncomeView } from '#modules/records/contract.ts'
import type { TaxReport } from '#modules/tax/contract.ts'
import { startTestApp, type TestApp } from './test-app.ts'
import { waitFor } from './wait-for.fixture.ts'

/**
 * A month that is over is stated as it was at its end, whatever has become of its positions since: every
 * position, every yen.
 */
let app: TestApp
let token: string
beforeAll(async () => {
  app = await startTestApp({
    limits: {
      ...LIMITS,
      files: { ...LIMITS.files, perMember: [{ max: 1_000, withinMs: 60_000 }], exportsPerMember: [] },
    },
  })
  const { mobile, password } = app.modules.identity.demo!.members[0]!
  token = (await app.call('POST', '/api/auth/login', { body: { account: mobile, password } })).data.token
}, 60_000)

const get = async <T>(path: string): Promise<T> => (await app.call('GET', `/api${path}`, { token })).data
const post = async (path: string, body: unknown) => {
  const answer = await app.call('POST', `/api${path}`, { token, body })
  expect(answer.msg).toBe('成功しました')
}
const openLots = () => get<LotView[]>('/lots?status=open')
const statement = async (path: string): Promise<string> =>
  pdfText(Buffer.from((await get<{ content: string }>(`${path}&lang=en`)).content, 'base64')).replaceAll(
    ' ',
    '',
  )
const figure = (yen: number) => yen.toLocaleString('en').replace('-', '\u2212')

it(
  'states the positions, balances and movements of a month that is over, and a year’s tax',
  { timeout: 120_000 },
  async () => {
    const month = dateJst(app.context.clock.market()).slice(0, 7)
    const end = addDays(`${addDays(`${month}-28`, 7).slice(0, 7)}-01`, -1)
    // A split meanwhile would count the shares anew; this is about sales and deliveries.
    const acting = new Set(
      app.modules.instruments.actions.between(`${month}-01`, addDays(end, 20)).map(({ code }) => code),
    )
    const [long, short, cash] = (await app.affordable(60)).filter((code) => !acting.has(code))
    for (const [code, side, leverage, quantity] of [
      [long, 'up', 2, 300],
      [short, 'down', 2, 200],
      [cash, 'up', 1, 500],
    ] as const)
      await post('/orders', { code, side, type: 'market', quantity, leverage })
    const lots = await waitFor(
      openLots,
      (found) => found.reduce((sum, { openQuantity }) => sum + openQuantity, 0) === 1_000,
    )
    const of = (code: string | undefined) => lots.find((lot) => lot.code === code)!
    await post(`/lots/${of(cash).id}/close`, {
      type: 'market',
      quantity: Math.min(200, of(cash).openQuantity),
    })
    await post(`/lots/${of(long).id}/close`, { type: 'market', quantity: 100 })
    const held = await waitFor(
      openLots,
      (found) =>
        found.every(({ closingQuantity }) => closingQuantity === 0) &&
        found.reduce((sum, { openQuantity }) => sum + openQuantity, 0) < 1_000,
    )
    // One is bought in the day's closing auction, whose time is by the clock the next trade date's.
    const { tradeDate } = app.modules.market.phase()
    const closing = (await app.affordable(60)).find(
      (code) => !acting.has(code) && ![long, short, cash].includes(code),
    )
    await post('/orders', {
      code: closing,
      side: 'up',
      type: 'market',
      quantity: 100,
      leverage: 1,
      condition: 'at-close',
    })
    const jump = async (at: number) =>
      expect(
        (await app.call('POST', '/api/dev/clock', { body: { at: new Date(at).toISOString() } })).code,
      ).toBe(1)
    await jump(closingAt(app.context.schedule, tradeDate) - 10 * SECOND)
    const atClose = await waitFor(
      () => get<LotView[]>(`/lots?status=all&code=${closing}`),
      (found) => found.length > 0,
      60_000,
    )
    expect(atClose[0]!.tradeDate).toBe(tradeDate)
    const atEnd = await get<{ available: number; lotMargin: number }>('/account')

    await jump(timeJst(addDays(end, 8), 10))
    await waitFor(
      async () =>
        (await app.call('GET', '/api/stocks?limit=200')).data as {
          quote: { tradeDate: string; ask: number | null; bid: number | null }
        }[],
      (rows) =>
        rows.filter(
          ({ quote }) => quote.tradeDate >= addDays(end, 7) && quote.ask !== null && quote.bid !== null,
        ).length > 120,
    )
    const soldAfterwards = (await openLots()).find(({ id }) => id === of(long).id)!
    await post(`/lots/${soldAfterwards.id}/close`, { type: 'market' })
    await waitFor(openLots, (found) => !found.some(({ id }) => id === soldAfterwards.id))

    const { days } = await get<{ days: string[] }>('/records/statements')
    expect(days).toContain(tradeDate)
    // Nothing was delivered: all interest and lending fees of the ledger belong to closings.
    const chargedOn = async (day: string) =>
      0 -
      (await get<IncomeView>(`/records/income?from=${day}&to=${day}`)).groups.find(
        ({ group }) => group === 'interest',
      )!.yen
    let closingsCharged = 0
    for (const day of days) {
      const printed = await statement(`/records/trade-report?date=${day}`)
      const rows = Buffer.from(
        (await get<{ content: string }>(`/records/tables/trades?from=${day}&to=${day}&lang=en`)).content,
        'base64',
      )
        .toString()
        .trimEnd()
        .split('\r\n')
        .map((line) => line.split(','))
      const head = rows.findIndex((cells) => cells.length > 3)
      const fee = rows[head]!.findIndex((name) => name.startsWith('Commission'))
      expect(printed, `fees of ${day}`).toContain(
        `taxincluded(yen)${figure(rows.slice(head + 1).reduce((sum, cells) => sum + Number(cells[fee]), 0))}`,
      )
      for (const cells of rows.slice(head + 1)) expect(printed, `a fill of ${day}`).toContain(cells[2])
      const charges = rows[head]!.findIndex((name) => name.startsWith('"Interest'))
      const charged = rows.slice(head + 1).reduce((sum, cells) => sum + Number(cells[charges]), 0)
      expect(charged, `interest and lending fees of ${day}`).toBe(await chargedOn(day))
      expect(printed, `interest and lending fees of ${day}`).toContain(`lendingfee(yen)${figure(charged)}`)
      closingsCharged += charged > 0 ? 1 : 0
    }
    expect(closingsCharged, 'days with a charged closing').toBeGreaterThan(0)
    expect(
      await statement(`/records/trade-report?date=${tradeDate}`),
      'bought in the closing auction',
    ).toContain(`(${closing})`)

    const income = await get<IncomeView>(`/records/income?from=${month}-01&to=${end}`)
    const past = await statement(`/records/balance-report?period=${month}`)
    for (const lot of held) {
      expect(past, `lot ${lot.number}`).toContain(lot.number)
      expect(past, `margin of ${lot.number}`).toContain(figure(lot.margin))
      // Number, issue, side, leverage, then the shares: those of the month's end, also of the lot that was
      // sold afterwards.
      expect(past.slice(past.indexOf(lot.number)), `shares of ${lot.number}`).toMatch(
        new RegExp(
          `^${lot.number}.*?\\(${lot.code}\\)${lot.side === 'down' ? 'Short' : lot.leverage > 1 ? 'Marginbuy' : 'Buy'}${lot.leverage}×${figure(lot.openQuantity)}`,
        ),
      )
    }
    expect(past).toContain(figure(atEnd.lotMargin))
    for (const yen of [
      income.closing,
      ...income.groups.filter(({ count }) => count > 0).map(({ yen }) => yen),
    ])
      expect(past).toContain(figure(yen))

    const next = await get<IncomeView>(`/records/income?from=${addDays(end, 1)}&to=${addDays(end, 20)}`)
    expect(next.opening, 'a month begins with what the one before ended with').toBe(income.closing)
    const now = await statement(`/records/balance-report?period=${addDays(end, 1).slice(0, 7)}`)
    expect(now).toContain(figure(next.opening))
    expect(now).toContain(figure(next.closing))
    expect(now.slice(now.indexOf('Positions'), now.indexOf('Entries'))).not.toContain(soldAfterwards.number)

    const [report] = await get<TaxReport[]>('/tax/reports')
    const tax = await statement(`/records/year-report?year=${report!.year}`)
    for (const yen of [
      report!.cash.proceeds,
      report!.cash.gain,
      report!.margin.gain,
      report!.total,
      report!.incomeTax,
      report!.localTax,
      report!.incomeTax + report!.localTax,
    ])
      expect(tax).toContain(figure(yen))
  },
)
