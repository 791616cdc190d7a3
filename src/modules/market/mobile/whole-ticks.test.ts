import { expect, test } from 'vitest'
import { isCut } from './whole-ticks.ts'

test.each<[what: string, x: number, cut: boolean]>([
  ['whole at the left edge', 15, false],
  ['over the left edge', 14, true],
  ['its end alone in sight', -14, true],
  ['out of sight', -15, false],
  ['in the middle', 150, false],
  ['whole at the right edge', 285, false],
  ['over the right edge', 286, true],
  ['beyond it', 315, false],
])('words of 30 pixels on an axis of 300: %s', (_, x, cut) => expect(isCut(x, 30, 300)).toBe(cut))
