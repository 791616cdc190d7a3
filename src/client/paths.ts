import { FORMS } from '#wire/forms.ts'

/**
 * Every place of the app, in one list. The addresses are the specification's (chapter 2) and stand nowhere
 * else; the names are ours. Parameters are optional, always: an address may be typed by hand, and the page
 * then shows its default.
 */
type Parse<T> = (text: string) => T | undefined
const like =
  (form: RegExp): Parse<string> =>
  (text) =>
    form.test(text) ? text : undefined
const upTo =
  (longest: number): Parse<string> =>
  (text) =>
    text.length <= longest ? text : undefined
const oneOf =
  <const T extends string>(...words: readonly T[]): Parse<T> =>
  (text) =>
    words.find((word) => word === text)

const IssueCode = like(FORMS.issueCode)
const Id = like(FORMS.id)
const DateText = like(FORMS.date)
const Num: Parse<number> = (text) => (/^\d{1,13}(\.\d+)?$/.test(text) ? Number(text) : undefined)
const Side = oneOf('up', 'down')
const OrderType = oneOf('market', 'limit', 'stop', 'stop-limit')
const Word = upTo(80)

/** A bound of the screener, as it is typed. */
const Bound = like(/^-?\d{1,9}(\.\d{1,2})?$/)

type Shape = Readonly<Record<string, Parse<string | number>>>
/** `own`: about the member's own things; a guest who comes by its address is asked to log in. */
type Page = {
  readonly path: `/${string}`
  readonly tab: boolean
  readonly own: boolean
  readonly params: Shape
}
const page = <const P extends `/${string}`, const S extends Shape = Record<never, never>>(
  path: P,
  params?: S,
) => ({ path, tab: false, own: false, params: (params ?? {}) as S }) as const
const own = <const P extends `/${string}`, const S extends Shape = Record<never, never>>(
  path: P,
  params?: S,
) => ({ ...page(path, params), own: true }) as const
const tab = <const P extends `/${string}`>(path: P) => ({ path, tab: true, own: false, params: {} }) as const

const Ticket = {
  code: IssueCode,
  side: Side,
  type: OrderType,
  quantity: Num,
  price: Num,
  leverage: Num,
  takeProfit: Num,
  stopLoss: Num,
  lot: Id,
  triggerPrice: Num,
  condition: oneOf('at-open', 'at-close', 'limit-then-market'),
  timeInForce: oneOf('ioc'),
  validity: oneOf('week', 'date'),
  validUntil: DateText,
}

export const pages = {
  startup: page('/'),

  home: tab('/pages/index/index'),
  market: tab('/pages/market/market'),
  trade: tab('/pages/jiaoyi/jiaoyi'),
  news: tab('/pages/record/record'),
  user: tab('/pages/user/user'),

  login: page('/subPackages/login/login'),
  register: page('/subPackages/register/register', { invitation: Word }),
  logout: own('/subPackages/logout/logout'),
  search: page('/subPackages/search/search', { query: Word }),
  screener: page('/subPackages/screener/screener', {
    kind: oneOf('stock', 'etf'),
    sectors: upTo(200),
    sort: Word,
    priceFrom: Bound,
    priceTo: Bound,
    lotTo: Bound,
    changeFrom: Bound,
    changeTo: Bound,
    volumeFrom: Bound,
    turnoverFrom: Bound,
    capFrom: Bound,
    capTo: Bound,
    perFrom: Bound,
    perTo: Bound,
    yieldFrom: Bound,
    yieldTo: Bound,
  }),
  watchlists: own('/subPackages/watchlists/watchlists', { list: Id }),
  stock: page('/subPackages/index/gupiaoDetail/gupiaoDetail', { code: IssueCode, view: Word }),
  orderTicket: page('/subPackages/index/placeOrder/placeOrder', Ticket),
  confirm: own('/subPackages/confirm/confirm', Ticket),
  orders: own('/subPackages/order/order', { status: Word, code: IssueCode }),
  tradeDetail: own('/subPackages/jiaoyi/jiaoyiDetail/jiaoyiDetail', {
    order: Id,
    lot: Id,
    act: oneOf('close', 'amend'),
    quantity: Num,
    price: Num,
  }),
  receipt: own('/subPackages/jiaoyi/receipt', { order: Id, digest: Word }),
  dividends: page('/subPackages/dividends/dividends', { view: Word }),
  incomeLog: own('/subPackages/details/details', { from: DateText, to: DateText }),
  transactionLog: own('/subPackages/transactionLog/transactionLog', { view: Word }),
  accountLog: own('/subPackages/bankAccount/accountLog', { account: Word, order: Id, lot: Id }),
  margin: own('/subPackages/bankAccount/margin'),
  tax: own('/subPackages/bankAccount/tax'),
  taxReport: own('/subPackages/bankAccount/taxReport', { year: Word }),
  feeStatement: own('/subPackages/bankAccount/fees'),
  reports: own('/subPackages/bankAccount/reports'),
  bankAccount: own('/subPackages/bankAccount/bankAccount', { id: Id }),
  bankAccountAdd: own('/subPackages/bankAccount/add'),
  closeAccount: own('/subPackages/bankAccount/close'),
  withdrawalClock: page('/subPackages/withdrawal/clock'),
  withdrawal: own('/subPackages/withdrawal/withdrawal', { id: Id }),
  recharge: own('/subPackages/recharge/recharge', { id: Id }),
  realName: own('/subPackages/real_name/real_name'),
  accountOpening: own('/subPackages/account/account'),
  investorProfile: own('/subPackages/account/profile'),
  level: own('/subPackages/level/level'),
  riskQuiz: own('/subPackages/level/quiz'),
  messages: own('/subPackages/message/message', { id: Id }),
  notifications: own('/subPackages/message/notifications'),
  newsItem: page('/subPackages/news/news', { id: Id }),
  alerts: own('/subPackages/alerts/alerts', { code: IssueCode }),
  ipo: page('/subPackages/index/ipo/ipo', { id: Id, view: Word }),
  drawCheck: page('/subPackages/index/ipo/verify', { id: Id, application: Id }),
  blockTrade: page('/subPackages/index/dadan/dadan', { id: Id, view: Word }),
  dayTrade: page('/subPackages/index/rinei/index', { id: Id, view: Word }),
  ai: page('/subPackages/index/ai/ai', { id: Id, view: Word }),
  bonus: own('/subPackages/index/hongli/hongli'),
  copy: page('/subPackages/index/gendan/gendan', { id: Id, view: Word }),
  copyRecord: own('/subPackages/index/gendan/record', { id: Id }),
  financing: page('/subPackages/index/rongzi/rongzi', { id: Id, view: oneOf('apply', 'score') }),
  trust: page('/subPackages/trust/trust'),
  marketDays: page('/subPackages/trust/days', { date: DateText, part: Num }),
  operatorActs: own('/subPackages/operatorActs/operatorActs'),
  customerService: own('/subPackages/customerService/customerService', { about: Word }),
  settings: page('/subPackages/seting/seting'),
  switchLanguage: page('/subPackages/switchLanguage/switchLanguage'),
  afterLogin: own('/subPackages/login/confirm'),
  recovery: page('/subPackages/recovery/recovery', {
    what: oneOf('password', 'passkey', 'phone', 'transaction-password'),
  }),
  security: own('/subPackages/security/security'),
  devices: own('/subPackages/security/devices'),
  authenticator: own('/subPackages/security/authenticator'),
  phone: own('/subPackages/security/phone'),
  email: own('/subPackages/security/email'),
  changePassword: own('/subPackages/changePassword/changePassword'),
  transactionPassword: own('/subPackages/transactionPassions/transactionPassions'),
  webview: page('/subPackages/webview/webview', { document: Word, version: Num, page: Word }),
} as const satisfies Record<string, Page>

export type PageName = keyof typeof pages
/** By which one comes in; what lies below them waits. */
export const ENTRANCE = ['login', 'register', 'recovery', 'afterLogin'] as const satisfies PageName[]
export type TabName = { [N in PageName]: (typeof pages)[N]['tab'] extends true ? N : never }[PageName]

/** The parsed parameters that a page receives. */
export type ParamsFor<N extends PageName> = {
  readonly [P in keyof (typeof pages)[N]['params']]?: (typeof pages)[N]['params'][P] extends Parse<infer T>
    ? T
    : never
}

type SearchParams = Readonly<Record<string, string | number | undefined>>
type Builder<N extends PageName> = (params?: ParamsFor<N>) => string

/** `paths.stock({ code: 'S214' })` is the address of a place, for `navigate` and for links. */
export const paths = Object.fromEntries(
  Object.entries<Page>(pages).map(([name, { path }]) => [
    name,
    (params: SearchParams = {}) => `#${path}${searchOf(params)}`,
  ]),
) as { readonly [N in PageName]: Builder<N> }

function searchOf(params: SearchParams): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) if (value !== undefined) search.set(name, String(value))
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}

export type Place = { name: PageName; tab: boolean; params: Readonly<Record<string, unknown>> }

const nameByPath = new Map<string, PageName>(
  Object.entries<Page>(pages).map(([name, { path }]) => [path, name as PageName]),
)

/**
 * The page at an address (with or without `#`), or null where there is none. A parameter that does not parse
 * is left out.
 */
export function placeOf(url: string): Place | null {
  const [path = '', search = ''] = url.replace(/^#/, '').split('?', 2)
  const name = nameByPath.get(path || '/')
  if (name === undefined) return null
  const deps = new URLSearchParams(search)
  const params: Record<string, unknown> = {}
  for (const [param, parse] of Object.entries<Parse<unknown>>(pages[name].params)) {
    const text = deps.get(param)
    const value = text === null ? undefined : parse(text)
    if (value !== undefined) params[param] = value
  }
  return { name, tab: pages[name].tab, params }
}
