import { expect, it } from 'vitest'
import { linesOf, titleLook } from './title-look.ts'

it.each([
  ['Todoroki Heavy Industries', 7.3, 3],
  ['Todoroki Heavy Industries', 15, 1],
  ['轟重工', 5.1, 1],
  ['東京電産工業ホールディングス', 5.1, 3],
  ['東京電産工業ホールディングス', 7.9, 2],
])('%s takes, in %d em, %d lines', (text, space, lines) => expect(linesOf(text, space)).toBe(lines))

it.each([
  ['轟重工', true, { size: 3, isOver: false }],
  ['傘松海上保険', true, { size: 3, isOver: false }],
  ['Todoroki Heavy Industries', true, { size: 1, isOver: true }],
  ['Account log', false, { size: 3, isOver: false }],
] as const)('the title %s (with actions: %s)', (title, hasActions, look) =>
  expect(titleLook(title, hasActions)).toMatchObject(look),
)
