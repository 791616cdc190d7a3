import { DAY, type Ms } from '#kernel/time.ts'

/** Codes of a set, each kept by another person, and how many of them begin a break-glass. */
export const CODES_OF_A_SET = 3
/** The notice to all operators and members before anybody is invited: whoever can sign may stop it. */
export const BREAK_GLASS_NOTICE: Ms = DAY
/** Passkeys of an operator: with one alone, a lost device needs two others. */
export const LEAST_PASSKEYS = 2

/** The state of a break-glass. */
export const BREAK_GLASS_STATES = ['waiting', 'stopped', 'opened'] as const
export type BreakGlassState = (typeof BREAK_GLASS_STATES)[number]
