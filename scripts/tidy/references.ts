/**
 * References in comments and documents to documents of this repository: each names a file, a section, a row
 * or a decision that is there. `docs/spec/README.md` lists the short forms.
 */
import { posix } from 'node:path'

export type Reference = { readonly file: string; readonly line: number; readonly what: string }
/** `files`: path → text of every source and document; `isThere`: whether a path of the repository exists. */
export type Repository = {
  readonly files: Readonly<Record<string, string>>
  readonly isThere: (path: string) => boolean
}
type Say = (offset: number, what: string) => void

const SPEC = 'docs/spec'
/** The name by which a page is cited, in lower case, and where it lies. The longest name comes first. */
const PAGES: readonly (readonly [name: string, path: string])[] = [
  ['security[- ]and[- ]trust', `${SPEC}/security-and-trust.md`],
  ['product decisions?', `${SPEC}/product-decisions.md`],
  ['engine[- ]notes', `${SPEC}/engine-notes.md`],
  ['market rules', `${SPEC}/market-rules.md`],
  ['margin and tax', `${SPEC}/margin-and-tax.md`],
  ['market statistics', `${SPEC}/market-statistics.md`],
  ['facts: ipo', `${SPEC}/ipo-and-off-auction.md`],
  ['facts: bank', `${SPEC}/bank.md`],
  ['facts: identity', `${SPEC}/identity.md`],
  ['specification', 'docs/specification.md'],
]
const NUMBERS = String.raw`\d+(?:\.\d+)*(?:(?:, | and | to |–)\d+(?:\.\d+)*)*(?![\w%])`
const CITED = PAGES.map(([name, path]) => ({
  path,
  pattern: new RegExp(
    String.raw`(?<![\w/-])(?:${name})(?:\.md)?,? ?(?:sections? |chapters? )?(?<=[ ,])(${NUMBERS})`,
    'giu',
  ),
}))
const DECISION = /(?<!product )(?<![\w/-])decisions? (?:\[)?(\d{1,4}(?:(?:, | and )\d{1,4})*)(?!\d)/gi
const FACTS = /\(facts:? (?:sections? )?\d/g
const THREAT = /(?<![\w-])T(\d{2})(?!\w)/g
const INVARIANT = /(?<![\w-])I(\d{1,2})(?!\w)/g
const DOCUMENT = /(?<![\w./-]|\]\()docs\/[\w/.-]+\.md(?:#([\w.-]+))?/g
const LINK = /\]\((?!https?:|mailto:|\/)([^)\s]*)\)/g
/** Tables, states and code of tests are no prose. */
const COMMENT_LINE = /^\s*(?:\/\/|\/?\*|--)/

const isDocument = (path: string): boolean => path.endsWith('.md')
const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length
const lastThreat = 26
const lastInvariant = 20

/** GitHub's name of a heading. */
const slug = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M} _-]/gu, '')
    .trim()
    .replaceAll(' ', '-')

/**
 * The places of a document that can be cited: the anchors of its headings, their numbers, and the numbers
 * that begin a row (`| 5.11 |`).
 */
function placesOf(text: string): ReadonlySet<string> {
  const prose = text.replaceAll(/^```[\s\S]*?^```/gm, '')
  const headings = [...prose.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) =>
    heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1'),
  )
  const numbers = headings.flatMap((heading) => /^(\d+(?:\.\d+)*)(?:\.| |$)/.exec(heading)?.[1] ?? [])
  return new Set([
    ...headings.map(slug),
    ...numbers,
    ...[...prose.matchAll(/^\| (\d+\.\d+) \|/gm)].map(([, number = '']) => number),
  ])
}

/** The faults in the references of these files, and in the list of decisions. */
export function referenceProblems({ files, isThere }: Repository): Reference[] {
  const found: Reference[] = []
  const places = new Map<string, ReadonlySet<string>>()
  const hasPlace = (path: string, place: string): boolean => {
    const known = places.get(path) ?? placesOf(files[path] ?? '')
    places.set(path, known)
    return known.has(place)
  }
  const decisions = new Set(
    Object.keys(files).flatMap((path) => /^docs\/decisions\/(\d{4})-/.exec(path)?.[1] ?? []),
  )
  const names = new Set(
    Object.keys(files).flatMap((path) => [
      posix.basename(path),
      ...(/^src\/modules\/[^/]+\/(.+)$/.exec(path)?.slice(1) ?? []),
    ]),
  )
  for (const [file, text] of Object.entries(files)) {
    const say: Say = (offset, what) => found.push({ file, line: lineAt(text, offset), what })
    checkShortForms(text, isDocument(file), hasPlace, decisions, say)
    checkPaths(file, text, isThere, hasPlace, say)
    if (isDocument(file) && !RECORD.test(file)) checkSources(file, text, isThere, names, say)
  }
  return [...found, ...indexProblems(files)]
}

/** "product decision 7", "facts: bank, section 1", "decision 0065", T16, I11. */
function checkShortForms(
  text: string,
  isProse: boolean,
  hasPlace: (path: string, place: string) => boolean,
  decisions: ReadonlySet<string>,
  say: Say,
): void {
  for (const { path, pattern } of CITED) {
    for (const { 0: cited, 1: numbers = '', index } of text.matchAll(pattern)) {
      for (const number of numbers.split(/, | and | to |–/))
        if (!hasPlace(path, number)) say(index, `"${cited}": ${path} has no ${number}`)
    }
  }
  for (const { 0: cited, 1: numbers = '', index } of text.matchAll(DECISION)) {
    for (const number of numbers.split(/, | and /))
      if (!decisions.has(number.padStart(4, '0'))) say(index, `"${cited}": there is no decision ${number}`)
  }
  for (const { 0: cited, index } of text.matchAll(FACTS)) say(index, `"${cited}": say which page of ${SPEC}`)
  const rows = [
    [THREAT, lastThreat],
    [INVARIANT, lastInvariant],
  ] as const
  for (const [pattern, last] of rows) {
    for (const { 0: cited, 1: number = '', index } of text.matchAll(pattern)) {
      const line = text.slice(text.lastIndexOf('\n', index) + 1, index)
      const isThere = Number(number) >= 1 && Number(number) <= last
      if (!isThere && (isProse || COMMENT_LINE.test(line)))
        say(index, `"${cited}": ${SPEC}/security-and-trust.md has no ${cited}`)
    }
  }
}

/** Documents that say what was at their time. */
const RECORD = /^docs\/decisions\/|^CHANGELOG\.md$/
const SOURCE = /`((?:[\w.-]+\/)*[\w-][\w.-]*\.(?:tsx?|mjs|css|sql))`/g
/** Names that stand for any file of their kind. */
const ANY_FILE = /^(?:x\.|test-x\.)/
const PART_OF_MODULE = /^(?:model|server|mobile|console)\//

/**
 * Sources that a document names in code: from the root, from `src`, from `src/modules` or from the document's
 * folder. In a module's own document a part is one of this module; elsewhere, as a bare name does, it stands
 * for that of any. `names`: of files, and of files within modules.
 */
function checkSources(
  file: string,
  text: string,
  isThere: (path: string) => boolean,
  names: ReadonlySet<string>,
  say: Say,
): void {
  const here = posix.dirname(file)
  for (const { 1: path = '', index } of text.matchAll(SOURCE)) {
    if (ANY_FILE.test(path)) continue
    const isOwnPart = here.startsWith('src/modules/') && PART_OF_MODULE.test(path)
    const places = isOwnPart ? [here] : ['', 'src', 'src/modules', here]
    const isKnown =
      places.some((place) => isThere(posix.join(place, path))) || (!isOwnPart && names.has(path))
    if (!isKnown) say(index, `${path}: there is no such file`)
  }
}

/** Paths under `docs`, with or without a section, and the relative links of a document. */
function checkPaths(
  file: string,
  text: string,
  isThere: (path: string) => boolean,
  hasPlace: (path: string, place: string) => boolean,
  say: Say,
): void {
  const check = (index: number, path: string, place: string): void => {
    if (!isThere(path)) say(index, `${path}: there is no such file`)
    else if (place !== '' && isDocument(path) && !hasPlace(path, place))
      say(index, `${path} has no section ${place}`)
  }
  for (const { 0: cited, 1: place = '', index } of text.matchAll(DOCUMENT))
    check(index, cited.split('#')[0] ?? '', place)
  if (!isDocument(file)) return
  for (const { 1: target = '', index } of text.matchAll(LINK)) {
    const [path = '', place = ''] = target.split('#')
    check(
      index,
      path === ''
        ? file
        : posix.normalize(posix.join(posix.dirname(file), decodeURI(path))).replace(/\/$/, ''),
      place,
    )
  }
}

const INDEX = 'docs/decisions/README.md'
const ROW =
  /^\| \[(\d{4})\]\((\d{4})-[\w-]+\.md\) \| .+ \| (accepted|changed by \[\d{4}\]\([\w-]+\.md\)|replaced by \[\d{4}\]\([\w-]+\.md\)) \| \d{4}-\d{2}-\d{2} \|$/

/** Each decision has one row in the index, with a status and a date. */
function indexProblems(files: Readonly<Record<string, string>>): Reference[] {
  const lines = (files[INDEX] ?? '').split('\n')
  const problems: Reference[] = lines.flatMap((line, at) =>
    line.startsWith('| [') && !ROW.test(line)
      ? [{ file: INDEX, line: at + 1, what: 'a row is: number, title, status, date' }]
      : [],
  )
  const listed = lines.flatMap((line) => ROW.exec(line)?.[1] ?? [])
  for (const path of Object.keys(files)) {
    const number = /^docs\/decisions\/(\d{4})-/.exec(path)?.[1]
    if (number === undefined) continue
    const rows = listed.filter((one) => one === number).length
    if (rows !== 1) problems.push({ file: path, line: 1, what: `${INDEX} has ${rows} rows for it, not one` })
  }
  return problems
}
