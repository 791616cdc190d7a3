import { no, ok, type Refusal } from '#kernel/result.ts'
import { HIT_FROM, nameScore, type ListedName, type PersonName } from './name-score.ts'

/** Screening lists that there can be: the firm's file, the demo's invented names, or none. */
export const SCREENING_LISTS = ['file', 'simulated', 'none'] as const

/** Somebody of a screening list: an id of the list's own, and all names that it knows. */
export type ListEntry = ListedName & { readonly id: string }

/** First line of a list in a file. */
const HEAD = 'id;name'
const ID = /^[\w.:-]{1,64}$/
const LONGEST_NAME = 200

/**
 * A list as text: a head `id;name`, then a line for each entry with its id and its names in any letters,
 * separated by semicolons. Refused: LIST_LINE with the line that is wrong.
 */
export function readList(text: string): { ok: true; value: ListEntry[] } | Refusal<'LIST_LINE'> {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  if (lines[0]?.trim() !== HEAD) return no('LIST_LINE', { line: 1 })
  const entries: ListEntry[] = []
  const ids = new Set<string>()
  for (const [index, line] of lines.entries()) {
    if (index === 0 || line.trim() === '') continue
    const [id = '', ...names] = line.split(';').map((part) => part.trim())
    const areNames = names.length > 0 && names.every((name) => name !== '' && name.length <= LONGEST_NAME)
    if (!ID.test(id) || ids.has(id) || !areNames) return no('LIST_LINE', { line: index + 1 })
    ids.add(id)
    entries.push({ id, names })
  }
  return ok(entries)
}

/** Entries whose names a member's name is like, each with its score. */
export const hitsOf = (
  entries: readonly ListEntry[],
  person: PersonName,
): { entry: ListEntry; score: number }[] =>
  entries.flatMap((entry) => {
    const score = nameScore(entry, person)
    return score < HIT_FROM ? [] : { entry, score }
  })
