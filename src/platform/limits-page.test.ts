import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { LIMITS as ENGINE } from './engine/engine.ts'
import { LIMITS } from './limits.ts'

const ROOT = join(import.meta.dirname, '../..')
const page = readFileSync(join(ROOT, 'docs/limits.md'), 'utf8')
const valueAt = (path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], {
      ...LIMITS,
      engine: ENGINE,
    })

it('the page of limits says what the limits are', () => {
  const said = [...page.matchAll(/`([\w.]+) = (\d+)`/g)].map(([, path, value]) => [path, Number(value)])
  expect(said.length).toBeGreaterThan(40)
  expect(said).toEqual(said.map(([path]) => [path, valueAt(String(path))]))
})

it('every bound of sockets, connections, uploads and lines stands on it', () => {
  const bounds = [
    ...[
      'perMember',
      'perAddress',
      'subscriptions',
      'messagesPerSecond',
      'messageBytes',
      'snapshotsOnlyBytes',
      'closeBytes',
      'totalBytes',
      'ringLength',
    ].map((name) => `socket.${name}`),
    ...Object.keys(LIMITS.upload.atOnce).map((name) => `upload.atOnce.${name}`),
    ...[
      'bodyBytes',
      'headerBytes',
      'urlBytes',
      'connections',
      'unanswered',
      'pipelined',
      'unread.address',
      'unread.server',
      'idleMs',
      'farewellMs',
    ].map((name) => `request.${name}`),
    'address.connections',
    'overload.places',
    'names',
    'files.waiting',
    'engine.inFlight',
    'engine.waiting',
    'engine.keys',
  ]
  expect(bounds.filter((path) => !page.includes(`\`${path} = `))).toEqual([])
})

it('the tests that it names are there', () => {
  const named = [...page.matchAll(/`((?:src|test)\/[\w/.-]+\.test\.ts)`/g)].map(([, path]) => path!)
  expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
})
