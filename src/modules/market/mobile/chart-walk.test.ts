import { expect, test } from 'vitest'
import { barOf, partsOf, walked, type Walk } from './chart-walk.ts'

const bars = ['2026-10-29', '2026-10-30', '2026-11-02', '2026-11-04', '2026-11-05'].map((at) => ({ at }))
const parts = partsOf(bars, ({ at }) => at.slice(0, 7))
const bar = (index: number): Walk => ({ level: 'bar', at: bars[index]!.at })
const part = (index: number): Walk => ({ level: 'part', part: index })

test('parts are runs of bars with one name', () => {
  expect(parts).toEqual([
    { from: 0, to: 2 },
    { from: 2, to: 5 },
  ])
  expect(partsOf([], () => '')).toEqual([])
})
test.each<[string, Walk, string, Walk | undefined]>([
  ['from the summary to the last part', null, 'ArrowDown', part(1)],
  ['the part before', part(1), 'ArrowLeft', part(0)],
  ['none before the first', part(0), 'ArrowLeft', part(0)],
  ['none after the last', part(1), 'ArrowRight', part(1)],
  ['the first part', part(1), 'Home', part(0)],
  ['into the bars of a part', part(1), 'ArrowDown', bar(2)],
  ['out of a part', part(1), 'ArrowUp', null],
  ['from the summary to the last bar', null, 'ArrowLeft', bar(4)],
  ['the bar before, in another part', bar(2), 'ArrowLeft', bar(1)],
  ['none before the first bar', bar(0), 'ArrowLeft', bar(0)],
  ['none after the last bar', bar(4), 'ArrowRight', bar(4)],
  ['the last bar', bar(1), 'End', bar(4)],
  ['from a bar to its part', bar(1), 'ArrowUp', part(0)],
  ['nothing below a bar', bar(1), 'ArrowDown', bar(1)],
  ['away from a bar', bar(1), 'Escape', null],
  ['away from a part', part(0), 'Escape', null],
  ['Escape is others’ on the summary', null, 'Escape', undefined],
  ['up is others’ on the summary', null, 'ArrowUp', undefined],
  ['another key', bar(1), 'x', undefined],
])('%s', (_, from, key, to) => {
  expect(walked(from, key, bars, parts)).toEqual(to)
})
test('it stands on its bar, on the last of a part, and on none on the summary', () => {
  expect([null, part(0), part(1), bar(3)].map((walk) => barOf(walk, bars, parts))).toEqual([-1, 1, 4, 3])
})
