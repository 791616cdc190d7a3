import * as z from 'zod/mini'
import { describe, expect, it } from 'vitest'
import { uuidv7 } from '#kernel/id.ts'
import { HOUR, MINUTE } from '#kernel/time.ts'
import { route } from '#wire/route.ts'
import { QuantityShares } from '#wire/values.ts'
import { LIMITS } from '../limits.ts'
import { keyFault, keyOf, needsKey } from './key.ts'
import { parseRequest, readQuery } from './parse.ts'

describe('a query', () => {
  const cases: [text: string, lang: string | null, fields: Record<string, string>, problems: string[]][] = [
    ['', null, {}, []],
    ['lang=jp', 'jp', {}, []],
    ['query=%E6%98%8E%E3%81%8B%E3%82%8A&lang=en', 'en', { query: '明かり' }, []],
    ['a=1+2', null, { a: '1 2' }, []],
    ['a=1&a=2', null, { a: '1' }, ['a']],
    ['lang=en&lang=ja', 'en', {}, ['lang']],
    ['a=%zz', null, {}, ['query']],
    ['__proto__=1', null, { ['__proto__']: '1' }, []],
    ['a=%00', null, {}, ['a']],
  ]
  it.each(cases)('%s', (text, lang, fields, problems) => {
    const read = readQuery(text)
    expect(read.lang).toBe(lang)
    expect(Object.entries(read.fields)).toEqual(Object.entries(fields))
    expect(read.problems.map((problem) => problem.path)).toEqual(problems)
  })
})

describe('a body', () => {
  const order = route({
    name: 'test',
    method: 'POST',
    path: '/test',
    access: 'public',
    output: z.unknown(),
    input: z.strictObject({
      quantity: QuantityShares,
      note: z.optional(z.string()),
      list: z.optional(z.array(z.unknown())),
    }),
  })
  const deep = (levels: number): string =>
    '{"quantity":100,"list":'.concat('['.repeat(levels), ']'.repeat(levels), '}')
  const cases: [name: string, body: string, problems: string[]][] = [
    ['as the contract has it', '{"quantity":100}', []],
    ['a number as text is not taken for one', '{"quantity":"100"}', ['quantity']],
    ['unknown fields are named', '{"quantity":100,"extra":1,"more":2}', ['extra', 'more']],
    ['nothing sent', '', ['quantity']],
    ['not JSON', '{"quantity":100', ['']],
    ['null', 'null', ['']],
    ['a list', '[]', ['']],
    ['a hidden prototype', '{"quantity":100,"__proto__":{"a":1}}', ['']],
    ['a hidden constructor', '{"quantity":100,"list":[{"constructor":1}]}', ['']],
    ['eight deep', deep(7), []],
    ['nine deep', deep(8), ['']],
    ['a list of 100', `{"quantity":100,"list":[${Array(100).fill(1).join()}]}`, []],
    ['a list of 101', `{"quantity":100,"list":[${Array(101).fill(1).join()}]}`, ['']],
    ['a zero character', '{"quantity":100,"note":"a\\u0000"}', ['']],
    ['half of a surrogate pair', '{"quantity":100,"note":"\\ud83d"}', ['']],
    ['a field twice', '{"quantity":100,"quantity":200}', ['']],
    ['a field twice, once escaped', '{"quantity":100,"quant\\u0069ty":200}', ['']],
    ['a field twice, deep', '{"quantity":100,"list":[{"a":1,"b":{"c":1},"a":2}]}', ['']],
    ['a prototype twice', '{"quantity":100,"__proto__":1,"__proto__":2}', ['']],
    [
      'colons and quotes in texts',
      '{"quantity":100,"note":"a:\\"b\\":\\\\","list":["a:",{"a":":"},{"a":1}]}',
      [],
    ],
    ['infinity', '{"quantity":1e309}', ['quantity']],
  ]
  it.each(cases)('%s', (_, body, problems) => {
    const { fields } = parseRequest(order, { body, query: {}, params: {} }, LIMITS.request)
    expect(fields.map((field) => field.path)).toEqual(problems)
  })

  it('names the field that is given twice', () => {
    const { fields } = parseRequest(
      order,
      { body: '{"quantity":100,"list":[{"a":1},{"b":{},"b":[]}]}', query: {}, params: {} },
      LIMITS.request,
    )
    expect(fields).toEqual([{ path: '', problem: 'the field b given twice' }])
  })

  it('takes no field in a query that the route does not have', () => {
    const { fields } = parseRequest(
      order,
      { body: '{"quantity":100}', query: { user_id: 'x' }, params: {} },
      LIMITS.request,
    )
    expect(fields).toEqual([{ path: 'user_id', problem: 'unknown field' }])
  })
})

describe('an idempotency key', () => {
  const now = Date.UTC(2026, 10, 21)
  const key = (at: number) => uuidv7(at, new Uint8Array(16).fill(7))
  const cases: [name: string, key: string, fault: string | null][] = [
    ['of now', key(now), null],
    ['none', '', 'KEY_REQUIRED'],
    ['in capitals is the same key', keyOf(key(now).toUpperCase()), null],
    ['UUIDv4', '0b7cb75e-6a5e-4b3c-9d1f-1d2f3a4b5c6d', 'KEY_INVALID'],
    ['any text', 'order-1', 'KEY_INVALID'],
    ['two at once', `${key(now)}, ${key(now)}`, 'KEY_INVALID'],
    ['of 24 h ago', key(now - 24 * HOUR), null],
    ['older', key(now - 24 * HOUR - 1), 'KEY_EXPIRED'],
    ['5 min ahead', key(now + 5 * MINUTE), null],
    ['further ahead', key(now + 5 * MINUTE + 1), 'KEY_EXPIRED'],
  ]
  it.each(cases)('%s', (_, deps, fault) =>
    expect(keyFault(deps, { earliest: now, latest: now }, LIMITS.key)).toBe(fault),
  )

  const routes: [path: string, method: 'GET' | 'POST', access: 'public' | 'member', needed: boolean][] = [
    ['/orders', 'POST', 'member', true],
    ['/orders', 'GET', 'member', false],
    ['/auth/unlock', 'POST', 'member', false],
    ['/socket-ticket', 'POST', 'member', false],
    ['/dev/clock', 'POST', 'public', false],
    ['/messages/read', 'POST', 'member', true],
  ]
  it.each(routes)('%s %s %s: %s', (path, method, access, needed) =>
    expect(needsKey(route({ name: 'test', method, path, access, output: z.unknown() }))).toBe(needed),
  )
})
