/**
 * The investor profile (product decision 2; facts: identity, section 1): closed lists, from small to large
 * where they are amounts.
 */
export const OCCUPATIONS = [
  'employee',
  'officer',
  'self-employed',
  'public',
  'student',
  'homemaker',
  'retired',
  'other',
] as const
/** Yearly income, and financial assets, in ten thousand yen: under 300, under 500, … */
export const INCOMES = ['under-300', 'under-500', 'under-1000', 'under-2000', 'over-2000'] as const
export const ASSETS = ['under-100', 'under-500', 'under-1000', 'under-3000', 'over-3000'] as const
export const EXPERIENCES = ['none', 'under-1', 'under-3', 'under-5', 'over-5'] as const
export const PURPOSES = ['learning', 'long-term', 'income', 'short-term'] as const
/** Insider registration: the member's tie to a listed company (facts: identity, section 1). */
export const INSIDER_TIES = ['none', 'officer', 'employee', 'shareholder', 'family'] as const

export const PROFILE_LISTS = {
  occupation: OCCUPATIONS,
  income: INCOMES,
  assets: ASSETS,
  experience: EXPERIENCES,
  purpose: PURPOSES,
} as const
export type ProfileField = keyof typeof PROFILE_LISTS
export const PROFILE_FIELDS = Object.keys(PROFILE_LISTS) as ProfileField[]
