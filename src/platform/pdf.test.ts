import { afterAll, expect, it } from 'vitest'
import { pdfMaker, type PdfPaper } from './pdf.ts'
import { pdfText } from './pdf-text.fixture.ts'

const pdf = pdfMaker(16)
afterAll(() => pdf.stop())

const paper = (lang: PdfPaper['lang'], text: string): PdfPaper => ({
  lang,
  title: text,
  firm: 'Akari',
  mark: '模擬取引',
  footer: 'f',
  madeAt: 1_763_600_000_000,
  blocks: [
    {
      kind: 'table',
      wide: 0,
      right: [1],
      head: ['a', 'b'],
      rows: Array.from({ length: 80 }, (_, n) => [text, String(n)]),
      foot: ['', '80'],
    },
  ],
})
const squeezed = (text: string) => text.replaceAll(' ', '')

it.each([
  ['ja', '取引報告書・損益、髙島屋（円）ア'],
  ['zh-Hans', '模拟交易：买卖盈亏'],
  ['zh-Hant', '餘額報告：買賣損益'],
  ['fr', 'Relevé — été, cœur « ça » 1 234,5'],
  ['es', 'Operación ñandú €'],
  ['en', 'Trade report'],
] as const)('keeps every character of %s readable', async (lang, text) => {
  const file = await pdf.make(paper(lang, text))
  expect(Buffer.from(file.subarray(0, 5)).toString()).toBe('%PDF-')
  const read = squeezed(pdfText(file))
  expect(read.split(squeezed(text)).length - 1).toBe(81)
  // On each of its pages.
  expect(read.split('模擬取引').length - 1).toBeGreaterThanOrEqual(2)
})

it('is the same file for the same statement', async () => {
  const [first, second] = await Promise.all([pdf.make(paper('ja', '同じ')), pdf.make(paper('ja', '同じ'))])
  expect(Buffer.from(first).equals(second)).toBe(true)
})

it('draws half-width forms in their usual width', async () => {
  expect(squeezed(pdfText(await pdf.make(paper('ja', 'ｶﾌﾞｼｷ'))))).toMatch(/カフ.?シキ/u)
})

it('draws a geta for a character that no font has', async () => {
  expect(squeezed(pdfText(await pdf.make(paper('ja', '𰻞麺'))))).toContain('〓麺')
})

it('tells of a statement that cannot be laid out, and makes the next one', async () => {
  await expect(pdf.make({ ...paper('ja', 'x'), blocks: null as never })).rejects.toThrow()
  expect((await pdf.make(paper('ja', 'y'))).length).toBeGreaterThan(1_000)
})

it('takes so many at once and no more', async () => {
  const few = pdfMaker(1)
  const first = few.make(paper('en', 'first'))
  await expect(few.make(paper('en', 'second'))).rejects.toMatchObject({ name: 'Unavailable' })
  await first
  await few.make(paper('en', 'third'))
  await few.stop()
})
