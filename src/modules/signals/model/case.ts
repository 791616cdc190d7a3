import { no, type Refusal } from '#kernel/result.ts'
import type { Ms } from '#kernel/time.ts'
import { APPROVAL_LIFE } from '#modules/staff/model/approval.ts'
import type { Seal } from './seal.ts'

export const CASE_STATES = ['open', 'closed'] as const
export type CaseState = (typeof CASE_STATES)[number]
/** Kinds of what people did in a case; a `look` stands here in a sealed one, else among all looks. */
export const ENTRY_KINDS = ['note', 'taken', 'given-back', 'closed', 'look', 'opened', 'linked'] as const
export type EntryKind = (typeof ENTRY_KINDS)[number]

/** Grounds on which somebody opens a case by hand. */
export const GROUNDS = [
  'member-report',
  'staff-observation',
  'identity-doubt',
  'money-doubt',
  'market-conduct',
  'authority-request',
] as const
export type Ground = (typeof GROUNDS)[number]

/** Rows that are linked as evidence by hand: by the numbers that every page names them by, or a chat. */
export const LINK_KINDS = ['withdrawal', 'deposit', 'order', 'chat'] as const
export type LinkKind = (typeof LINK_KINDS)[number]
export type Link = { readonly what: LinkKind; readonly id: string }
/** A link as an entry has it. */
export const linkWords = ({ what, id }: Link): string => `${what} ${id}`
export function linkOf(words: string): Link | null {
  const [what, id = ''] = words.split(' ', 2)
  return LINK_KINDS.includes(what as LinkKind) && id !== '' ? { what: what as LinkKind, id } : null
}
/** Rows that one opening links. */
export const MOST_LINKS = 20

/** Characters of a note. */
export const CASE_NOTE_LONGEST = 2_000

/** In the order in which they are checked. */
export const CASE_REJECTIONS = [
  'CASE_SEAL_WAITS',
  'CASE_CLOSED',
  'CASE_NOTE_EMPTY',
  'CASE_NOTE_LONG',
  'CASE_NOT_SEALED',
] as const
/** Of a case that is opened by hand, in the order in which they are checked. */
export const OPEN_REJECTIONS = [
  'CASE_NOTE_EMPTY',
  'CASE_NOTE_LONG',
  'CASE_EVIDENCE_UNKNOWN',
  'CASE_SEAL_WAITS',
  'CASE_SEALED',
  'CASE_NOT_SEALED',
] as const
/** Of the end of a case, in the order in which they are checked. */
export const CLOSE_REJECTIONS = [
  'CASE_SEAL_WAITS',
  'CASE_CLOSED',
  'CASE_REPORT_UNSEALED',
  'CASE_SEALED',
  'CASE_NOT_SEALED',
] as const

/**
 * A case that is to be sealed first: until the seal is signed, or a day is over, nothing is written into it
 * that the member would read at once.
 */
export const waitsForSeal = (
  { toSeal, openedAt }: { readonly toSeal: boolean; readonly openedAt: Ms },
  seal: Seal | undefined,
  now: Ms,
): boolean => toSeal && seal === undefined && now < openedAt + APPROVAL_LIFE

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
