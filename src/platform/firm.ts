import { readFileSync, statSync } from 'node:fs'
import { LANGS, type Lang } from '#i18n/lang.ts'
import { Misconfigured } from './misconfigured.ts'

/** A text in each language of the product. */
export type InLangs = Readonly<Record<Lang, string>>

const TYPES = ['ordinary', 'current', 'savings'] as const

/** The account that members pay deposits into. `holder`: half-width, as banks show it. */
export type DepositAccount = {
  readonly bankCode: string
  readonly bankName: string
  readonly branchCode: string
  readonly branchName: string
  readonly type: (typeof TYPES)[number]
  readonly number: string
  readonly holder: string
}
/** The account that withdrawals leave from, and the code that its bank has given the firm. */
export type PayoutAccount = {
  readonly bankCode: string
  readonly bankKana: string
  readonly branchCode: string
  readonly branchKana: string
  readonly type: (typeof TYPES)[number]
  readonly number: string
  readonly clientCode: string
  readonly senderKana: string
}
/** Somewhere to complain: the firm's own desk, or the body that settles disputes (FINMAC). */
export type Desk = { readonly name: InLangs; readonly phone: string; readonly hours: InLangs }

/** The firm that runs this server. */
export type Firm = {
  /** The demo setting's: nobody's name, account or telephone. */
  readonly isFictional: boolean
  readonly name: InLangs
  /** Its number as a financial instruments business operator: 関東財務局長（金商）第…号. */
  readonly registration: string
  readonly address: InLangs
  readonly accounts: { readonly deposits: DepositAccount; readonly payouts: PayoutAccount }
  readonly complaints: { readonly own: Desk; readonly mediator: Desk }
  /** Ten million simulated yen for each new member. */
  readonly openingGift: boolean
}

/**
 * Digits of codes, half-width kana of the banks, telephone numbers; each with the words for what it must be.
 */
const FORMS = {
  text: [/^\S(.{0,198}\S)?$/u, 'a text of 1 to 200 characters'],
  bank: [/^\d{4}$/, 'four digits'],
  branch: [/^\d{3}$/, 'three digits'],
  number: [/^\d{7}$/, 'seven digits'],
  client: [/^\d{10}$/, 'ten digits'],
  kana15: [/^[ｦｱ-ﾟA-Z0-9().\-/ ]{1,15}$/, 'up to 15 half-width kana, capitals or digits'],
  kana40: [/^[ｦｱ-ﾟA-Z0-9().\-/ ]{1,40}$/, 'up to 40 half-width kana, capitals or digits'],
  phone: [/^\+?\d[\d-]{7,18}\d$/, 'a telephone number such as 03-1234-5678'],
} as const
type Form = keyof typeof FORMS

/** A value of the file with the place where it stands, for the sentence of what is wrong with it. */
type Place = { readonly at: string; readonly value: unknown }

/**
 * Reads `FIRM_FILE`. Throws `Misconfigured` with a sentence that names the field and what it must be: one
 * that is missing, unknown or of another form is never guessed at.
 */
export function readFirm(path: string): Firm {
  const root: Place = { at: '', value: contentOf(path) }
  const refuse = (at: string, must: string): never => {
    throw new Misconfigured(`FIRM_FILE (${path}): ${at} must be ${must}.`)
  }
  function fields<const Name extends string>({ at, value }: Place, names: readonly Name[]) {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return refuse(at === '' ? 'the file' : at, `an object with ${names.join(', ')}`)
    const place = (name: string) => (at === '' ? name : `${at}.${name}`)
    const strange = Object.keys(value).find((name) => !names.some((known) => known === name))
    if (strange !== undefined)
      throw new Misconfigured(`FIRM_FILE (${path}): there is no field ${place(strange)}.`)
    const given = new Map<string, unknown>(Object.entries(value))
    return (name: Name): Place => ({ at: place(name), value: given.get(name) })
  }
  const text = ({ at, value }: Place, form: Form = 'text'): string => {
    const [pattern, must] = FORMS[form]
    return typeof value === 'string' && pattern.test(value) ? value : refuse(at, must)
  }
  const inLangs = (place: Place): InLangs => {
    const of = fields(place, LANGS)
    return Object.fromEntries(LANGS.map((lang) => [lang, text(of(lang))])) as Record<Lang, string>
  }
  const type = ({ at, value }: Place) =>
    TYPES.find((known) => known === value) ?? refuse(at, TYPES.join(', '))
  const desk = (place: Place): Desk => {
    const of = fields(place, ['name', 'phone', 'hours'])
    return { name: inLangs(of('name')), phone: text(of('phone'), 'phone'), hours: inLangs(of('hours')) }
  }
  const placeOfBank = (of: (name: 'bankCode' | 'branchCode' | 'type' | 'number') => Place) => ({
    bankCode: text(of('bankCode'), 'bank'),
    branchCode: text(of('branchCode'), 'branch'),
    type: type(of('type')),
    number: text(of('number'), 'number'),
  })
  const deposits = (place: Place): DepositAccount => {
    const of = fields(place, ['bankCode', 'bankName', 'branchCode', 'branchName', 'type', 'number', 'holder'])
    return {
      ...placeOfBank(of),
      bankName: text(of('bankName')),
      branchName: text(of('branchName')),
      holder: text(of('holder'), 'kana40'),
    }
  }
  const payouts = (place: Place): PayoutAccount => {
    const of = fields(place, [
      'bankCode',
      'bankKana',
      'branchCode',
      'branchKana',
      'type',
      'number',
      'clientCode',
      'senderKana',
    ])
    return {
      ...placeOfBank(of),
      bankKana: text(of('bankKana'), 'kana15'),
      branchKana: text(of('branchKana'), 'kana15'),
      clientCode: text(of('clientCode'), 'client'),
      senderKana: text(of('senderKana'), 'kana40'),
    }
  }
  const of = fields(root, ['name', 'registration', 'address', 'accounts', 'complaints', 'openingGift'])
  const accounts = fields(of('accounts'), ['deposits', 'payouts'])
  const complaints = fields(of('complaints'), ['own', 'mediator'])
  const gift = of('openingGift').value
  if (gift !== undefined && typeof gift !== 'boolean') return refuse('openingGift', 'true or false')
  return {
    isFictional: false,
    name: inLangs(of('name')),
    registration: text(of('registration')),
    address: inLangs(of('address')),
    accounts: { deposits: deposits(accounts('deposits')), payouts: payouts(accounts('payouts')) },
    complaints: { own: desk(complaints('own')), mediator: desk(complaints('mediator')) },
    openingGift: gift ?? false,
  }
}

const MOST_BYTES = 65_536

function contentOf(path: string): unknown {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined || !found.isFile())
    throw new Misconfigured(`FIRM_FILE is "${path}", and there is no such file.`)
  if (found.size > MOST_BYTES) throw new Misconfigured(`FIRM_FILE is "${path}", which is too long.`)
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as unknown
  } catch {
    throw new Misconfigured(`FIRM_FILE is "${path}", which is no JSON that this user may read.`)
  }
}

const everywhere = (text: string): InLangs =>
  Object.fromEntries(LANGS.map((lang) => [lang, text])) as Record<Lang, string>

/**
 * The firm of the demo setting. Invented: its bank code is nobody's, so that money sent by mistake arrives
 * nowhere, and its telephone numbers are of no exchange.
 */
export const DEMO_FIRM: Firm = {
  isFictional: true,
  name: { ...everywhere('Akari (明かり)'), ja: 'Akari（明かり）' },
  registration: '登録なし（架空の会社）',
  address: {
    ja: '東京都（架空）',
    en: 'Tokyo (fictional)',
    'zh-Hans': '东京都（虚构）',
    'zh-Hant': '東京都（虛構）',
    es: 'Tokio (ficticio)',
    fr: 'Tokyo (fictif)',
  },
  accounts: {
    deposits: {
      bankCode: '9999',
      bankName: 'デモ銀行',
      branchCode: '001',
      branchName: '分別管理支店',
      type: 'ordinary',
      number: '0010010',
      holder: 'ｱｶﾘｼﾖｳｹﾝ(ﾓｷﾞ)',
    },
    payouts: {
      bankCode: '9999',
      bankKana: 'デモギンコウ',
      branchCode: '001',
      branchKana: 'ブンベツカンリ',
      type: 'ordinary',
      number: '0010010',
      clientCode: '0000010010',
      senderKana: 'アカリショウケン(モギ)',
    },
  },
  complaints: {
    own: {
      name: { ...everywhere('Akari (明かり)'), ja: 'Akari（明かり）' },
      phone: '00-0000-0000',
      hours: everywhere('–'),
    },
    mediator: { name: everywhere('–'), phone: '00-0000-0000', hours: everywhere('–') },
  },
  openingGift: true,
}
