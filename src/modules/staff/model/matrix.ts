import type { Power, Role } from './power.ts'

/** The places, from 1, of the signatures that a role may give to a power; none: it may not. */
export const signaturesOf = ({ signers }: Power, role: Role): number[] =>
  signers.flatMap((roles, place) => (roles.includes(role) ? [place + 1] : []))
