import { posix } from 'node:path'

/**
 * A source file as the rules read it. `code` has comments and the insides of strings blanked, place for
 * place. `strings`: those that are sentences, such as the names of tests.
 */
export type Source = {
  path: string
  text: string
  code: string
  comments: Comment[]
  strings: Comment[]
  imports: Import[]
}
export type Comment = { index: number; text: string }
/** `target` is a path of the tree, a library (`react`, `zod/mini`), or a builtin (`node:fs`). */
export type Import = {
  specifier: string
  target: string
  line: number
  kind: 'static' | 'type' | 'dynamic' | 'worker'
}

export const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length

export function readSource(path: string, text: string): Source {
  const comments: Comment[] = []
  const strings: Comment[] = []
  const code = blank(text, comments, strings)
  return { path, text, code, comments, strings, imports: findImports(path, text, code) }
}

const LEXEMES = [
  String.raw`//[^\n]*`,
  String.raw`/\*[\s\S]*?\*/`,
  String.raw`'(?:\\.|[^'\\\n])*'`,
  String.raw`"(?:\\.|[^"\\\n])*"`,
  '`(?:\\\\[\\s\\S]|[^`\\\\])*`',
  // A regular expression stands where a value may begin.
  String.raw`(?<=(?:[(,=:[!&|?{};+~]|\breturn|=>)\s*)/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+/[a-z]*`,
]
const LEXEME = new RegExp(LEXEMES.join('|'), 'g')

/** Comments vanish; a string keeps its quotes and, in a template, the code between `${` and `}`. */
function blank(text: string, comments: Comment[], strings: Comment[]): string {
  return text.replaceAll(LEXEME, (lexeme: string, index: number) => {
    if (/^\/[/*]/.test(lexeme)) comments.push({ index, text: lexeme })
    const quote = lexeme[0] ?? ''
    if (quote === '/') return spaces(lexeme)
    if (lexeme.includes(' ')) strings.push({ index, text: lexeme })
    if (quote === '`') return blankTemplate(lexeme)
    return quote + spaces(lexeme.slice(1, -1)) + quote
  })
}

const blankTemplate = (template: string): string =>
  template.replaceAll(/\$\{([^{}`]*)\}|[^\n`]/g, (_, code?: string) =>
    code === undefined ? ' ' : `  ${code} `,
  )

const spaces = (text: string): string => text.replaceAll(/[^\n]/g, ' ')

const CLAUSE = String.raw`(?:(?!\b(?:import|export)\b)[\w$*\s,{}])*?`
const PATTERNS: [kind: Import['kind'] | 'clause', pattern: RegExp][] = [
  [
    'clause',
    new RegExp(
      String.raw`\b(?:import|export)\b(\s+type\b(?!\s*,|\s+from\s*['"]))?(?:${CLAUSE}\bfrom)?\s*['"]`,
      'g',
    ),
  ],
  ['dynamic', /\bimport\(\s*['"]/g],
  ['worker', /\bnew URL\(\s*['"](?=[^'"]*['"],\s*import\.meta\.url)/g],
]

function findImports(path: string, text: string, code: string): Import[] {
  const found: (Import & { index: number })[] = []
  for (const [kind, pattern] of PATTERNS) {
    for (const match of code.matchAll(pattern)) {
      const start = match.index + match[0].length
      const specifier = text.slice(start, code.indexOf(text[start - 1] ?? '', start))
      const clauseKind = match[1] === undefined ? 'static' : 'type'
      found.push({
        specifier,
        target: resolve(path, specifier),
        line: lineAt(text, match.index),
        kind: kind === 'clause' ? clauseKind : kind,
        index: match.index,
      })
    }
  }
  return found.sort((a, b) => a.index - b.index).map(({ index: _, ...rest }) => rest)
}

/** `#floor/…` is `src/floor/…` (package.json, "imports"). */
function resolve(from: string, specifier: string): string {
  const bare = specifier.replace(/\?\w+$/, '')
  if (bare.startsWith('#')) return `src/${bare.slice(1)}`
  if (bare.startsWith('.')) return posix.join(posix.dirname(from), bare)
  return bare
}

/** `@scope/name/deep` → `@scope/name`. */
export const libraryOf = (target: string): string =>
  target
    .split('/')
    .slice(0, target.startsWith('@') ? 2 : 1)
    .join('/')

export const isInTree = (target: string): boolean => /^(src|scripts|test|bench)\//.test(target)
/** Tests, and what only tests use: `x.fixture.ts`, `fixture.ts`, `test-context.ts`. */
export const isTest = (path: string): boolean =>
  /\.(test|fixture)\.tsx?$|\/(fixture|test-[\w-]+)\.tsx?$|^test\//.test(path)
