import { cycles, reachedAtAll, reachedByTheProduct } from './graph.ts'
import { unheardEvents } from './events.ts'
import { handlerProblems } from './handlers.ts'
import { LIBRARIES, NODE_MODULES, TYPES_OF_PLATFORM, VIRTUAL } from './libraries.ts'
import { forbidden, placeOf, type Plan } from './places.ts'
import { functionsOf } from './sizes.ts'
import { glossaryTypes, looseTypes } from './types.ts'
import { bannedInPath, bannedWords } from './words.ts'
import { isInTree, isTest, libraryOf, lineAt, readSource, type Source } from './source.ts'

export type Finding = { file: string; line: number; what: string; level: 'error' | 'warning' }
type Tree = ReadonlyMap<string, Source>
type Say = (file: string, line: number, what: string, level?: Finding['level']) => void

/** Reads a tree of files (path → text) against every rule of the server. */
export function tidy(files: Readonly<Record<string, string>>, plan: Plan): Finding[] {
  const tree: Tree = new Map(Object.entries(files).map(([path, text]) => [path, readSource(path, text)]))
  const found: Finding[] = []
  const say: Say = (file, line, what, level = 'error') => found.push({ file, line, what, level })
  checkPlan(plan, say)
  for (const source of tree.values()) {
    checkName(source, say)
    checkImports(source, tree, plan, say)
    checkWorld(source, say)
    checkFormats(source, say)
    checkEdges(source, say)
    checkSize(source, say)
    checkWords(source, say)
    checkWidth(source, say)
    checkOpening(source, say)
    if (!isTest(source.path))
      for (const { line, what } of handlerProblems(source.path, source.text, source.code))
        say(source.path, line, what)
  }
  for (const group of cycles(tree)) say(group[0] ?? '', 1, `these need each other: ${group.join(' ')}`)
  for (const { file, line, what } of unheardEvents(tree)) say(file, line, what)
  for (const { file, line, what } of [...looseTypes(tree.values()), ...glossaryTypes(tree.values())])
    say(file, line, what)
  checkReach(tree, say)
  return found.sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line)
}

/** Modules stand in order: each uses only modules written above it. */
function checkPlan(plan: Plan, say: Say): void {
  const above = new Set<string>()
  for (const [module, uses] of Object.entries(plan)) {
    for (const used of uses)
      if (!above.has(used))
        say(
          'src/modules/dependencies.ts',
          1,
          `module ${module} may not use ${used}: it does not stand above it`,
        )
    above.add(module)
  }
}

const FORBIDDEN_WORDS = /^(utils?|helpers?|managers?|services?|common)$/
const DOMAIN_WORDS = /service-worker|customer-service|common-passwords/
const FILE_NAME = /^([a-z0-9]+(-[a-z0-9]+)*(\.[a-z]+)*\.(ts|mjs|tsx)|[A-Z][A-Za-z0-9]*(\.test)?\.tsx)$/

function checkName({ path }: Source, say: Say): void {
  for (const name of path.split('/')) {
    const words = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase()
    const bad = words
      .replace(DOMAIN_WORDS, '')
      .split(/[-.]/)
      .find((word) => FORBIDDEN_WORDS.test(word))
    if (bad !== undefined) say(path, 1, `"${bad}" says nothing: name it after what it does`)
  }
  if (!FILE_NAME.test(path.split('/').at(-1) ?? ''))
    say(path, 1, 'files are kebab-case, components PascalCase.tsx')
}

function checkImports({ path, imports }: Source, tree: Tree, plan: Plan, say: Say): void {
  const { module } = placeOf(path)
  if (module !== undefined && plan[module] === undefined)
    say(path, 1, `module ${module} is not in src/modules/dependencies.ts`)
  for (const { target, specifier, line, kind } of imports) {
    const problem = isInTree(target)
      ? problemInTree(path, target, tree, plan)
      : problemOutside(path, target, kind === 'type')
    if (problem !== undefined) say(path, line, `${specifier}: ${problem}`)
  }
}

function problemInTree(path: string, target: string, tree: Tree, plan: Plan): string | undefined {
  if (/\.(ts|tsx|mjs)$/.test(target) && !tree.has(target)) return 'there is no such file'
  return forbidden(path, target, plan)
}

function problemOutside(path: string, target: string, onlyTypes: boolean): string | undefined {
  if (VIRTUAL.test(target)) return undefined
  if (target.startsWith('node:'))
    return NODE_MODULES.test(path) ? undefined : "Node's modules are for platform and server code"
  if (target === 'zod') return isTest(path) ? undefined : 'import zod/mini: it is smaller on the phone'
  const where = LIBRARIES[target] ?? LIBRARIES[libraryOf(target)]
  if (where === undefined) return 'has no row in scripts/tidy/libraries.ts'
  return where.test(path) || (onlyTypes && TYPES_OF_PLATFORM.test(path))
    ? undefined
    : 'may not be imported here (scripts/tidy/libraries.ts)'
}

/** Code that touches the world, and the places where it may. */
const WORLD: [what: RegExp, where: RegExp][] = [
  [/\bDate\.now\b|\bMath\.random\b|\bnew Date(?:\(\s*\)|(?!\s*[\w(]))/g, /^src\/(platform|client)\//],
  [
    /\bset(?:Timeout|Interval)\b/g,
    /^src\/(platform|server|client|ui|mobile|console|modules\/[^/]+\/(mobile|console))\//,
  ],
]

/** Time and chance are given to the code, so that a day can be repeated. */
function checkWorld({ path, code }: Source, say: Say): void {
  if (isTest(path) || !path.startsWith('src/')) return
  for (const [what, where] of WORLD) {
    if (where.test(path)) continue
    for (const match of code.matchAll(what))
      say(path, lineAt(code, match.index), `${match[0]} here: time and chance are injected`)
  }
}

/** Code that writes dates, times and figures, where it may stand, and what stands for it elsewhere. */
const FORMATS: [what: RegExp, where: RegExp, instead: string][] = [
  [
    /\bIntl\.(?:NumberFormat|DateTimeFormat|PluralRules)\(|\.toLocale(?:Date|Time)?String\(/g,
    /^src\/i18n\//,
    'i18n/format.ts writes figures, dates and times',
  ],
  [
    /\.padStart\(2\b|\.toISOString\(\)\s*\.|\bJST_OFFSET\b|\+ 9 \* (?:HOUR|3_?600_?000)\b/g,
    /^src\/kernel\//,
    'kernel/time.ts writes dates and times, kernel/hex.ts bytes',
  ],
]
/** A unit of money that is put to a figure by hand. It stands in strings, where `code` is blank. */
const MONEY = /\}\s?(?:円|日元|日圓|¥)|[¥￥]\$?\{|(['"`])(?: yen| ?(?:円|日元|日圓|¥|￥))\1/g

/** An id whose parts have a width, so that its order as a text is that of its parts. */
const FORMATS_ELSEWHERE = /^src\/modules\/inbox\/model\/message-id\.ts$/

/**
 * One formatter for each kind of figure: two of them differ sooner or later. Tests write theirs out by hand.
 */
function checkFormats({ path, text, code, comments }: Source, say: Say): void {
  if (isTest(path) || !/^(src|scripts)\//.test(path) || FORMATS_ELSEWHERE.test(path)) return
  for (const [what, where, instead] of FORMATS) {
    if (where.test(path)) continue
    for (const match of code.matchAll(what))
      say(path, lineAt(code, match.index), `${match[0]} here: ${instead}`)
  }
  if (path.startsWith('src/i18n/')) return
  for (const { 0: unit, index } of text.matchAll(MONEY))
    if (!comments.some((comment) => index >= comment.index && index < comment.index + comment.text.length))
      say(path, lineAt(text, index), `${unit} here: i18n/format.ts writes sums`)
}

/** White space at the edge of a line of JSX is dropped by the compiler, the ideographic space with it. */
const EDGE = /^[ \t]*\u3000|\u3000[ \t]*$/gm
function checkEdges({ path, text }: Source, say: Say): void {
  if (!path.endsWith('.tsx')) return
  for (const { index } of text.matchAll(EDGE))
    say(path, lineAt(text, index), `a space that is not written: say {'\u3000'}, or join with f.dot`)
}

const WIDTH = 110
/** The formatter leaves comments as they are; a link and a word to a tool cannot be broken. */
function checkWidth({ path, text, comments }: Source, say: Say): void {
  for (const { index, text: comment } of comments)
    for (const [n, line] of comment.split('\n').entries()) {
      const indent = n === 0 ? index - text.lastIndexOf('\n', index) - 1 : 0
      if (indent + line.length > WIDTH && !/https?:|oxlint|@ts-/.test(line))
        say(path, lineAt(text, index) + n, `a comment is at most ${WIDTH} columns wide`)
    }
}

/** A comment names its subject first: a clause in place of a noun makes its reader wait for the subject. */
function checkOpening({ path, text, comments }: Source, say: Say): void {
  for (const { index, text: comment } of comments) {
    const opening = /^\/(?:\/|\*+)[\s*]*(What|How|Whether|Who|Which|Whose|When|Where|Why)\b/.exec(
      comment,
    )?.[1]
    const before = text.slice(0, index).trimEnd()
    const goesOn = comment.startsWith('//') && /^\s*\/\//.test(before.slice(before.lastIndexOf('\n') + 1))
    if (opening !== undefined && !goesOn)
      say(path, lineAt(text, index), `a comment opens with a noun, not with ${opening}`)
  }
}

function checkWords(source: Source, say: Say): void {
  for (const { index, word, say: term } of [...bannedWords(source), ...bannedInPath(source.path)])
    say(source.path, lineAt(source.text, index), `"${word}" is a word of our own: say ${term}`)
}

const LIMITS = { file: 600, function: 135, component: 160 }

/** A warning at the limit, an error at twice. Suites of tests are lists, not functions. */
function checkSize({ path, text, code }: Source, say: Say): void {
  const measure = (kind: keyof typeof LIMITS, name: string, line: number, lines: number) => {
    if (lines <= LIMITS[kind]) return
    say(
      path,
      line,
      `${kind}${name && ` ${name}`} has ${lines} lines (limit ${LIMITS[kind]})`,
      lines > 2 * LIMITS[kind] ? 'error' : 'warning',
    )
  }
  if (path === 'src/i18n/keys.ts') return // generated
  measure('file', '', 1, text.trimEnd().split('\n').length)
  if (isTest(path)) return
  for (const { name, line, lines } of functionsOf(code)) {
    measure(path.endsWith('.tsx') && /^[A-Z]/.test(name) ? 'component' : 'function', name, line, lines)
  }
}

function checkReach(tree: Tree, say: Say): void {
  const [product, all] = [reachedByTheProduct(tree), reachedAtAll(tree)]
  for (const path of tree.keys()) {
    if (!all.has(path)) say(path, 1, 'nothing reaches this file')
    else if (path.startsWith('src/') && !product.has(path) && !isTest(path))
      say(path, 1, 'only tests reach this file', 'warning')
  }
}
