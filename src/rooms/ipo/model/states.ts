/**
 * An application (specification, chapter 4: waiting for draw, won, approved, not won; the others are what else can become of it).
 * `waiting-list`: got nothing and stands in the order of the draw. `lapsed`: not confirmed in time.
 */
export const STATES = ['waiting-for-draw', 'cancelled', 'won', 'waiting-list', 'not-won', 'approved', 'declined', 'lapsed', 'void'] as const
export type IpoState = (typeof STATES)[number]
/** `win`, `wait`, `lose`: what the draw said. `offer`: a unit that somebody before did not take. `end`: the time for it is over. */
export const EVENTS = ['cancel', 'win', 'wait', 'lose', 'offer', 'confirm', 'decline', 'end', 'void'] as const
export type IpoEvent = (typeof EVENTS)[number]

/** The whole life of an application: what is not in here cannot happen. */
const NEXT: Readonly<Record<IpoState, Partial<Record<IpoEvent, IpoState>>>> = {
  'waiting-for-draw': { cancel: 'cancelled', win: 'won', wait: 'waiting-list', lose: 'not-won', void: 'void' },
  'waiting-list': { offer: 'won', end: 'not-won' },
  won: { confirm: 'approved', decline: 'declined', end: 'lapsed' },
  cancelled: {}, 'not-won': {}, approved: {}, declined: {}, lapsed: {}, void: {},
}
/** The state after an event; null where the event is not possible. */
export const nextState = (state: IpoState, event: IpoEvent): IpoState | null => NEXT[state][event] ?? null
