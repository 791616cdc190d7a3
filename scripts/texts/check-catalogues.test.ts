import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { readCatalogue } from '#i18n/catalogues.ts'
import { checkCatalogues } from './check-catalogues.ts'
import { keysModule } from './keys-module.ts'

const roots: string[] = []
afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true })
})

/**
 * A `src` folder with these files in it; what is not here of the further languages says what English says.
 */
function tree(files: Record<string, string | object>): string {
  const root = mkdtempSync(join(tmpdir(), 'akari-texts-'))
  roots.push(root)
  const further = Object.fromEntries(
    ['zh-Hans', 'zh-Hant', 'es', 'fr'].map((lang) => [
      `modules/orders/locales/${lang}.json`,
      files[EN] ?? {},
    ]),
  )
  for (const [path, content] of Object.entries({ ...further, ...files })) {
    const file = join(root, 'src', path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  }
  return join(root, 'src')
}

const JA = 'modules/orders/locales/ja.json'
const EN = 'modules/orders/locales/en.json'
const FR = 'modules/orders/locales/fr.json'
const PARTS = 'modules/orders/locales/parts.json'

const cases: [name: string, files: Record<string, string | object>, problem: RegExp | undefined][] = [
  ['in order', { [JA]: { title: '注文' }, [EN]: { title: 'Orders' } }, undefined],
  [
    'a plural in one language alone',
    { [JA]: { n: '{n}件' }, [EN]: { n: '{n, plural, one {#} other {#}}' } },
    undefined,
  ],
  [
    'French lacks a key',
    { [JA]: { a: 'あ', b: 'い' }, [EN]: { a: 'a', b: 'b' }, [FR]: { a: 'a' } },
    /fr\.json: no b/,
  ],
  ['English lacks a key', { [JA]: { title: '注文' }, [EN]: {} }, /en\.json: no title/],
  ['no English at all', { [JA]: { title: '注文' } }, /en\.json: no title/],
  ['Japanese lacks a key', { [JA]: {}, [EN]: { title: 'Orders' } }, /en\.json: title is not in .*ja\.json/],
  [
    'a further language has its own',
    { [JA]: {}, [EN]: {}, [FR]: { title: 'Ordres' } },
    /fr\.json: title is not in/,
  ],
  ['another argument', { [JA]: { a: '{n}' }, [EN]: { a: '{m}' } }, /\{m\} is unknown to ja\.json/],
  [
    'a part of nothing',
    { [JA]: { a: 'あ' }, [EN]: { a: 'a' }, [PARTS]: { first: ['a', 'b.'] } },
    /parts\.json: no text is called b\./,
  ],
  [
    'a part that there is not',
    { [JA]: { a: 'あ' }, [EN]: { a: 'a' }, [PARTS]: { last: ['a'] } },
    /parts\.json: there is no part last/,
  ],
  [
    'an argument less',
    { [JA]: { a: '{n}' }, [EN]: { a: 'x' } },
    /\{n\} is used in ja\.json and missing here/,
  ],
  [
    'another kind of argument',
    { [JA]: { a: '{n, date}' }, [EN]: { a: '{n, number}' } },
    /\{n\} is a date and a number/,
  ],
  ['malformed', { [JA]: { a: '{n' }, [EN]: { a: '{n}' } }, /ja\.json: a:/],
  [
    'a retired word',
    { [JA]: { a: '値段が{n}円以上' }, [EN]: { a: '{n} yen or more' } },
    /ja\.json: a: “値段” is retired: 株価, 価格/,
  ],
  [
    'a retired word of another language',
    { [JA]: { a: '売' }, [EN]: { a: 'Ask' }, [FR]: { a: 'Ask' } },
    /fr\.json: a: “Ask” is retired: Vente/,
  ],
  [
    'a retired turn of phrase',
    { [JA]: { a: '自動' }, [EN]: { a: 'It ends by itself' }, [FR]: { a: 'Prend fin de lui-même' } },
    /en\.json: a: “by itself” is retired: automatically/,
  ],
  [
    'a word that only looks retired',
    { [JA]: { a: '基準値段', b: '権利確定' }, [EN]: { a: 'Base price', b: 'Record date' } },
    undefined,
  ],
  [
    'an act in a longer word than brokers use',
    { [JA]: { a: '返済売り' }, [EN]: { a: 'Sell to close' } },
    /ja\.json: a: “返済売り” is retired: 現物買, 現物売, 返済買, 返済売/,
  ],
  ['an act in the words of brokers', { [JA]: { a: '返済売注文' }, [EN]: { a: 'Order' } }, undefined],
  ['empty', { [JA]: { a: '' }, [EN]: { a: 'a' } }, /ja\.json: a: is empty/],
  [
    'a refusal without its sentence',
    {
      [JA]: { 'rejection.LOT_SIZE': '単位' },
      [EN]: { 'rejection.LOT_SIZE': 'lots' },
      'modules/orders/contract.ts': `export const place = { method: 'POST', path: '/orders', rejections: ['LOT_SIZE', 'MARKET_CLOSED'] }`,
    },
    /no sentence orders\.rejection\.MARKET_CLOSED/,
  ],
]

test.each(cases)('%s', async (_, files, problem) => {
  const { problems } = await checkCatalogues(tree(files))
  if (problem === undefined) expect(problems).toEqual([])
  else expect(problems.join('\n')).toMatch(problem)
})

test('the generated types ask for what any language needs', async () => {
  const { args } = await checkCatalogues(
    tree({
      [JA]: { title: '注文', count: '{n}件', 'filled-at': '{at, time} {side, select, other {}} {code}' },
      [EN]: {
        title: 'Orders',
        count: '{n, plural, one {#} other {#}}',
        'filled-at': '{at, date} {side, select, other {}} {code}',
      },
    }),
  )
  expect(keysModule(args)).toBe(`/** Written by \`node scripts/texts.ts\` from the catalogues. */
export type TextArgs = {
  'orders.count': { n: number }
  'orders.filled-at': { at: number | string; code: number | string; side: string }
  'orders.title': Record<never, never>
}
`)
})

test('a language without a sentence borrows the English one', () => {
  const src = tree({ [JA]: { a: 'あ', b: 'い' }, [EN]: { a: 'a', b: 'b' }, [FR]: { a: 'â' } })
  expect(readCatalogue('fr', src)).toEqual({ 'orders.a': 'â', 'orders.b': 'b' })
})
