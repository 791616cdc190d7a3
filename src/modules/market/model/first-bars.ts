/**
 * What the chart shows first, with what its longest average reaches back (60 and 75), and a little to draw
 * the finger over before older ones are asked for.
 */
export const FIRST_BARS = 160
