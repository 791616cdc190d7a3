import { expect, test } from 'vitest'
import { LANGS } from '#i18n/lang.ts'
import { isOnTick } from './tick.ts'
import { SECTOR_IDS } from './sectors.ts'
import { simulatedUniverse } from './universe.ts'

const universe = simulatedUniverse('universe')
const companies = universe.filter(({ kind }) => kind === 'stock')

test('200 companies and 6 funds over all sectors, codes unique and in order', () => {
  expect([companies.length, universe.length - companies.length]).toEqual([200, 6])
  expect([...new Set(companies.map(({ sector }) => sector))].sort()).toEqual(
    SECTOR_IDS.filter((id) => id !== 'etf').sort(),
  )
  const codes = universe.map(({ code }) => code)
  expect(codes).toEqual([...new Set(codes)].sort())
  expect(codes.every((code) => /^S\d{3}$/.test(code))).toBe(true)
})

test('every issue has a name and a portrait in every language, and readings', () => {
  for (const { code, names, profile, kana, romaji } of universe) {
    for (const lang of LANGS) expect([code, lang, names[lang], profile[lang]].every(Boolean)).toBe(true)
    expect(kana).toMatch(/^[ぁ-んー]+$/)
    expect(romaji).toMatch(/^[a-z ]+$/)
    expect(`${Object.values(names).join('')}${Object.values(profile).join('')}`).not.toMatch(
      /undefined|NaN|\^/,
    )
  }
  for (const lang of LANGS)
    expect(new Set(universe.map(({ names }) => names[lang])).size).toBe(universe.length)
})

test.each([
  ['S214', '東雲電子', 'Shinonome Electronics', 'Shinonome Électronique'],
  ['S127', '綾瀬精機', 'Ayase Precision', 'Ayase Précision'],
  ['S905', '橙エナジー', 'Daidai Energy', 'Daidai Énergie'],
  ['S801', '千景銀行', 'Chikage Bank', 'Banque Chikage'],
  ['S744', 'シノノメクラウド', 'Shinonome Cloud', 'Shinonome Cloud'],
])('%s is %s, %s, %s', (code, ja, en, fr) => {
  expect(universe.find((instrument) => instrument.code === code)!.names).toMatchObject({ ja, en, fr })
})

test('the cross-section of the simulated market resembles the real one (facts: market statistics, section 1)', () => {
  const many = Array.from({ length: 10 }, (_, seed) =>
    simulatedUniverse(`cross-section ${seed}`).filter(({ kind }) => kind === 'stock'),
  ).flat()
  const logs = (ask: (issue: (typeof many)[number]) => number) => {
    const values = many.map((issue) => Math.log(ask(issue))).sort((a, b) => a - b)
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length
    const sd = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)
    return { median: Math.exp(values[values.length / 2]!), sd }
  }
  const price = logs(({ openingPriceTenths }) => openingPriceTenths / 10)
  expect(price.median).toBeGreaterThan(1_700)
  expect(price.median).toBeLessThan(2_300)
  expect(price.sd).toBeGreaterThan(0.7)
  expect(price.sd).toBeLessThan(0.85)
  const turnover = logs(({ turnoverYen }) => turnoverYen)
  expect(turnover.median).toBeGreaterThan(170e6)
  expect(turnover.median).toBeLessThan(330e6)
  expect(turnover.sd).toBeGreaterThan(1.5)
  expect(turnover.sd).toBeLessThan(1.9)
})

test('prices are on the grid, counts are whole, the same seed gives the same list', () => {
  for (const issue of universe) {
    expect(isOnTick(issue.openingPriceTenths, issue.tickTable)).toBe(true)
    expect(Number.isSafeInteger(issue.sharesOutstanding) && issue.sharesOutstanding % issue.unit === 0).toBe(
      true,
    )
    expect(issue.sharesOutstanding).toBeGreaterThan(0)
  }
  expect(simulatedUniverse('universe')).toEqual(universe)
  expect(simulatedUniverse('another')).not.toEqual(universe)
})
