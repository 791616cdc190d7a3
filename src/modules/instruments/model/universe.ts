import type { Yen } from '#kernel/money.ts'
import { seeded, type Random } from '#kernel/random.ts'
import type { Lang } from '#i18n/lang.ts'
import type { Instrument, SizeClass } from './instrument.ts'
import type { SectorId } from './sectors.ts'
import { roundToTick } from './tick.ts'
import { COMPANIES, FUNDS } from './universe-names.ts'
import { CITY_COUNT, companyProfile, FUND_PROFILE } from './universe-profiles.ts'
import { words, type Word } from './universe-labels.ts'

type CompanySector = Exclude<SectorId, 'etf'>
type CompanyRow = [
  code: string,
  sector: CompanySector,
  size: string,
  ja: string,
  kana: string,
  romaji: string,
  hans: string,
  hant: string,
  word: string,
]

/** Shares of one trading unit. */
export const UNIT = 100
const SIZES: Readonly<Record<string, SizeClass>> = { L: 'large', M: 'mid', S: 'small' }

/**
 * Usual turnover a day by size: median in yen and spread of its logarithm
 * (facts: market statistics, section 1).
 */
const TURNOVER: Readonly<Record<SizeClass, readonly [medianYen: Yen, logSd: number]>> = {
  large: [13_000_000_000, 0.55],
  mid: [1_700_000_000, 0.6],
  small: [130_000_000, 0.85],
}
/**
 * Prices are log-normal around 2,000 yen, total volatility around 1.9 % a day
 * (facts: market statistics, sections 1 and 2).
 */
const MEDIAN_PRICE_YEN = 2_000
const PRICE_LOG_SD = 0.78
const MEDIAN_VOL = 0.0172
const VOL_LOG_SD = 0.26
/** Turnover of a day over market capitalisation. */
const TURNOVER_SHARE = 0.004

/**
 * The strength of a sector's moves with the market, and the volatility of its companies beside the median.
 */
const SECTOR_CHARACTER: Readonly<Record<CompanySector, readonly [beta: number, volTimes: number]>> = {
  foods: [0.65, 0.8],
  energy: [1.05, 1.05],
  construction: [0.9, 0.92],
  materials: [1.05, 0.98],
  pharma: [0.75, 1],
  automobiles: [1.12, 1.02],
  metals: [1.15, 1.08],
  machinery: [1.15, 1.05],
  electronics: [1.25, 1.12],
  'it-services': [1.0, 1.12],
  utilities: [0.65, 0.92],
  transport: [0.85, 0.9],
  trading: [1.0, 0.95],
  retail: [0.75, 0.95],
  banks: [1.1, 1.05],
  financials: [1.1, 1.02],
  'real-estate': [0.95, 0.98],
}

/**
 * The invented companies and funds of the simulated market. The same seed gives the same list, in order of
 * code.
 */
export function simulatedUniverse(seed: string): Instrument[] {
  const companies = COMPANIES.trim()
    .split('\n')
    .map((line) => company(seed, line.split(' ') as CompanyRow))
  return [...companies, ...FUNDS.map((row) => fund(seed, row))].sort((a, b) => (a.code < b.code ? -1 : 1))
}

function company(seed: string, row: CompanyRow): Instrument {
  const [code, sector, size, ja, kana, romaji, hans, hant, wordName] = row
  const sizeClass = SIZES[size]!
  const word = words.get(wordName)!
  const random = seeded(seed, 'universe', code)
  const [turnoverMedian, turnoverSd] = TURNOVER[sizeClass]

  const tickTable = sizeClass === 'small' ? 'other' : 'topix500'
  const openingPriceTenths = roundToTick(
    logNormal(random, MEDIAN_PRICE_YEN, PRICE_LOG_SD) * 10,
    tickTable,
    'nearest',
  )
  const turnoverYen = rounded(logNormal(random, turnoverMedian, turnoverSd))
  const { beta, dailyVolPpm } = companyCharacter(random, sector)
  const capitalYen = (turnoverYen / TURNOVER_SHARE) * Math.exp(0.35 * random.normal())
  return {
    code,
    names: {
      ja: ja + word.ja,
      en: joined(romaji, word.en),
      'zh-Hans': (hans === '-' ? ja : hans) + word.hans,
      'zh-Hant': (hant === '-' ? ja : hant) + word.hant,
      es: joined(romaji, word.es),
      fr: joined(romaji, word.fr),
    } satisfies Record<Lang, string>,
    kana: kana + word.kana,
    romaji: reading(romaji, word),
    sector,
    kind: 'stock',
    tickTable,
    unit: UNIT,
    sharesOutstanding: Math.max(Math.round((capitalYen * 10) / openingPriceTenths / 100_000), 10) * 100_000,
    profile: companyProfile(sector, random.below(CITY_COUNT), 1893 + random.below(118)),
    simulated: true,
    sizeClass,
    beta,
    dailyVolPpm,
    turnoverYen,
    openingPriceTenths,
  }
}

/** The moves of a company of this sector: with the market, and by itself. */
export function companyCharacter(
  random: Random,
  sector: CompanySector,
): Pick<Instrument, 'beta' | 'dailyVolPpm'> {
  const [sectorBeta, volTimes] = SECTOR_CHARACTER[sector]
  const beta = within(sectorBeta + 0.22 * random.normal(), 0.3, 1.8)
  const volatility = within(logNormal(random, MEDIAN_VOL * volTimes, VOL_LOG_SD), 0.0105, 0.034)
  return { beta: Math.round(beta * 100) / 100, dailyVolPpm: Math.round(volatility * 1_000_000) }
}

/** A fund follows the market (with its own slope) or one sector, with little of its own. */
function fund(seed: string, row: (typeof FUNDS)[number]): Instrument {
  const [code, follows, ja, kana, romaji, en, hans, hant, es, fr] = row
  const random = seeded(seed, 'universe', code)
  const wholeMarket = follows === 'all' || follows === 'large' || follows === 'small'
  const openingPriceTenths = roundToTick(logNormal(random, 1_800, 0.25) * 10, 'topix500', 'nearest')
  const turnoverYen = rounded(logNormal(random, wholeMarket ? 4_000_000_000 : 600_000_000, 0.3))
  return {
    code,
    names: { ja, en, 'zh-Hans': hans, 'zh-Hant': hant, es, fr },
    kana,
    romaji,
    sector: wholeMarket ? 'etf' : follows,
    kind: 'etf',
    tickTable: 'topix500',
    unit: UNIT,
    sharesOutstanding: Math.round((turnoverYen * 200) / openingPriceTenths / 100_000) * 100_000,
    profile: FUND_PROFILE,
    simulated: true,
    sizeClass: 'mid',
    beta: wholeMarket ? 1 : SECTOR_CHARACTER[follows][0],
    dailyVolPpm: wholeMarket ? 11_000 : 14_000,
    turnoverYen,
    openingPriceTenths,
  }
}

/** A word marked `^` stands before the name, any other one after it. */
const joined = (name: string, word: string): string =>
  word.startsWith('^') ? `${word.slice(1)} ${name}` : `${name} ${word}`
const reading = (romaji: string, word: Word): string => `${romaji.toLowerCase()} ${word.romaji}`

const logNormal = (random: Random, median: number, logSd: number): number =>
  median * Math.exp(logSd * random.normal())
const within = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high)
/** To a million yen: a published parameter should be readable. */
const rounded = (yen: Yen): number => Math.max(Math.round(yen / 1_000_000), 10) * 1_000_000
