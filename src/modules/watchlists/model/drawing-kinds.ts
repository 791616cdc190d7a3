/** Alone in its file, so that home, which loads contracts, does not load the rules. */
export const DRAWING_KINDS = ['trend', 'level', 'ruler'] as const
export type DrawingKind = (typeof DRAWING_KINDS)[number]
