import { expect, test } from 'vitest'
import { phaseUntil } from './phase-until.ts'

test.each([
  ['the last minutes before the closing auction end with it', 'continuous', '20T20:50', '20T20:55', true],
  ['trading before lunch ends at lunch', 'continuous', '20T02:30', '20T06:30', false],
  ['an auction ends when it does', 'pre-closing', '20T20:55', '20T20:55', true],
  ['a close that is over is no end', 'continuous', '21T20:50', '20T20:55', false],
])('the end that is named: %s', (_, phase, endsAt, closesAt, isClose) => {
  const [ends, closes] = [endsAt, closesAt].map((text) => Date.parse(`2026-11-${text}:00Z`)) as [
    number,
    number,
  ]
  expect(phaseUntil(phase, ends, closes)).toBe(isClose ? closes : ends)
})
