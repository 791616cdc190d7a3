import { isTest, type Source } from './source.ts'

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
  /(?<!clearing[ -])(?<![-\w/.']|= )(?<word>houses?|rooms|doors?|keeper|vitals)(?![-\w/]|\.\w| =)|\b(?:the|this|each|every|one|another|a|its|no|own|\w+'s) (?<phrase>room)\b(?! (?:for|to|than|left|is left|enough))/gi

type Place = { index: number; word: string; say: string }

const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s_$]+/)

/**
 * Names of two words that only this project would use; each of the words alone is a plain one. Read in the
 * words of an identifier and of a file's name.
 */
const PHRASES: readonly [phrase: string, say: string][] = [
  ['run again', 'replayJournal'],
  ['waiting room', 'maintenance server'],
  ['at the door', 'port request'],
  ['ask thread', 'worker client'],
  ['breach notice', 'proof failure'],
  ['awaits dividends', 'has pending dividends'],
  ['holder word', 'holder kind'],
  ['asked early', 'preload cache'],
  ['wanted first', 'preloads for'],
  ['nothing left', 'test cleanup'],
  ['margin guards', 'safe price ranges'],
  ['passkey question', 'passkey challenge'],
  ['question action', 'challenge action'],
  ['question ms', 'challenge ms'],
  ['will rules', 'step-up rules'],
  ['use will', 'use step-up'],
  ['crowded ms', 'queued ms'],
  ['held given', 'valuation snapshot'],
  ['shared of', 'create deps'],
  ['drawer of', 'bucket of'],
  ['check the house', 'verify records'],
]

/** The phrase in a name's words, or undefined. */
const phraseIn = (words: readonly string[]): readonly [string, string] | undefined => {
  const name = ` ${words.join(' ')} `
  return PHRASES.find(([phrase]) => name.includes(` ${phrase} `))
}

/**
 * Banned words in the identifiers and comments of a file, and in the names of tests: where, which, and the
 * term. The rules' own tests hold samples of them.
 */
export function bannedWords({
  path,
  code,
  comments,
  strings,
}: Pick<Source, 'path' | 'code' | 'comments' | 'strings'>): Place[] {
  const found: Place[] = []
  for (const { 0: name, index } of code.matchAll(/[A-Za-z_$][\w$]*/g)) {
    if (STORED.test(name)) continue
    const words = wordsOf(name)
    const word = words.find((one) => TERMS.has(one))
    const say = word === undefined ? phraseIn(words)?.[1] : TERMS.get(word)!
    if (say !== undefined) found.push({ index, word: name, say })
  }
  for (const { index, text } of isTest(path) && !path.startsWith('scripts/tidy/')
    ? [...comments, ...strings]
    : comments)
    found.push(...bannedInProse(text, index))
  return found
}

function bannedInProse(text: string, start: number): Place[] {
  return [...text.matchAll(IN_COMMENTS)].map(({ index, groups }) => {
    const word = (groups!['word'] ?? groups!['phrase'])!.toLowerCase()
    return { index: start + index, word, say: TERMS.get(word)! }
  })
}

/** Banned words in a Markdown document; code in it may quote them. */
export const bannedInDocument = (text: string): Place[] =>
  bannedInProse(
    text.replaceAll(/^```[^]*?^```|`[^`\n]*`/gm, (code) => code.replaceAll(/[^\n]/g, '.')),
    0,
  )

/** The same of a file's name. */
export const bannedInPath = (path: string): Place[] =>
  path
    .split('/')
    .map((part) => wordsOf(part.replaceAll(/[-.]/g, ' ')))
    .flatMap((words) => {
      const phrase = phraseIn(words)
      return [
        ...words.flatMap((word) => (TERMS.has(word) ? [{ index: 0, word, say: TERMS.get(word)! }] : [])),
        ...(phrase === undefined ? [] : [{ index: 0, word: phrase[0], say: phrase[1] }]),
      ]
    })
