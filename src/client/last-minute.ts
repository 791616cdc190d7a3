import { iso, MINUTE } from '#kernel/time.ts'

/** The last minute before a deadline at midnight, which reads as the day that ends, not as the next one. */
export const lastMinute = (deadline: string): string => iso(Date.parse(deadline) - MINUTE)
