/**
 * The bars that the chart shows first, with those that its longest average reaches back to (60 and 75), and a
 * little to draw the finger over before older ones are asked for.
 */
export const FIRST_BARS = 160
