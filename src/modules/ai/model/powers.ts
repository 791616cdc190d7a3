import { PUBLISHING } from '#modules/listings/model/powers.ts'
import { byRule, powers } from '#modules/staff/model/power.ts'

/** Decisions about picks that a published rule makes. */
export const POWERS = powers({ 'ai-card.publish': PUBLISHING, 'ai-application.decide': byRule })
