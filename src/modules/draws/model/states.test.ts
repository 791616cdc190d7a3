import { expect, it } from 'vitest'
import {
  APPLICATION_STATES,
  DRAW_STATES,
  nextApplication,
  nextDraw,
  type ApplicationEvent,
  type DrawEvent,
} from './states.ts'

/** Every event in every state; what is not written here is not possible. */
const DRAWS: Record<string, string> = {
  'open close': 'closed',
  'open void': 'void',
  'closed reveal': 'revealed',
  'closed void': 'void',
  'revealed decide': 'decided',
  'revealed void': 'void',
}
const APPLICATIONS: Record<string, string> = {
  'applied cancel': 'cancelled',
  'applied win': 'won',
  'applied lose': 'not-won',
  'applied return': 'returned',
  'won decline': 'declined',
  'not-won win': 'won',
}
const draws: [string, DrawEvent][] = DRAW_STATES.flatMap((state) =>
  (['close', 'reveal', 'decide', 'void'] as const).map((event): [string, DrawEvent] => [state, event]),
)
it.each(draws)('a draw that is %s: %s', (state, event) =>
  expect(nextDraw(state as 'open', event)).toBe(DRAWS[`${state} ${event}`] ?? null),
)

const events = ['cancel', 'win', 'lose', 'decline', 'return'] as const
const applied: [string, ApplicationEvent][] = APPLICATION_STATES.flatMap((state) =>
  events.map((event): [string, ApplicationEvent] => [state, event]),
)
it.each(applied)('an application that is %s: %s', (state, event) =>
  expect(nextApplication(state as 'applied', event)).toBe(APPLICATIONS[`${state} ${event}`] ?? null),
)
