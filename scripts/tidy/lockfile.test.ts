import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { lockfileProblems, type AllowScripts, type Lockfile } from './lockfile.ts'

const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8'))
const whole = { integrity: 'sha512-x' }

it.each<[name: string, package_: Lockfile['packages'][string], said: RegExp | null]>([
  ['one like all others', whole, null],
  ['one whose script is allowed', { ...whole, hasInstallScript: true }, null],
  ['one for other machines', { optional: true }, null],
  ['one without a hash', {}, /no hash/],
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
