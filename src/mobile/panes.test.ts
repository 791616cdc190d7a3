import { expect, test } from 'vitest'
import { paths } from '#client/paths.ts'
import { panesOf } from './panes.ts'

const stock = paths.stock({ code: 'S214' })
const other = paths.stock({ code: 'S801' })
const ticket = paths.orderTicket({ code: 'S214' })
const confirm = paths.confirm({ code: 'S214', side: 'up', type: 'market', quantity: 100, leverage: 1 })
const result = paths.confirm({ order: '01' })
const [settings, language] = [paths.settings(), paths.switchLanguage()]

const nameOf = (url: string) => url.split('/').at(-1)!.split('&')[0]!
/** Panes as a line: each in sight, by its slot; * came with the one beside it, ( ) keeps what was typed. */
const draw = (urls: readonly string[], columns: 1 | 2 | 3, named: Readonly<Record<string, string>>): string =>
  panesOf(
    urls.map((url, at) => ({ url, at })),
    columns,
    'home',
    (id) => named[id],
  )
    .filter(({ slot, depth }) => slot !== null || depth === 0)
    .map(({ slot, url, depth }) =>
      slot === null ? `(${nameOf(url)})` : `${slot} ${nameOf(url)}${depth === 0 ? '*' : ''}`,
    )
    .join(' | ')

test.each<[what: string, urls: string[], columns: 1 | 2 | 3, drawn: string]>([
  ['nothing', [], 3, ''],
  ['a phone: the one in front', [stock, ticket], 1, 'main placeOrder?code=S214'],
  ['beside the tab: the one in front', [stock, ticket], 2, 'main placeOrder?code=S214'],
  [
    'an issue, and the ticket with it',
    [stock],
    3,
    'main gupiaoDetail?code=S214 | side placeOrder?code=S214*',
  ],
  ['an issue over another', [other, stock], 3, 'main gupiaoDetail?code=S214 | side placeOrder?code=S214*'],
  [
    'the ticket that was opened on a phone',
    [stock, ticket],
    3,
    'main gupiaoDetail?code=S214 | side placeOrder?code=S214 | (placeOrder?code=S214)',
  ],
  [
    'the issue stays while the order is confirmed',
    [stock, ticket, confirm],
    3,
    'main gupiaoDetail?code=S214 | side confirm?code=S214 | (placeOrder?code=S214)',
  ],
  [
    'and while it is followed',
    [stock, result],
    3,
    'main gupiaoDetail?code=S214 | side confirm?order=01 | (placeOrder?code=S214)',
  ],
  ['a ticket by its address', [ticket], 3, 'main gupiaoDetail?code=S214* | side placeOrder?code=S214'],
  [
    'a ticket over another issue',
    [other, ticket],
    3,
    'main gupiaoDetail?code=S214* | side placeOrder?code=S214',
  ],
  ['an order sent, by its address', [result], 3, 'main confirm?order=01'],
  ['a page of its own', [settings], 3, 'main seting'],
  ['two pages', [settings, language], 3, 'main seting | side switchLanguage'],
  ['an address that is none', ['#/nowhere'], 3, 'main nowhere'],
])('%s', (_, urls, columns, drawn) => expect(draw(urls, columns, {})).toBe(drawn))

const news = paths.newsItem({ id: '1' })
const newer = paths.newsItem({ id: '2' })
const performance = paths.performance()
const issue = { home: stock }
test.each<
  [what: string, urls: string[], columns: 1 | 2 | 3, named: Readonly<Record<string, string>>, drawn: string]
>([
  ['a phone has none', [], 1, issue, ''],
  ['alone it fills the place', [], 2, issue, 'main gupiaoDetail?code=S214*'],
  [
    'an issue, and the ticket with it',
    [],
    3,
    issue,
    'main gupiaoDetail?code=S214* | side placeOrder?code=S214*',
  ],
  ['what is opened takes its place', [settings], 2, issue, '(gupiaoDetail?code=S214) | main seting'],
  [
    'what is opened stands at its side, and the ticket keeps what was typed',
    [settings],
    3,
    issue,
    'main gupiaoDetail?code=S214* | side seting | (placeOrder?code=S214)',
  ],
  [
    'what is opened there leaves no room for it',
    [settings, language],
    3,
    issue,
    '(gupiaoDetail?code=S214) | main seting | side switchLanguage',
  ],
  [
    'the order of its ticket is confirmed beside it',
    [confirm],
    3,
    issue,
    'main gupiaoDetail?code=S214* | side confirm?code=S214 | (placeOrder?code=S214)',
  ],
  [
    'another issue takes its place',
    [other],
    3,
    issue,
    '(gupiaoDetail?code=S214) | main gupiaoDetail?code=S801 | side placeOrder?code=S801*',
  ],
  [
    'a page, and the issue that it names',
    [],
    3,
    { home: news, [`home beside ${news}`]: stock },
    'main gupiaoDetail?code=S214* | side news?id=1*',
  ],
  [
    'two pages and no room for a third',
    [],
    2,
    { home: news, [`home beside ${news}`]: stock },
    'main news?id=1*',
  ],
  [
    'a page of its kind takes its place',
    [newer],
    3,
    { home: news, [`0 ${newer}`]: stock },
    'main gupiaoDetail?code=S214* | (news?id=1) | side news?id=2',
  ],
  [
    'a page, and another that it names',
    [],
    3,
    { home: performance, [`home beside ${performance}`]: settings },
    'main performance* | side seting*',
  ],
  [
    'a page of another kind stands at its side',
    [settings],
    3,
    { home: performance },
    'main performance* | side seting',
  ],
  [
    'a page opened on its own names one too',
    [performance],
    3,
    { [`0 ${performance}`]: settings },
    'main performance | side seting*',
  ],
])('named to stand beside: %s', (_, urls, columns, named, drawn) =>
  expect(draw(urls, columns, named)).toBe(drawn),
)
