import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { FEE } from '#modules/margin/model/rates.ts'
import { feeOf } from '#modules/margin/model/charges.ts'
import { LANGS } from '#i18n/lang.ts'
import { blocksOf, fill } from '../model/text.ts'
import { outsidePage, OUTSIDE_PAGES } from '../model/outside.ts'
import { openLibrary, openProposals } from './library.ts'

const PUBLISHED = join(import.meta.dirname, '../documents/published.json')
const library = openLibrary({
  openingYen: 10_000_000,
  maxLeverage: 3.3,
  unitShares: 100,
  withdrawal: { minimumYen: 10_000, feeYen: 0, from: '09:00', to: '15:30' },
})
const hashes = Object.fromEntries(
  library.map(({ id, version, texts }) => [
    `${id}.${version}`,
    Object.fromEntries(LANGS.map((lang) => [lang, texts[lang].sha256])),
  ]),
)

it('a published version never changes: a new figure or word is a new version', () => {
  const published = JSON.parse(readFileSync(PUBLISHED, 'utf8')) as Record<string, unknown>
  // A version that is new is added by the run that publishes it (`PUBLISH=1`); one that is there stays.
  if (process.env.PUBLISH === '1')
    writeFileSync(PUBLISHED, `${JSON.stringify({ ...hashes, ...published }, null, 2)}\n`)
  else expect(hashes).toEqual(published)
})

const shape = (text: string) =>
  blocksOf(text).map((block) =>
    block.kind === 'list'
      ? `list ${block.items.length}`
      : block.kind === 'table'
        ? `table ${block.rows.map((row) => row.length).join()}`
        : block.kind,
  )
it('has the same shape in every language: as many sections, points and rows', () => {
  for (const { id, texts } of library)
    for (const lang of LANGS)
      expect([id, lang, shape(texts[lang].text)]).toEqual([id, lang, shape(texts.ja.text)])
})

it('proposes for each document Japanese of the shape that its newest version has, with the same figures', () => {
  for (const [id, text] of Object.entries(openProposals())) {
    const newest = library.findLast((each) => each.id === id)!
    const source = readFileSync(join(PUBLISHED, `../${id}.${newest.version}/ja.txt`), 'utf8')
    const places = (of: string) => [...of.matchAll(/\{\w+\}/g)].map(([place]) => place).toSorted()
    expect([id, shape(text), places(text)]).toEqual([id, shape(source), places(source)])
    expect(text).not.toBe(source)
  }
})

it('quotes in the fee schedule what an order is charged', () => {
  const rows = blocksOf(library.findLast(({ id }) => id === 'fees')!.texts.en.text).flatMap((block) =>
    block.kind === 'table' ? block.rows : [],
  )
  const figure = (name: string) =>
    Number(/[\d.,]+/.exec(rows.find(([label]) => label === name)![1]!)![0].replaceAll(',', ''))
  expect(figure('Least commission of an order')).toBe(feeOf(1_000, FEE).feeYen)
  expect(figure('Most commission of an order')).toBe(feeOf(500_000_000, FEE).feeYen)
  expect((figure('Commission (cash and margin)') * 1_000_000) / 100).toBe(feeOf(1_000_000, FEE).feeYen)
  expect(rows.find(([label]) => label === 'Together')![1]).toBe('20.315%')
})

it('fills in figures as a language writes them, and refuses a place without one', () => {
  expect([
    fill('{a}円', { a: 10_000 }, 'ja'),
    fill('{a} ¥', { a: 1_000 }, 'es'),
    fill('{a} %', { a: 15.315 }, 'fr'),
  ]).toEqual(['10,000円', '1.000 ¥', '15,315 %'])
  expect(() => fill('{nothing}', {}, 'ja')).toThrow('no figure is called nothing')
})

it.each([
  '',
  'https://evil.example/',
  'javascript:alert(1)',
  '__proto__',
  'constructor',
  'FINMAC',
  undefined,
])('opens no outside page for %s', (name) => {
  expect(outsidePage(name)).toBeUndefined()
})
it('opens the listed ones by https alone', () => {
  expect(outsidePage('finmac')).toBe('finmac')
  for (const address of Object.values(OUTSIDE_PAGES)) expect(new URL(address).protocol).toBe('https:')
})
