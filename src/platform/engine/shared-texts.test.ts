import fc from 'fast-check'
import { expect, it } from 'vitest'
import { SharedTexts } from './shared-texts.ts'

const read = (texts: SharedTexts, text: string): string => {
  const bytes = Buffer.from(`..${text}`)
  return texts.of(bytes, 2, bytes.length - 2)
}

it('reads what the bytes say, whatever was read before', () => {
  const texts = new SharedTexts()
  const any = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ maxLength: 3 }),
    fc.string({ minLength: 41 }),
  )
  fc.assert(
    fc.property(fc.array(any), (values) => {
      const written = values.map((value) => value.toWellFormed())
      for (let turn = 0; turn < 2; turn++) expect(written.map((text) => read(texts, text))).toEqual(written)
    }),
  )
})

it('reads more texts than it has places for', () => {
  const texts = new SharedTexts()
  const ids = Array.from({ length: 20_000 }, (_, n) => `id-${n}`)
  for (let turn = 0; turn < 2; turn++) expect(ids.map((id) => read(texts, id))).toEqual(ids)
})
