import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { codeIn, columnOf, dateIn, figureIn } from './columns.ts'
import { fraction, readCsv, sharesOf } from './csv.ts'
import { NoImport, writeFolder } from './folder.ts'

const DATA = process.env['MARKET_DATA_DIR']
const folder = mkdtempSync(join(tmpdir(), 'akari-import-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let count = 0
function fileOf(content: string | Uint8Array, name = `${++count}.csv`): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}
const NOTHING = { listing: null, splits: null, dividends: null }
const linesOf = (table: string) => table.trim().split('\n')

describe('what the usual exports write', () => {
  it.each([
    ['終値（円）', 'close'],
    [' Adj Close', 'adjclose'],
    ['出来高(千株)', 'volume_thousands'],
    ['市場・商品区分', 'market'],
  ])('%s is the column %s', (heading, column) => expect(columnOf(heading)).toBe(column))
  it.each([
    ['2024/8/1', '2024-08-01'],
    ['20240801', '2024-08-01'],
    ['2024年8月1日', '2024-08-01'],
    ['２０２４-08-01', '2024-08-01'],
    ['2024-08-01T00:00:00+09:00', '2024-08-01'],
    ['1.8.2024', '1.8.2024'],
  ])('%s is the date %s', (text, date) => expect(dateIn(text)).toBe(date))
  it.each([
    ['7203.T', '7203'],
    ['TYO:7203', '7203'],
    ['72030', '7203'],
    ['130A0', '130A'],
    ['25935', '25935'],
    ['7203 トヨタ自動車', '7203'],
    ['７２０３', '7203'],
  ])('%s is the issue %s', (text, code) => expect(codeIn(text)).toBe(code))
  it.each([
    ['1,234.5', '1234.5'],
    ['¥1,234', '1234'],
    ['１２３４', '1234'],
    ['12.34M', '12340000'],
    ['507,5', '507,5'],
  ])('%s is the figure %s', (text, figure) => expect(figureIn(text)).toBe(figure))
  it.each([
    ['2', '2', '1'],
    ['1→5', '5', '1'],
    ['1:10', '1:10', '1'],
    ['3/2', '3', '2'],
    ['1.5', '3', '2'],
    ['0.1', '1', '10'],
  ])('the ratio %s is %s new shares for %s', (ratio, made, old) =>
    expect(sharesOf(ratio)).toEqual([made, old]),
  )
  it('a ratio of no whole shares is none', () =>
    expect([fraction(Math.PI), fraction(0), fraction(-2)]).toEqual([null, null, null]))
})

const ROWS = [
  '2024-08-01,7203.T,"2,800",2850,2790.5,2840,"12,345,600"',
  '2024-08-02,7203.T,2810,2830,2750,2760,9000000',
  '2024-08-02,6758.T,-,-,-,-,0',
  '2024-08-05,6758.T,12000,12100,11900,12050,3000000',
]
const JAPANESE = `日付,コード,始値,高値,安値,終値,出来高\n${ROWS.join('\n')}\n`

describe('an import of CSV', () => {
  it.each([
    ['UTF-8', JAPANESE],
    ['UTF-8 with its mark and CRLF', `\uFEFF${JAPANESE.replaceAll('\n', '\r\n')}`],
    ['UTF-16', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(JAPANESE, 'utf16le')])],
    [
      'tabs and old line ends',
      JAPANESE.replaceAll('"', '')
        .replaceAll(/(\d),(?=\d{3}\D)/g, '$1')
        .replaceAll(',', '\t')
        .replaceAll('\n', '\r'),
    ],
  ])('reads the same from %s', (_, content) => {
    const read = readCsv({ ...NOTHING, bars: fileOf(content) })
    expect(linesOf(read.bars)).toEqual([
      'code,date,open,high,low,close,volume',
      '7203,2024-08-01,2800,2850,2790.5,2840,12345600',
      '7203,2024-08-02,2810,2830,2750,2760,9000000',
      '6758,2024-08-05,12000,12100,11900,12050,3000000',
    ])
    expect(read).toMatchObject({
      issues: 2,
      withoutTrade: 1,
      days: ['2024-08-01', '2024-08-02', '2024-08-05'],
    })
  })

  it('reads a folder with one file an issue, and volumes in thousands', () => {
    const place = join(folder, 'each')
    mkdirSync(place)
    writeFileSync(
      join(place, '7203.T.csv'),
      'Date,Open,High,Low,Close,Adj Close,Volume\n2024-08-01,2800,2850,2790,2840,2801.123,100\n',
    )
    writeFileSync(
      join(place, '6758_daily.csv'),
      '日付,始値,高値,安値,終値,出来高（千株）\n2024/8/1,12000,12100,11900,12050,1.2\n',
    )
    writeFileSync(join(place, 'notes.md'), 'no table')
    expect(linesOf(readCsv({ ...NOTHING, bars: place }).bars).slice(1)).toEqual([
      '6758,2024-08-01,12000,12100,11900,12050,1200',
      '7203,2024-08-01,2800,2850,2790,2840,100',
    ])
  })

  it("takes the exchange's own list, splits and dividends, and puts those of one day into one row", () => {
    const read = readCsv({
      bars: fileOf(JAPANESE),
      listing: fileOf(
        '日付,コード,銘柄名,市場・商品区分,33業種コード,33業種区分,17業種コード,17業種区分,規模コード,規模区分\n20240731,7203,トヨタ自動車,プライム（内国株式）,3700,輸送用機器,6,自動車・輸送機,1,TOPIX Core30\n20240731,8951,日本ビルファンド投資法人,REIT・ベンチャーファンド,-,-,-,-,-,-\n',
      ),
      splits: fileOf('コード,権利落ち日,比率\n7203,2024/8/2,1→5\n9999,2024/8/2,1→2\n'),
      dividends: fileOf('Symbol,Date,Dividends\n7203.T,2024-08-02,40.0\n'),
    })
    expect(linesOf(read.listing)).toEqual([
      'code,name_ja,name_en,market,sector17_code,scale,unit',
      '7203,トヨタ自動車,,プライム（内国株式）,6,TOPIX Core30,',
      '8951,日本ビルファンド投資法人,,REIT・ベンチャーファンド,,,',
    ])
    expect(linesOf(read.actions!)).toEqual([
      'code,ex_date,new_shares,old_shares,dividend,pay_date',
      '7203,2024-08-02,5,1,40.0,',
    ])
    expect(read.issues).toBe(1)
  })

  it('names each line that cannot be used, of whichever file, and writes nothing', () => {
    const bars = fileOf(
      `日付,コード,始値,高値,安値,終値,出来高\n${ROWS.join('\n')}\n2024-08-05,7203,507,5,1,2,3\n2024-13-01,7203,1,1,1,1,1\n2024-08-06,7203,2800,2700,2790,2800,100\n`,
      'bad.csv',
    )
    const splits = fileOf('code,date,ratio\n7203,2024-08-02,3.14159\n', 'splits.csv')
    let told = ''
    try {
      readCsv({ ...NOTHING, bars, splits })
    } catch (error) {
      expect(error).toBeInstanceOf(NoImport)
      told = (error as Error).message
    }
    expect(linesOf(told)).toEqual([
      expect.stringMatching(/bad\.csv, line 6 \(7203\): high 5 is below/),
      expect.stringMatching(/bad\.csv, line 7 \(7203\): not a date: "2024-13-01"/),
      expect.stringMatching(/bad\.csv, line 8 \(7203\): high 2700 is below/),
      expect.stringMatching(/splits\.csv, line 2 \(7203\): /),
      '4 rows cannot be used; nothing was written.',
    ])
  })

  it.each([
    ['no file', join('nowhere', 'bars.csv'), /nowhere/],
    ['no column of prices', 'date,code\n2024-08-01,7203\n', /columns missing: open, high, low, close/],
    ['nothing', '', /the file is empty/],
  ])('%s is a sentence', (_, content, sentence) => {
    const bars = content.startsWith('nowhere') ? content : fileOf(content)
    expect(() => readCsv({ ...NOTHING, bars })).toThrow(sentence)
    expect(() => readCsv({ ...NOTHING, bars })).toThrow(NoImport)
  })

  it.skipIf(DATA === undefined)(
    'takes each row of a year and a half of real bars, and refuses adjusted ones (needs MARKET_DATA_DIR)',
    () => {
      const of = (name: string) => ({ ...NOTHING, bars: join(DATA!, name) })
      const read = readCsv(of('tse_daily_raw_202306_202501.csv.gz'))
      expect([linesOf(read.bars).length - 1, read.issues, read.days.length]).toEqual([182_784, 448, 408])
      expect(() => readCsv(of('tse_daily_adjusted_201901_202501.csv.gz'))).toThrow(
        /a replay needs prices as they were traded/,
      )
      expect(() => readCsv(of('bad_volume_rows.csv.gz'))).toThrow(/more than one decimal/)
    },
  )

  it('writes the folder whole, and never over another', () => {
    const out = join(folder, 'deep', 'out')
    const read = readCsv({ ...NOTHING, bars: fileOf(JAPANESE) })
    const source = { source: 'csv', isPrivate: false, from: read.days[0]!, to: read.days.at(-1)! } as const
    writeFolder(out, read, source)
    expect(gunzipSync(readFileSync(join(out, 'bars.csv.gz'))).toString()).toBe(read.bars)
    expect(existsSync(join(out, 'actions.csv.gz'))).toBe(false)
    expect(() => writeFolder(out, read, source)).toThrow(/nothing is overwritten/)
  })
})
