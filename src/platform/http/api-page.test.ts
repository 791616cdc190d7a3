import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { route } from '#wire/route.ts'
import { apiPage, typeOf, type ApiDocument } from './api-page.ts'
import { openApiDocument } from './openapi.ts'

test.each<[schema: Parameters<typeof typeOf>[0], type: string]>([
  [{ type: 'string', pattern: '^\\d+$' }, 'string /^\\d+$/'],
  [{ anyOf: [{ type: 'integer' }, { type: 'null' }] }, 'integer | null'],
  [{ type: ['number', 'null'] }, 'number | null'],
  [{ enum: ['a', 'b'] }, '"a" | "b"'],
  [{ const: 1 }, '1'],
  [{ type: 'array', items: { type: 'string' } }, 'Array<string>'],
  [{ prefixItems: [{ type: 'string' }, { type: 'integer' }], items: false }, '[string, integer]'],
  [{ additionalProperties: { type: 'integer' } }, 'Record<string, integer>'],
  [{ $ref: '#/components/schemas/Failure' }, 'Failure'],
  [
    { properties: { a: { type: 'string' }, b: { properties: {} } }, required: ['a'] },
    '{\n  a: string\n  b?: {}\n}',
  ],
  [{}, 'unknown'],
])('%j is written as %s', (schema, type) => expect(typeOf(schema)).toBe(type))

test('the page shows every route with what it takes, answers and refuses, and nothing in it is markup', () => {
  const place = route({
    name: 'placeGift',
    method: 'POST',
    path: '/gifts/{id}',
    access: 'member',
    keyed: true,
    params: z.object({ id: z.string() }),
    input: z.strictObject({ quantity: z.int() }),
    output: z.object({ note: z.string().check(z.regex(/^<b>$/)) }),
    rejections: ['GIFT_LATE'],
  })
  const list = route({
    name: 'listGifts',
    method: 'GET',
    path: '/gifts',
    access: 'public',
    output: z.object({}),
  })
  const page = apiPage(
    openApiDocument([place, list], { version: '9', demo: true }) as ApiDocument,
    '/api/openapi.json',
  )
  for (const said of [
    '<h2>gifts</h2>',
    '<b>POST</b> <code>/gifts/{id}</code> placeGift (member)',
    '<b>GET</b> <code>/gifts</code> listGifts (public)',
    'quantity: integer',
    '"GIFT_LATE"'.replaceAll('"', '&quot;'),
    'note: string /^&lt;b&gt;$/',
    'Idempotency-Key',
  ])
    expect(page).toContain(said)
  expect(page).not.toContain('<b>$')
})
