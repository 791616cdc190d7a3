import type { Source } from './source.ts'

/**
 * Words that only this project would use, each with the term of the field that says the same
 * (docs/glossary.md).
 */
const TERMS: ReadonlyMap<string, string> = new Map([
  ['room', 'module (a capability), headroom (what may still be used)'],
  ['rooms', 'modules'],
  ['house', 'server, app or context (the program), firm (the company)'],
  ['houses', 'servers, firms'],
  ['door', 'route, route handler'],
  ['doors', 'routes'],
  ['keeper', 'supervisor'],
  ['vitals', 'metrics'],
  ['pulse', 'watchdog'],
  ['given', 'inputs (of a command), deps (of a module)'],
  ['pot', 'fund value'],
  ['fence', 'threshold'],
  ['fences', 'thresholds'],
  ['crowd', 'overload'],
  ['crowded', 'overloaded'],
  ['wills', 'step-up proofs'],
])

/** Names that are stored, sent or another library's: they stay. */
const STORED =
  /^(house|room|roomYen|loanRoom|marginRoom|given|givenIn|pot|houseBalances|HouseBalanceRow|house_balances|getHouseKey|getVitals|IconDoorExit|keeper|NO_CLEARING_HOUSE)$/

/** Words that a comment may not use of the software; "clearing house" and "room for" mean something else. */
const IN_COMMENTS =
  /(?<!clearing[ -])(?<![-\w/.])(?<word>houses?|rooms|doors?|keeper|vitals)(?![-\w/.])|\b(?:the|each|every|a|its|no|own) (?<phrase>room)\b(?! (?:for|to|than|left|is left|enough))/gi

type Place = { index: number; word: string; say: string }

const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s_$]+/)

/** Banned words in the identifiers and the comments of a file: where, which, and what to say. */
export function bannedWords({ code, comments }: Pick<Source, 'code' | 'comments'>): Place[] {
  const found: Place[] = []
  for (const { 0: name, index } of code.matchAll(/[A-Za-z_$][\w$]*/g)) {
    if (STORED.test(name)) continue
    const word = wordsOf(name).find((one) => TERMS.has(one))
    if (word !== undefined) found.push({ index, word: name, say: TERMS.get(word)! })
  }
  for (const { index, text } of comments) found.push(...bannedInProse(text, index))
  return found
}

function bannedInProse(text: string, start: number): Place[] {
  return [...text.matchAll(IN_COMMENTS)].map(({ index, groups }) => {
    const word = (groups!['word'] ?? groups!['phrase'])!.toLowerCase()
    return { index: start + index, word, say: TERMS.get(word)! }
  })
}

/** Banned words in the headings of a Markdown document. */
export const bannedInHeadings = (text: string): Place[] =>
  [...text.matchAll(/^#+ .*$/gm)].flatMap(({ 0: heading, index }) => bannedInProse(heading, index))

/** The same of a file's name. */
export const bannedInPath = (path: string): Place[] =>
  path
    .split('/')
    .flatMap((part) => wordsOf(part.replaceAll(/[-.]/g, ' ')))
    .flatMap((word) => (TERMS.has(word) ? [{ index: 0, word, say: TERMS.get(word)! }] : []))
