import { expect, test } from 'vitest'
import { press, stepped, type PadKey } from './figure-input.ts'
import { isComposing } from './composing.ts'
import { gaugePercent, gaugeState } from './gauge.ts'
import { sparkPoints } from './sparkline.ts'
import { breaksWord } from './text-width.ts'

test.each<[keys: string, decimals: number, text: string]>([
  ['1 0 5 0', 0, '1050'],
  ['0 0 7', 0, '7'],
  ['00 5', 0, '5'],
  ['1 000', 0, '1000'],
  ['1 2 delete', 0, '1'],
  ['delete', 0, ''],
  ['3 . 5 5', 1, '3.5'],
  ['. 5', 1, '0.5'],
  ['1 . . 2', 1, '1.2'],
  ['1 .', 0, '1'],
  ['3 . 00', 1, '3.'],
])('keys %s give %s', (keys, decimals, text) => {
  expect(keys.split(' ').reduce((sum, key) => press(sum, key as PadKey, decimals, '.'), '')).toBe(text)
  expect(keys.split(' ').reduce((sum, key) => press(sum, key as PadKey, decimals, ','), '')).toBe(
    text.replace('.', ','),
  )
})

test.each<[value: number | null, way: 1 | -1, step: number, next: number]>([
  [1000, 1, 100, 1100],
  [1050, 1, 100, 1100],
  [1050, -1, 100, 1000],
  [100, -1, 100, 100],
  [1200, 1, 100, 1200],
  [null, 1, 100, 100],
  [842.3, 1, 0.1, 842.4],
  [842.4, -1, 0.1, 842.3],
])('%s stepped %s by %s is %s', (value, way, step, next) =>
  expect(stepped(value, way, step, 100, 1200)).toBe(next),
)

test.each([
  [-50, 0, 'danger'],
  [1_000, 20, 'danger'],
  [1_999, 40, 'danger'],
  [2_000, 40, 'watch'],
  [3_000, 60, 'safe'],
  [8_544, 82, 'safe'],
  [99_999, 100, 'safe'],
] as const)('a ratio of %s bp stands at %s %%', (bp, percent, state) => {
  expect(Math.round(gaugePercent(bp))).toBe(percent)
  expect(gaugeState(bp)).toBe(state)
})

test('a sparkline stays in its box and draws what has not moved in the middle', () => {
  const { line, baseY } = sparkPoints([10, 30, 20], 15, 64, 28)
  for (const [x, y] of line.split(' ').map((point) => point.split(',').map(Number))) {
    expect(x! >= 0 && x! <= 64 && y! >= 2 && y! <= 26).toBe(true)
  }
  expect(baseY).toBeGreaterThan(14)
  expect(sparkPoints([5, 5], 5, 64, 28)).toEqual({ line: '0,14 64,14', baseY: 14, lastY: 14 })
  expect(sparkPoints([0, 0], 0, 64, 28)).toEqual({ line: '0,14 64,14', baseY: 14, lastY: 14 })
})

test('a sparkline of a day that has hardly moved stays near the middle', () => {
  const { line, lastY } = sparkPoints([2_001, 2_002, 2_000], 2_000, 64, 28)
  const heights = line.split(' ').map((point) => Number(point.split(',')[1]))
  expect(Math.max(...heights) - Math.min(...heights)).toBeLessThan(3)
  expect(Math.abs(lastY - 14)).toBeLessThan(2)
  expect(sparkPoints([1_980, 2_020], 2_000, 64, 28)).toEqual({ line: '0,26 64,2', baseY: 14, lastY: 2 })
})

test.each([
  ['Minamo Pharmaceutique', 4.6, true],
  ['Noroshi Télécom', 4.6, false],
  ['東京電産工業ホールディングス', 4.6, false],
  ['Historique des résultats', 9, false],
  ['', 1, false],
] as const)('a word of %s breaks in %s em: %s', (text, room, breaks) =>
  expect(breaksWord(text, room)).toBe(breaks),
)

test.each([
  ['of its own', false, 13, false],
  ['while composing', true, 229, true],
  ['that ends composing in Safari', false, 229, true],
])('an Enter %s', (_, composing, keyCode, is) =>
  expect(isComposing({ isComposing: composing, keyCode })).toBe(is),
)
