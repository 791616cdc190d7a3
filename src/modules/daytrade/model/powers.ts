import { byRule, powers } from '#modules/staff/model/power.ts'

/** Decisions about day trading that a published rule makes. */
export const POWERS = powers({ 'day-application.decide': byRule })
