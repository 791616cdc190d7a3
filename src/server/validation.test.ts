import { beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '#platform/limits.ts'
import { LANGS } from '#i18n/lang.ts'
import { loadTexts } from '#i18n/server.ts'
import { openBankAccount, TRANSACTION_PASSWORD } from './funded.fixture.ts'
import { startTestApp, type TestApp } from './test-app.ts'
import { FACTS, sendPicture } from './verified.fixture.ts'

/**
 * Chapter 5 of the specification over HTTP: each rule broken once, and what is said about it in each
 * language.
 */
const say = loadTexts()
const wire = (lang: string): string => (lang === 'ja' ? 'jp' : lang)

let app: TestApp
/** Verified and with an account at a bank; and one who has just come. */
let member: { token: string; userId: string }
let newcomer: { token: string; userId: string }
let accountId: string
let imageId: string
beforeAll(async () => {
  const free = { perSecond: 10_000, burst: 10_000, perMinute: null }
  app = await startTestApp({ limits: { ...LIMITS, lanes: { orders: free, cancels: free, writes: free } } })
  member = await app.enrol('090-5151-0001')
  newcomer = await app.enrol('090-5151-0002')
  accountId = await openBankAccount(app, member.token)
  imageId = await sendPicture(app, member.token, 'passbook')
}, 60_000)

const login = { account: '090-5151-0001', password: 'lamp-7Kq' }
const registration = () => ({
  mobile: '090-5151-0003',
  password: 'lamp-7Kq',
  confirmPassword: 'lamp-7Kq',
  invitationCode: app.modules.identity.demo!.invitationCode,
  verificationCode: '000000',
})
const change = { oldPassword: 'lamp-7Kq', newPassword: 'stone-31', confirmPassword: 'stone-31' }
const payout = () => ({ amount: 10_000, accountId, transactionPassword: TRANSACTION_PASSWORD })
const account = () => ({
  holder: 'サトウ ハルカ',
  bankCode: '0001',
  branchCode: '001',
  type: 'ordinary',
  number: '7654321',
  imageId,
  transactionPassword: TRANSACTION_PASSWORD,
})
const person = {
  name: '佐藤 遥',
  kana: 'サトウ ハルカ',
  idNumber: '301234567890',
  documentType: 'licence',
  ...FACTS,
  consents: [],
}
const order = { code: 'S801', side: 'up', type: 'market', quantity: 100, leverage: 1 }

type Case = [
  rule: string,
  path: string,
  body: () => object,
  change: object,
  sentence: string,
  english?: string,
]
const byMember: Case[] = [
  [
    'login: account required',
    '/auth/login',
    () => login,
    { account: '' },
    'identity.rejection.ACCOUNT_REQUIRED',
    'Account cannot be empty',
  ],
  [
    'login: password required',
    '/auth/login',
    () => login,
    { password: '' },
    'identity.rejection.PASSWORD_REQUIRED',
  ],
  [
    'register: a mobile number',
    '/auth/register',
    registration,
    { mobile: '0312345678' },
    'identity.rejection.MOBILE_FORMAT',
    'Mobile number format is wrong, please re-enter',
  ],
  [
    'register: a password that is too short',
    '/auth/register',
    registration,
    { password: 'a-7Kq', confirmPassword: 'a-7Kq' },
    'identity.rejection.PASSWORD_LENGTH',
  ],
  [
    'register: a password that is too long',
    '/auth/register',
    registration,
    { password: 'lamp-7Kq-31', confirmPassword: 'lamp-7Kq-31' },
    'identity.rejection.PASSWORD_LENGTH',
  ],
  [
    'register: the same password twice',
    '/auth/register',
    registration,
    { confirmPassword: 'lamp-7Kr' },
    'identity.rejection.PASSWORDS_DIFFER',
    'The passwords entered twice are different',
  ],
  [
    'register: an invitation code',
    '/auth/register',
    registration,
    { invitationCode: '' },
    'identity.rejection.INVITATION_REQUIRED',
  ],
  [
    'login password: the old one required',
    '/auth/password',
    () => change,
    { oldPassword: '' },
    'identity.rejection.OLD_PASSWORD_REQUIRED',
  ],
  [
    'login password: the new one required',
    '/auth/password',
    () => change,
    { newPassword: '', confirmPassword: '' },
    'identity.rejection.NEW_PASSWORD_REQUIRED',
  ],
  [
    'login password: 6 to 10 characters',
    '/auth/password',
    () => change,
    { newPassword: 's-311', confirmPassword: 's-311' },
    'identity.rejection.PASSWORD_LENGTH',
  ],
  [
    'login password: the same twice',
    '/auth/password',
    () => change,
    { confirmPassword: 'stone-32' },
    'identity.rejection.PASSWORDS_DIFFER',
    'The passwords entered twice are different',
  ],
  [
    'transaction password: 6 to 10 characters',
    '/auth/transaction-password',
    () => change,
    { newPassword: 'river-55-31', confirmPassword: 'river-55-31' },
    'identity.rejection.PASSWORD_LENGTH',
  ],
  [
    'transaction password: the same twice',
    '/auth/transaction-password',
    () => change,
    { confirmPassword: 'stone-32' },
    'identity.rejection.PASSWORDS_DIFFER',
    'The passwords entered twice are different',
  ],
  [
    'transaction password: the old one',
    '/auth/transaction-password',
    () => change,
    { oldPassword: '' },
    'identity.rejection.OLD_PASSWORD_WRONG',
  ],
  [
    'withdrawal: at least 10,000 yen',
    '/withdrawals',
    payout,
    { amount: 9_999 },
    'funding.rejection.WITHDRAWAL_MINIMUM',
  ],
  [
    'withdrawal: the transaction password',
    '/withdrawals',
    payout,
    { transactionPassword: '' },
    'identity.rejection.TRANSACTION_PASSWORD_REQUIRED',
  ],
  [
    'withdrawal: an account at a bank',
    '/withdrawals',
    payout,
    { accountId: 'none' },
    'funding.rejection.BANK_ACCOUNT_NOT_FOUND',
  ],
  ['buy: a multiple of 100', '/orders', () => order, { quantity: 150 }, 'orders.rejection.LOT_SIZE'],
  [
    'bank account: the holder',
    '/bank-accounts',
    account,
    { holder: ' ' },
    'funding.rejection.HOLDER_REQUIRED',
  ],
  ['bank account: the number', '/bank-accounts', account, { number: '' }, 'funding.rejection.ACCOUNT_NUMBER'],
  [
    'bank account: the bank',
    '/bank-accounts',
    account,
    { bankCode: '0002' },
    'funding.rejection.BANK_UNKNOWN',
  ],
  [
    'bank account: the branch',
    '/bank-accounts',
    account,
    { branchCode: '999' },
    'funding.rejection.BRANCH_UNKNOWN',
  ],
]
const byNewcomer: Case[] = [
  [
    'real name: the name',
    '/identity/submit',
    () => person,
    { name: '' },
    'members.rejection.ID_NAME_REQUIRED',
  ],
  [
    'real name: the number',
    '/identity/submit',
    () => person,
    { idNumber: '' },
    'members.rejection.ID_NUMBER_REQUIRED',
  ],
  [
    'real name: a date of birth that is none',
    '/identity/submit',
    () => person,
    { birthDate: '2001-02-30' },
    'members.rejection.BIRTH_DATE_FORMAT',
  ],
  [
    'real name: somebody under age',
    '/identity/submit',
    () => person,
    { birthDate: '2020-01-01' },
    'members.rejection.UNDERAGE',
  ],
  [
    'real name: the postal code',
    '/identity/submit',
    () => person,
    { postalCode: '123' },
    'members.rejection.POSTAL_CODE_FORMAT',
  ],
  [
    'real name: a postal code of no area',
    '/identity/submit',
    () => person,
    { postalCode: '000-0000' },
    'members.rejection.POSTAL_CODE_UNUSED',
  ],
  [
    'real name: an address of one letter',
    '/identity/submit',
    () => person,
    { address: 'a' },
    'members.rejection.ADDRESS_SHORT',
  ],
  [
    'real name: the address',
    '/identity/submit',
    () => person,
    { address: ' ' },
    'members.rejection.ADDRESS_REQUIRED',
  ],
  [
    'real name: an address of other characters',
    '/identity/submit',
    () => person,
    { address: '<b>1-1</b>' },
    'members.rejection.ADDRESS_CHARACTERS',
  ],
  [
    'facts of a person who is not verified',
    '/identity/facts',
    () => FACTS,
    {},
    'members.rejection.IDENTITY_NOT_PASSED',
  ],
  ['real name: the front', '/identity/submit', () => person, {}, 'members.rejection.FRONT_REQUIRED'],
]

describe('a rule that is broken is said in each language, in its own words', () => {
  const all = [
    ...byMember.map((each) => ({ each, who: () => member })),
    ...byNewcomer.map((each) => ({ each, who: () => newcomer })),
  ]
  it.each(all.map(({ each, who }) => ({ rule: each[0], each, who })))(
    '$rule',
    async ({ each: [, path, body, broken, sentence, english], who }) => {
      const said: string[] = []
      for (const lang of LANGS) {
        const { status, msg, data } = await app.call('POST', `/api${path}?lang=${wire(lang)}`, {
          token: who().token,
          body: { ...body(), ...broken },
        })
        expect([status, data.rejection]).toEqual([200, sentence.split('.').at(-1)])
        expect(msg, lang).toBe(say(lang, sentence, data.detail))
        said.push(msg)
        // Five wrong ones in a row would lock; a right one lifts the count.
        if (sentence.endsWith('PASSWORD_WRONG'))
          await app.call('POST', '/api/auth/unlock', {
            token: member.token,
            body: { transactionPassword: TRANSACTION_PASSWORD },
          })
      }
      expect(new Set(said).size).toBe(LANGS.length)
      if (english !== undefined) expect(said[LANGS.indexOf('en')]).toBe(english)
    },
  )

  it('the back of the document, once the front is there', async () => {
    await sendPicture(app, newcomer.token, 'identity-front')
    for (const lang of LANGS) {
      const { msg } = await app.call('POST', `/api/identity/submit?lang=${wire(lang)}`, {
        token: newcomer.token,
        body: person,
      })
      expect(msg).toBe(say(lang, 'members.rejection.BACK_REQUIRED'))
    }
  })

  it.each([
    ['recharge: the amount', '/deposits', { method: 'bank' }, 'amount'],
    ['recharge: the method', '/deposits', { amount: 1_000 }, 'method'],
    ['withdrawal: the amount', '/withdrawals', { accountId: 'x' }, 'amount'],
  ])('%s left out is named', async (_, path, body, field) => {
    const said = await Promise.all(
      LANGS.map((lang) => app.call('POST', `/api${path}?lang=${wire(lang)}`, { token: member.token, body })),
    )
    for (const { status, data } of said)
      expect([status, data.fields.map(({ path: at }: { path: string }) => at)]).toEqual([400, [field]])
    expect(new Set(said.map(({ msg }) => msg)).size).toBe(LANGS.length)
  })
})
