import { describe, expect, it } from 'vitest'
import { EVENTS, nextState, STATES, type IpoEvent, type IpoState } from './states.ts'

const LEGAL: readonly [IpoState, IpoEvent, IpoState][] = [
  ['waiting-for-draw', 'cancel', 'cancelled'],
  ['waiting-for-draw', 'win', 'won'],
  ['waiting-for-draw', 'wait', 'waiting-list'],
  ['waiting-for-draw', 'lose', 'not-won'],
  ['waiting-for-draw', 'void', 'void'],
  ['waiting-list', 'offer', 'won'],
  ['waiting-list', 'end', 'not-won'],
  ['won', 'confirm', 'approved'],
  ['won', 'decline', 'declined'],
  ['won', 'end', 'lapsed'],
]

describe('an application for an offering', () => {
  it.each(STATES.flatMap((state) => EVENTS.map((event) => [state, event] as const)))('%s, %s', (state, event) => {
    expect(nextState(state, event)).toBe(LEGAL.find(([from, by]) => from === state && by === event)?.[2] ?? null)
  })
})
