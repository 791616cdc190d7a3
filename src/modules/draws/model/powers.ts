import { byRule, powers } from '#modules/staff/model/power.ts'

/** What a published rule decides of a draw. */
export const POWERS = powers({ 'draw.run': byRule, 'allotment.decide': byRule })
