import { PUBLISHING } from '#modules/listings/model/powers.ts'
import { byRule, powers } from '#modules/staff/model/power.ts'

/** Decisions about day trading that a published rule makes. */
export const POWERS = powers({ 'day-inventory.publish': PUBLISHING, 'day-application.decide': byRule })
