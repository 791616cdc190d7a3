import { describe, expect, it } from 'vitest'
import { hitsOf, readList } from './screening-list.ts'

describe('a list in a file', () => {
  it('has ids and names in any letters, with or without a mark at its beginning', () => {
    expect(
      readList('\uFEFFid;name\r\nA-1;模擬 一郎;モギ イチロウ;MOGI, Ichiro\r\n\r\nA-2;Somebody Else\n'),
    ).toEqual({
      ok: true,
      value: [
        { id: 'A-1', names: ['模擬 一郎', 'モギ イチロウ', 'MOGI, Ichiro'] },
        { id: 'A-2', names: ['Somebody Else'] },
      ],
    })
    expect(readList('id;name\n')).toEqual({ ok: true, value: [] })
  })
  it.each([
    ['', 1],
    ['name;id\nA;B', 1],
    ['id;name\nA-1', 2],
    ['id;name\nA-1;', 2],
    ['id;name\nA-1;Somebody\nA-1;Somebody Else', 3],
    ['id;name\nA 1;Somebody', 2],
    [`id;name\nA-1;${'x'.repeat(201)}`, 2],
  ])('%j is refused at line %d', (text, line) => {
    expect(readList(text)).toMatchObject({ ok: false, rejection: 'LIST_LINE', detail: { line } })
  })
})

it('hits are the entries that a name is like, with the score', () => {
  const entries = [
    { id: 'A-1', names: ['Mogi Ichiro'] },
    { id: 'A-2', names: ['Somebody Else'] },
  ]
  expect(hitsOf(entries, { written: '模擬 一郎', kana: 'モギ イチロウ' })).toEqual([
    { entry: entries[0], score: 100 },
  ])
  expect(hitsOf(entries, { written: '佐藤 遥', kana: 'サトウ ハルカ' })).toEqual([])
})
