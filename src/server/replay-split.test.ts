import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { rerun } from '#modules/venue/model/receipt.ts'
import { startTestApp, type TestApp } from './test-app.ts'
import { waitFor } from './wait-for.fixture.ts'

/**
 * Four days of invented issues: on the third, THREE trades at a third of its price, as it would after a 3 for
 * 1 split, and TEN at ten times its price, as after a reverse split.
 */
const [THREE, PLAIN, TEN] = ['2001', '2002', '2003']
const EX_DATE = '2026-06-03'
const DAYS: [date: string, three: number[], plain: number[]][] = [
  ['2026-06-01', [3_000, 3_020, 2_990, 3_000], [1_000, 1_010, 990, 1_000]],
  ['2026-06-02', [3_000, 3_020, 2_990, 3_000], [1_000, 1_010, 990, 1_000]],
  ['2026-06-03', [1_002, 1_010, 995, 1_000], [1_000, 1_010, 990, 1_000]],
  ['2026-06-04', [1_000, 1_010, 995, 1_004], [1_000, 1_010, 990, 1_000]],
]

/** The night before the split passes in the meantime. */
const SLOW_MS = 40_000

let app: TestApp
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'akari-split-'))
  const [file, listing] = [join(folder, 'days.csv'), join(folder, 'listing.csv')]
  const bars = DAYS.flatMap(([date, three, plain]) => [
    `${THREE},${date},${three.join(',')},5000000`,
    `${PLAIN},${date},${plain.join(',')},5000000`,
    `${TEN},${date},${plain.map((price) => (date < EX_DATE ? price / 2 : 5 * price)).join(',')},5000000`,
  ])
  writeFileSync(file, ['code,date,open,high,low,close,volume', ...bars].join('\n'))
  writeFileSync(
    listing,
    [
      'code,name_ja,name_en,market,sector17_code,scale',
      ...[THREE, PLAIN, TEN].map(
        (code) => `${code},試験${code},Test ${code},プライム（内国株式）,6,TOPIX Large70`,
      ),
    ].join('\n'),
  )
  // Half an hour of the market in a second.
  app = await startTestApp({
    env: {
      MARKET: 'replay',
      REPLAY_FILE: file,
      REPLAY_LISTING: listing,
      REPLAY_FROM: '2026-06-02',
      REPLAY_SPEED: '1800',
    },
  })
}, 30_000)
afterAll(async () => {
  await app?.close()
  rmSync(folder, { recursive: true, force: true })
})

it('a split that real prices show changes lots and charts of a replay, and is in the calendar once it has come', async () => {
  const { token } = await app.enrol('090-5555-0078')
  const get = async (path: string) => (await app.call('GET', path, { token })).data
  const listed = async () =>
    (await get(`/api/actions?from=2026-06-01&to=2026-06-30`)) as {
      known: boolean
      actions: { code: string; exDate: string; newShares: number }[]
    }
  expect(await listed()).toMatchObject({ known: false, actions: [] })
  const order = await app.call('POST', '/api/orders', {
    token,
    body: { code: THREE, side: 'up', type: 'limit', price: 3_100, quantity: 100, leverage: 1 },
  })
  expect(order).toMatchObject({ code: 1 })
  const small = await app.call('POST', '/api/orders', {
    token,
    body: { code: TEN, side: 'up', type: 'limit', price: 550, quantity: 1_200, leverage: 1 },
  })
  expect(small).toMatchObject({ code: 1 })
  type Lot = {
    id: string
    code: string
    openQuantity: number
    oddQuantity: number
    openPrice: number
    margin: number
  }
  const lotOf = async (code: string) =>
    ((await get('/api/lots?status=open')) as Lot[]).find((lot) => lot.code === code)!
  const before = await waitFor(
    () => lotOf(THREE),
    (lot) => lot !== undefined,
    SLOW_MS,
  )
  await waitFor(
    async () => get(`/api/orders/${small.data.id}`),
    ({ status }) => status === 'holding',
    SLOW_MS,
  )
  const after = await waitFor(
    () => lotOf(THREE),
    (lot) => lot.openQuantity > 100,
    SLOW_MS,
  )
  expect(after).toMatchObject({ openQuantity: 300 })
  expect([after.openPrice * 3 - before.openPrice < 0.3, after.margin - before.margin < 30]).toEqual([
    true,
    true,
  ])

  await waitFor(
    () => get(`/api/stocks/${THREE}`),
    ({ quote }) => quote.tradeDate === EX_DATE && quote.last !== null,
    SLOW_MS,
  )
  expect(await listed()).toMatchObject({
    known: false,
    actions: [
      { code: THREE, exDate: EX_DATE, newShares: 3, oldShares: 1 },
      { code: TEN, exDate: EX_DATE, newShares: 1, oldShares: 10 },
    ],
  })
  const bars = (await get(`/api/stocks/${THREE}/bars?interval=1d`)) as { close: number }[]
  expect(bars.slice(0, 2).map(({ close }) => close)).toEqual([1_000, 1_000])
  expect((await get('/api/account')).totalAssets).toBeGreaterThan(9_990_000)

  // 1,200 at 1 for 10: 120 shares, 20 of them an odd lot, which is sold alone, at the price of a trade on the
  // exchange; nothing cuts it.
  const joined = await lotOf(TEN)
  expect([joined.openQuantity, joined.oddQuantity, Math.abs(joined.openPrice - 5_000) < 500]).toEqual([
    120,
    20,
    true,
  ])
  const close = (body: object) =>
    app.call('POST', `/api/lots/${joined.id}/close`, { token, body: { type: 'market', ...body } })
  expect((await close({ quantity: 10 })).data).toMatchObject({ rejection: 'LOT_SIZE' })
  expect(
    (
      await app.call('POST', '/api/orders', {
        token,
        body: { code: TEN, side: 'up', type: 'market', quantity: 20, leverage: 1 },
      })
    ).data,
  ).toMatchObject({ rejection: 'LOT_SIZE' })
  const sold = await close({ quantity: 20 })
  const filled = await waitFor(
    () => get(`/api/orders/${sold.data.id}`),
    ({ filledQuantity }) => filledQuantity === 20,
    SLOW_MS,
  )
  expect(filled).toMatchObject({ status: 'closed', purpose: 'close' })
  const rest = await lotOf(TEN)
  expect(rest).toMatchObject({ openQuantity: 100, oddQuantity: 0 })
  const { digest, receipt, scene } = await get(`/api/orders/${sold.data.id}/receipt`)
  const found = rerun({ digest, receipt, scene })
  expect([found.wrong, found.scene.event.kind, found.fills.map(([, quantity]) => quantity)]).toEqual([
    [],
    'odd-lot',
    [20],
  ])
  const messages = (await get('/api/messages')) as { kind: string }[]
  expect(JSON.stringify(messages)).toContain('oddLot')
}, 60_000)
