import { describe, expect, it } from 'vitest'
import { keptWords, NOTE_LONGEST, refuseNote, TAGS_MOST, tagsAfter, type Note } from './notes.ts'

const tag = (words: string): Note => ({ kind: 'tag', words })
const untag = (words: string): Note => ({ kind: 'untag', words })
const TAGS = Array.from({ length: TAGS_MOST }, (_, index) => `tag ${index}`)

describe('a note', () => {
  it.each([
    [{ kind: 'note', words: '' }, [], 'NOTE_EMPTY'],
    [{ kind: 'note', words: '𠮷'.repeat(NOTE_LONGEST) }, [], undefined],
    [{ kind: 'note', words: 'a'.repeat(NOTE_LONGEST + 1) }, [], 'NOTE_LONG'],
    [tag('a'.repeat(21)), [], 'NOTE_LONG'],
    [tag('VIP'), ['VIP'], 'TAG_THERE'],
    [tag('VIP'), TAGS, 'TAGS_FULL'],
    [untag('VIP'), TAGS, 'TAG_GONE'],
    [untag(TAGS[0]!), TAGS, undefined],
  ] as const)('%j with the tags %j: %s', (note, tags, rejection) => {
    expect(refuseNote(note, tags)?.rejection).toBe(rejection)
  })
  it('is kept as one form of each sign; a tag has single spaces', () => {
    expect(keptWords({ kind: 'note', words: '  か\u3099 と\r\n二行 ' })).toBe('が と\n二行')
    expect(keptWords(tag(' ＶＩＰ　 会員 '))).toBe('VIP 会員')
  })
  it('leaves the tags that were put on and not taken off since', () => {
    expect(tagsAfter([tag('a'), tag('b'), untag('a'), { kind: 'note', words: 'c' }, tag('a')])).toEqual([
      'b',
      'a',
    ])
  })
})
