import { expect, test } from 'vitest'
import { paths, placeOf } from './paths.ts'
import { pages } from '#registry/pages.ts'

test('every address of the specification is a page', () => {
  const specified = [
    '/',
    '/pages/index/index',
    '/pages/market/market',
    '/pages/jiaoyi/jiaoyi',
    '/pages/record/record',
    '/pages/user/user',
    ...[
      'login/login',
      'order/order',
      'message/message',
      'index/gupiaoDetail/gupiaoDetail',
      'index/placeOrder/placeOrder',
      'index/ipo/ipo',
      'index/dadan/dadan',
      'index/rinei/index',
      'index/hongli/hongli',
      'index/gendan/gendan',
      'index/gendan/record',
      'index/rongzi/rongzi',
      'jiaoyi/jiaoyiDetail/jiaoyiDetail',
      'bankAccount/bankAccount',
      'bankAccount/accountLog',
      'search/search',
      'webview/webview',
      'withdrawal/withdrawal',
      'real_name/real_name',
      'seting/seting',
      'details/details',
      'recharge/recharge',
      'transactionPassions/transactionPassions',
      'switchLanguage/switchLanguage',
      'confirm/confirm',
      'customerService/customerService',
      'changePassword/changePassword',
      'transactionLog/transactionLog',
      'logout/logout',
      'register/register',
    ].map((path) => `/subPackages/${path}`),
  ]
  expect(specified.filter((path) => placeOf(path) === null)).toEqual([])
  // The product needs some more; they stand beside the specification's, never in the place of a tab.
  const added = Object.values(pages).filter(({ path }) => !specified.includes(path))
  expect(added.filter(({ path, tab }) => tab || !path.startsWith('/subPackages/'))).toEqual([])
})

test('addresses are written as the specification has them', () => {
  expect(paths.home()).toBe('#/pages/index/index')
  expect(paths.stock({ code: 'S214' })).toBe('#/subPackages/index/gupiaoDetail/gupiaoDetail?code=S214')
  expect(paths.orderTicket({ code: 'S214', side: 'up', quantity: 100, price: 2211.5 })).toBe(
    '#/subPackages/index/placeOrder/placeOrder?code=S214&side=up&quantity=100&price=2211.5',
  )
})

const cases: [url: string, name: string | null, params: object][] = [
  ['', 'startup', {}],
  ['#/', 'startup', {}],
  ['#/pages/jiaoyi/jiaoyi', 'trade', {}],
  ['#/subPackages/index/gupiaoDetail/gupiaoDetail?code=S214', 'stock', { code: 'S214' }],
  ['#/subPackages/index/gupiaoDetail/gupiaoDetail', 'stock', {}],
  ['#/subPackages/index/gupiaoDetail/gupiaoDetail?code=%3Cscript%3E', 'stock', {}],
  [
    '#/subPackages/index/placeOrder/placeOrder?side=sideways&quantity=1e9&price=-1&leverage=2.5',
    'orderTicket',
    { leverage: 2.5 },
  ],
  [
    '#/subPackages/index/placeOrder/placeOrder?code=S214&code=S215&unknown=1',
    'orderTicket',
    { code: 'S214' },
  ],
  ['#/pages/index/index/', null, {}],
  ['#/nowhere', null, {}],
  ['#/__proto__', null, {}],
]
test.each(cases)('%s', (url, name, params) => {
  const place = placeOf(url)
  expect(place?.name ?? null).toBe(name)
  if (place !== null) expect(place.params).toEqual(params)
})

test('what is built is read back', () => {
  const params = {
    code: '130A',
    side: 'down',
    type: 'limit',
    quantity: 1200,
    price: 842.3,
    leverage: 3.3,
    takeProfit: 800,
    stopLoss: 900.5,
  } as const
  expect(placeOf(paths.confirm(params))).toEqual({ name: 'confirm', tab: false, params })
})
