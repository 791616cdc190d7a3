import { beforeAll, expect, it } from 'vitest'
import { MOST_DRAWINGS, MOST_DRAWN_ISSUES } from '../model/drawings.ts'
import { newKey, startTestApp, type TestApp } from '#server/test-app.ts'

let app: TestApp
let token: string
beforeAll(async () => {
  app = await startTestApp()
  token = (await app.enrol('090-6666-0001')).token
}, 60_000)

const post = (path: string, body: object = {}, key = newKey()) =>
  app.call('POST', `/api${path}`, { token, key, body })
const lists = async () =>
  (await app.call('GET', '/api/watchlists', { token })).data.lists as {
    id: string
    name: string
    codes: string[]
  }[]

it('everybody has a list from the start; a request sent twice makes one more', async () => {
  expect((await app.call('GET', '/api/watchlists', { token })).data).toEqual({
    lists: [{ id: 'first', name: '', codes: [] }],
    screens: [],
    marks: [],
    columns: [],
    most: { lists: 10, rows: 50, screens: 20, columns: 2 },
  })
  const key = newKey()
  const [one, two] = await Promise.all([
    post('/watchlists', { name: 'Banks' }, key),
    post('/watchlists', { name: 'Banks' }, key),
  ])
  expect([one.code, two.code]).toEqual([1, 1])
  expect((await lists()).map(({ id, name }) => [id, name])).toEqual([
    ['first', ''],
    [key, 'Banks'],
  ])
  expect((await post('/watchlists', { name: 'Banks' })).data).toMatchObject({ rejection: 'NAME_TAKEN' })
  expect(
    (await post('/watchlists/order', { ids: [key, 'first'] })).data.lists.map(({ id }: { id: string }) => id),
  ).toEqual([key, 'first'])
})

it('rows added by many devices at once are all there', async () => {
  token = (await app.enrol('090-6666-0003')).token
  const codes = app.modules.instruments
    .all()
    .slice(0, 12)
    .map(({ code }) => code)
  await Promise.all(codes.map((code) => post('/watchlists/first/add', { code })))
  const rows = (await lists()).find(({ id }) => id === 'first')!.codes
  expect(rows.toSorted()).toEqual(codes)
  const reversed = rows.toReversed()
  expect((await post('/watchlists/first/order', { rows: reversed })).code).toBe(1)
  await post('/watchlists/first/take-off', { code: codes[3] })
  // Another device still shows the row that is off.
  expect((await post('/watchlists/first/order', { rows })).data).toMatchObject({ rejection: 'LISTS_CHANGED' })
  expect((await lists()).find(({ id }) => id === 'first')!.codes).toEqual(
    reversed.filter((code) => code !== codes[3]),
  )
  expect((await post('/watchlists/first/add', { code: 'S000' })).msg).toBe(
    '銘柄コードS000は取り扱っていません',
  )
})

it('a screen is kept as the screener’s address, and another member sees neither lists nor screens', async () => {
  token = (await app.enrol('090-6666-0004')).token
  const saved = await post('/screens', { name: '割安な銀行', address: 'sector=banks&perTo=12' })
  expect(saved.data.screens).toEqual([
    { id: expect.any(String), name: '割安な銀行', address: 'sector=banks&perTo=12' },
  ])
  expect((await post('/screens', { name: 'x', address: 'javascript:alert(1)' })).status).toBe(400)
  const other = (await app.enrol('090-6666-0002')).token
  expect((await app.call('GET', '/api/watchlists', { token: other })).data).toMatchObject({
    lists: [{ id: 'first', codes: [] }],
    screens: [],
  })
  expect((await post(`/screens/${saved.data.screens[0].id}/remove`)).data.screens).toEqual([])
})

it('an issue is marked with a colour and words, and rows have the figures that were chosen', async () => {
  token = (await app.enrol('090-6666-0019')).token
  const { code } = app.modules.instruments.all()[0]!
  const mark = { code, colour: 'amber', note: '決算 11/28' }
  expect((await post('/watchlists/marks', mark)).data.marks).toEqual([mark])
  expect((await post('/watchlists/columns', { columns: ['per', 'volume'] })).data).toMatchObject({
    marks: [mark],
    columns: ['per', 'volume'],
  })
  expect((await post('/watchlists/columns', { columns: ['per', 'yield', 'volume'] })).status).toBe(400)
  expect((await post('/watchlists/marks', { ...mark, colour: 'pink' })).status).toBe(400)
  expect((await post('/watchlists/marks', { ...mark, note: 'x'.repeat(201) })).data).toMatchObject({
    rejection: 'NOTE_INVALID',
  })
  expect((await post('/watchlists/marks', { code, colour: null, note: '' })).data.marks).toEqual([])
})

it('every device of the member hears of a change, nobody else does, and nobody of a refusal', async () => {
  const [owner, other] = [await app.enrol('090-6666-0005'), await app.enrol('090-6666-0006')]
  const heard: string[] = []
  for (const [name, { userId }] of Object.entries({ owner, other }))
    app.context.bus.subscribe(
      `watchlists/${userId}`,
      (event) => void heard.push(`${name} ${(event as { type: string }).type}`),
    )
  const by = (path: string, body: object) =>
    app.call('POST', `/api${path}`, { token: owner.token, key: newKey(), body })
  const { code } = app.modules.instruments.all()[0]!
  expect((await by('/watchlists/first/add', { code })).code).toBe(1)
  expect(heard).toEqual(['owner changed'])
  expect((await by('/watchlists/first/add', { code: 'S000' })).data).toMatchObject({
    rejection: 'UNKNOWN_ISSUE',
  })
  expect((await by('/watchlists', { name: 'Banks' })).code).toBe(1)
  expect(heard).toEqual(['owner changed', 'owner changed'])
})

it('how charts are drawn is kept for the member on every device, and by no other', async () => {
  const [owner, other] = [await app.enrol('090-6666-0007'), await app.enrol('090-6666-0008')]
  const chart = async (of: string) => (await app.call('GET', '/api/chart', { token: of })).data
  const first = { studies: ['sma'], scale: 'linear', figures: {} }
  expect(await chart(owner.token)).toEqual(first)
  const heard: string[] = []
  app.context.bus.subscribe(`watchlists/${owner.userId}`, (event) =>
    heard.push((event as { type: string }).type),
  )
  const keep = (body: object) =>
    app.call('POST', '/api/chart', { token: owner.token, key: newKey(), body: { ...first, ...body } })
  const mine = { studies: ['ichimoku', 'rsi'], scale: 'logarithmic', figures: { 'rsi.period': 9 } }
  expect((await keep(mine)).data).toEqual(mine)
  expect((await keep({ ...mine, figures: { 'rsi.period': 14 } })).data).toEqual({ ...mine, figures: {} })
  expect(await chart(owner.token)).toEqual({ ...mine, figures: {} })
  expect(await chart(other.token)).toEqual(first)
  expect(heard).toEqual(['changed', 'changed'])
  const refused = await keep({ studies: ['rsi', 'macd', 'stochastics'] })
  expect(refused.data).toMatchObject({ rejection: 'TOO_MANY_PANES' })
  expect(refused.msg).toBe('下段に表示できるのは2つまでです')
  for (const body of [
    { studies: ['supertrend'] },
    { scale: 'root' },
    { figures: { 'rsi.period': 1 } },
    { figures: { 'rsi.period': 201 } },
    { figures: { unknown: 3 } },
  ])
    expect((await keep(body)).data).toMatchObject({ rejection: 'CHART_INVALID' })
  expect((await keep({ figures: { 'rsi.period': 2.5 } })).status).toBe(400)
  expect(await chart(owner.token)).toEqual({ ...mine, figures: {} })
  expect(heard).toEqual(['changed', 'changed'])
})

it('what is drawn on a chart is kept by issue for the member, as far as the limits go', async () => {
  const [owner, other] = [await app.enrol('090-6666-0009'), await app.enrol('090-6666-0010')]
  const [first, second] = app.modules.instruments.all().map(({ code }) => code)
  const date = '2026-11-20'
  const drawings = async (of: string, code = first) =>
    (await app.call('GET', `/api/chart/${code}/drawings?date=${date}`, { token: of })).data
  const keep = (body: object, code = first) =>
    app.call('POST', `/api/chart/${code}/drawings`, {
      token: owner.token,
      key: newKey(),
      body: { date, ...body },
    })
  const point = (price: number) => ({ at: '2026-11-20T00:00:00.000Z', price })
  const level = { kind: 'level', points: [point(1_234.5)] }
  const trend = { kind: 'trend', points: [point(1_000), point(1_100)] }
  expect(await drawings(owner.token)).toEqual({ drawings: [] })
  expect((await keep({ drawings: [level, trend] })).data).toEqual({ drawings: [level, trend] })
  expect(await drawings(owner.token)).toEqual({ drawings: [level, trend] })
  expect([await drawings(owner.token, second), await drawings(other.token)]).toEqual([
    { drawings: [] },
    { drawings: [] },
  ])
  // A kind has its own number of points.
  for (const wrong of [
    { ...level, points: trend.points },
    { ...trend, points: level.points },
  ])
    expect((await keep({ drawings: [wrong] })).data).toMatchObject({ rejection: 'DRAWING_INVALID' })
  for (const wrong of [
    { ...level, kind: 'circle' },
    { ...level, points: [point(-1)] },
    { ...level, points: [] },
  ])
    expect((await keep({ drawings: [wrong] })).status).toBe(400)
  const many = await keep({ drawings: Array.from({ length: MOST_DRAWINGS + 1 }, () => level) })
  expect(many.data).toMatchObject({ rejection: 'TOO_MANY_DRAWINGS' })
  expect(many.msg).toBe('1銘柄に描けるのは20本までです')
  expect((await keep({ drawings: [level] }, 'S000')).data).toMatchObject({ rejection: 'UNKNOWN_ISSUE' })
  expect(await drawings(owner.token)).toEqual({ drawings: [level, trend] })

  await app.context.db.pool.query(
    `insert into chart_drawings select $1, 'X' || n, '[]', '2026-11-20' from generate_series(2, $2::int) n`,
    [owner.userId, MOST_DRAWN_ISSUES],
  )
  expect((await keep({ drawings: [level] }, second)).data).toMatchObject({
    rejection: 'TOO_MANY_DRAWN_ISSUES',
  })
  // An issue that has drawings may get others; without any left, another one has its place.
  expect((await keep({ drawings: [trend] })).data).toEqual({ drawings: [trend] })
  expect((await keep({ drawings: [] })).data).toEqual({ drawings: [] })
  expect((await keep({ drawings: [level] }, second)).data).toEqual({ drawings: [level] })
})
