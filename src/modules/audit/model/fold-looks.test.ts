import { expect, test } from 'vitest'
import { MINUTE } from '#kernel/time.ts'
import { foldLooks } from './fold-looks.ts'

const look = (minute: number, operatorId = 'r1', what = 'orders') => ({
  operatorId,
  what,
  at: minute * MINUTE,
})
const told = (looks: ReturnType<typeof look>[]) =>
  foldLooks(looks).map(({ at, operatorId, what, times }) => [at / MINUTE, operatorId, what, times])

test('looks of one operator at one thing that follow closely are one, where the last of them was', () => {
  expect(told([look(40), look(30), look(20), look(10)])).toEqual([[40, 'r1', 'orders', 4]])
  expect(told([look(100), look(71), look(40)])).toEqual([
    [100, 'r1', 'orders', 2],
    [40, 'r1', 'orders', 1],
  ])
})

test('others, and looks at something else, stand by themselves', () => {
  expect(told([look(30), look(25, 'r2'), look(20, 'r1', 'chat'), look(15)])).toEqual([
    [30, 'r1', 'orders', 2],
    [25, 'r2', 'orders', 1],
    [20, 'r1', 'chat', 1],
  ])
})
