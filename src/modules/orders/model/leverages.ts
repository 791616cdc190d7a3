/** Leverages that an order can have: 1 is paid in full, or a short on margin of its whole value. */
export const LEVERAGES = [1, 1.5, 2, 2.5, 3, 3.3] as const
export type Leverage = (typeof LEVERAGES)[number]
