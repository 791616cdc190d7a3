import type { Role } from './power.ts'

/** The two whom the firm itself invites: together they may add everybody else. */
export const FOUNDERS = ['administrator', 'auditor'] as const satisfies readonly Role[]
/** The holder of the codes of the two: whoever runs the server. */
export const FIRM = 'house'

/** Ids of the two end with the role that they were invited to; what is before it is the same. */
export const founderId = (pair: string, role: (typeof FOUNDERS)[number]): string => `op-${pair}-${role}`

/** The other one of a pair that the firm invited together; null: this operator is of none. */
export function otherOf(operatorId: string): string | null {
  const own = FOUNDERS.find((role) => operatorId.endsWith(`-${role}`))
  if (own === undefined) return null
  const other = FOUNDERS.find((role) => role !== own)!
  return `${operatorId.slice(0, -own.length)}${other}`
}

/** True if the firm invited this operator, who has not enrolled: in time, or too late. */
export const isInvitedByFirm = ({
  endedAt,
  invitedBy,
}: {
  endedAt: number | null
  invitedBy: readonly string[] | null
}): boolean => endedAt === null && invitedBy?.includes(FIRM) === true
