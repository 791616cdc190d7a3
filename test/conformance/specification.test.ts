import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import * as specification from '#kernel/specification.ts'
import { FEE_YEN, HOURS, MINIMUM_YEN, takesRequests } from '#modules/funding/model/withdrawal.ts'
import { LEVELS } from '#modules/identity/model/levels.ts'
import { passwordProblem } from '#modules/identity/model/password.ts'
import { UNIT } from '#modules/instruments/model/universe.ts'
import { INTERVALS } from '#modules/market/contract.ts'
import { langOf } from '#i18n/lang.ts'
import { pages } from '#registry/pages.ts'
import * as system from '#wire/system.ts'
import { markOf, sentencesOf } from './sentences.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')
const page = read('docs/specification.md')
/** The specification itself, where who runs the tests has it: it is no file of this repository. */
const SPECIFICATION = process.env['SPECIFICATION_FILE']
/** By the rule of `sentencesOf`. */
const SENTENCES = 195

type Row = { number: number; mark: string; subject: string; seen: string; shown: string }
const rowsIn = (text: string): Row[] =>
  [...text.matchAll(/^\| (\d+) \| ([\da-f]{12}) \| [^|]+ \| (\d\.\d+) \| ([^|]+) \| ([^|]+) \|$/gm)].map(
    ([, number, mark, subject, seen, shown]) => ({
      number: Number(number),
      mark: mark!,
      subject: subject!,
      seen: seen!,
      shown: shown!,
    }),
  )
const rows = rowsIn(page)

const contracts = await Promise.all(
  globSync('src/modules/*/contract.ts', { cwd: ROOT }).map(
    (file) => import(join(ROOT, file)) as Promise<Record<string, unknown>>,
  ),
)
const routes = [system, ...contracts]
  .flatMap((contract) => Object.values(contract))
  .filter(
    (value): value is { method: string; path: string } =>
      typeof value === 'object' && value !== null && 'method' in value && 'path' in value,
  )
const PLACES = new Set([
  ...Object.values(pages).map(({ path }) => path as string),
  ...routes.map(({ method, path }) => `${method} ${path}`),
])
/** Sentences true wherever one looks, or left to us, so that nothing can contradict them. */
const EVERYWHERE = ['every screen', 'every call', 'left open']
/** Names of tests, and of rows in their tables: the first word of a call or a list. */
const namesIn = new Map<string, ReadonlySet<string>>()
function hasTest(file: string, name: string): boolean {
  if (!namesIn.has(file)) {
    const source = existsSync(join(ROOT, file)) ? read(file) : ''
    namesIn.set(
      file,
      new Set([...source.matchAll(/[([]\s*(['"`])((?:(?!\1).)+)\1,/g)].map((match) => match[2]!)),
    )
  }
  return namesIn.get(file)!.has(name)
}

function problemsOf({ number, seen, shown }: Row): string[] {
  const places = EVERYWHERE.includes(seen) ? [] : [...seen.matchAll(/`([^`]+)`/g)].map((match) => match[1]!)
  const tests = [...shown.matchAll(/`([^`]+\.test\.ts)` “([^”]+)”/g)]
  return [
    ...(places.length === 0 && !EVERYWHERE.includes(seen) ? [`${number}: nowhere to be seen`] : []),
    ...places.filter((place) => !PLACES.has(place)).map((place) => `${number}: no ${place}`),
    ...(tests.length === 0 ? [`${number}: no test`] : []),
    ...tests
      .filter(([, file, name]) => !hasTest(file!, name!))
      .map(([, file, name]) => `${number}: ${file} has no test “${name}”`),
  ]
}

describe('docs/specification.md', () => {
  it('names only files that exist', () => {
    const named = new Set(
      [...page.matchAll(/`((?:src|test|scripts|docs)\/[\w./-]+)`/g)].map((match) => match[1]!),
    )
    expect(named.size).toBeGreaterThan(60)
    expect([...named].filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
  })

  it('has a place and a test for each subject, numbered without a gap', () => {
    const rows = [...page.matchAll(/^\| (\d)\.(\d+) \| (.*) \| (.*) \| (.*) \|$/gm)]
    expect(rows.length).toBeGreaterThan(120)
    let [chapter, last] = ['', 0]
    for (const [, of, number, says, where, shown] of rows) {
      last = of === chapter ? last + 1 : 1
      chapter = of!
      expect(Number(number), `${of}.${number}`).toBe(last)
      expect(
        [says, where, shown].filter((cell) => cell === '' || cell === '–'),
        `${of}.${number}`,
      ).toEqual([])
    }
    expect(chapter).toBe('9')
  })

  it('counts every sentence, without a gap, and points at tests, routes and screens that are there', () => {
    expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: SENTENCES }, (_, n) => n + 1))
    expect(new Set(rows.map(({ mark }) => mark)).size).toBe(SENTENCES)
    const subjects = [...page.matchAll(/^\| (\d\.\d+) \|/gm)].map((match) => match[1]!)
    expect(subjects.filter((subject) => !rows.some((row) => row.subject === subject))).toEqual([])
    expect(rows.flatMap(problemsOf)).toEqual([])
  })

  it.each([
    [
      'a test that is not there',
      '| 1 | 2c4be026e46a | x | 1.1 | every screen | `src/client/session.test.ts` “is green” |',
    ],
    [
      'a file that is not there',
      '| 1 | 2c4be026e46a | x | 1.1 | every screen | `src/client/none.test.ts` “setIsLogin sets the flag alone” |',
    ],
    [
      'a route that is not there',
      '| 1 | 2c4be026e46a | x | 1.1 | `GET /nowhere` | `src/client/session.test.ts` “setIsLogin sets the flag alone” |',
    ],
    [
      'a route by another method',
      '| 1 | 2c4be026e46a | x | 1.1 | `POST /home` | `src/client/session.test.ts` “setIsLogin sets the flag alone” |',
    ],
    [
      'a screen that is not there',
      '| 1 | 2c4be026e46a | x | 1.1 | `/pages/none/none` | `src/client/session.test.ts` “setIsLogin sets the flag alone” |',
    ],
    [
      'nothing to see it at',
      '| 1 | 2c4be026e46a | x | 1.1 | somewhere | `src/client/session.test.ts` “setIsLogin sets the flag alone” |',
    ],
    ['no test', '| 1 | 2c4be026e46a | x | 1.1 | every screen | – |'],
  ])('a row with %s is found', (_, row) => {
    const [read] = rowsIn(row)
    expect(problemsOf(read!)).toHaveLength(1)
  })

  it('counts by one rule', () => {
    const text = [
      '# Title',
      'One sentence. Another with 1.5 in it; a third.',
      '## 2. Second chapter',
      'Things:',
      '- First: a, b. then second',
      'Pages: a/a, b/b (words), c/c, d/d, e/e, f/f.',
      '| Head | Head |',
      '|---|---|',
      '| row. one | x; y |',
      'Lead of more words than two:',
    ].join('\n')
    expect(sentencesOf(text).map((sentence) => `${sentence.chapter} ${sentence.text}`)).toEqual([
      '1 One sentence.',
      '1 Another with 1.5 in it',
      '1 a third.',
      '2 First: a, b.',
      '2 then second',
      '2 Pages: a/a',
      '2 b/b (words)',
      '2 c/c',
      '2 d/d',
      '2 e/e',
      '2 f/f.',
      '2 | row. one | x; y |',
      '2 Lead of more words than two:',
    ])
  })

  it.skipIf(SPECIFICATION === undefined)(
    'has one row for each sentence of the specification (SPECIFICATION_FILE), in its order and chapter, and none beside',
    () => {
      expect(rows.map(({ subject, mark }) => `${subject[0]} ${mark}`)).toEqual(
        sentencesOf(readFileSync(SPECIFICATION!, 'utf8')).map(
          (sentence) => `${sentence.chapter} ${markOf(sentence)}`,
        ),
      )
    },
  )

  it('lists every constant with the value that the code has', () => {
    const table = page.slice(
      page.indexOf('### Constants of chapters'),
      page.indexOf('### Messages, word for word'),
    )
    const listed = Object.fromEntries(
      [...table.matchAll(/^\| ([A-Z_]{4,}) \| (.*) \|$/gm)].map((match) => [match[1], match[2]]),
    )
    const written = (value: unknown): string =>
      typeof value === 'object' && value !== null ? Object.values(value).join(', ') : String(value)
    expect(listed).toEqual(
      Object.fromEntries(Object.entries(specification).map(([name, value]) => [name, written(value)])),
    )
  })
})

test('the code goes by the specification’s numbers', () => {
  const { PASSWORD_MIN: min, PASSWORD_MAX: max } = specification
  const problems = [min - 1, min, max, max + 1].map((length) =>
    passwordProblem('lamp-7Kq42x'.slice(0, length)),
  )
  expect(problems).toEqual(['PASSWORD_LENGTH', null, null, 'PASSWORD_LENGTH'])
  expect([MINIMUM_YEN, FEE_YEN]).toEqual([specification.WITHDRAWAL_MIN_YEN, specification.WITHDRAWAL_FEE_YEN])
  const { from, until } = specification.WITHDRAWAL_HOURS
  expect(HOURS).toEqual({ from: from.padStart(5, '0'), to: until })
  const isOpen = (time: string) => takesRequests(Date.parse(`2026-11-20T${time}+09:00`), () => true)
  expect(
    [`${HOURS.from}:00`, `${HOURS.to}:00`].map((time) => [
      isOpen(time),
      takesRequests(Date.parse(`2026-11-20T${time}+09:00`) - 1, () => true),
    ]),
  ).toEqual([
    [true, false],
    [false, true],
  ])
  expect(UNIT).toBe(specification.BUY_STEP_SHARES)
  expect((JSON.parse(read('package.json')) as { version: string }).version).toBe(specification.APP_VERSION)
  expect(LEVELS).toHaveLength(specification.MEMBER_LEVELS)
  expect(INTERVALS).toEqual(
    expect.arrayContaining([
      ...specification.CHART_MINUTES.map((minutes) => `${minutes}m`),
      '1d',
      '1w',
      '1M',
    ]),
  )
  expect(langOf(specification.DEFAULT_LANG)).toBe('ja')
})

test('what only style sheets can say is what the constants say', () => {
  const tokens = read('src/ui/tokens.css')
  const token = (name: string) => new RegExp(`--${name}: ([^;]+);`).exec(tokens)?.[1]
  expect(token('tab-h')).toBe(specification.TABBAR_HEIGHT)
  expect(token('nav-h')).toBe(specification.NAVIGATER_HEIGHT)
  expect(tokens).toContain('html { font-size: min(100vw / 23.4375, max(16px, 100vh / 23.4375)); }')
  expect(tokens).toMatch(/color-scheme: light;/)
  expect(tokens).not.toContain('prefers-color-scheme')
  expect(read('src/ui/motion.css')).toContain(`appear ${specification.PAGE_DELAY_MS}ms`)
})
