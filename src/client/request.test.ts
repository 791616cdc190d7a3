import { expect, test, vi } from 'vitest'
import { addressOf, fillPath } from './address.ts'

vi.mock('./texts.ts', () => ({ translate: (key: string) => key }))
const { dataOf } = await import('./request.ts')
const { envelopeOf } = await import('./envelope-of.ts')
const { CallError } = await import('./call-error.ts')

test('addresses carry the language, filled places and no empty parameters', () => {
  expect(addressOf({ path: '/stocks', query: { query: 'しの', sort: undefined } }, 'jp')).toBe(
    '/api/stocks?query=%E3%81%97%E3%81%AE&lang=jp',
  )
  expect(fillPath('/orders/{id}/cancel', { id: 'a/b' })).toBe('/orders/a%2Fb/cancel')
})

test.each([
  ['{"code":1,"msg":"ok","data":[]}', { code: 1, msg: 'ok', data: [] }],
  ['{"code":503}', { code: 503, msg: '', data: null }],
  ['<html>', null],
  ['', null],
  ['null', null],
  ['{"code":"1"}', null],
  ['[]', null],
])('the envelope in %s', (text, envelope) => expect(envelopeOf(text)).toEqual(envelope))

test.each([
  [2, 'refused'],
  [400, 'malformed'],
  [401, 'session'],
  [403, 'server'],
  [404, 'server'],
  [422, 'server'],
  [429, 'server'],
  [503, 'server'],
] as const)('code %s is %s', (code, kind) => {
  const data = {
    rejection: 'LOT_SIZE',
    detail: { unit: 100 },
    fields: [{ path: 'quantity', problem: 'whole number' }],
  }
  try {
    dataOf({ code, msg: 'no', data })
    expect.unreachable()
  } catch (error) {
    const known = error as InstanceType<typeof CallError>
    expect({ kind: known.kind, msg: known.msg }).toEqual({ kind, msg: 'no' })
    expect(known.rejection).toBe(kind === 'refused' ? 'LOT_SIZE' : null)
    expect(known.fields.length).toBe(kind === 'malformed' ? 1 : 0)
  }
})

test('success is its data', () => expect(dataOf({ code: 1, msg: '', data: 7 })).toBe(7))
