import { expect, it } from 'vitest'
import { crowdsOf, spreadOf } from './chart-columns.ts'

it('an order that was filled at nine prices beside each other is one, whatever stands far away', () => {
  const nine = [100, 104, 108, 112, 116, 120, 124, 128, 132]
  expect(crowdsOf([...nine, 300], 24)).toEqual([[0, 1, 2, 3, 4, 5, 6, 7, 8], [9]])
  expect(crowdsOf([300, ...nine.toReversed()], 24)[0]).toEqual([0])
})
it('nine exits at one price are one, and two beside each other stay two', () => {
  expect(
    crowdsOf(
      Array.from({ length: 9 }, () => 40),
      24,
    ).length,
  ).toBe(1)
  expect(crowdsOf([10, 20, 90, 100], 24)).toEqual([[0], [1], [2], [3]])
  expect(crowdsOf([10, 20, 44, 100], 24)).toEqual([[0], [1], [2], [3]])
  expect(crowdsOf([10, 20, 43, 100], 24)).toEqual([[0, 1, 2], [3]])
  expect(crowdsOf([], 24)).toEqual([])
})
it('what is shown stands apart, all of it between the ends', () => {
  expect(spreadOf([100, 100, 100], 44, { top: 0, bottom: 400 })).toEqual([100, 144, 188])
  expect(spreadOf([390, 395], 44, { top: 0, bottom: 400 })).toEqual([334, 378])
})
