import { parseSync } from 'vite'
import { expect, it } from 'vitest'
import { withoutSchemas } from './without-schemas.ts'

const read = (code: string): string => withoutSchemas(code, parseSync('contract.ts', code).program)

it.each([
  ['a schema', `const Mobile = z.string().check(z.minLength(1))`, `const Mobile = undefined`],
  [
    'a schema inside an object',
    `const fields = { ...more, code: z.optional(Code), most: 3 }`,
    `const fields = { ...more, code: undefined, most: 3 }`,
  ],
  ['a type of one', `export type View = z.output<typeof View>`, `export type View = z.output<typeof View>`],
  [
    'figures and words',
    `export const MOST = Math.max(1, 2)\nexport const KINDS = ['a', 'b'] as const`,
    `export const MOST = Math.max(1, 2)\nexport const KINDS = ['a', 'b'] as const`,
  ],
  ['another library', `export const lazy = fizz.string()`, `export const lazy = fizz.string()`],
  [
    'a route',
    `export const get = route({ ...shared, name: 'get', path: '/x', keyed: true, query: Own, output: z.array(View), rejections: [...MORE, 'NO'] })`,
    `export const get = route({ ...shared, name: 'get', path: '/x', keyed: true,    })`,
  ],
  [
    'an import that a schema alone named',
    `import { MOST } from './a.ts'\nconst A = z.array(View).check(z.maxLength(MOST))`,
    `\nconst A = undefined`,
  ],
  [
    'an import that something else names too',
    `import { A, B } from './a.ts'\nexport const get = route({ input: A })\nexport const ALL = [...B]`,
    `import { A, B } from './a.ts'\nexport const get = route({  })\nexport const ALL = [...B]`,
  ],
  [
    'an import that a type names too',
    `import * as z from 'zod/mini'\nconst A = z.string()\nexport type A = z.output<typeof A>`,
    `\nconst A = undefined\nexport type A = z.output<typeof A>`,
  ],
  [
    'an import that a comment names too',
    `import { MOST } from './a.ts'\n/** At most MOST. */\nconst A = z.array(View).check(z.maxLength(MOST))`,
    `\n/** At most MOST. */\nconst A = undefined`,
  ],
  [
    'a schema that is said to be of a type',
    `import * as z from 'zod/mini'\nconst all = Object.fromEntries(IDS.map((id) => [id, z.enum(ALL)])) as Record<Id, z.ZodMiniEnum>`,
    `\nconst all = Object.fromEntries(IDS.map((id) => [id, undefined])) as Record<Id, z.ZodMiniEnum>`,
  ],
  [
    'a topic',
    `export const t = topic<View>({ name: 'quote/{code}', kind: 'latest', access: 'public' })`,
    `export const t = topic<View>({ name: 'quote/{code}', kind: 'latest', access: 'public' })`,
  ],
])('%s', (_, code, left) => expect(read(code)).toBe(left))
