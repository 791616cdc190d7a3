import { describe, expect, test } from 'vitest'
import * as rules from './watchlists.ts'
import { FIRST, MOST_LISTS, MOST_ROWS, MOST_SCREENS, type SavedLists } from './watchlists.ts'

const codes = (count: number) => Array.from({ length: count }, (_, at) => `S${100 + at}`)
const kept: SavedLists = {
  lists: [
    { id: 'first', name: '', codes: ['S101', 'S102', 'S103'] },
    { id: 'b', name: 'Banks', codes: [] },
  ],
  screens: [{ id: 's', name: 'Cheap', address: 'perTo=15' }],
  marks: [],
  columns: [],
}
const full: SavedLists = {
  lists: Array.from({ length: MOST_LISTS }, (_, at) => ({
    id: `l${at}`,
    name: `L${at}`,
    codes: codes(MOST_ROWS),
  })),
  screens: Array.from({ length: MOST_SCREENS }, (_, at) => ({ id: `s${at}`, name: `S${at}`, address: '' })),
  marks: [],
  columns: [],
}
const create = (name: string, to = kept) => rules.createList(to, { id: 'new', name })
const save = (name: string, to = kept) => rules.saveScreen(to, { id: 'new', name, address: 'sector=banks' })

type Said = { ok: boolean; rejection?: string }
const refusals: [what: string, said: Said, rejection: string][] = [
  ['no name', create(''), 'NAME_INVALID'],
  ['a name of blanks', create('　 '), 'NAME_INVALID'],
  ['a name that turns its neighbours around', create('a\u202eb'), 'NAME_INVALID'],
  ['a name of 21 characters', create('あ'.repeat(21)), 'NAME_INVALID'],
  ['a name that is taken', create(' Banks '), 'NAME_TAKEN'],
  ['an eleventh list', create('x', full), 'TOO_MANY_LISTS'],
  ['a name that another list has', rules.renameList(kept, 'first', 'Banks'), 'NAME_TAKEN'],
  ['a name for no list', rules.renameList(kept, 'x', 'y'), 'WATCHLIST_NOT_FOUND'],
  ['removing no list', rules.removeList(kept, 'x'), 'WATCHLIST_NOT_FOUND'],
  ['removing the last list', rules.removeList(FIRST, 'first'), 'LAST_LIST'],
  ['an order that leaves one out', rules.arrangeLists(kept, ['b']), 'LISTS_CHANGED'],
  ['an order with one twice', rules.arrangeLists(kept, ['b', 'b']), 'LISTS_CHANGED'],
  ['an order with an unknown one', rules.arrangeLists(kept, ['b', 'x']), 'LISTS_CHANGED'],
  ['a row of no list', rules.addRow(kept, 'x', 'S101', true), 'WATCHLIST_NOT_FOUND'],
  ['an issue that is not listed', rules.addRow(kept, 'b', 'S999', false), 'UNKNOWN_ISSUE'],
  ['a row too many', rules.addRow(full, 'l0', 'S900', true), 'LIST_FULL'],
  ['off no list', rules.takeOffRow(kept, 'x', 'S101'), 'WATCHLIST_NOT_FOUND'],
  ['rows of an older state', rules.arrangeRows(kept, 'first', ['S102', 'S101']), 'LISTS_CHANGED'],
  ['rows of no list', rules.arrangeRows(kept, 'x', []), 'WATCHLIST_NOT_FOUND'],
  ['a screen too many', save('x', full), 'TOO_MANY_SCREENS'],
  ['a screen of the same name', save('Cheap'), 'NAME_TAKEN'],
  ['removing no screen', rules.removeScreen(kept, 'x'), 'SCREEN_NOT_FOUND'],
]
test.each(refusals)('%s is refused', (_, said, rejection) =>
  expect(said).toMatchObject({ ok: false, rejection }),
)

describe('what is done', () => {
  const listsAfter = (
    said:
      | ReturnType<typeof rules.createList>
      | ReturnType<typeof rules.addRow>
      | ReturnType<typeof rules.arrangeLists>
      | ReturnType<typeof rules.removeList>,
  ) => (said.ok ? said.value.lists.map(({ id, name, codes: rows }) => [id, name, rows.join()]) : said)
  const first = ['first', '', 'S101,S102,S103']
  const banks = ['b', 'Banks', '']
  const cases: [what: string, said: unknown, lists: unknown][] = [
    [
      'a new list stands last, its name without blanks around it',
      listsAfter(create('  Autos ')),
      [first, banks, ['new', 'Autos', '']],
    ],
    [
      'a name of 20 characters',
      listsAfter(create('あ'.repeat(20))),
      [first, banks, ['new', 'あ'.repeat(20), '']],
    ],
    [
      'made twice by one request, it is there once',
      listsAfter(rules.createList(kept, { id: 'b', name: 'Banks' })),
      [first, banks],
    ],
    ['a list keeps its own name', listsAfter(rules.renameList(kept, 'b', 'Banks')), [first, banks]],
    [
      'the first list gets a name',
      listsAfter(rules.renameList(kept, 'first', 'Mine')),
      [['first', 'Mine', 'S101,S102,S103'], banks],
    ],
    ['one list of two goes', listsAfter(rules.removeList(kept, 'first')), [banks]],
    ['lists in another order', listsAfter(rules.arrangeLists(kept, ['b', 'first'])), [banks, first]],
    [
      'a new row stands first',
      listsAfter(rules.addRow(kept, 'first', 'S200', true)),
      [['first', '', 'S200,S101,S102,S103'], banks],
    ],
    [
      'a row that is there stays where it is, in a full list too',
      listsAfter(rules.addRow(full, 'l0', 'S120', true)),
      full.lists.map(({ id, name, codes: rows }) => [id, name, rows.join()]),
    ],
    ['a row goes', listsAfter(rules.takeOffRow(kept, 'first', 'S102')), [['first', '', 'S101,S103'], banks]],
    ['a row that is not there goes', listsAfter(rules.takeOffRow(kept, 'b', 'S102')), [first, banks]],
    [
      'rows in another order',
      listsAfter(rules.arrangeRows(kept, 'first', ['S103', 'S101', 'S102'])),
      [['first', '', 'S103,S101,S102'], banks],
    ],
  ]
  test.each(cases)('%s', (_, said, lists) => expect(said).toEqual(lists))

  test('screens are saved and removed', () => {
    const saved = save('Banks')
    expect(saved.ok && saved.value.screens.map(({ name }) => name)).toEqual(['Cheap', 'Banks'])
    const removed = rules.removeScreen(kept, 's')
    expect(removed.ok && removed.value.screens).toEqual([])
  })
})
