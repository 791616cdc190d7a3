import { describe, expect, it, test } from 'vitest'
import { HOUR } from '#kernel/time.ts'
import {
  accountNumber,
  readAccount,
  usableFrom,
  type AccountFacts,
  type TypedAccount,
} from './bank-account.ts'
import { found } from './bank-search.ts'
import { yuchoAccount } from './yucho.ts'

const numbers: [typed: string, kept: string | null][] = [
  ['1234567', '1234567'],
  ['345', '0000345'],
  ['０１２３４５６', '0123456'],
  [' 7654321 ', '7654321'],
  ['12345678', null],
  ['0000000', null],
  ['', null],
  ['12-3456', null],
  ['12a', null],
  ['１２３４５６７８', null],
]
test.each(numbers)('the account number %s is kept as %s', (typed, kept) =>
  expect(accountNumber(typed)).toBe(kept),
)

describe('an account is refused by the first rule that it breaks', () => {
  const typed: TypedAccount = {
    holder: 'サトウ ハルカ',
    bankCode: '0001',
    branchCode: '001',
    type: 'ordinary',
    number: '1234567',
  }
  const facts: AccountFacts = {
    verifiedName: 'サトウ ハルカ',
    bankName: 'みずほ',
    branchName: '東京営業部',
    hasImage: true,
  }
  const cases: [change: Partial<TypedAccount>, facts: Partial<AccountFacts>, rejection: string][] = [
    [{ holder: '' }, { verifiedName: null }, 'IDENTITY_REQUIRED'],
    [{ holder: '  ', number: '' }, { bankName: null }, 'HOLDER_REQUIRED'],
    [{ holder: '佐藤 遥', number: '' }, {}, 'HOLDER_CHARACTERS'],
    [{ holder: 'スズキ ハルカ' }, { bankName: null }, 'HOLDER_DIFFERS'],
    [{ number: '' }, { bankName: null, branchName: null }, 'BANK_UNKNOWN'],
    [{ number: '' }, { branchName: null }, 'BRANCH_UNKNOWN'],
    [{ number: '12345678' }, { hasImage: false }, 'ACCOUNT_NUMBER'],
    [{}, { hasImage: false }, 'PASSBOOK_REQUIRED'],
  ]
  it.each(cases)('%j, %j: %s', (change, world, rejection) => {
    expect(readAccount({ ...typed, ...change }, { ...facts, ...world })).toMatchObject({
      ok: false,
      rejection,
    })
  })
  it('or kept in the banks’ own characters', () => {
    expect(readAccount({ ...typed, holder: 'さとう　はるか', number: '345' }, facts)).toEqual({
      ok: true,
      value: { holder: 'ｻﾄｳ ﾊﾙｶ', number: '0000345' },
    })
  })
})

test('a first withdrawal waits 72 hours', () => expect(usableFrom(1_000)).toBe(1_000 + 72 * HOUR))

const books: [symbol: string, number: string, branch: string | null, type: string, account: string][] = [
  ['14320', '76543211', '438', 'ordinary', '7654321'],
  // The worked case of the facts.
  ['14320', '7654321', '438', 'ordinary', '0765432'],
  ['01230', '12345', '129', 'current', '0012345'],
  ['14320', '7654322', null, '', 'YUCHO_NUMBER'],
  ['24320', '76543211', null, '', 'YUCHO_SYMBOL'],
  ['1432', '76543211', null, '', 'YUCHO_SYMBOL'],
  ['14320', '', null, '', 'YUCHO_NUMBER'],
]
test.each(books)('the post-office book %s-%s', (symbol, number, branchCode, type, account) => {
  const read = yuchoAccount(symbol, number)
  expect(read).toMatchObject(
    branchCode === null
      ? { ok: false, rejection: account }
      : { ok: true, value: { branchCode, type, number: account } },
  )
})

describe('banks are found', () => {
  const banks = [
    { code: '0001', name: 'みずほ', kana: 'ミズホ', roma: 'mizuho' },
    { code: '0005', name: '三菱ＵＦＪ', kana: 'ミツビシユ－エフジエイ', roma: 'mitsubishiyu-efujiei' },
    { code: '0009', name: '三井住友', kana: 'ミツイスミトモ', roma: 'mitsuisumitomo' },
    { code: '0038', name: 'ドコモＳＭＴＢネット', kana: 'ドコモＳＭＴＢネツト', roma: 'dokomosmtbnetsuto' },
    { code: '0294', name: '三井住友信託', kana: 'ミツイスミトモシンタク', roma: 'mitsuisumitomoshintaku' },
    { code: '9900', name: 'ゆうちょ', kana: 'ユウチヨ', roma: 'yuuchiyo' },
  ]
  const searches: [query: string, codes: string][] = [
    ['みずほ', '0001'],
    ['ミズホ銀行', '0001'],
    ['mizuho', '0001'],
    ['ﾐｽﾞﾎ', '0001'],
    ['0009', '0009'],
    ['000', '0001 0005 0009'],
    ['UFJ', '0005'],
    ['三菱ufj銀行', '0005'],
    ['ミツビシユーエフジェイ', '0005'],
    ['三井住友', '0009 0294'],
    ['住友', '0009 0294'],
    ['ゆうちょ', '9900'],
    ['シンタク', '0294'],
    ['なし', ''],
    ['銀行', ''],
    ['', '0001 0005 0009 0038 0294 9900'],
    ['住信SBI', '0038'],
    ['住信ＳＢＩネット銀行', '0038'],
    ['ドコモSMTB', '0038'],
    ['郵便局', '9900'],
    ['ゆうちょ銀行', '9900'],
    ['ＪＰバンク', '9900'],
  ]
  it.each(searches)('by "%s": %s', (query, codes) =>
    expect(
      found(banks, query)
        .map(({ code }) => code)
        .join(' '),
    ).toBe(codes),
  )
  const branches = [
    { code: '001', name: '本店', kana: 'ホンテン', roma: 'honten' },
    { code: '002', name: '本店営業部', kana: 'ホンテン', roma: 'honten' },
    { code: '003', name: '東京営業部', kana: 'トウキヨウ', roma: 'toukiyou' },
  ]
  const offices: typeof searches = [
    ['本店営業部', '001 002'],
    ['本店', '001 002'],
    ['東京支店', '003'],
    ['営業部', '002 003'],
  ]
  it.each(offices)('and branches by "%s": %s', (query, codes) =>
    expect(
      found(branches, query)
        .map(({ code }) => code)
        .join(' '),
    ).toBe(codes),
  )
})
