import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { lockfileProblems, type AllowScripts, type Lockfile } from './lockfile.ts'

const read = <T>(name: string): T => JSON.parse(readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8')) as T
const whole = { integrity: 'sha512-x' }

it.each<[name: string, package_: Lockfile['packages'][string], said: RegExp | null]>([
  ['one like all others', whole, null],
  ['one from the registry by name', { ...whole, resolved: 'https://registry.npmjs.org/x/-/x-1.0.0.tgz' }, null],
  ['one whose script is allowed', { ...whole, hasInstallScript: true }, null],
  ['one for other machines', { optional: true }, null],
  ['one without a hash', {}, /no hash/],
  ['one from another host', { ...whole, resolved: 'https://npm.example/x.tgz' }, /comes from https:\/\/npm\.example/],
  ['one from a host that begins alike', { ...whole, resolved: 'https://registry.npmjs.org.example/x.tgz' }, /not from the registry/],
  ['one out of a repository', { ...whole, resolved: 'git+ssh://git@github.com/x/x.git#1' }, /comes from git/],
])('%s', (name, package_, said) => {
  const problems = lockfileProblems({ packages: { '': {}, 'node_modules/known': package_ } }, name.includes('allowed') ? { known: true } : {})
  expect(problems.join()).toMatch(said ?? /^$/)
})

it('a script that is new, however deep the package lies', () => {
  expect(lockfileProblems({ packages: { 'node_modules/a/node_modules/new': { ...whole, hasInstallScript: true } } }, { a: true })).toEqual([expect.stringMatching(/^new runs a script/)])
})

it('this project’s has none of it', () => {
  expect(lockfileProblems(read<Lockfile>('package-lock.json'), read<{ allowScripts: AllowScripts }>('package.json').allowScripts)).toEqual([])
})
