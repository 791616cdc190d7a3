import { expect, it } from 'vitest'
import { LANGS } from '#i18n/lang.ts'
import { SAMPLE_COMPANIES, sampleBand, sampleCompany } from './sample-companies.ts'

const all = Array.from({ length: SAMPLE_COMPANIES }, (_, n) => sampleCompany(n))

it('no two companies of sample offerings share a code or a name', () => {
  expect(new Set(all.map(({ code }) => code)).size).toBe(SAMPLE_COMPANIES)
  for (const lang of LANGS) expect(new Set(all.map(({ names }) => names[lang])).size).toBe(SAMPLE_COMPANIES)
  expect(all.every(({ code }) => /^[0-9A-Z]{4}$/.test(code))).toBe(true)
})

it('a new member can pay a unit of each, and every price of the band is on the grid', () => {
  for (let n = 0; n < SAMPLE_COMPANIES; n++) {
    const { low, high } = sampleBand(n)
    expect(low < high && high < 3_000 && Number.isInteger(low) && Number.isInteger(high)).toBe(true)
  }
})
