import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { openListing } from './listing.ts'
import { readListing } from './table-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'listing-'))
afterAll(() => rmSync(folder, { recursive: true }))

const HEAD =
  'as_of,code,name_ja,name_en,edinet_code,market,sector33_code,sector33,sector17_code,sector17,scale_code,scale'
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

test.each(['listing.csv', 'listing.csv.gz'])(
  '%s: issues with their names, sector, size and tick table',
  (name) => {
    const listing = openListing(readListing(file(name, `${[HEAD, ...LINES].join('\n')}\n`)).instruments)
    expect(
      listing
        .all()
        .map((one) => [
          one.code,
          one.names.ja,
          one.names.en,
          one.sector,
          one.kind,
          one.sizeClass,
          one.tickTable,
        ]),
    ).toEqual([
      ['1300', '指数ETF', '指数ETF', 'etf', 'etf', 'mid', 'topix500'],
      ['130A', 'ABC電機', 'ABC電機', 'electronics', 'stock', 'small', 'other'],
      ['9001', 'さくら 鉄道', 'SAKURA RAIL, CO.', 'transport', 'stock', 'large', 'topix500'],
    ])
    expect(listing.get('8900')).toBeNull()
    expect([
      listing.nameOf('9001', 'jp'),
      listing.nameOf('9001', 'xx'),
      listing.nameOf('0000', 'jp'),
    ]).toEqual(['さくら 鉄道', 'SAKURA RAIL, CO.', '0000'])
  },
)

test('a file without a column that is needed is refused by name', () => {
  expect(() => readListing(file('bad.csv', 'code,name_ja\n1,2\n'))).toThrow(
    /name_en, market, sector17_code, scale/,
  )
})

/** Bytes of CP932 as Japanese Excel writes them. */
const CP932 = readFileSync(new URL('./listing-cp932.fixture.csv', import.meta.url))
const text = new TextDecoder('shift_jis').decode(CP932).replaceAll('\n', '\r\n')
const saved: [name: string, bytes: Buffer | string][] = [
  ['CP932, as Japanese Excel saves it', CP932],
  ['UTF-8', text],
  ['UTF-8 with its mark', `\uFEFF${text}`],
  ['lines that end in LF', text.replaceAll('\r\n', '\n')],
  ['lines that end in CR', text.replaceAll('\r\n', '\r')],
  [
    'Unicode text of Excel',
    Buffer.from(`\uFEFF${text.replaceAll(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/g, '\t')}`, 'utf16le'),
  ],
  [
    'blank lines, and blanks around the names of the columns',
    text.replaceAll('\r\n', '\r\n\r\n,,,,,\r\n').replace('code,name_ja', ' Code , NAME_JA '),
  ],
]
test.each(saved)('a listing reads the same however it was saved: %s', (name, bytes) => {
  const path = join(folder, `${name}.csv`)
  writeFileSync(path, bytes)
  const { instruments, defects } = readListing(path)
  expect(defects).toEqual([])
  expect(instruments.map(({ code, names: { ja, en } }) => [code, ja, en]).slice(0, 4)).toEqual([
    ['25935', '優先株', 'Preferred'],
    ['285A', '新コード', 'New Code'],
    ['9001', '買付対象', 'Bid Target, Inc.'],
    ['9002', 'ふつう電機', 'Ordinary Electric'],
  ])
})

test('a file whose letters are in no known encoding, one that is cut short, and one that is no table are refused by name', () => {
  const path = join(folder, 'broken')
  for (const [bytes, why] of [
    [Buffer.from([0x63, 0x00, 0xff, 0xfd, 0x80]), /no encoding/],
    [gzipSync(text).subarray(0, 40), /unexpected end/],
    ['', /is empty/],
  ] as const) {
    writeFileSync(path, bytes)
    expect(() => readListing(path)).toThrow(why)
  }
})
