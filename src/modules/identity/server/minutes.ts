import { MINUTE, type Ms } from '#kernel/time.ts'

/** The waiting time, for a sentence: whole minutes, rounded up. */
export const minutesOf = (ms: Ms): { minutes: number } => ({ minutes: Math.ceil(ms / MINUTE) })
