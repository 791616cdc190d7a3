import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { POLL_MS } from './poll-intervals.ts'

const SRC = join(import.meta.dirname, '..')
const files = globSync('{client,console,mobile,ui,modules/*/{mobile,console}}/**/*.{ts,tsx}', { cwd: SRC })
  .filter((file) => !file.includes('.test.'))
  .map((file) => [file, readFileSync(join(SRC, file), 'utf8')] as const)

/** Queries that compute on the device and are no reads of a route: TanStack's own option, from the table. */
const OWN_QUERY = /refetchInterval: (?:\(\{ state \}\) => \(state\.data === '\w+' \? )?POLL_MS\.\w+/

test('how often is said in the table alone', () => {
  const own = files.flatMap(([file, text]) =>
    [...text.matchAll(/^.*\brefetchInterval\b.*$/gm)]
      .filter(({ 0: line }) => !OWN_QUERY.test(line))
      .map(({ 0: line }) => `${file}: ${line.trim()}`),
  )
  expect(own).toEqual(['client/reads.ts: ...(poll ? { refetchInterval: POLL_MS[poll] } : {}),'])
})

test('no timer reads a route again beside it', () => {
  const timers = files.filter(([, text]) => /set(?:Interval|Timeout)\(\(\) => (?:void )?refresh\(/.test(text))
  expect(timers.map(([file]) => file)).toEqual([])
})

test('each row of the table is somebody’s', () => {
  const all = files.map(([, text]) => text).join('\n')
  const unused = Object.keys(POLL_MS).filter(
    (name) => !new RegExp(`\\bpoll: .*'${name}'|POLL_MS\\.${name}\\b`).test(all),
  )
  expect(unused).toEqual([])
})
