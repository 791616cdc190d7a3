import { describe, expect, it } from 'vitest'
import {
  EVENTS,
  nextState,
  stateOf,
  STATES,
  type IpoEvent,
  type IpoState,
  type ApplicationFacts,
} from './states.ts'

const LEGAL: readonly [IpoState, IpoEvent, IpoState][] = [
  ['waiting-for-draw', 'cancel', 'cancelled'],
  ['waiting-for-draw', 'win', 'won'],
  ['waiting-for-draw', 'wait', 'waiting-list'],
  ['waiting-for-draw', 'void', 'void'],
  ['waiting-list', 'offer', 'won'],
  ['waiting-list', 'end', 'not-won'],
  ['won', 'confirm', 'approved'],
  ['won', 'decline', 'declined'],
  ['won', 'end', 'lapsed'],
  ['won', 'void', 'void'],
  ['approved', 'void', 'void'],
]

describe('an application for an offering', () => {
  it.each(STATES.flatMap((state) => EVENTS.map((event) => [state, event] as const)))(
    '%s, %s',
    (state, event) => {
      expect(nextState(state, event)).toBe(
        LEGAL.find(([from, by]) => from === state && by === event)?.[2] ?? null,
      )
    },
  )
  it.each<[Partial<ApplicationFacts>, IpoState]>([
    [{ drawn: 'applied' }, 'waiting-for-draw'],
    [{ drawn: 'cancelled' }, 'cancelled'],
    [{ drawn: 'cancelled', isVoid: true }, 'cancelled'],
    [{ drawn: 'returned', isVoid: true }, 'void'],
    [{ drawn: 'won', win: 'won' }, 'won'],
    [{ drawn: 'won', win: 'approved' }, 'approved'],
    [{ drawn: 'declined', win: 'declined' }, 'declined'],
    [{ drawn: 'declined', win: 'lapsed' }, 'lapsed'],
    [{ drawn: 'won', win: 'lapsed' }, 'lapsed'],
    [{ drawn: 'won', isVoid: true }, 'void'],
    [{ drawn: 'won', win: 'void', isVoid: true }, 'void'],
    [{ drawn: 'declined', win: 'declined', isVoid: true }, 'void'],
    [{ drawn: 'not-won' }, 'waiting-list'],
    [{ drawn: 'not-won', isOver: true }, 'not-won'],
    [{ drawn: 'not-won', isVoid: true }, 'void'],
  ])('of which %o is kept is shown as %s', (kept, state) => {
    expect(stateOf({ drawn: 'applied', win: null, isVoid: false, isOver: false, ...kept })).toBe(state)
  })
})
