import type { Yen } from '#kernel/money.ts'

/** Simulated yen that every new member of the simulated market begins with (product decision 2). */
export const OPENING_DEPOSIT_YEN: Yen = 10_000_000
