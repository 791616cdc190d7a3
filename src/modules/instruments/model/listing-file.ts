import type { Quantity } from '#kernel/price.ts'
import { fundTable } from './fund-ticks.ts'
import type { Instrument, SizeClass } from './instrument.ts'
import { SECTOR_IDS, SECTOR_NAMES, type SectorId } from './sectors.ts'
import { forEachRow } from './csv-rows.ts'
import { defectAt, why, type Defect, type DefectKind } from './defects.ts'

const COLUMNS = ['code', 'name_ja', 'name_en', 'market', 'sector17_code', 'scale'] as const
const OPTIONAL = ['unit'] as const
const STOCK_UNIT = 100
/** Values of a column that a refusal names. */
const SHOWN = 5
/** Funds trade by one, ten or a hundred (facts: market rules, sections 8 and 9). */
export const FUND_UNITS = [100, 10, 1] as const

/** Issues in order of code, and the rows that were refused. */
export type ListingFile = { readonly instruments: readonly Instrument[]; readonly defects: readonly Defect[] }

/** The index's size groups. The first three are the 500 issues with the finer ticks. */
const SCALES: ReadonlyMap<string, SizeClass> = new Map([
  ['TOPIX Core30', 'large'],
  ['TOPIX Large70', 'large'],
  ['TOPIX Mid400', 'mid'],
])
/**
 * The assumptions of a venue that must quote an issue before it knows more (facts: market statistics,
 * sections 1 and 2).
 */
const USUAL_TURNOVER_YEN: Readonly<Record<SizeClass, number>> = {
  large: 13_000_000_000,
  mid: 1_645_000_000,
  small: 150_000_000,
}
const USUAL_VOL_PPM = 19_100

/**
 * Real issues from a listing file (`code,name_ja,name_en,market,sector17_code,scale` and more columns):
 * domestic shares and exchange-traded funds, which may say their trading unit in a column `unit`. Other
 * products are left out; rows of those two kinds that cannot be used are refused with their line. Throws
 * `RangeError` where no row can be used.
 */
export function parseListing(text: string): ListingFile {
  const instruments: Instrument[] = []
  const defects: Defect[] = []
  const seen = new Set<string>()
  const otherMarkets = new Set<string>()
  forEachRow(
    text,
    COLUMNS,
    (line, fields) => {
      const [code, nameJa, nameEn, market, sectorCode, scale, unit] = fields.map((field) => field.trim()) as [
        string,
        string,
        string,
        string,
        string,
        string,
        string,
      ]
      const kind = kindOf(market)
      if (kind === null) {
        if (otherMarkets.size < SHOWN) otherMarkets.add(`"${market}"`)
        return
      }
      const sector = kind === 'etf' ? 'etf' : SECTOR_IDS[Number(sectorCode) - 1]
      const refuse = (kind: DefectKind, value = '') => defects.push(defectAt(line, code, why(kind, value)))
      if (!/^[0-9A-Z]{4,5}$/.test(code)) refuse('issue-code', code)
      else if (seen.has(code)) refuse('listed-twice')
      else if (nameJa === '') refuse('nameless')
      else if (sector === undefined) refuse('sector', sectorCode)
      else if (unit !== '' && !(kind === 'etf' ? FUND_UNITS : [STOCK_UNIT]).map(String).includes(unit))
        refuse('unit', unit)
      else {
        seen.add(code)
        instruments.push(
          listed(code, nameJa, nameEn, kind, sector, scale, unit === '' ? STOCK_UNIT : Number(unit)),
        )
      }
    },
    OPTIONAL,
  )
  if (instruments.length === 0) throw new RangeError(nothingUsable(defects, [...otherMarkets]))
  return { instruments: instruments.sort((a, b) => (a.code < b.code ? -1 : 1)), defects }
}

/** The reason in the words of the file: whoever wrote it looks for them there. */
function nothingUsable([first]: readonly Defect[], otherMarkets: readonly string[]): string {
  if (first !== undefined) return `no row can be used; line ${first.line}: ${first.reason}`
  const found = otherMarkets.length === 0 ? 'it has no rows' : `it says ${otherMarkets.join(', ')}`
  return `no row's market contains 内国株式 (domestic shares) or ETF: ${found}`
}

function kindOf(market: string): Instrument['kind'] | null {
  if (market.includes('ETF')) return 'etf'
  return market.includes('内国株式') ? 'stock' : null
}

function listed(
  code: string,
  nameJa: string,
  nameEn: string,
  kind: Instrument['kind'],
  sector: SectorId,
  scale: string,
  unit: Quantity,
): Instrument {
  // The list writes Latin letters full-width.
  const ja = nameJa.normalize('NFKC')
  const latin = nameEn === '' ? ja : nameEn.normalize('NFKC')
  const sizeClass = SCALES.get(scale) ?? (kind === 'etf' ? 'mid' : 'small')
  return {
    code,
    names: { ja, en: latin, 'zh-Hans': ja, 'zh-Hant': ja, es: latin, fr: latin },
    kana: '',
    romaji: nameEn.normalize('NFKC').toLowerCase(),
    sector,
    kind,
    tickTable: kind === 'etf' ? fundTable(unit) : SCALES.has(scale) ? 'topix500' : 'other',
    unit,
    sharesOutstanding: 0,
    profile: SECTOR_NAMES[sector],
    simulated: false,
    sizeClass,
    beta: 1,
    dailyVolPpm: USUAL_VOL_PPM,
    turnoverYen: USUAL_TURNOVER_YEN[sizeClass],
    openingPriceTenths: 0,
  }
}
