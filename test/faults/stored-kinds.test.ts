import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it, test } from 'vitest'
import { MANIFEST, type Manifest } from '#platform/backup/manifest.ts'
import { POWER_NAMES } from '#registry/powers.ts'
import { MESSAGE_KINDS, messageKind } from '#registry/message-kinds.ts'
import { TRANSFER_KINDS } from '#registry/transfer-kinds.ts'

/** The folder of words that earlier versions wrote, in rows and in their ids (`previous/README.md`). */
const PREVIOUS = join(import.meta.dirname, 'previous')
const endingWith = (suffix: string) => readdirSync(PREVIOUS).filter((name) => name.endsWith(suffix))

type Kinds = { transfers: string[]; messages: Record<string, number>; powers: string[] }
const declared: Kinds = {
  transfers: [...TRANSFER_KINDS],
  messages: Object.fromEntries(MESSAGE_KINDS.map((kind) => [kind, messageKind(kind).id])),
  powers: [...POWER_NAMES],
}

describe.each(endingWith('.kinds.json'))('what %s declared', (name) => {
  const then = JSON.parse(readFileSync(join(PREVIOUS, name), 'utf8')) as Kinds
  it('transfers', () => expect(declared.transfers).toEqual(expect.arrayContaining(then.transfers)))
  it('messages, each with its id', () => expect(declared.messages).toMatchObject(then.messages))
  it('powers', () => expect(declared.powers).toEqual(expect.arrayContaining(then.powers)))
})

describe.each(endingWith('.tar.gz'))('what the database of %s holds', (archive) => {
  const fileOf = (path: string) =>
    execFileSync('tar', ['-xzOf', join(PREVIOUS, archive), `./${path}`], { maxBuffer: 2 ** 28 })
  const { tables } = JSON.parse(fileOf(MANIFEST).toString()) as Manifest

  /** Different values of these columns, as PostgreSQL writes them. */
  function stored(name: string, ...wanted: string[]): string[][] {
    const { columns, path } = tables.find((table) => table.name === name)!
    const rows = gunzipSync(fileOf(path)).toString().split('\n').slice(0, -1)
    const picked = rows
      .map((row) => row.split('\t'))
      .map((row) => wanted.map((it) => row[columns.indexOf(it)]!))
    expect(picked.length).toBeGreaterThan(0)
    return picked
  }

  test.each([
    ['transfers', 'kind', declared.transfers],
    ['approvals', 'power', declared.powers],
    ['operator_acts', 'power', declared.powers],
  ])('%s: every %s is declared', (table, column, known) => {
    for (const [kind] of stored(table, column)) expect(known).toContain(kind)
  })

  it('messages: every kind is declared, with the id that stands in the message', () => {
    for (const [id, kind] of stored('messages', 'id', 'kind'))
      expect([kind, declared.messages[kind!]]).toEqual([kind, Number(id!.split('-')[1])])
  })
})
