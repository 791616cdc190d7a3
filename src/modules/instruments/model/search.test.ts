import { expect, test } from 'vitest'
import type { Lang } from '#i18n/lang.ts'
import { parseListing } from './listing-file.ts'
import { searchInstruments } from './search.ts'
import { simulatedUniverse } from './universe.ts'

const universe = simulatedUniverse('search')

const cases: [typed: string, lang: Lang, first: string, matched: string | null][] = [
  ['S214', 'ja', 'S214', 'S214'],
  ['s21', 'ja', 'S211', 'S21'],
  ['Ｓ２１４', 'ja', 'S214', 'S214'],
  ['東雲', 'ja', 'S214', '東雲'],
  ['電子', 'ja', 'S205', '電子'],
  ['しののめ', 'ja', 'S744', 'シノノメ'],
  ['シノノメ', 'ja', 'S744', 'シノノメ'],
  ['しののめでんし', 'ja', 'S214', null],
  ['ｼﾉﾉﾒ', 'ja', 'S744', 'シノノメ'],
  ['shinonome', 'ja', 'S214', null],
  ['Shinonome Elec', 'en', 'S214', 'Shinonome Elec'],
  ['gyoko', 'ja', 'S202', null],
  ['gyoukou', 'ja', 'S202', null],
  ['todai', 'ja', 'S052', null],
  ['électro', 'fr', 'S205', 'Électro'],
  ['electronique', 'fr', 'S205', 'Électronique'],
  ['东云电', 'zh-Hans', 'S214', '东云电'],
  ['東雲電', 'zh-Hant', 'S214', '東雲電'],
  [' 凪 ', 'ja', 'S310', '凪'],
  ['214', 'ja', 'S214', '214'],
  ['S214.T', 'ja', 'S214', 'S214'],
  ['sinonome', 'ja', 'S214', null],
  ['S214 東雲', 'ja', 'S214', 'S214'],
]
test.each(cases)('%s in %s finds %s first', (typed, lang, code, matched) => {
  const [best] = searchInstruments(universe, typed, lang)
  expect(best?.instrument.code).toBe(code)
  const text = best!.field === 'code' ? best!.instrument.code : best!.instrument.names[lang]
  expect(best!.range && text.slice(...best!.range)).toBe(matched)
})

/** Rows as the exchange's list writes them. */
const REAL = [
  '2805,ヱスビー食品,S&B FOODS INC.',
  '2809,キユーピー,Kewpie Corporation',
  '3042,セキュアヴェイル,SecuAvail Inc.',
  '3382,セブン＆アイ・ホールディングス,"Seven & i Holdings Co., Ltd."',
  '4901,富士フイルムホールディングス,FUJIFILM Holdings Corporation',
  '5108,ブリヂストン,BRIDGESTONE CORPORATION',
  '7202,いすゞ自動車,ISUZU MOTORS LIMITED',
  '7203,トヨタ自動車,TOYOTA MOTOR CORPORATION',
  '7326,ＳＢＩインシュアランスグループ,"SBI Insurance Group Co., Ltd."',
  '7739,キヤノン電子,CANON ELECTRONICS INC.',
  '7751,キヤノン,CANON INC.',
  '8233,高島屋,"Takashimaya Company, Limited"',
]
const listing = parseListing(
  [
    'code,name_ja,name_en,market,sector17_code,scale',
    ...REAL.map((row) => `${row},プライム（内国株式）,1,`),
  ].join('\n'),
).instruments
test.each([
  ['キャノン', '7751'],
  ['キューピー', '2809'],
  ['富士フィルム', '4901'],
  ['髙島屋', '8233'],
  ['エスビー', '2805'],
  ['エスビーアイ', '7326'],
  ['いすず', '7202'],
  ['セブンアンドアイ', '3382'],
  ['セブン アンド アイ', '3382'],
  ['Seven and i', '3382'],
  ['s&b foods', '2805'],
  ['sb foods', '2805'],
  ['7203.T', '7203'],
  ['７２０３．Ｔ', '7203'],
  ['7203 トヨタ', '7203'],
  ['トヨタ　7203', '7203'],
  ['203', '7203'],
  ['ブリジストン', '5108'],
  ['セキュアベイル', '3042'],
  ['takasimaya', '8233'],
  ['isudu', '7202'],
  ['huzifilm', '4901'],
])('%s finds %s first among real names', (typed, code) =>
  expect(searchInstruments(listing, typed, 'ja')[0]?.instrument.code).toBe(code),
)

test('しののめ finds the three companies of that reading, whatever they are written with', () => {
  const codes = searchInstruments(universe, 'しののめ', 'ja').map(({ instrument }) => instrument.code)
  expect(codes.sort()).toEqual(['S214', 'S218', 'S744'])
})

test('the name of a sector finds its issues', () => {
  const found = searchInstruments(universe, '医薬品', 'ja')
  expect(found).toHaveLength(9)
  expect(found.every(({ instrument }) => instrument.sector === 'pharma')).toBe(true)
})

test.each(['', '   ', 'zzzz', 'S99999', '7203 zzzz', '%', '(', '\\', '😀'])(
  '%j finds nothing and breaks nothing',
  (typed) => {
    expect(searchInstruments(universe, typed, 'ja')).toEqual([])
  },
)
