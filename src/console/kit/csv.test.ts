import { createElement } from 'react'
import { expect, it } from 'vitest'
import { fileCell } from './csv.ts'

it.each<
  [
    name: string,
    value: Parameters<typeof fileCell>[0],
    shown: Parameters<typeof fileCell>[1],
    cell: ReturnType<typeof fileCell>,
  ]
>([
  ['a figure is one to count with', 1_500, '¥1,500', 1_500],
  ['a moment', '2026-11-24T15:30:05.000Z', '11/25 0:30', new Date('2026-11-24T15:30:05.000Z')],
  ['a state in the words of the screen', 'sent', 'Waiting', 'Waiting'],
  [
    'words in marks',
    'sent',
    createElement('span', null, ['Waiting', ' ', createElement('b', { key: 'b' }, 2)]),
    'Waiting 2',
  ],
  ['what the screen cuts', '0123456789abcdef', '01234567…', '0123456789abcdef'],
  ['a mark without words', 'up', createElement('i'), 'up'],
  ['nothing', null, '—', null],
])('%s', (_, value, shown, cell) => expect(fileCell(value, shown)).toEqual(cell))
