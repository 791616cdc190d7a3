import { standIn } from '#kernel/stand-in.fixture.ts'
import { expect, test } from 'vitest'
import type { TestModule } from 'vitest/node'
import { summary } from './summary.ts'

type State = 'passed' | 'failed' | 'skipped' | 'pending'
const error = new Error('broken')

/** A test file as far as a summary looks at it. */
const file = (
  states: State[],
  { broken = false, brokenHook = false, name = 'a.test.ts' } = {},
): TestModule => {
  const cases = states.map((state, i) => ({
    result: () => ({ state }),
    fullName: `case ${i}`,
    module: { relativeModuleId: name },
  }))
  return standIn<TestModule>({
    relativeModuleId: name,
    errors: () => (broken ? [error] : []),
    children: { allTests: () => cases, allSuites: () => [{ errors: () => (brokenHook ? [error] : []) }] },
  })
}

const runs: [name: string, files: TestModule[], unhandled: unknown[], last: string, ok: boolean][] = [
  ['all pass', [file(['passed', 'passed']), file(['passed'])], [], '3 passed, 0 failed', true],
  ['one fails', [file(['passed', 'failed'])], [], '1 passed, 1 failed', false],
  ['one is skipped', [file(['passed', 'skipped'])], [], '1 passed, 0 failed, 1 skipped', true],
  ['one never ran', [file(['passed', 'pending'])], [], '1 passed, 0 failed, 1 skipped', true],
  [
    'a file cannot be loaded',
    [file(['passed']), file([], { broken: true })],
    [],
    '1 passed, 1 failed',
    false,
  ],
  [
    'a hook fails',
    [file(['passed', 'skipped'], { brokenHook: true })],
    [],
    '1 passed, 1 failed, 1 skipped',
    false,
  ],
  ['an error outside any test', [file(['passed'])], [error], '1 passed, 1 failed', false],
  ['nothing ran', [], [], '0 passed, 0 failed', false],
]

test.each(runs)('%s', (_, files, unhandled, last, ok) => {
  const result = summary(files, [], unhandled)
  expect([result.lines.at(-1), result.ok]).toEqual([last, ok])
})

test('what is skipped is named', () => {
  expect(summary([file(['skipped', 'passed', 'pending'])], [], []).lines).toEqual([
    'skipped: a.test.ts > case 0',
    'skipped: a.test.ts > case 2',
    '1 passed, 0 failed, 2 skipped',
  ])
})

test('a file that was run again counts as it went the second time, and its first failure is named', () => {
  const first = [
    file(['passed', 'failed']),
    file(['failed', 'passed'], { name: 'b.test.ts' }),
    file(['passed'], { name: 'c.test.ts', brokenHook: true }),
  ]
  const again = [
    file(['passed', 'passed']),
    file(['passed', 'failed'], { name: 'b.test.ts' }),
    file(['passed'], { name: 'c.test.ts' }),
  ]
  expect(summary(first, again, [])).toEqual({
    lines: [
      'failed beside others, passed alone: a.test.ts > case 1',
      'failed beside others, passed alone: c.test.ts (around its tests)',
      '4 passed, 1 failed',
    ],
    ok: false,
  })
  expect(summary(first.slice(0, 1), again, []).ok).toBe(true)
})
