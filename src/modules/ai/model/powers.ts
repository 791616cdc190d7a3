import { byRule, powers } from '#modules/staff/model/power.ts'

/** Decisions about picks that a published rule makes. */
export const POWERS = powers({ 'ai-application.decide': byRule })
