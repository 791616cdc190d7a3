import { expect, test } from 'vitest'
import type { TestModule } from 'vitest/node'
import { summary } from './summary.ts'

type State = 'passed' | 'failed' | 'skipped' | 'pending'
const error = new Error('broken')

/** A test file as far as a summary looks at it. */
const file = (states: State[], { broken = false, brokenHook = false } = {}): TestModule => {
  const cases = states.map((state, i) => ({ result: () => ({ state }), fullName: `case ${i}`, module: { relativeModuleId: 'a.test.ts' } }))
  return {
    errors: () => (broken ? [error] : []),
    children: { allTests: () => cases, allSuites: () => [{ errors: () => (brokenHook ? [error] : []) }] },
  } as unknown as TestModule
}

const runs: [name: string, files: TestModule[], unhandled: unknown[], last: string, ok: boolean][] = [
  ['all pass', [file(['passed', 'passed']), file(['passed'])], [], '3 passed, 0 failed', true],
  ['one fails', [file(['passed', 'failed'])], [], '1 passed, 1 failed', false],
  ['one is skipped', [file(['passed', 'skipped'])], [], '1 passed, 0 failed, 1 skipped', true],
  ['one never ran', [file(['passed', 'pending'])], [], '1 passed, 0 failed, 1 skipped', true],
  ['a file cannot be loaded', [file(['passed']), file([], { broken: true })], [], '1 passed, 1 failed', false],
  ['a hook fails', [file(['passed', 'skipped'], { brokenHook: true })], [], '1 passed, 1 failed, 1 skipped', false],
  ['an error outside any test', [file(['passed'])], [error], '1 passed, 1 failed', false],
  ['nothing ran', [], [], '0 passed, 0 failed', false],
]

test.each(runs)('%s', (_, files, unhandled, last, ok) => {
  const result = summary(files, unhandled)
  expect([result.lines.at(-1), result.ok]).toEqual([last, ok])
})

test('what is skipped is named', () => {
  expect(summary([file(['skipped', 'passed', 'pending'])], []).lines).toEqual([
    'skipped: a.test.ts > case 0', 'skipped: a.test.ts > case 2', '1 passed, 0 failed, 2 skipped',
  ])
})
