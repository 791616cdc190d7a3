import { expect, test } from 'vitest'
import { Bug } from '#kernel/assert.ts'
import { execNo } from '#rooms/venue/model/exec-no.ts'

test('executions are numbered in the order in which they happen', () => {
  const inOrder = ['2024-08-01-1', '2026-11-19-0', '2026-11-19-7', '2026-11-19-43200000000', '2026-11-20-1', '2026-12-01-1', '2027-01-01-1']
  const numbers = inOrder.map(execNo)
  expect(numbers.toSorted((a, b) => a - b)).toEqual(numbers)
  expect(new Set(numbers).size).toBe(numbers.length)
})

test.each(['', '7', '2026-11-19', '2026-11-19-x', '2026-11-19--1', '1999-01-01-1'])('%j is no execution', (execId) => {
  expect(() => execNo(execId)).toThrow(Bug)
})
