/** With how many shares the sheet opens: those proposed, where so many are free, else all. */
export const firstQuantity = (proposed: number | undefined, free: number): number =>
  proposed !== undefined && Number.isInteger(proposed) && proposed > 0 && proposed <= free ? proposed : free
