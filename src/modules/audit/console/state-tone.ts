/** How a member's state looks; the word stands beside it. */
export const STATE_TONE = { open: 'ok', frozen: 'warn', closing: 'grey', closed: 'grey' } as const
