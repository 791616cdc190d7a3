import { expect, test } from 'vitest'
import { generatedProblems } from './generated.ts'

test('a generated file that is committed', () => {
  expect(generatedProblems(['src/i18n/keys.ts', 'src/i18n/lang.ts'])).toEqual([
    'src/i18n/keys.ts: it is generated: git rm --cached src/i18n/keys.ts',
  ])
  expect(generatedProblems(['src/i18n/lang.ts'])).toEqual([])
})
