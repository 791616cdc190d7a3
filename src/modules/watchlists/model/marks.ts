import { no, ok, type Result } from '#kernel/result.ts'
import type { MarkColour } from './mark-names.ts'

/** A member's own words about an issue, and its colour: on every list, whichever it is on. */
export type Mark = { readonly code: string; readonly colour: MarkColour | null; readonly note: string }

export const MOST_MARKS = 200
/** Characters, as a reader counts them. */
export const LONGEST_NOTE = 200

/** Puts a mark in the place of the one before; one without colour and words takes it off. */
export function marked(
  kept: readonly Mark[],
  { code, colour, note: typed }: Mark,
  isListed: boolean,
): Result<readonly Mark[], 'UNKNOWN_ISSUE' | 'NOTE_INVALID' | 'TOO_MANY_MARKS'> {
  const others = kept.filter((one) => one.code !== code)
  const note = typed.normalize('NFC').trim()
  // An issue that has left the market keeps its mark until it is taken off.
  if (colour === null && note === '') return ok(others)
  if (!isListed) return no('UNKNOWN_ISSUE', { code })
  const length = [...new Intl.Segmenter('ja').segment(note)].length
  if (length > LONGEST_NOTE || /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(note.replaceAll('\n', ' ')))
    return no('NOTE_INVALID', { most: LONGEST_NOTE })
  if (others.length >= MOST_MARKS) return no('TOO_MANY_MARKS', { most: MOST_MARKS })
  return ok([...others, { code, colour, note }])
}
