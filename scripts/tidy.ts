/**
 * `node scripts/tidy.ts`: reads every source file against the rules of ARCHITECTURE.md, and every reference
 * to a document.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { plan } from '#modules/dependencies.ts'
import { closedSetProblems } from './tidy/closed-sets.ts'
import { generatedProblems } from './tidy/generated.ts'
import { lockfileProblems, type AllowScripts, type Lockfile } from './tidy/lockfile.ts'
import { migrationProblems } from './tidy/migrations.ts'
import { referenceProblems } from './tidy/references.ts'
import { tidy } from './tidy/rules.ts'
import { lineAt } from './tidy/source.ts'
import { bannedInDocument } from './tidy/words.ts'

const ROOT = join(import.meta.dirname, '..')
const FILES = ['{src,scripts,test,bench}/**/*.{ts,tsx,mjs}', '*.config.ts']
const DOCUMENTS = [
  '*.md',
  '{docs,src,scripts,test,bench}/**/*.{md,css}',
  '.github/**/*.md',
  'migrations/*.sql',
]
/** References that are wrong on purpose. */
const PLANTED = 'scripts/tidy/references.test.ts'

const read = (globs: readonly string[]) =>
  Object.fromEntries(
    globSync([...globs], { cwd: ROOT }).map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]),
  )
const files = read(FILES)
const findings = tidy(files, plan)
for (const { file, line, what, level } of findings) {
  console.log(`${file}:${line}: ${level === 'warning' ? 'warning: ' : ''}${what}`)
}
// Read here, because it is at start that two declarations of one name are refused.
const clashes: string[] = []
for (const path of globSync('src/registry/*.ts', { cwd: ROOT }))
  if (!path.endsWith('.test.ts'))
    await import(join(ROOT, path)).catch((error: Error) => clashes.push(`${path}: ${error.message}`))
for (const what of clashes) console.log(what)
const json = (name: string): unknown => JSON.parse(readFileSync(join(ROOT, name), 'utf8'))
const locked = lockfileProblems(
  json('package-lock.json') as Lockfile,
  (json('package.json') as { allowScripts: AllowScripts }).allowScripts,
)
for (const what of locked) console.log(`package-lock.json: ${what}`)
const documents = read(DOCUMENTS)
const ownWords = Object.entries(documents).flatMap(([path, text]) =>
  path.endsWith('.md') ? bannedInDocument(text).map((found) => ({ path, text, ...found })) : [],
)
for (const { path, text, index, word, say } of ownWords)
  console.log(`${path}:${lineAt(text, index)}: "${word}" is a word of our own: say ${say}`)
const cited = Object.fromEntries(
  Object.entries({ ...files, ...documents }).filter(([path]) => path !== PLANTED),
)
const dangling = referenceProblems({ files: cited, isThere: (path) => existsSync(join(ROOT, path)) })
for (const { file, line, what } of dangling) console.log(`${file}:${line}: ${what}`)
// Outside of a repository nothing is tracked.
const committed = generatedProblems(
  spawnSync('git', ['ls-files', 'src/i18n'], { cwd: ROOT, encoding: 'utf8' }).stdout?.split('\n') ?? [],
)
for (const what of committed) console.log(what)
const unbound = closedSetProblems(readFileSync(join(ROOT, 'schema.sql'), 'utf8'))
for (const what of unbound) console.log(`schema.sql: ${what}`)
const shrinking = globSync('migrations/*.sql', { cwd: ROOT })
  .toSorted()
  .flatMap((path) =>
    migrationProblems(path.slice('migrations/'.length), readFileSync(join(ROOT, path), 'utf8')).map(
      (what) => `${path}: ${what}`,
    ),
  )
for (const what of shrinking) console.log(what)
process.exitCode =
  shrinking.length > 0 ||
  clashes.length > 0 ||
  committed.length > 0 ||
  unbound.length > 0 ||
  locked.length > 0 ||
  dangling.length > 0 ||
  ownWords.length > 0 ||
  findings.some(({ level }) => level === 'error')
    ? 1
    : 0
