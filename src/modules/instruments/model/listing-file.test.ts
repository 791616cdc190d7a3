import { expect, test } from 'vitest'
import { parseListing } from './listing-file.ts'

const LISTING = [
  'as_of,code,name_ja,name_en,edinet_code,market,sector33_code,sector33,sector17_code,sector17,scale_code,scale',
  '2024-06-28,9001,試験鉄道,"Test Railway, Inc.",E1,プライム（内国株式）,5050,陸運業,12,運輸・物流,4,TOPIX Mid400',
  '2024-06-28,130A,Ｔｅｓｔ　バイオ,,,グロース（内国株式）,3250,医薬品,5,医薬品,,',
  '2024-06-28,1305,試験ＥＴＦ,,,ETF・ETN,,,,,,',
  '2024-06-28,8999,試験リート,,,REIT・ベンチャーファンド,,,,,,',
  '2024-06-28,9001,試験鉄道,"Test",E1,プライム（内国株式）,5050,陸運業,12,運輸・物流,4,TOPIX Mid400',
  '2024-06-28,9003,,,,プライム（内国株式）,5050,陸運業,12,運輸・物流,,',
  '2024-06-28,9004,試験,,,プライム（内国株式）,5050,陸運業,99,?,,',
].join('\n')

test('a listing gives real issues with their tick table, and names the rows it cannot use', () => {
  const { instruments, defects } = parseListing(LISTING)
  expect(
    instruments.map(({ code, sector, kind, tickTable, simulated }) => [
      code,
      sector,
      kind,
      tickTable,
      simulated,
    ]),
  ).toEqual([
    ['1305', 'etf', 'etf', 'topix500', false],
    ['130A', 'pharma', 'stock', 'other', false],
    ['9001', 'transport', 'stock', 'topix500', false],
  ])
  expect(instruments[1]!.names).toMatchObject({ ja: 'Test バイオ', en: 'Test バイオ' })
  expect(instruments[2]!.names).toMatchObject({
    ja: '試験鉄道',
    en: 'Test Railway, Inc.',
    fr: 'Test Railway, Inc.',
  })
  expect(defects.map(({ line, reason }) => [line, reason])).toEqual([
    [6, 'listed twice'],
    [7, 'without a name'],
    [8, 'unknown sector "99"'],
  ])
})

const HEAD = 'code,name_ja,name_en,market,sector17_code,scale'
test.each<[why: string, rows: string[], said: string]>([
  ['no rows', [], "no row's market contains 内国株式 (domestic shares) or ETF: it has no rows"],
  [
    'other markets alone',
    ['9001,試験鉄道,Test,Prime,12,', '9002,試験,Test,REIT,12,'],
    'it says "Prime", "REIT"',
  ],
  ['a sector that is none', ['9001,試験鉄道,Test,内国株式,99,'], 'line 2: unknown sector "99"'],
])('a listing with %s is refused in its own words', (_, rows, said) =>
  expect(() => parseListing([HEAD, ...rows].join('\n'))).toThrow(said),
)
