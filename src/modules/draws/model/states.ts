/**
 * The life of a draw: applications, list closed and root published, seeds revealed (the chain is being
 * computed), decided or void.
 */
export const DRAW_STATES = ['open', 'closed', 'revealed', 'decided', 'void'] as const
export type DrawState = (typeof DRAW_STATES)[number]
export type DrawEvent = 'close' | 'reveal' | 'decide' | 'void'
const NEXT_DRAW: Readonly<Record<DrawState, Partial<Record<DrawEvent, DrawState>>>> = {
  open: { close: 'closed', void: 'void' },
  closed: { reveal: 'revealed', void: 'void' },
  revealed: { decide: 'decided', void: 'void' },
  decided: {},
  void: {},
}
/** The state after an event; null where the event is not possible. */
export const nextDraw = (state: DrawState, event: DrawEvent): DrawState | null =>
  NEXT_DRAW[state][event] ?? null

/**
 * Reasons that make a draw void (security-and-trust 5.2): the listing was withdrawn before it opened, nobody
 * applied, root or seeds late, a seed that is not the one committed to, a list that is not the one whose root
 * was published; or it was decided when what is drawn for was over (decision 0070).
 */
export const VOID_REASONS = [
  'withdrawn',
  'nobody',
  'root-late',
  'seed-late',
  'seed-wrong',
  'list-changed',
  'decided-late',
] as const
export type VoidReason = (typeof VOID_REASONS)[number]

/**
 * The life of an application. `not-won` is the waiting list too: units that a winner declines pass to it.
 * `returned`: the draw was void.
 */
export const APPLICATION_STATES = ['applied', 'cancelled', 'won', 'not-won', 'declined', 'returned'] as const
export type ApplicationState = (typeof APPLICATION_STATES)[number]
export type ApplicationEvent = 'cancel' | 'win' | 'lose' | 'decline' | 'return'
const NEXT_APPLICATION: Readonly<
  Record<ApplicationState, Partial<Record<ApplicationEvent, ApplicationState>>>
> = {
  applied: { cancel: 'cancelled', win: 'won', lose: 'not-won', return: 'returned' },
  cancelled: {},
  won: { decline: 'declined' },
  'not-won': { win: 'won' },
  declined: {},
  returned: {},
}
export const nextApplication = (state: ApplicationState, event: ApplicationEvent): ApplicationState | null =>
  NEXT_APPLICATION[state][event] ?? null
