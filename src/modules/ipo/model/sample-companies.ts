import { CITY_COUNT, companyProfile } from '#modules/instruments/model/universe-profiles.ts'
import type { NewIssue } from '#modules/instruments/model/new-issue.ts'

/** First words of invented names: ja, Latin letters, zh-Hans, zh-Hant. */
const STEMS = [
  '朝凪|Asanagi|晨静|晨靜',
  '月代|Tsukishiro|月代|月代',
  '白露|Shiratsuyu|白露|白露',
  '星群|Hoshimura|星群|星群',
  '若葉|Wakaba|新叶|新葉',
  '汐見|Shiomi|汐见|汐見',
  '風早|Kazahaya|风早|風早',
  '千草|Chigusa|千草|千草',
  '雲井|Kumoi|云井|雲井',
  '野分|Nowaki|野分|野分',
  '初霜|Hatsushimo|初霜|初霜',
  '水鏡|Suikyo|水镜|水鏡',
  '花野|Hanano|花野|花野',
  '空木|Utsugi|空木|空木',
  '夜明|Yoake|黎明|黎明',
  '麦畑|Mugihata|麦田|麥田',
  '小夜|Sayo|小夜|小夜',
  '霜月|Shimotsuki|霜月|霜月',
  '春雷|Shunrai|春雷|春雷',
  '氷柱|Tsurara|冰柱|冰柱',
] as const
/** The business of each, and the second word of the name. */
const TRADES = [
  ['pharma', 'メディカル|Medical|医疗|醫療'],
  ['machinery', 'ロボティクス|Robotics|机器人|機器人'],
  ['materials', 'フィルム|Films|薄膜|薄膜'],
  ['it-services', 'データ|Data|数据|數據'],
  ['foods', 'フーズ|Foods|食品|食品'],
  ['energy', 'エナジー|Energy|能源|能源'],
  ['retail', 'ストアーズ|Stores|商店|商店'],
  ['transport', 'ロジスティクス|Logistics|物流|物流'],
  ['electronics', 'センサー|Sensors|传感|感測'],
  ['construction', 'ホームズ|Homes|住建|住建'],
  ['financials', 'リース|Leasing|租赁|租賃'],
  ['real-estate', 'エステート|Estates|置业|置業'],
] as const

/** Number of companies that have a name of their own. */
export const SAMPLE_COMPANIES = STEMS.length * TRADES.length
/** Codes that the simulated market keeps for issues that list later (S940–S959); beyond them N020 and on. */
const codeOf = (n: number): string => (n < STEMS.length ? `S${940 + n}` : `N${String(n).padStart(3, '0')}`)
/** The next round of first words meets other trades: five more each time, so that no name comes twice. */
const SHIFT = 5
const FOUNDED_FROM = 2_004
const FOUNDED_YEARS = 18

/** An invented company that a sample offering is of, by its number from 0. */
export type SampleCompany = Pick<NewIssue, 'code' | 'names' | 'profile' | 'sector' | 'segment'>
export function sampleCompany(n: number): SampleCompany {
  const round = Math.floor(n / STEMS.length)
  const [ja, latin, hans, hant] = STEMS[n % STEMS.length]!.split('|')
  const [sector, words] = TRADES[(n + SHIFT * round) % TRADES.length]!
  const [ofJa, ofLatin, ofHans, ofHant] = words.split('|')
  const name = `${latin} ${ofLatin}`
  return {
    code: codeOf(n),
    sector,
    segment: n % 3 === 2 ? 'standard' : 'growth',
    names: {
      ja: `${ja}${ofJa}`,
      en: name,
      fr: name,
      es: name,
      'zh-Hans': `${hans}${ofHans}`,
      'zh-Hant': `${hant}${ofHant}`,
    },
    profile: companyProfile(sector, n % CITY_COUNT, FOUNDED_FROM + (n % FOUNDED_YEARS)),
  }
}

/** Whole yen, under 3,000: every yen is on the grid. A new member can pay a unit. */
export function sampleBand(n: number): { low: number; high: number } {
  const low = 920 + ((n * 370) % 1_400)
  return { low, high: Math.round((low * 1.13) / 10) * 10 }
}
