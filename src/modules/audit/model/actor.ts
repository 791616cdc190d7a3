/**
 * The one who acted, as a record of the journal names it by `actor` and `device`: a member by a session, or
 * the server in a member's name, which is said apart; a person of the firm, the exchange, the server by
 * itself.
 */
export const ACTORS = [
  'member',
  'demo-desk',
  'ai',
  'pool',
  'for-member',
  'operator',
  'venue',
  'demo-bank',
  'demo-clock',
  'server',
] as const
export type Actor = (typeof ACTORS)[number]

/** The parts of the server that act on a member's word, by `device`; '' where it says no more. */
const FOR_MEMBERS: Readonly<Record<string, Actor>> = {
  demo: 'demo-desk',
  ai: 'ai',
  nav: 'pool',
  '': 'for-member',
}
const OTHERS: Readonly<Record<string, Actor>> = {
  venue: 'venue',
  'demo-bank': 'demo-bank',
  demo: 'demo-clock',
}

export function actorOf({ actor, device }: { actor: string; device: string }): Actor {
  if (actor.startsWith('m:')) return FOR_MEMBERS[device] ?? 'member'
  if (actor.startsWith('o:')) return 'operator'
  return OTHERS[actor] ?? 'server'
}
