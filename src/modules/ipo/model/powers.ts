import { PUBLISHING } from '#modules/listings/model/powers.ts'
import { powers } from '#modules/staff/model/power.ts'

/** Decisions about what is sold here. */
export const POWERS = powers({ 'ipo.publish': PUBLISHING })
