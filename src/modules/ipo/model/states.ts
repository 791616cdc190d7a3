import type { ApplicationState } from '#modules/draws/model/states.ts'

/**
 * An application (specification, chapter 4: waiting for draw, won, approved, not won; the others are what
 * else can become of it). `waiting-list`: got nothing and stands in the order of the draw. `lapsed`: not
 * confirmed in time.
 */
export const STATES = [
  'waiting-for-draw',
  'cancelled',
  'won',
  'waiting-list',
  'not-won',
  'approved',
  'declined',
  'lapsed',
  'void',
] as const
export type IpoState = (typeof STATES)[number]
/**
 * `win` and `wait`: what the draw said. `offer`: a unit that somebody before did not take. `end`: the time
 * for it is over. `void`: no draw, or the offering was withdrawn.
 */
export const EVENTS = ['cancel', 'win', 'wait', 'offer', 'confirm', 'decline', 'end', 'void'] as const
export type IpoEvent = (typeof EVENTS)[number]

/** The whole life of an application: what is not in here cannot happen. */
const NEXT = {
  'waiting-for-draw': { cancel: 'cancelled', win: 'won', wait: 'waiting-list', void: 'void' },
  'waiting-list': { offer: 'won', end: 'not-won' },
  won: { confirm: 'approved', decline: 'declined', end: 'lapsed', void: 'void' },
  approved: { void: 'void' },
  cancelled: {},
  'not-won': {},
  declined: {},
  lapsed: {},
  void: {},
} as const satisfies Record<IpoState, Partial<Record<IpoEvent, IpoState>>>
/** The state after an event; null where the event is not possible. */
export const nextState = (state: IpoState, event: IpoEvent): IpoState | null =>
  (NEXT[state] as Partial<Record<IpoEvent, IpoState>>)[event] ?? null

/** The states of a win. */
export type WinState = 'won' | (typeof NEXT)['won'][keyof (typeof NEXT)['won']]

/**
 * The facts kept of an application: its state after the draw, its win if it has one, and whether the offering
 * is void or its time over.
 */
export type ApplicationFacts = {
  readonly drawn: ApplicationState
  readonly win: WinState | null
  readonly isVoid: boolean
  readonly isOver: boolean
}

const BY_DRAW: Readonly<Record<Exclude<ApplicationState, 'not-won'>, IpoState>> = {
  applied: 'waiting-for-draw',
  cancelled: 'cancelled',
  won: 'won',
  declined: 'declined',
  returned: 'void',
}
/**
 * The state that a member sees. Whoever got nothing stands on the waiting list as long as units can pass on.
 */
export function stateOf({ drawn, win, isVoid, isOver }: ApplicationFacts): IpoState {
  if (drawn === 'cancelled') return 'cancelled'
  if (isVoid) return 'void'
  if (win !== null) return win
  if (drawn === 'not-won') return isOver ? 'not-won' : 'waiting-list'
  return BY_DRAW[drawn]
}
