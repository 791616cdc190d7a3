import { beforeAll, expect, it } from 'vitest'
import { LIMITS } from '#platform/limits.ts'
import { newKey, startTestApp, type TestApp } from '#server/test-app.ts'
import { MOST_TEMPLATES } from '../model/templates.ts'

let app: TestApp
beforeAll(async () => {
  const writes = { perSecond: 1_000, burst: 1_000, perMinute: null }
  app = await startTestApp({ limits: { ...LIMITS, lanes: { ...LIMITS.lanes, writes } } })
}, 60_000)

const TERMS = {
  side: 'up',
  type: 'limit',
  quantity: 300,
  leverage: 2,
  condition: 'none',
  timeInForce: 'day',
  validity: 'week',
  takeProfitBp: 500,
  stopLossBp: null,
}
async function member(mobile: string) {
  const { token } = await app.enrol(mobile)
  return {
    kept: async () => (await app.call('GET', '/api/order-templates', { token })).data.templates,
    post: (path: string, body: object = {}, key = newKey()) =>
      app.call('POST', `/api/order-templates${path}`, { token, key, body }),
  }
}

it('a member’s templates are kept by the member alone, once for a request sent twice, and removed', async () => {
  const [owner, other] = [await member('090-6767-0001'), await member('090-6767-0002')]
  expect(await owner.kept()).toEqual([])
  const key = newKey()
  const twice = await Promise.all([
    owner.post('', { ...TERMS, name: ' Swing ' }, key),
    owner.post('', { ...TERMS, name: ' Swing ' }, key),
  ])
  expect(twice.map(({ code }) => code)).toEqual([1, 1])
  expect(await owner.kept()).toEqual([{ ...TERMS, id: key, name: 'Swing' }])
  expect(await other.kept()).toEqual([])
  expect((await other.post(`/${key}/remove`)).data).toMatchObject({ rejection: 'TEMPLATE_NOT_FOUND' })
  expect((await owner.post('', { ...TERMS, name: 'Swing' })).msg).toBe(
    '「Swing」という名前はすでに使われています',
  )
  expect((await owner.post(`/${key}/remove`)).data).toEqual({ templates: [] })
})

it('no more than the limit, also when all come at once', async () => {
  const { kept, post } = await member('090-6767-0003')
  const answers = await Promise.all(
    Array.from({ length: MOST_TEMPLATES + 2 }, (_, n) => post('', { ...TERMS, name: `n${n}` })),
  )
  expect(answers.filter(({ data }) => data.rejection === 'TOO_MANY_TEMPLATES').length).toBe(2)
  expect((await kept()).length).toBe(MOST_TEMPLATES)
})

it.each([
  ['a price, which does not last', { price: 1_000 }],
  ['an issue', { code: 'S801' }],
  ['no quantity', { quantity: 0 }],
  ['a leverage that there is not', { leverage: 10 }],
  ['a type that there is not', { type: 'trailing' }],
  ['an exit at the price', { takeProfitBp: 0 }],
  ['an exit below nothing', { stopLossBp: 10_000 }],
  ['a date', { validity: 'date' }],
  ['a name as long as a page', { name: 'x'.repeat(5_000) }],
  ['a name that is none', { name: { toString: 'x' } }],
])('what is no template is refused at the contract: %s', async (_name, part) => {
  const { kept, post } = await hostile()
  expect((await post('', { ...TERMS, name: 'Mine', ...part })).status).toBe(400)
  expect(await kept()).toEqual([])
})
it('what no order can be is refused by its name', async () => {
  const { kept, post } = await hostile()
  for (const part of [{ timeInForce: 'ioc' }, { type: 'market', condition: 'limit-then-market' }])
    expect((await post('', { ...TERMS, name: 'Mine', ...part })).data).toMatchObject({
      rejection: 'TEMPLATE_INVALID',
    })
  expect((await post('', { ...TERMS, name: 'a\u202eb' })).data).toMatchObject({ rejection: 'NAME_INVALID' })
  expect(await kept()).toEqual([])
})
let asked: ReturnType<typeof member> | undefined
const hostile = () => (asked ??= member('090-6767-0004'))
