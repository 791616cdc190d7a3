import { createHash } from 'node:crypto'

export type Sentence = { readonly chapter: number; readonly text: string }

const SEPARATOR = /^\|[\s|:-]+\|$/
/** A name of one or two words for what follows. */
const LEAD_IN = /^\w+(?: \w+)?:$/

/** A paragraph that lists addresses: most of what stands between its commas has a slash. */
const isListOfPages = (line: string): boolean => {
  const items = line.split(', ')
  return items.length > 5 && items.filter((item) => /\w\/\w/.test(item)).length * 2 > items.length
}

/**
 * The sentences of a specification in Markdown, in its order. One sentence is a row of a table below its
 * head, an address in a list of addresses, or what stands between two of: the bounds of a paragraph or list
 * item, a full stop, a semicolon. Headings, heads of tables and lead-ins say nothing. What stands before the
 * first chapter belongs to it.
 */
export function sentencesOf(text: string): Sentence[] {
  const lines = text.split('\n').map((line) => line.trim())
  const found: Sentence[] = []
  let chapter = 1
  for (const [at, line] of lines.entries()) {
    const heading = /^## (\d)/.exec(line)
    if (heading !== null) chapter = Number(heading[1])
    const isHead = SEPARATOR.test(lines[at + 1] ?? '')
    if (line === '' || line.startsWith('#') || SEPARATOR.test(line) || isHead || LEAD_IN.test(line)) continue
    const said = line.replace(/^- /, '')
    const parts = line.startsWith('|')
      ? [said]
      : isListOfPages(said)
        ? said.split(', ')
        : said.split(/(?<=[.!?])\s+|;\s+/)
    for (const part of parts) found.push({ chapter, text: part })
  }
  return found
}

/** By which a row names its sentence without its words: twelve digits of SHA-256, whatever the blanks. */
export const markOf = ({ text }: Sentence): string =>
  createHash('sha256').update(text.replaceAll(/\s+/g, ' ').trim()).digest('hex').slice(0, 12)
