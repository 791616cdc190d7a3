import { expect, test } from 'vitest'
import { namesMoney, wordsProblem, type WordsProblem } from './public-labels.ts'

test.each<[string, WordsProblem | null]>([
  ['手数料は0.05%です', 'MONEY'],
  ['手数料は五百円になります', 'MONEY'],
  ['１株１，２００円で買えます', 'MONEY'],
  ['The fee is 50 yen from today', 'MONEY'],
  ['¥1,000 for everybody', 'MONEY'],
  ['La tarifa es de 50 yenes', 'MONEY'],
  ['Le taux est de 3,1 %', 'MONEY'],
  ['手续费为50日元', 'MONEY'],
  ['手續費率為0.1%', 'MONEY'],
  ['レバレッジは5倍まで', 'MONEY'],
  ['Three percent: 3 percent', 'MONEY'],
  ['El 3 por ciento', 'MONEY'],
  ['口座番号は１２３４５６７です', 'ACCOUNT_NUMBER'],
  ['Please transfer the deposit today', 'PAYMENT'],
  ['Mira https://evil.example.com/', 'LINK'],
  ['22時から点検のため、注文を受け付けません。', null],
  ['Maintenance on 2026-11-28 from 22:00 to 23:30.', null],
  ['Le marché reste fermé le 23 novembre.', null],
  ['今年は12月30日まで取引できます。', null],
  ['El servicio vuelve a las 9:00.', null],
  ['11月23日休市，24日恢复交易。', null],
  ['Issue S214 changes its name.', null],
])('%s: %s', (text, problem) => expect(wordsProblem(text)).toBe(problem))

test('a place for a figure of the rules is no figure', () =>
  expect(namesMoney('手数料は{feeRate}%です（{feeMin}円から）')).toBe(false))
