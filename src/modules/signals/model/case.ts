import { no, type Refusal } from '#kernel/result.ts'

export const CASE_STATES = ['open', 'closed'] as const
export type CaseState = (typeof CASE_STATES)[number]
/** Kinds of what people did in a case; a `look` stands here in a sealed one, else among all looks. */
export const ENTRY_KINDS = ['note', 'taken', 'given-back', 'closed', 'look'] as const
export type EntryKind = (typeof ENTRY_KINDS)[number]

/** Characters of a note. */
export const CASE_NOTE_LONGEST = 2_000

/** In the order in which they are checked. */
export const CASE_REJECTIONS = [
  'CASE_CLOSED',
  'CASE_NOTE_EMPTY',
  'CASE_NOTE_LONG',
  'CASE_NOT_SEALED',
] as const
/** Of the end of a case, in the order in which they are checked. */
export const CLOSE_REJECTIONS = [
  'CASE_CLOSED',
  'CASE_REPORT_UNSEALED',
  'CASE_SEALED',
  'CASE_NOT_SEALED',
] as const

/** A note as it is kept: one form of each sign, no space around. */
export const caseNote = (typed: string): string => typed.normalize('NFC').replaceAll('\r\n', '\n').trim()

/** Refusal of a step in a case; `words`: of a note, as it is kept. */
export function refuseStep(
  state: CaseState,
  words: string | null = null,
): Refusal<(typeof CASE_REJECTIONS)[number]> | null {
  if (state === 'closed') return no('CASE_CLOSED')
  if (words === null) return null
  if (words === '') return no('CASE_NOTE_EMPTY')
  return [...words].length > CASE_NOTE_LONGEST ? no('CASE_NOTE_LONG', { longest: CASE_NOTE_LONGEST }) : null
}
