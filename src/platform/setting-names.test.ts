import { describe, expect, it } from 'vitest'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from './config.ts'
import { misspelt, SETTINGS } from './setting-names.ts'

const ROOT = join(import.meta.dirname, '../..')

describe('settings', () => {
  it('are listed by name: each variable that is read, and no other', () => {
    const read = new Set<string>()
    const watched = (env: Record<string, string>) =>
      new Proxy(env, {
        get(target, name) {
          read.add(String(name))
          return target[String(name)]
        },
      })
    const file = join(ROOT, 'package.json')
    const replay = { MARKET: 'replay', REPLAY_FILE: file, REPLAY_LISTING: file, REPLAY_FROM: '2024-08-01' }
    const all: Record<string, string>[] = [{}, replay, { MAIL_DIR: '/tmp' }]
    for (const env of all) readConfig(watched({ DATA_DIR: '/tmp/akari-none', ...env }))
    expect([...read].toSorted()).toEqual([...SETTINGS].toSorted())
  })

  it('stand in the table of the README, but for those of tests', () => {
    const table = readFileSync(join(ROOT, 'README.md'), 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('| `'))
    const shown = table.flatMap((line) =>
      [...line.split('|')[1]!.matchAll(/`(\w+)`/g)].map(([, name]) => name!),
    )
    const ofTests = ['CHAT_URL', 'PUSH_TEST_ORIGIN', 'WEBHOOK_TEST_ORIGIN']
    expect(shown.toSorted()).toEqual(SETTINGS.filter((name) => !ofTests.includes(name)).toSorted())
  })
})

describe('a variable that is misspelt', () => {
  it.each([
    ['ORGIN', 'ORIGIN'],
    ['ORIGINS', 'ORIGIN'],
    ['PROT', 'PORT'],
    ['origin', 'ORIGIN'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['DATA_BASE_URL', 'DATABASE_URL'],
    ['DATADIR', 'DATA_DIR'],
    ['CONSOLEHOST', 'CONSOLE_HOST'],
    ['SMS_TOKN', 'SMS_TOKEN'],
    ['PASSKEY', 'PASSKEYS'],
    ['REPLAY_FORM', 'REPLAY_FROM'],
  ])('is named with the one that is meant: %s', (name, meant) =>
    expect(misspelt({ [name]: 'x' })).toEqual([{ name, meant }]),
  )

  it('is none that is a setting, is empty, or that other programs have', () => {
    const others =
      'HOME HOSTNAME LANG LOGNAME PATH PWD USER SHELL TERM TZ MAIL PAGER LC_ALL NODE_ENV HOSTTYPE'.split(' ')
    const proxies = 'http_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY no_proxy PGHOST PGPORT'.split(' ')
    expect(
      misspelt(Object.fromEntries([...SETTINGS, ...others, ...proxies].map((name) => [name, 'x']))),
    ).toEqual([])
    expect(misspelt({ ORGIN: '' })).toEqual([])
  })
})
