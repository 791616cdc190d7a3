import { parseSync } from 'vite'
import { expect, it } from 'vitest'
import { pureCalls } from './pure-calls.ts'

const marked = (code: string): string => pureCalls(code, parseSync('contract.js', code).program)

it.each([
  [
    'a schema',
    `import * as z from 'zod/mini'\nexport const A = z.string().check(z.minLength(1))`,
    `import * as z from 'zod/mini'\nexport const A = /* @__PURE__ */ z.string().check(z.minLength(1))`,
  ],
  [
    'a schema inside an object',
    `import * as z from 'zod/mini'\nexport const A = { hours: z.array(B), most: 3 }`,
    `import * as z from 'zod/mini'\nexport const A = { hours: /* @__PURE__ */ z.array(B), most: 3 }`,
  ],
  [
    'a route',
    `import { route } from '#wire/route.ts'\nexport const get = route({ name: 'get' })`,
    `import { route } from '#wire/route.ts'\nexport const get = /* @__PURE__ */ route({ name: 'get' })`,
  ],
  [
    'a minified library that calls something z',
    `import * as a from 'lib'\nconst z = (x) => x.clear()\nz(canvas)`,
    `import * as a from 'lib'\nconst z = (x) => x.clear()\nz(canvas)`,
  ],
  [
    'a function of the same name',
    `import { go } from '#client/paths.ts'\nconst route = () => go()\nroute()`,
    `import { go } from '#client/paths.ts'\nconst route = () => go()\nroute()`,
  ],
  [
    'a call for its effect later',
    `import * as z from 'zod/mini'\nexport function f() { z.parse(A) }`,
    `import * as z from 'zod/mini'\nexport function f() { z.parse(A) }`,
  ],
])('%s', (_, code, left) => expect(marked(code)).toBe(left))
