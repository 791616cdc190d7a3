import type { Yen } from '#kernel/money.ts'

export const LEVELS = ['experience', 'beginner', 'intermediate', 'advanced', 'core'] as const
export type Level = (typeof LEVELS)[number]

export type LevelLimits = {
  /** Highest leverage that an order may choose. */
  maxLeverage: number
  maxOrderValueYen: Yen
  maxOpenLots: number
}

/** What each level may do (product decision 2). */
export const LEVEL_LIMITS: Readonly<Record<Level, LevelLimits>> = {
  experience: { maxLeverage: 1, maxOrderValueYen: 1_000_000, maxOpenLots: 5 },
  beginner: { maxLeverage: 2, maxOrderValueYen: 10_000_000, maxOpenLots: 50 },
  intermediate: { maxLeverage: 2.5, maxOrderValueYen: 30_000_000, maxOpenLots: 100 },
  advanced: { maxLeverage: 3, maxOrderValueYen: 100_000_000, maxOpenLots: 200 },
  core: { maxLeverage: 3.3, maxOrderValueYen: 500_000_000, maxOpenLots: 500 },
}

export const limitsOf = (level: Level): LevelLimits => LEVEL_LIMITS[level]

/** Every level above the first needs a verified identity. */
export const isVerified = (level: Level): boolean => level !== 'experience'
