import { byRule, powers } from '#modules/staff/model/power.ts'

/** What a published rule decides of day trading. */
export const POWERS = powers({ 'day-application.decide': byRule })
