import { no, type Refusal } from '#kernel/result.ts'

/** Characters of a line of the chat (security-and-trust 6). */
export const LINE_LONGEST = 1_000

/** Refusals of a line of either side, in the order in which they are checked. */
export function lineRefusal(text: string): Refusal<'LINE_EMPTY' | 'LINE_LONG'> | null {
  if (text.trim() === '') return no('LINE_EMPTY')
  return [...text].length > LINE_LONGEST ? no('LINE_LONG', { longest: LINE_LONGEST }) : null
}
