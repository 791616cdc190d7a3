/**
 * Shares that the sheet opens with: those proposed, where so many are free in the lots that it closes, else
 * all of them.
 */
export const firstQuantity = (proposed: number | undefined, free: number): number =>
  proposed !== undefined && Number.isInteger(proposed) && proposed > 0 && proposed <= free ? proposed : free
