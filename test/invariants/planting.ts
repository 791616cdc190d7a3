import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Plugin } from 'vitest/config'
import { withBug } from '../simulation/planting.ts'
import { MODULE_BUGS, type ModuleBug } from './planted-bugs.ts'

const ROOT = join(import.meta.dirname, '../..')
const MOST_BYTES = 64 * 1_048_576

/** Loads one module with a bug in it, where a run of tests asks for one by its name. */
export function plantedBug(name: string | undefined): Plugin[] {
  if (name === undefined) return []
  const bug = MODULE_BUGS.find((each) => each.name === name)
  if (bug === undefined) throw new RangeError(`no bug of a module is called ${name}`)
  return [
    {
      name: `planted-bug-${name}`,
      enforce: 'pre',
      transform: (code, id) => (id.split('?')[0] === join(ROOT, bug.file) ? withBug(code, bug) : null),
    },
  ]
}

/**
 * Runs the test that sees this bug, with the bug planted: the names of what failed. Those who run tests
 * already lend their database.
 */
export async function failuresWith({ name, test, asks }: ModuleBug): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'akari-bug-'))
  const outputFile = join(folder, 'told.json')
  // Modules that were made ready are kept for the next run: not these.
  const args = [
    join(ROOT, 'node_modules/vitest/vitest.mjs'),
    'run',
    test,
    '--project',
    'unit',
    '--reporter',
    'json',
    '--outputFile',
    outputFile,
    '--fsModuleCache=false',
    ...(asks === undefined ? [] : ['-t', asks]),
  ]
  try {
    // It ends with 1 where something failed, which is what is hoped for.
    await new Promise<void>(
      (resolve) =>
        void execFile(
          process.execPath,
          args,
          { cwd: ROOT, env: { ...process.env, PLANTED_BUG: name }, maxBuffer: MOST_BYTES },
          () => resolve(),
        ),
    )
    const { testResults } = JSON.parse(readFileSync(outputFile, 'utf8')) as {
      testResults: { assertionResults: { status: string; fullName: string }[] }[]
    }
    return testResults.flatMap(({ assertionResults }) =>
      assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}
