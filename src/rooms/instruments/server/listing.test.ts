import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { openListing } from './listing.ts'
import { readListing } from './replay-listing.ts'

const folder = mkdtempSync(join(tmpdir(), 'listing-'))
afterAll(() => rmSync(folder, { recursive: true }))

const HEAD = 'as_of,code,name_ja,name_en,edinet_code,market,sector33_code,sector33,sector17_code,sector17,scale_code,scale'
const LINES = [
  '2024-06-28,9001,さくら　鉄道,"SAKURA RAIL, CO.",E1,プライム（内国株式）,,,12,運輸・物流,1,TOPIX Core30',
  '2024-06-28,130A,ＡＢＣ電機,,E2,グロース（内国株式）,,,9,電機・精密,-,',
  '2024-06-28,1300,指数ＥＴＦ,,,ETF・ETN,,,,,,',
  '2024-06-28,8900,不動産投資法人,,,REIT・ベンチャーファンド,,,,,,',
]
const file = (name: string, text: string) => {
  writeFileSync(join(folder, name), name.endsWith('.gz') ? gzipSync(text) : text)
  return join(folder, name)
}

test.each(['listing.csv', 'listing.csv.gz'])('%s: issues with their names, sector, size and tick table', (name) => {
  const listing = openListing(readListing(file(name, `${[HEAD, ...LINES].join('\n')}\n`)).instruments)
  expect(listing.all().map((one) => [one.code, one.names.ja, one.names.en, one.sector, one.kind, one.sizeClass, one.tickTable])).toEqual([
    ['1300', '指数ETF', '指数ETF', 'etf', 'etf', 'mid', 'topix500'],
    ['130A', 'ABC電機', 'ABC電機', 'electronics', 'stock', 'small', 'other'],
    ['9001', 'さくら 鉄道', 'SAKURA RAIL, CO.', 'transport', 'stock', 'large', 'topix500'],
  ])
  expect(listing.get('8900')).toBeNull()
  expect([listing.nameOf('9001', 'jp'), listing.nameOf('9001', 'xx'), listing.nameOf('0000', 'jp')]).toEqual(['さくら 鉄道', 'SAKURA RAIL, CO.', '0000'])
})

test('a file without a column that is needed is refused by name', () => {
  expect(() => readListing(file('bad.csv', 'code,name_ja\n1,2\n'))).toThrow(/name_en, market, sector17_code, scale/)
})
