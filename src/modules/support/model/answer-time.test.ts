import { describe, expect, it } from 'vitest'
import { timeJst } from '#kernel/time.ts'
import { answerBy, answerState } from './answer-time.ts'

const at = (text: string, day = '2026-11-27') => {
  const [hour, minute] = text.split(':').map(Number)
  return timeJst(day, hour!, minute)
}
const NEXT = '2026-11-28'

describe('an answer is due after ten minutes of office hours', () => {
  it.each([
    ['in the hours', at('10:00'), at('10:10')],
    ['at the opening', at('8:00'), at('8:10')],
    ['at night: from the opening on', at('3:00'), at('8:10')],
    ['up to the very end', at('19:50'), at('20:00')],
    ['over the end: what is left counts tomorrow', at('19:56'), at('8:06', NEXT)],
    ['at the end, which is closed', at('20:00'), at('8:10', NEXT)],
    ['late in the evening', at('23:59'), at('8:10', NEXT)],
  ])('%s', (_, since, by) => {
    expect(answerBy(since)).toBe(by)
  })
})

describe('a wait stands against the target', () => {
  it.each([
    ['10:00', '10:00', 'within'],
    ['10:00', '10:06', 'within'],
    ['10:00', '10:07', 'soon'],
    ['10:00', '10:09', 'soon'],
    ['10:00', '10:10', 'over'],
    ['3:00', '7:59', 'within'],
    ['3:00', '8:06', 'within'],
    ['3:00', '8:08', 'soon'],
  ])('since %s, at %s: %s', (since, now, state) => {
    expect(answerState(answerBy(at(since)), at(now))).toBe(state)
  })
})
