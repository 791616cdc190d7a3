import { expect, test } from 'vitest'
import { generatedProblems } from './generated.ts'

test('a generated file that is committed', () => {
  expect(generatedProblems(['src/texts/keys.ts', 'src/texts/lang.ts'])).toEqual(['src/texts/keys.ts: it is generated: git rm --cached src/texts/keys.ts'])
  expect(generatedProblems(['src/texts/lang.ts'])).toEqual([])
})
