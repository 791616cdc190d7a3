import { byRule, powers } from '#modules/staff/model/power.ts'

/** Decisions about a draw that a published rule makes. */
export const POWERS = powers({ 'draw.run': byRule, 'allotment.decide': byRule })
