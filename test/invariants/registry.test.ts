import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  declaredCodeUses,
  declaredCounters,
  declaredDurations,
  declaredFreedMoney,
  declaredMoments,
  declaredSecrets,
} from './declared.ts'
import { FREED } from './freed-money.ts'
import { GUESSES } from './guesses.ts'
import { startApp, type AppContext } from './app.ts'
import { LIFETIMES } from './lifetimes.ts'
import { PLANTED_BUGS } from '../simulation/planted-bugs.ts'
import { MODULE_BUGS } from './planted-bugs.ts'
import { RACES } from './races.ts'
import { ASKED_ELSEWHERE, MOMENTS, NO_LIFETIMES, NOTHING_TO_GUESS } from './registry.ts'

const ROOT = join(import.meta.dirname, '../..')
let app: AppContext
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

it('every duration that the server declares is asked for its end, or is said to be something else', () => {
  const declared = declaredDurations()
  const asked = Object.values(LIFETIMES).flatMap(({ of }) => of)
  const known = [...asked, ...Object.keys(ASKED_ELSEWHERE), ...Object.values(NO_LIFETIMES).flat()]
  expect(
    declared.filter((name) => !known.includes(name)),
    'nothing asks these',
  ).toEqual([])
  expect(
    known.filter((name) => !declared.includes(name)),
    'these are declared no more',
  ).toEqual([])
  for (const test of Object.values(ASKED_ELSEWHERE)) expect(existsSync(join(ROOT, test)), test).toBe(true)
})

it('every count of attempts has its row: whose it is, who can run it up, who is hurt', () => {
  const page = readFileSync(join(ROOT, 'docs/limits.md'), 'utf8')
  const rows = page
    .slice(page.indexOf('## Counts of attempts'))
    .split('\n')
    .filter((line) => line.startsWith('| ') && line.includes('`src/'))
    .map((line) => line.split(' | '))
  const kept: Record<string, number> = {}
  for (const row of rows) {
    expect([row[0], row.length]).toEqual([row[0], 7])
    const file = /`(src[^`]+)`/.exec(row[5]!)![1]!
    kept[file] = (kept[file] ?? 0) + 1
  }
  expect(kept).toEqual(declaredCounters())
})

it('every place at which money becomes free has a bug that leaves a debt beside it, and is seen', () => {
  const { places, meets } = declaredFreedMoney()
  expect(Object.keys(FREED).toSorted()).toEqual(places)
  const bugs = new Map([...PLANTED_BUGS, ...MODULE_BUGS].map((bug) => [bug.name, bug]))
  const takenOut: Record<string, number> = {}
  for (const name of new Set(
    Object.values(FREED).flatMap((seen) => (typeof seen === 'string' ? [] : seen)),
  )) {
    const { file, line, wrong } = bugs.get(name)!
    expect([line, wrong === ''], name).toEqual([expect.stringMatching(/repayShortfall|settleFreed/), true])
    takenOut[file] = (takenOut[file] ?? 0) + 1
  }
  expect(takenOut, 'each call that meets debts is taken out by one').toEqual(meets)
})

it('every place at which a code is used up has a bug that leaves it good, and is seen', () => {
  const left: Record<string, number> = {}
  for (const { file, line, wrong } of MODULE_BUGS)
    if (line.includes('codes.use(') && !wrong.includes('codes.use(')) left[file] = (left[file] ?? 0) + 1
  expect(left).toEqual(declaredCodeUses())
})

it('every column that says until when is asked', async () => {
  const declared = (await declaredMoments(app.db)).filter((name) => !name.endsWith('_yen'))
  expect(Object.keys(MOMENTS).toSorted()).toEqual(declared)
  for (const [moment, asked] of Object.entries(MOMENTS))
    expect(
      asked in LIFETIMES ||
        asked in RACES ||
        asked.startsWith('no lifetime') ||
        existsSync(join(ROOT, asked)),
      `${moment}: ${asked}`,
    ).toBe(true)
})

it('everything that a route takes as a proof is guessed at, or cannot be guessed', () => {
  const routes = app.context.modules.all.flatMap((module) => module.routes ?? []).map(({ route }) => route)
  const names = (of: string) =>
    of.startsWith('*.code of an issue: ')
      ? of
          .replace(/^[^:]*: /, '')
          .split(', ')
          .map((name) => `${name}.code`)
      : [of]
  const known = new Set([
    ...Object.values(GUESSES).flatMap(({ of }) => of),
    ...NOTHING_TO_GUESS.flatMap(names),
  ])
  const isKnown = (secret: string) => known.has(secret) || known.has(secret.replace(/^[^.]+/, '*'))
  expect(declaredSecrets(routes)).toContain('register.verificationCode')
  expect(declaredSecrets(routes).filter((secret) => !isKnown(secret))).toEqual([])
})
