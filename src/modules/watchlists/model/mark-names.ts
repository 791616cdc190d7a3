/** Colours with which a member marks an issue. */
export const MARK_COLOURS = ['red', 'amber', 'green', 'blue'] as const
export type MarkColour = (typeof MARK_COLOURS)[number]

/** Figures that a member can have beside each row of a list. */
export const LIST_COLUMNS = [
  'volume',
  'turnover',
  'cap',
  'per',
  'pbr',
  'yield',
  'surge',
  'yearHigh',
  'yearLow',
] as const
export type ListColumn = (typeof LIST_COLUMNS)[number]
/** A row of a phone has room for so many. */
export const MOST_COLUMNS = 2
