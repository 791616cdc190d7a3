/** `node scripts/tidy.ts`: reads every source file against the rules of ARCHITECTURE.md. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { plan } from '#rooms/plan.ts'
import { lockfileProblems, type AllowScripts, type Lockfile } from './tidy/lockfile.ts'
import { tidy } from './tidy/rules.ts'

const ROOT = join(import.meta.dirname, '..')
const FILES = ['{src,scripts,test,bench}/**/*.{ts,tsx,mjs}', '*.config.ts']

const files = Object.fromEntries(globSync(FILES, { cwd: ROOT }).map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]))
const findings = tidy(files, plan)
for (const { file, line, what, level } of findings) {
  console.log(`${file}:${line}: ${level === 'warning' ? 'warning: ' : ''}${what}`)
}
const json = (name: string): unknown => JSON.parse(readFileSync(join(ROOT, name), 'utf8'))
const locked = lockfileProblems(json('package-lock.json') as Lockfile, (json('package.json') as { allowScripts: AllowScripts }).allowScripts)
for (const what of locked) console.log(`package-lock.json: ${what}`)
process.exitCode = locked.length > 0 || findings.some(({ level }) => level === 'error') ? 1 : 0
