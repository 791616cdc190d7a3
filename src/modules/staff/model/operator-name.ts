/**
 * The display name of an operator: letters of any script, with the marks that stand in names. Neither digits
 * nor signs, so that nobody is called like a role and its number, or turns the text around it.
 */
const NAME = /^\p{L}[\p{L}\p{M}]*(?:(?: |[.'’・‐-] ?)\p{L}[\p{L}\p{M}]*)*\.?$/u
const MOST_CHARACTERS = 40

/** True for a name as it is kept: composed (NFC), without spaces around it. */
export const isOperatorName = (name: unknown): name is string =>
  typeof name === 'string' &&
  name.length <= MOST_CHARACTERS &&
  name === name.normalize('NFC') &&
  NAME.test(name)

/** A name as it was typed, in the form in which it is kept. */
export const tidyName = (typed: string): string => typed.normalize('NFC').trim().replaceAll(/\s+/g, ' ')

/** Names that people would take for one another: by letters alone, whatever their width and case. */
export const isSameName = (one: string, other: string): boolean => lettersOf(one) === lettersOf(other)
const lettersOf = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}]/gu, '')

/** The name that was somebody's at a time, of all that they have had, oldest first; null: none yet. */
export const nameAt = (names: readonly { name: string; since: number }[], at: number): string | null =>
  names.findLast(({ since }) => since <= at)?.name ?? null
