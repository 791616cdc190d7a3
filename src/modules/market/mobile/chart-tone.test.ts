import { expect, test } from 'vitest'
import { notesOf } from './chart-tone.ts'

test('price is pitch by ratio, over two octaves; volume is loudness against the largest', () => {
  const notes = notesOf([
    { close: 1_000, volume: 0 },
    { close: 2_000, volume: 500 },
    { close: 4_000, volume: 1_000 },
  ])
  expect(notes.map(({ hz }) => Math.round(hz))).toEqual([220, 440, 880])
  expect(notes.map(({ gain }) => gain)).toEqual([0.08, 0.29, 0.5])
})
test('a price that has never moved sounds in the middle, and without trades all is quiet', () => {
  expect(
    notesOf([
      { close: 100, volume: 0 },
      { close: 100, volume: 0 },
    ]),
  ).toEqual([
    { hz: 440, gain: 0.08 },
    { hz: 440, gain: 0.08 },
  ])
})
