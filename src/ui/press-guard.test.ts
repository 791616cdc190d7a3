import { expect, test } from 'vitest'
import { isMeant } from './press-guard.ts'

const list = [null, 'trade']
const sheet = [null, 'sheet']
const ticket = [null, 'ticket']
const confirm = [null, 'confirm']
const order = ['order', 'confirm']

test.each([
  ['a tap on a page', list, list, true],
  ['a tap on an act that stood', order, order, true],
  ['a click without a press, as of assistive technology', [], order, true],
  ['a finger that opened a sheet and goes up over it', list, sheet, false],
  ['a finger that was down before the act came', ticket, order, false],
  ['a press while the act settled, which goes through it', confirm, order, false],
  ['an act in the place of another', ['next', 'confirm'], order, false],
])('%s', (_, down, up, meant) => expect(isMeant(down, up)).toBe(meant))
