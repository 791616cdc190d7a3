/** `cash`: shares bought in full; `margin`: closings of leveraged lots, adjusted dividends on them. */
export type ResultKind = 'cash' | 'margin'
