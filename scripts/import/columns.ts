/** Headings under which the usual exports have a column, in lower case and without blanks. */
const HEADINGS: Readonly<Record<string, readonly string[]>> = {
  code: ['code', 'コード', '銘柄コード', '証券コード', 'symbol', 'ticker', 'localcode'],
  date: ['date', '日付', '年月日', '取引日', '日時', 'time', 'datetime'],
  open: ['open', '始値', 'o'],
  high: ['high', '高値', 'h'],
  low: ['low', '安値', 'l'],
  close: ['close', '終値', 'c', 'close/last', 'price'],
  volume: ['volume', '出来高', '売買高', 'vo', 'vol', 'vol.'],
  volume_thousands: ['出来高千株', '売買高千株'],
  name_ja: ['name_ja', '銘柄名', '名称', 'name', 'coname', 'companyname'],
  name_en: ['name_en', 'conameen', 'companynameenglish'],
  market: ['market', '市場・商品区分', '市場', 'mktnm', 'marketcodename'],
  sector17_code: ['sector17_code', '17業種コード', 's17', 'sector17code'],
  scale: ['scale', '規模区分', 'scalecat', 'scalecategory'],
  unit: ['unit', '売買単位', '単元株数'],
  ex_date: ['ex_date', 'exdate', '権利落ち日', '権利落日'],
  ratio: ['ratio', '比率', '分割比率', 'stocksplits'],
  new_shares: ['new_shares'],
  old_shares: ['old_shares'],
  dividend: ['dividend', 'dividends', '配当', '1株配当', '配当金', 'amount'],
  pay_date: ['pay_date', 'paydate', '支払日', '支払開始日'],
}
const COLUMN_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(HEADINGS).flatMap(([column, headings]) => headings.map((heading) => [heading, column])),
)

/** The column that a heading is of: `終値（円）` is `close`. A heading that none knows stays as it is. */
export function columnOf(heading: string): string {
  const plain = heading.normalize('NFKC').toLowerCase().replaceAll(/\s/g, '')
  const bare = plain.replace(/\((円|株|jpy)\)$/, '').replace(/\((千株)\)$/, '$1')
  return COLUMN_OF.get(bare) ?? plain
}

/** `2024/8/1`, `20240801`, `2024年8月1日` and with a time behind: 2024-08-01. Anything else stays as it is. */
export function dateIn(text: string): string {
  const plain = text.normalize('NFKC').trim()
  const parts =
    /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?([T ].*)?$/.exec(plain) ??
    /^(\d{4})(\d{2})(\d{2})$/.exec(plain)
  return parts === null
    ? plain
    : [parts[1]!, ...parts.slice(2, 4).map((part) => part.replace(/^\d$/, '0$&'))].join('-')
}

/** `7203.T`, `TYO:7203`, `72030` and `7203 トヨタ`: 7203. A preferred share keeps its five digits. */
export function codeIn(text: string): string {
  const plain = text.normalize('NFKC').trim().toUpperCase()
  const [first = ''] = plain.replace(/^(TYO|TSE|JP)[:.]/, '').split(/\s/)
  const bare = first.replace(/\.(T|JP|TYO|TSE)$/, '')
  return /^[0-9A-Z]{4}0$/.test(bare) ? bare.slice(0, 4) : bare
}

/** Marks of a day without a price. */
const NONE: ReadonlySet<string> = new Set(['', '-', '--', '−', 'N/A', 'NA', 'NULL', 'NONE', 'NAN'])
export const isNone = (text: string): boolean => NONE.has(text.normalize('NFKC').trim().toUpperCase())

const UNITS: Readonly<Record<string, number>> = { K: 1e3, M: 1e6, B: 1e9 }
/**
 * A figure as a replay file has it: `1,234.5`, `¥1,234.5`, `１２３４.５` and `12.34M`. What is none of these
 * stays as it is and is refused where it is read.
 */
export function figureIn(text: string): string {
  const plain = text
    .normalize('NFKC')
    .trim()
    .replace(/^[¥\\]/, '')
  const grouped = /^\d{1,3}(,\d{3})+(\.\d+)?$/.test(plain) ? plain.replaceAll(',', '') : plain
  const short = /^(\d+(?:\.\d+)?)([KMB])$/i.exec(grouped)
  return short === null ? grouped : String(Math.round(Number(short[1]) * UNITS[short[2]!.toUpperCase()]!))
}
