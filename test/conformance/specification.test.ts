import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import * as specification from '#kernel/specification.ts'
import { FEE_YEN, HOURS, MINIMUM_YEN, takesRequests } from '#modules/funding/model/withdrawal.ts'
import { LEVELS } from '#modules/identity/model/levels.ts'
import { passwordProblem } from '#modules/identity/model/password.ts'
import { UNIT } from '#modules/instruments/model/universe.ts'
import { INTERVALS } from '#modules/market/contract.ts'
import { langOf } from '#i18n/lang.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')
const page = read('docs/specification.md')
/** By a count of the specification's statements: bullets with several are several. */
const SENTENCES = 269

describe('docs/specification.md', () => {
  it('names only files that exist', () => {
    const named = new Set(
      [...page.matchAll(/`((?:src|test|scripts|docs)\/[\w./-]+)`/g)].map((match) => match[1]!),
    )
    expect(named.size).toBeGreaterThan(60)
    expect([...named].filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
  })

  it('has a place and a test for each sentence, numbered without a gap', () => {
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

  it('counts every sentence, without a gap, each in the chapter of its row and shown by tests of that row', () => {
    const rows = new Map(
      [...page.matchAll(/^\| (\d\.\d+) \| .* \| .* \| (.*) \|$/gm)].map((match) => [match[1]!, match[2]!]),
    )
    const counted = page.slice(
      page.indexOf('## Every sentence, counted'),
      page.indexOf('## Constants and messages'),
    )
    const sentences = counted
      .split(/^### Chapter /m)
      .slice(1)
      .flatMap((chapter) =>
        [...chapter.matchAll(/^\| (\d+) \| (.+) \| (\d\.\d+) \| (.+) \|$/gm)].map(
          ([, number, says, row, shown]) => ({
            chapter: chapter[0]!,
            number: Number(number),
            says: says!,
            row: row!,
            shown: shown!,
          }),
        ),
      )
    expect(sentences.map(({ number }) => number)).toEqual(
      Array.from({ length: SENTENCES }, (_, index) => index + 1),
    )
    const wrong = sentences.filter(({ chapter, row, shown }) => {
      const tests = [...shown.matchAll(/`([^`]+)`/g)].map((match) => match[1]!)
      return (
        !row.startsWith(`${chapter}.`) ||
        tests.length === 0 ||
        tests.some(
          (test) =>
            !test.endsWith('.test.ts') || !existsSync(join(ROOT, test)) || !rows.get(row)?.includes(test),
        )
      )
    })
    expect(wrong).toEqual([])
    // Each subject is spoken of by a sentence, so that none is added here alone.
    expect([...rows.keys()].filter((row) => !sentences.some((sentence) => sentence.row === row))).toEqual([])
  })

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

test('rooms go by the specification’s numbers', () => {
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
