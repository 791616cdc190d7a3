import { beforeAll, expect, it } from 'vitest'
import type { FeeStatement } from '#modules/orders/contract.ts'
import type { LotView } from '#modules/portfolio/contract.ts'
import type { TaxView } from '#modules/tax/contract.ts'
import { newKey, startTestApp, type Answer, type TestApp } from './test-app.ts'
import { waitFor } from './wait-for.fixture.ts'

let app: TestApp
let token: string
let other: string
beforeAll(async () => {
  app = await startTestApp()
  const logIn = async (n: number) => {
    const { mobile, password } = app.modules.identity.demo!.members[n]!
    return (await app.call('POST', '/api/auth/login', { body: { account: mobile, password } })).data
      .token as string
  }
  ;[token, other] = [await logIn(0), await logIn(1)]
}, 60_000)

const get = async <T>(path: string): Promise<T> => (await app.call('GET', path, { token })).data
const post = (path: string, body: unknown, options: { key?: string; token?: string } = {}): Promise<Answer> =>
  app.call('POST', path, { token, body, ...options })
const openLots = () => get<LotView[]>('/api/lots?status=open')

it('a lot is taken delivery of by its route: once, whatever is repeated, by its owner alone', async () => {
  const [code] = await app.affordable(1)
  expect(
    (await post('/api/orders', { code, side: 'up', type: 'market', quantity: 100, leverage: 2 })).code,
  ).toBe(1)
  const [lot] = await waitFor(openLots, (lots) => lots.length === 1)
  const path = `/api/lots/${lot!.id}/deliver`
  expect((await post(path, {}, { token: other })).data).toMatchObject({ rejection: 'LOT_NOT_FOUND' })
  const key = newKey()
  const first = await post(path, {}, { key })
  expect(first).toMatchObject({ code: 1, data: { id: lot!.id } })
  expect((await post(path, {}, { key })).data, 'the same key gets the same answer').toEqual(first.data)
  const again = newKey()
  const words = { data: { rejection: 'DELIVERY_NOT_LEVERAGED' }, msg: '現引・現渡は信用建玉のみ可能です。' }
  expect(await post(path, {}, { key: again })).toMatchObject(words)
  expect((await get<{ answer: object }>(`/api/ops/${again}`)).answer, 'asked for by its key').toMatchObject(
    words,
  )
  const [paid] = await waitFor(openLots, (lots) => lots[0]!.leverage === 1)
  expect(paid).toMatchObject({
    id: lot!.id,
    margin: lot!.notional,
    accrued: 0,
    charges: lot!.accrued,
    status: 'holding',
  })
  const log = await get<{ kind: string; moved: number; from: string; to: string }[]>(
    `/api/account/log?lot=${lot!.id}`,
  )
  expect(log.find(({ kind }) => kind === 'delivery')).toMatchObject({
    from: 'available',
    to: 'lotMargin',
    moved: lot!.notional - lot!.margin,
  })
})

it("the account kind is chosen before the year's first result; fees stand as quoted and as charged", async () => {
  expect(await get<TaxView>('/api/tax')).toMatchObject({
    account: 'withholding',
    mayChoose: true,
    total: 0,
    coming: [],
  })
  expect(await post('/api/tax/account', { account: 'plain' })).toMatchObject({
    code: 1,
    data: { account: 'plain' },
  })
  const [lot] = await openLots()
  expect((await post(`/api/lots/${lot!.id}/close`, { type: 'market' })).code).toBe(1)
  const tax = await waitFor(
    () => get<TaxView>('/api/tax'),
    ({ coming }) => coming.length > 0,
  )
  expect(tax).toMatchObject({
    account: 'plain',
    mayChoose: false,
    coming: [{ incomeTax: 0, localTax: 0, results: [{ kind: 'cash', lotId: lot!.id }] }],
  })
  expect((await post('/api/tax/account', { account: 'withholding' })).data).toMatchObject({
    rejection: 'TAX_ACCOUNT_IN_USE',
  })
  expect((await post('/api/tax/account', { account: 'secret' })).status).toBe(400)

  const fees = await waitFor(
    () => get<FeeStatement>('/api/fees?period=year'),
    ({ count }) => count === 2,
  )
  expect(fees.orders.map(({ purpose, filledQuantity }) => [purpose, filledQuantity])).toEqual([
    ['close', 100],
    ['open', 100],
  ])
  expect([fees.quoted, fees.charged]).toEqual(
    ['quoted', 'charged'].map((which) =>
      fees.orders.reduce((sum, order) => sum + order[which as 'quoted' | 'charged'], 0),
    ),
  )
  const paid = (await get<{ kind: string; moved: number }[]>('/api/account/log'))
    .filter(({ kind }) => kind === 'fee')
    .reduce((sum, { moved }) => sum + moved, 0)
  expect(fees.charged, 'what the log says was paid').toBe(paid)
  expect(
    (await app.call('GET', '/api/fees', { token: other })).data,
    "someone else's is their own",
  ).toMatchObject({ count: 0, charged: 0 })
  expect((await app.call('GET', '/api/tax/reports', { token })).data, 'nothing has settled yet').toEqual([])
})
