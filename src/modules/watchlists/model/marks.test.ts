import { describe, expect, it } from 'vitest'
import { LONGEST_NOTE, marked, MOST_MARKS, type Mark } from './marks.ts'

const mark = (part: Partial<Mark> = {}): Mark => ({ code: 'S101', colour: 'red', note: '', ...part })
const kept = [mark(), mark({ code: 'S102', colour: null, note: '決算まで持つ' })]

describe('a mark of an issue', () => {
  it('takes the place of the one before, trimmed', () => {
    expect(marked(kept, mark({ colour: 'blue', note: '　様子見 ' }), true)).toEqual({
      ok: true,
      value: [kept[1], mark({ colour: 'blue', note: '様子見' })],
    })
  })
  it('without colour and words is taken off, also of an issue that is not listed any more', () => {
    expect(marked(kept, mark({ colour: null, note: ' ' }), false)).toEqual({ ok: true, value: [kept[1]] })
  })
  it.each([
    ['an issue that is not listed', mark({ code: 'S999' }), false, 'UNKNOWN_ISSUE'],
    ['a note too long', mark({ note: 'あ'.repeat(LONGEST_NOTE + 1) }), true, 'NOTE_INVALID'],
    ['a note that turns its neighbours around', mark({ note: 'a\u202eb' }), true, 'NOTE_INVALID'],
  ] as const)('%s is refused', (_what, asked, isListed, rejection) => {
    expect(marked(kept, asked, isListed)).toMatchObject({ ok: false, rejection })
  })
  it('a note of several lines, and of the longest length, is taken', () => {
    const note = `${'あ'.repeat(100)}\n${'é'.repeat(99)}`
    expect(marked([], mark({ note }), true)).toEqual({ ok: true, value: [mark({ note })] })
  })
  it('one more than the most is refused; one of those that are there is changed', () => {
    const full = Array.from({ length: MOST_MARKS }, (_, n) => mark({ code: `S${n}` }))
    expect(marked(full, mark({ code: 'X' }), true)).toMatchObject({ rejection: 'TOO_MANY_MARKS' })
    expect(marked(full, mark({ code: 'S7', colour: 'green' }), true).ok).toBe(true)
  })
})
