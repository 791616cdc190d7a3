import { no, type Refusal } from '#kernel/result.ts'

/** Kinds of what staff write about a member. A tag is on from its `tag` to its `untag`. */
export const NOTE_KINDS = ['note', 'tag', 'untag'] as const
export type NoteKind = (typeof NOTE_KINDS)[number]
/** Characters of a note and of a tag, and tags that a member has at a time. */
export const NOTE_LONGEST = 500
export const TAG_LONGEST = 20
export const TAGS_MOST = 10

/** In the order in which they are checked. */
export const NOTE_REJECTIONS = ['NOTE_EMPTY', 'NOTE_LONG', 'TAG_THERE', 'TAG_GONE', 'TAGS_FULL'] as const

export type Note = { readonly kind: NoteKind; readonly words: string }

/** Words as they are kept: one form of each sign, no space around, and none but single ones in a tag. */
export const keptWords = ({ kind, words }: Note): string => {
  const tidy = words.normalize('NFC').replaceAll('\r\n', '\n').trim()
  return kind === 'note' ? tidy : tidy.normalize('NFKC').replaceAll(/\s+/g, ' ')
}

/** Tags that are on after these, in the order in which they were put on. */
export function tagsAfter(notes: Iterable<Note>): string[] {
  const on = new Set<string>()
  for (const { kind, words } of notes) {
    if (kind === 'tag') on.add(words)
    if (kind === 'untag') on.delete(words)
  }
  return [...on]
}

/** `tags`: those that are on. */
export function refuseNote(
  { kind, words }: Note,
  tags: readonly string[],
): Refusal<(typeof NOTE_REJECTIONS)[number]> | null {
  const longest = kind === 'note' ? NOTE_LONGEST : TAG_LONGEST
  if (words === '') return no('NOTE_EMPTY')
  if ([...words].length > longest) return no('NOTE_LONG', { longest })
  if (kind === 'tag' && tags.includes(words)) return no('TAG_THERE')
  if (kind === 'untag' && !tags.includes(words)) return no('TAG_GONE')
  return kind === 'tag' && tags.length >= TAGS_MOST ? no('TAGS_FULL', { most: TAGS_MOST }) : null
}
