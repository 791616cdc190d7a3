import { expect, test } from 'vitest'
import { spaced } from './catalogues.ts'
import { argKinds, compile, type ArgKinds } from './compile.ts'
import { langOf, type Lang } from './lang.ts'
import { format, type Args } from './message.ts'
import { lookUp } from './translate.ts'

const sentences: [name: string, source: string, args: Args, lang: Lang, text: string][] = [
  ['plain text', '発注する', {}, 'ja', '発注する'],
  ['apostrophe', "l'ordre", {}, 'fr', "l'ordre"],
  ['a quoted brace', "'{'n'}'", {}, 'en', '{n}'],
  ['markup is text', '<b>{n}</b>', { n: 1 }, 'en', '<b>1</b>'],
  ['a word stays', '{code}の注文', { code: '7203' }, 'ja', '7203の注文'],
  ['a number is grouped', '{lotSize}株単位', { lotSize: 1000 }, 'ja', '1,000株単位'],
  ['grouped as Spain does', '{n}', { n: 12345.5 }, 'es', '12.345,5'],
  ['grouped from a thousand on', '{n} {m, number}', { n: 2941, m: 1000 }, 'es', '2.941 1.000'],
  ['a loss has the minus of figures', '{n}円', { n: -510 }, 'ja', '−510円'],
  ['fixed decimals and sign', '{n, number, ::.00 sign-always}', { n: 2 }, 'en', '+2.00'],
  ['percent', '{n, number, ::percent .0}', { n: 0.123 }, 'en', '12.3%'],
  ['percent by name', '{n, number, percent}', { n: 0.12 }, 'en', '12%'],
  ['integer by name', '{n, number, integer}', { n: 1.6 }, 'en', '2'],
  ['yen', '{n, number, ::currency/JPY}', { n: 1234 }, 'ja', '￥1,234'],
  ['no item', '{n, plural, =0 {none} one {# item} other {# items}}', { n: 0 }, 'en', 'none'],
  ['one item', '{n, plural, =0 {none} one {# item} other {# items}}', { n: 1 }, 'en', '1 item'],
  ['many items', '{n, plural, =0 {none} one {# item} other {# items}}', { n: 1000 }, 'en', '1,000 items'],
  ['French counts nought as one', '{n, plural, one {# titre} other {# titres}}', { n: 0 }, 'fr', '0 titre'],
  ['ordinal', '{n, selectordinal, one {#st} two {#nd} other {#th}}', { n: 22 }, 'en', '22nd'],
  ['select', '{side, select, up {Buy} down {Sell} other {?}}', { side: 'down' }, 'en', 'Sell'],
  ['select of a stranger', '{side, select, up {Buy} other {?}}', { side: 'constructor' }, 'en', '?'],
  [
    'a count inside a select is named',
    '{n, plural, other {{s, select, up {+{n}} other {-{n}}}}}',
    { n: 3, s: 'up' },
    'en',
    '+3',
  ],
  [
    'an evening in UTC is the next day in Tokyo',
    '{at, date, ::yyyyMMdd}',
    { at: '2024-08-04T15:00:00Z' },
    'ja',
    '2024/08/05',
  ],
  ['a time of the market', '{at, time, ::HHmm}', { at: Date.UTC(2024, 7, 5) }, 'en', '09:00'],
  ['a market date', '{day, date, long}', { day: '2024-08-05' }, 'ja', '2024年8月5日'],
  ['missing argument', 'at {price}', {}, 'en', 'at {price}'],
  ['senseless date', '{at, date, short}', { at: 'soon' }, 'en', '{at}'],
]

test.each(sentences)('%s', (_, source, args, lang, text) => {
  expect(format(compile(source), args, lang)).toBe(text)
})

const refused: [name: string, source: string][] = [
  ['open brace', '{n'],
  ['plural without other', '{n, plural, one {a}}'],
  ['plural offset', '{n, plural, offset:1 other {a}}'],
  ['unknown number style', '{n, number, fancy}'],
  ['number scale', '{n, number, ::scale/100}'],
  ['unknown date style', '{d, date, fancy}'],
  ['one name, two kinds', '{d, date, short} {d, number}'],
]

test.each(refused)('%s does not compile', (_, source) => {
  expect(() => argKinds(compile(source))).toThrow()
})

const kinds: [source: string, kinds: ArgKinds][] = [
  ['none', {}],
  [
    '{a} {b, number} {c, date} {d, time} {e, select, other {}}',
    { a: 'value', b: 'number', c: 'date', d: 'date', e: 'word' },
  ],
  ['{n, plural, other {# of {total}}}', { n: 'number', total: 'value' }],
  ['{n} is {n, plural, other {#}}', { n: 'number' }],
]

test.each(kinds)('arguments of %s', (source, expected) => {
  expect(argKinds(compile(source))).toEqual(expected)
})

test.each([
  ['jp', 'ja'],
  ['ja', 'ja'],
  ['', 'ja'],
  [null, 'ja'],
  [undefined, 'ja'],
  ['en', 'en'],
  ['zh-Hant', 'zh-Hant'],
  ['fr', 'fr'],
  ['xx', 'en'],
  ['constructor', 'en'],
] as const)('lang=%s is %s', (name, lang) => {
  expect(langOf(name)).toBe(lang)
})

test.each(['orders.nothing', 'constructor', '__proto__'])('an unknown key is its own text: %s', (key) => {
  expect(lookUp({ 'ui.retry': 'Retry' }, 'en', key)).toBe(key)
})

test.each<[Lang, string, string]>([
  [
    'fr',
    'Liste : « tout », {at, date, ::MMMd} ?',
    'Liste\u202f: «\u202ftout\u202f», {at, date, ::MMMd}\u202f?',
  ],
  ['fr', 'à 30 % ou {n} ¥ ; fin !', 'à 30\u202f% ou {n}\u202f¥\u202f; fin\u202f!'],
  ['es', 'al menos el 5 % : {n} ¥', 'al menos el 5\u202f% : {n}\u202f¥'],
  ['en', 'at {at, time, ::HHmm} : 5 %', 'at {at, time, ::HHmm} : 5 %'],
])('no line begins with a sign (%s)', (lang, source, text) => {
  expect(spaced(source, lang)).toBe(text)
})
