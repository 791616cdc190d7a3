import { expect, test } from 'vitest'
import type { Plan } from './places.ts'
import { bannedInDocument } from './words.ts'
import { tidy } from './rules.ts'

const PLAN: Plan = { ledger: [], market: [], orders: ['ledger', 'market'] }
const MAIN = 'src/server/main.ts'

/** The complaints of tidy about these files, without the complaint that nothing reaches them. */
const said = (files: Record<string, string>, plan: Plan = PLAN): string[] =>
  tidy(files, plan)
    .filter(({ what }) => !/reaches? this file|reach this file/.test(what))
    .map(({ file, line, what, level }) => `${file}:${line}: ${level}: ${what}`)

const lines = (n: number, text = '  x()'): string => Array.from({ length: n }, () => text).join('\n')

/** One file, the files that it imports, and what is said of the first: undefined where it is in order. */
const cases: [name: string, path: string, text: string, what: RegExp | undefined][] = [
  // Edges of lines
  ['a space at the end of a line of JSX', 'src/ui/a.tsx', '{a}\u3000\n{b}', /:1: error: a space that is not/],
  ['a space that begins one', 'src/ui/a.tsx', '{a}\n  \u3000{b}', /:2: error: a space that is not written/],
  ['a space inside of a line', 'src/ui/a.tsx', '{a}\u3000{b}', undefined],
  ['a space that is said', 'src/ui/a.tsx', "{'\u3000'}\n{b}", undefined],
  // Floors
  [
    'registry uses what a module declares',
    'src/registry/a.ts',
    `import { x } from '#modules/ledger/model/transfer-kinds.ts'`,
    undefined,
  ],
  [
    'registry uses anything else of it',
    'src/registry/a.ts',
    `import { x } from '#modules/ledger/model/x.ts'`,
    /registry sees only the routes of ledger/,
  ],
  ['a model uses registry', 'src/modules/ledger/model/a.ts', `import { x } from '#registry/x.ts'`, undefined],
  [
    'client sees all pages through registry',
    'src/client/a.ts',
    `import { x } from '#registry/x.ts'`,
    undefined,
  ],
  ['ui uses registry', 'src/ui/a.ts', `import { x } from '#registry/x.ts'`, /ui may not use registry/],
  ['wire uses kernel', 'src/wire/a.ts', `import { x } from '#kernel/x.ts'`, undefined],
  [
    'kernel uses wire',
    'src/kernel/a.ts',
    `import { x } from '#wire/x.ts'`,
    /:1: error: #wire\/x\.ts: kernel may not use wire/,
  ],
  [
    'platform uses a module',
    'src/platform/a.ts',
    `import { x } from '#modules/ledger/contract.ts'`,
    /platform may not use modules/,
  ],
  [
    'ui uses a module, as a type',
    'src/ui/a.ts',
    `import type { x } from '#modules/ledger/contract.ts'`,
    /ui may not use modules/,
  ],
  [
    'client exports from a module',
    'src/client/a.ts',
    `export { x } from '#modules/ledger/contract.ts'`,
    /client may not use modules/,
  ],
  [
    'kernel loads wire lazily',
    'src/kernel/a.ts',
    `const a = () => import('#wire/x.ts')`,
    /kernel may not use wire/,
  ],
  ['by a relative path', 'src/kernel/a.ts', `import '../wire/x.ts'`, /kernel may not use wire/],
  ['in a comment', 'src/kernel/a.ts', `// import '../wire/x.ts'\n/* import '../wire/x.ts' */`, undefined],
  ['in a string', 'src/kernel/a.ts', 'const a = `import "../wire/x.ts"`', undefined],
  [
    'on the third line',
    'src/kernel/a.ts',
    `import { a } from './b.ts'\nimport {\n  x } from '#wire/x.ts'`,
    /a\.ts:2: error/,
  ],
  [
    'a worker',
    'src/platform/a.ts',
    `new Worker(new URL('../server/x.ts', import.meta.url))`,
    /platform may not use server/,
  ],
  // Parts of a module
  [
    'server uses its model',
    'src/modules/orders/server/a.ts',
    `import { x } from '#modules/orders/model/x.ts'`,
    undefined,
  ],
  [
    'model uses its contract',
    'src/modules/orders/model/a.ts',
    `import { x } from '../contract.ts'`,
    /model may not use its module's contract/,
  ],
  [
    'contract uses its server',
    'src/modules/orders/contract.ts',
    `import { x } from './server/x.ts'`,
    /contract may not use its module's server/,
  ],
  [
    'mobile uses its server',
    'src/modules/orders/mobile/a.ts',
    `import { x } from '../server/x.ts'`,
    /mobile may not use its module's server/,
  ],
  [
    'mobile uses platform',
    'src/modules/orders/mobile/a.ts',
    `import { x } from '#platform/x.ts'`,
    /mobile may not use platform/,
  ],
  [
    'model uses platform',
    'src/modules/orders/model/a.ts',
    `import { x } from '#platform/x.ts'`,
    /model may not use platform/,
  ],
  [
    'an unknown part',
    'src/modules/orders/logic/a.ts',
    `import { x } from '#kernel/x.ts'`,
    /orders has no part called logic/,
  ],
  // Modules
  [
    'a lower module by its route',
    'src/modules/orders/server/a.ts',
    `import { x } from '#modules/ledger/server/public.ts'`,
    undefined,
  ],
  [
    "a lower module's model",
    'src/modules/orders/model/a.ts',
    `import { x } from '#modules/ledger/model/x.ts'`,
    undefined,
  ],
  [
    'a lower module through the window',
    'src/modules/orders/server/a.ts',
    `import { x } from '#modules/ledger/server/x.ts'`,
    /uses ledger only through its routes/,
  ],
  [
    "a lower module's server from a screen",
    'src/modules/orders/mobile/a.ts',
    `import { x } from '#modules/ledger/server/public.ts'`,
    /uses ledger only through its routes/,
  ],
  [
    "a lower module's contract from a model",
    'src/modules/orders/model/a.ts',
    `import { x } from '#modules/ledger/contract.ts'`,
    /model may not use ledger's contract/,
  ],
  [
    'a higher module',
    'src/modules/ledger/model/a.ts',
    `import { x } from '#modules/orders/model/x.ts'`,
    /module ledger may not use orders/,
  ],
  [
    'a module that is not planned',
    'src/modules/ipo/model/a.ts',
    '',
    /module ipo is not in src\/modules\/dependencies\.ts/,
  ],
  [
    'a test looks behind a route',
    'src/modules/orders/server/a.test.ts',
    `import { x } from '#modules/ledger/server/x.ts'`,
    undefined,
  ],
  [
    'a test uses a higher module',
    'src/modules/ledger/model/a.test.ts',
    `import { x } from '#modules/orders/model/x.ts'`,
    /module ledger may not use orders/,
  ],
  // Code for tests alone
  [
    'a test uses the test house',
    'src/modules/orders/server/a.test.ts',
    `import { x } from '#server/test-app.ts'`,
    undefined,
  ],
  [
    'a fixture looks behind a route',
    'src/modules/orders/server/a.fixture.ts',
    `import { x } from '#modules/ledger/server/x.ts'`,
    undefined,
  ],
  [
    'the product uses a fixture',
    'src/modules/orders/server/a.ts',
    `import { x } from './x.fixture.ts'`,
    /only tests may use it/,
  ],
  // Shells
  [
    'a shell by the route',
    'src/mobile/a.ts',
    `import { x } from '#modules/orders/mobile/screens.ts'`,
    undefined,
  ],
  [
    'a shell through the window',
    'src/mobile/a.ts',
    `import { x } from '#modules/orders/mobile/x.ts'`,
    /mobile sees only the routes of orders/,
  ],
  [
    'the app uses the server',
    'src/mobile/a.ts',
    `import { x } from '#server/x.ts'`,
    /mobile may not use server/,
  ],
  // Libraries
  ['react on a screen', 'src/modules/orders/mobile/a.ts', `import { useState } from 'react'`, undefined],
  [
    'react in a rule',
    'src/modules/orders/model/a.ts',
    `import { useState } from 'react'`,
    /react: may not be imported here/,
  ],
  ['pg in a module', 'src/modules/orders/server/a.ts', `import pg from 'pg'`, /pg: may not be imported here/],
  ["pg's types in the shell", 'src/server/a.ts', `import type pg from 'pg'`, undefined],
  ['pg itself in the shell', 'src/server/a.ts', `import pg from 'pg'`, /pg: may not be imported here/],
  [
    'kysely in queries',
    'src/modules/orders/server/queries.ts',
    `import type { Kysely } from 'kysely'`,
    undefined,
  ],
  [
    'kysely elsewhere',
    'src/modules/orders/server/a.ts',
    `import type { Kysely } from 'kysely'`,
    /kysely: may not be imported here/,
  ],
  [
    'charts outside market',
    'src/modules/orders/mobile/a.ts',
    `const c = import('lightweight-charts')`,
    /lightweight-charts: may not be imported here/,
  ],
  ['an unknown library', 'src/platform/a.ts', `import x from 'left-pad'`, /left-pad: has no row/],
  ['big zod', 'src/wire/a.ts', `import * as z from 'zod'`, /zod: import zod\/mini/],
  ['big zod in a test', 'src/wire/a.test.ts', `import * as z from 'zod'`, undefined],
  [
    'Node in a rule',
    'src/modules/orders/model/a.ts',
    `import { x } from 'node:fs'`,
    /node:fs: Node's modules are for platform/,
  ],
  ['no such file', 'src/kernel/a.ts', `import { x } from './gone.ts'`, /\.\/gone\.ts: there is no such file/],
  // The world
  ['a given time', 'src/kernel/a.ts', 'const day = new Date(ms)', undefined],
  ['the clock', 'src/kernel/a.ts', 'const a = Date.now()', /Date\.now here: time and chance are injected/],
  ['the date', 'src/kernel/a.ts', '\nconst a = new Date()', /a\.ts:2: error: new Date\(\) here/],
  ['chance', 'src/modules/orders/mobile/a.ts', 'const a = Math.random()', /Math\.random here/],
  ['chance in a template', 'src/kernel/a.ts', 'const a = `${Math.random()}`', /Math\.random here/],
  [
    'chance in a sentence',
    'src/kernel/a.ts',
    `const a = 'Math.random'; const b = /Date.now/ // Date.now`,
    undefined,
  ],
  ['a timer on a screen', 'src/modules/orders/mobile/a.ts', 'setTimeout(close, 1500)', undefined],
  [
    'a timer in a use case',
    'src/modules/orders/server/a.ts',
    `setTimeout(guarded(log, 'x', f), 5)`,
    /setTimeout here/,
  ],
  // Formats
  [
    'a formatter of its own',
    'src/modules/orders/mobile/a.tsx',
    'const a = new Intl.NumberFormat(lang)',
    /Intl\.NumberFormat\( here: i18n\/format\.ts writes/,
  ],
  [
    'a date of its own',
    'src/modules/orders/server/a.ts',
    `\nconst a = date.toLocaleDateString('ja')`,
    /a\.ts:2: error: \.toLocaleDateString\( here/,
  ],
  ['figures of its own', 'src/client/a.ts', 'const a = n.toLocaleString(lang)', /\.toLocaleString\( here/],
  [
    'a clock of its own',
    'src/console/a.tsx',
    `const two = (n) => String(n).padStart(2, '0')`,
    /\.padStart\(2 here: kernel\/time\.ts writes/,
  ],
  [
    'a date cut out',
    'src/modules/orders/model/a.ts',
    'const day = new Date(ms).toISOString().slice(0, 10)',
    /\.toISOString\(\)\. here/,
  ],
  [
    "Japan's time by hand",
    'src/modules/orders/mobile/a.ts',
    'const a = at + 9 * 3_600_000',
    /\+ 9 \* 3_600_000 here/,
  ],
  [
    'a sum of its own',
    'src/modules/orders/mobile/a.tsx',
    '\nconst a = <p>{f.number(price)}円</p>',
    /a\.tsx:2: error: \}円 here: i18n\/format\.ts writes sums/,
  ],
  ['a sum of its own in a string', 'src/server/a.ts', 'const a = `¥${yen}`', /¥\$\{ here/],
  ['a sum that is added up', 'src/client/a.ts', "const a = f.number(yen) + ' yen'", /' yen' here/],
  ['a sum in its home', 'src/i18n/a.ts', 'const a = `${figure}円`', undefined],
  ['a sum in a comment', 'src/client/a.ts', '/** `${n}円` is what a member reads. */', undefined],
  ['a formatter in its home', 'src/i18n/a.ts', 'const a = new Intl.NumberFormat(lang)', undefined],
  ['a clock in its home', 'src/kernel/a.ts', `const two = (n) => String(n).padStart(2, '0')`, undefined],
  [
    'a type of formats, a splitter of words',
    'src/modules/orders/model/a.ts',
    `let a: Intl.NumberFormatOptions = b; const c = new Intl.Segmenter('ja')`,
    undefined,
  ],
  [
    'a formatter in a test',
    'src/modules/orders/model/a.test.ts',
    'const a = new Intl.NumberFormat(lang)',
    undefined,
  ],
  // Handlers
  [
    'a handler that ends the process',
    'src/modules/orders/server/a.ts',
    `socket.on('message', (data) => read(data))`,
    /a\.ts:1: error: a handler of "message" that is not guarded/,
  ],
  [
    'a timer that ends the process',
    'src/platform/a.ts',
    `const stop = every(SECOND, () => look())`,
    /a handler of "every" that is not guarded/,
  ],
  [
    'a private word in a name',
    'src/kernel/a.ts',
    `export const openHouse = 1`,
    /"openHouse" is a word of our own: say server/,
  ],
  [
    'a private word in a comment',
    'src/kernel/a.ts',
    `/** Each door answers. */\nexport const a = 1`,
    /"door" is a word of our own: say route/,
  ],
  [
    'two plain words that are private together',
    'src/kernel/a.ts',
    `export const runAgain = 1`,
    /"runAgain" is a word of our own: say replayJournal/,
  ],
  [
    'a private word in the name of a test',
    'src/kernel/a.test.ts',
    `test('no value breaks the house', () => {})`,
    /"house" is a word of our own: say server/,
  ],
  [
    'a room of somebody',
    'src/kernel/a.ts',
    `/** The rule of the draw's room. */\nexport const a = 1`,
    /"room" is a word of our own: say module/,
  ],
  ['a private word in a path', 'src/platform/room-of.ts', '', /"room" is a word of our own: say module/],
  [
    'the same words with their usual meaning',
    'src/kernel/a.ts',
    `/** The clearing house; no room for more. */\nexport const a = 1`,
    undefined,
  ],
  [
    'a guarded handler',
    'src/platform/a.ts',
    `socket.once('message', guarded(log, 'a message', read))`,
    undefined,
  ],
  [
    'a guarded handler on lines of its own',
    'src/platform/a.ts',
    `const stop = every(\n  SECOND,\n  guarded(log, 'a look', look),\n)`,
    undefined,
  ],
  [
    'a handler that only holds a guarded one',
    'src/platform/a.ts',
    `socket.on('message', () => { pool.on('error', guarded(log, 'a fault', read)) })`,
    /a handler of "message" that is not guarded/,
  ],
  ['a handler of the browser', 'src/modules/orders/mobile/a.ts', `socket.on('message', read)`, undefined],
  ['a handler in a comment', 'src/platform/a.ts', `// socket.on('message', read)`, undefined],
  ['a column of a join', 'src/modules/orders/server/a.ts', `join.on('lots.id', '=', id)`, undefined],
  ['a list of numbers', 'src/platform/a.ts', `numbers.every((n) => n > 0)`, undefined],
  [
    'a handler of a list that is gone',
    'src/platform/metrics.ts',
    ``,
    /lists a handler of "every" that is not there/,
  ],
  ['the clock in platform', 'src/platform/a.ts', 'const a = Date.now()', undefined],
  ['the clock in a test', 'src/kernel/a.test.ts', 'const a = Date.now()', undefined],
  // Names
  ['utils', 'src/kernel/utils.ts', '', /"utils" says nothing/],
  ['a folder of helpers', 'src/client/helpers/a.ts', '', /"helpers" says nothing/],
  ['order manager', 'src/ui/OrderManager.tsx', '', /"manager" says nothing/],
  ['customer service', 'src/ui/CustomerService.tsx', '', undefined],
  ['camel case', 'src/kernel/placeOrder.ts', '', /files are kebab-case/],
  // Sizes
  ['600 lines', 'src/kernel/a.ts', lines(600), undefined],
  ['601 lines', 'src/kernel/a.ts', lines(601), /:1: warning: file has 601 lines/],
  ['1201 lines', 'src/kernel/a.ts', lines(1201), /:1: error: file has 1201 lines/],
  ['135 lines of function', 'src/kernel/a.ts', `function a(): { b: string } {\n${lines(133)}\n}`, undefined],
  [
    '136 lines of function',
    'src/kernel/a.ts',
    `\nfunction a(): { b: string } {\n${lines(134)}\n}`,
    /a\.ts:2: warning: function a has 136 lines/,
  ],
  [
    '271 lines of arrow',
    'src/kernel/a.ts',
    `const a = async <T>(b: T): Promise<T | { c: 1 }> => {\n${lines(269)}\n}`,
    /error: function a has 271 lines/,
  ],
  [
    '136 lines of method',
    'src/kernel/a.ts',
    `class A {\n  b(c = (1)): void {\n${lines(134)}\n  }\n}`,
    /warning: function b has 136 lines/,
  ],
  ['a long condition', 'src/kernel/a.ts', `if (a) {\n${lines(150)}\n}`, undefined],
  ['a long object', 'src/kernel/a.ts', `const a = f({\n${lines(150, '  a: 1,')}\n})`, undefined],
  [
    'a method that is only declared',
    'src/kernel/a.ts',
    `type A = {\n  b(c: string): void\n}\n${lines(150)}\nconst d = {}`,
    undefined,
  ],
  ['160 lines of component', 'src/ui/A.tsx', `export function A() {\n${lines(158)}\n}`, undefined],
  [
    '161 lines of component',
    'src/ui/A.tsx',
    `export const A = () => (\n${lines(159)}\n)`,
    /warning: component A has 161 lines/,
  ],
  ['a long suite', 'src/kernel/a.test.ts', `test(() => {\n${lines(150)}\n})`, undefined],
]

const TARGETS = {
  'src/kernel/x.ts': '',
  'src/kernel/b.ts': '',
  'src/wire/x.ts': '',
  'src/platform/x.ts': '',
  'src/server/x.ts': '',
  'src/modules/ledger/contract.ts': '',
  'src/registry/x.ts': '',
  'src/modules/ledger/model/x.ts': '',
  'src/modules/ledger/model/transfer-kinds.ts': '',
  'src/modules/ledger/server/public.ts': '',
  'src/modules/ledger/server/x.ts': '',
  'src/modules/orders/contract.ts': '',
  'src/modules/orders/model/x.ts': '',
  'src/modules/orders/server/x.ts': '',
  'src/server/test-app.ts': '',
  'src/modules/orders/server/x.fixture.ts': '',
  'src/modules/orders/mobile/x.ts': '',
  'src/modules/orders/mobile/screens.ts': '',
}

test.each(cases)('%s', (_, path, text, what) => {
  const answers = said({ ...TARGETS, [path]: text })
  if (what === undefined) expect(answers).toEqual([])
  else expect(answers).toEqual([expect.stringMatching(what)])
})

test('a module may not use one that stands below it in the plan', () => {
  expect(said({}, { orders: ['ledger'], ledger: [] })).toEqual([
    expect.stringMatching(/module orders may not use ledger: it does not stand above it/),
  ])
})

const circles: [name: string, files: Record<string, string>, found: boolean][] = [
  ['two files', { 'src/kernel/a.ts': `import './b.ts'`, 'src/kernel/b.ts': `import './a.ts'` }, true],
  [
    'three files',
    {
      'src/kernel/a.ts': `import './b.ts'`,
      'src/kernel/b.ts': `import './c.ts'`,
      'src/kernel/c.ts': `import './a.ts'`,
    },
    true,
  ],
  [
    'a type back',
    { 'src/kernel/a.ts': `import './b.ts'`, 'src/kernel/b.ts': `import type { A } from './a.ts'` },
    true,
  ],
  [
    'types both ways',
    {
      'src/kernel/a.ts': `import type { B } from './b.ts'`,
      'src/kernel/b.ts': `export type { A } from './a.ts'`,
    },
    true,
  ],
  [
    'a lazy way back',
    { 'src/kernel/a.ts': `import './b.ts'`, 'src/kernel/b.ts': `void import('./a.ts')` },
    false,
  ],
  [
    'a diamond',
    {
      'src/kernel/a.ts': `import './b.ts'\nimport './c.ts'`,
      'src/kernel/b.ts': `import './c.ts'`,
      'src/kernel/c.ts': '',
    },
    false,
  ],
]

test.each(circles)('cycles: %s', (_, files, found) => {
  expect(said(files)).toEqual(
    found ? [expect.stringMatching(/these need each other: src\/kernel\/a\.ts src\/kernel\/b\.ts/)] : [],
  )
})

const reaches: [name: string, files: Record<string, string>, what: string[]][] = [
  ['by the server', { [MAIN]: `import '#kernel/a.ts'`, 'src/kernel/a.ts': '' }, []],
  [
    'at one remove',
    { [MAIN]: `import '#kernel/b.ts'`, 'src/kernel/b.ts': `import './a.ts'`, 'src/kernel/a.ts': '' },
    [],
  ],
  ['as a worker', { [MAIN]: `new URL('../kernel/a.ts', import.meta.url)`, 'src/kernel/a.ts': '' }, []],
  [
    'by a test alone',
    { 'src/kernel/a.test.ts': `import './a.ts'`, 'src/kernel/a.ts': '' },
    ['only tests reach this file'],
  ],
  [
    'by another dead file',
    { 'src/kernel/b.ts': `import './a.ts'`, 'src/kernel/a.ts': '' },
    ['nothing reaches this file', 'nothing reaches this file'],
  ],
]

test.each(reaches)('reached %s', (_, files, what) => {
  expect(tidy(files, PLAN).map((finding) => finding.what)).toEqual(what)
})

test('an event that nobody hears is refused; one of the same name elsewhere does not count', () => {
  const declared = (type: string) => `export const changed = event('${type}', () => ({}))`
  const found = said({
    'src/modules/ledger/server/events.ts': declared('a.changed'),
    'src/modules/market/server/events.ts': `\n${declared('b.changed')}`,
    'src/modules/orders/server/module.ts':
      "import { changed } from '#modules/ledger/server/events.ts'\nexport const x = [listen(changed, () => {})]",
    'src/modules/market/server/x.test.ts': "import { changed } from './events.ts'\nlisten(changed, () => {})",
  })
  expect(found).toEqual([
    'src/modules/market/server/events.ts:2: error: nothing listens to changed: an event that nobody hears goes',
  ])
})

test('a document says no word of our own, unless it quotes one', () => {
  const found = bannedInDocument(
    '# How the House opens\n\nThe `house`. The clearing house.\n\n```\nhouse\n```\n\nIt has two doors.\n',
  )
  expect(found.map(({ word }) => word)).toEqual(['house', 'doors'])
})

test('a comment that is too wide is refused where it is; a link may be', () => {
  const wide = 'x'.repeat(105)
  const found = said({
    'src/kernel/a.ts': `/**\n * ${wide}\n * ${wide}xxx\n */\nexport const a = 1 // ${wide}\n// https://${wide}`,
  })
  expect(found).toEqual([
    'src/kernel/a.ts:3: error: a comment is at most 110 columns wide',
    'src/kernel/a.ts:5: error: a comment is at most 110 columns wide',
  ])
})

test('a comment that opens with a clause is refused; one that goes on over a line is not', () => {
  const found = said({
    'src/kernel/a.ts': [
      '/** What is left. */',
      'export const a = 1 // Whether it is open.',
      '/** Whose it is. */',
      '// The member,',
      '// Who is told of it.',
      '/**',
      ' * How it goes.',
      ' */',
      '/** Where it stands. */',
      'export const b = 2 // Why it is refused.',
      '// Whatever comes, the member hears of it.',
    ].join('\n'),
  })
  expect(found).toEqual([
    'src/kernel/a.ts:1: error: a comment opens with a noun, not with What',
    'src/kernel/a.ts:2: error: a comment opens with a noun, not with Whether',
    'src/kernel/a.ts:3: error: a comment opens with a noun, not with Whose',
    'src/kernel/a.ts:6: error: a comment opens with a noun, not with How',
    'src/kernel/a.ts:9: error: a comment opens with a noun, not with Where',
    'src/kernel/a.ts:10: error: a comment opens with a noun, not with Why',
  ])
})
