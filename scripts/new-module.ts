/**
 * `npm run new-module -- gifts`: lays out a capability that passes every check, from the contract to the
 * screens, and enters it wherever a module has to be known.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { layOut } from './new-module/lay-out.ts'
import { nextSteps } from './new-module/next-steps.ts'

const ROOT = join(import.meta.dirname, '..')
const [name, ...rest] = process.argv.slice(2)

if (name === undefined || rest.length > 0)
  fail('Say what the new module is called: npm run new-module -- gifts')
else {
  const laidOut = layOut(ROOT, name)
  if (laidOut.ok) write(laidOut)
  else fail(laidOut.problem)
}

function write({ names, layout }: Extract<ReturnType<typeof layOut>, { ok: true }>): void {
  const isNew = new Map([...layout.keys()].map((path) => [path, !existsSync(join(ROOT, path))]))
  for (const [path, text] of layout) {
    mkdirSync(dirname(join(ROOT, path)), { recursive: true })
    writeFileSync(join(ROOT, path), text)
  }
  const sources = [...layout.keys()].filter((path) => /\.tsx?$/.test(path))
  run('oxfmt', sources)
  run('node', ['scripts/texts.ts'])
  console.log(nextSteps(names, isNew))
}

/** The formatter is one of these commands: the length of the module's name decides where lines break. */
function run(command: string, args: string[]): void {
  const { status } = spawnSync(command, args, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) process.exitCode = 1
}

function fail(problem: string): void {
  console.error(problem)
  process.exitCode = 1
}
