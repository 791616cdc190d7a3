import { byRule, powers } from '#modules/staff/model/power.ts'

/** What a published rule decides of the picks. */
export const POWERS = powers({ 'ai-application.decide': byRule })
