import type { Yen } from '#kernel/money.ts'

export const LEVELS = ['experience', 'beginner', 'intermediate', 'advanced', 'core'] as const
export type Level = (typeof LEVELS)[number]

export type LevelLimits = {
  /** Highest leverage that an order may choose. */
  maxLeverage: number
  maxOrderValueYen: Yen
  maxOpenLots: number
  /**
   * AI picks and copy products: not at all; applying and following; leading a pool besides
   * (product decisions 2 and 8).
   */
  products: 'none' | 'follow' | 'lead'
}

/** The limits of each level (product decision 2). */
export const LEVEL_LIMITS: Readonly<Record<Level, LevelLimits>> = {
  experience: { maxLeverage: 1, maxOrderValueYen: 1_000_000, maxOpenLots: 5, products: 'none' },
  beginner: { maxLeverage: 2, maxOrderValueYen: 10_000_000, maxOpenLots: 50, products: 'follow' },
  intermediate: { maxLeverage: 2.5, maxOrderValueYen: 30_000_000, maxOpenLots: 100, products: 'follow' },
  advanced: { maxLeverage: 3, maxOrderValueYen: 100_000_000, maxOpenLots: 200, products: 'lead' },
  core: { maxLeverage: 3.3, maxOrderValueYen: 500_000_000, maxOpenLots: 500, products: 'lead' },
}

export const limitsOf = (level: Level): LevelLimits => LEVEL_LIMITS[level]

/** Every level above the first needs a verified identity. */
export const isVerified = (level: Level): boolean => level !== 'experience'

/** The level that orders keep to while an account rests after a change of a factor (security-and-trust 3). */
export const RESTING_LEVEL: Level = 'beginner'
/** The lower of two levels. */
export const atMost = (level: Level, most: Level): Level =>
  LEVELS.indexOf(level) <= LEVELS.indexOf(most) ? level : most
