import { expect, test } from 'vitest'
import { LANGS } from '#i18n/lang.ts'
import { sampleNames } from './sample.ts'

test('no two pools of the demo desk are called alike', () => {
  const names = ['CPY-2026-0001', 'CPY-2026-0002', 'CPY-2026-0013'].map(sampleNames)
  for (const lang of LANGS) expect(new Set(names.map((each) => each[lang])).size).toBe(3)
  expect(names.map(({ ja }) => ja)).toEqual([
    '静かな港・大型株',
    '静かな港・大型株 第2期',
    '静かな港・大型株 第13期',
  ])
})
