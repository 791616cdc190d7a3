import { expect, test } from 'vitest'
import { arrive, decide, landing, snapshotIn, urlOf, type Intent, type Snapshot } from './navigation-state.ts'
import { paths } from './paths.ts'

const stock = paths.stock({ code: 'S214' })
const ticket = paths.orderTicket({ code: 'S214' })
const [home, trade, login] = [paths.home(), paths.trade(), paths.login()]

/** Places drawn as a line: the tab and its position in the browser's history, then the pages above it. */
const draw = ({ tab, tabAt, stack, at }: Snapshot): string =>
  [
    `${tab}@${tabAt ?? '-'}`,
    ...stack.map((entry) => `${entry.url.split('/').at(-1)}@${entry.at}`),
    `at ${at}`,
  ].join(' ')

/** A browser: its history, and what the app makes of it. */
function browser(first: string) {
  let entries: Snapshot[] = [arrive(first, 0, null)]
  let index = 0
  return {
    now: () => entries[index]!,
    do(intent: Intent): string {
      const decision = decide(entries[index]!, intent)
      if (!decision.ok) return decision.error
      index += decision.go
      expect(index, 'never jumps out of the app').toBeGreaterThanOrEqual(0)
      if (decision.write === 'push') {
        entries = [...entries.slice(0, index + 1), decision.snapshot]
        index += 1
      } else entries[index] = decision.snapshot
      expect(decision.snapshot.at, 'knows where it stands in the history').toBe(index)
      return draw(decision.snapshot)
    },
    go(by: number) {
      index += by
      return draw(entries[index]!)
    },
  }
}

type Step = [intent: Intent | number, expected: string]
const to = (url: string): Intent => ({ kind: 'to', url })
const tab = (url: string): Intent => ({ kind: 'tab', url })
const redirect = (url: string): Intent => ({ kind: 'redirect', url })
const relaunch = (url: string): Intent => ({ kind: 'relaunch', url })
const beside = (url: string): Intent => ({ kind: 'beside', url })
const back = (delta = 1): Intent => ({ kind: 'back', delta })

const stories: [name: string, first: string, steps: Step[]][] = [
  ['startup is replaced by home, so that back leaves the app', '', [[tab(home), 'home@0 at 0']]],
  [
    'into a stock, its ticket, and back',
    home,
    [
      [to(stock), `home@0 gupiaoDetail?code=S214@1 at 1`],
      [to(ticket), `home@0 gupiaoDetail?code=S214@1 placeOrder?code=S214@2 at 2`],
      [back(), `home@0 gupiaoDetail?code=S214@1 at 1`],
      [back(), 'home@0 at 0'],
      [back(), 'home@0 at 0'],
    ],
  ],
  [
    'two pages back at once, and more than there are',
    home,
    [
      [to(stock), 'home@0 gupiaoDetail?code=S214@1 at 1'],
      [to(ticket), 'home@0 gupiaoDetail?code=S214@1 placeOrder?code=S214@2 at 2'],
      [back(9), 'home@0 at 0'],
    ],
  ],
  [
    'a tab closes what lies above',
    home,
    [
      [to(stock), 'home@0 gupiaoDetail?code=S214@1 at 1'],
      [to(ticket), 'home@0 gupiaoDetail?code=S214@1 placeOrder?code=S214@2 at 2'],
      [tab(trade), 'trade@0 at 0'],
    ],
  ],
  [
    'tabs take one place of the history',
    home,
    [
      [tab(trade), 'trade@0 at 0'],
      [tab(paths.user()), 'user@0 at 0'],
    ],
  ],
  [
    'redirect replaces the page',
    home,
    [
      [to(ticket), 'home@0 placeOrder?code=S214@1 at 1'],
      [redirect(paths.confirm()), 'home@0 confirm@1 at 1'],
      [back(), 'home@0 at 0'],
    ],
  ],
  [
    'redirect from a tab takes its place in the history; back shows the tab',
    home,
    [
      [redirect(login), 'home@- login@0 at 0'],
      [back(), 'home@0 at 0'],
    ],
  ],
  ['entered above the tabs: back leads home', stock, [[back(), 'home@0 at 0']]],
  [
    'entered above the tabs: deeper, then two back',
    stock,
    [
      [to(ticket), 'home@- gupiaoDetail?code=S214@0 placeOrder?code=S214@1 at 1'],
      [back(2), 'home@0 at 0'],
    ],
  ],
  [
    'the browser goes back and forward',
    home,
    [
      [to(stock), 'home@0 gupiaoDetail?code=S214@1 at 1'],
      [-1, 'home@0 at 0'],
      [1, 'home@0 gupiaoDetail?code=S214@1 at 1'],
    ],
  ],
  [
    'from the list beside it, a page takes the place of those before',
    home,
    [
      [beside(stock), 'home@0 gupiaoDetail?code=S214@1 at 1'],
      [to(ticket), 'home@0 gupiaoDetail?code=S214@1 placeOrder?code=S214@2 at 2'],
      [beside(login), 'home@0 login@1 at 1'],
      [beside(login), 'LOCKED'],
      [back(), 'home@0 at 0'],
    ],
  ],
  [
    'relaunch closes everything',
    home,
    [
      [to(login), 'home@0 login@1 at 1'],
      [relaunch(home), 'home@0 at 0'],
      [relaunch(home), 'home@0 at 0'],
      [relaunch(login), 'home@- login@0 at 0'],
    ],
  ],
  [
    'the errors of the specification',
    home,
    [
      [to(''), 'MISSING_URL'],
      [redirect(''), 'MISSING_URL'],
      [tab(''), 'MISSING_URL'],
      [to('#/nowhere'), 'PAGE_NOT_FOUND'],
      [tab('#/nowhere'), 'PAGE_NOT_FOUND'],
      [to(trade), 'TAB_PAGE'],
      [redirect(trade), 'TAB_PAGE'],
      [tab(stock), 'NOT_TAB_PAGE'],
      [tab(home), 'LOCKED'],
      [to(stock), 'home@0 gupiaoDetail?code=S214@1 at 1'],
      [to(stock), 'LOCKED'],
      [redirect(stock), 'LOCKED'],
      [to(paths.stock({ code: 'S215' })), 'home@0 gupiaoDetail?code=S214@1 gupiaoDetail?code=S215@2 at 2'],
    ],
  ],
  [
    'addresses are taken with and without #',
    home,
    [
      [to(stock.slice(1)), 'home@0 gupiaoDetail?code=S214@1 at 1'],
      [to(stock), 'LOCKED'],
    ],
  ],
  [
    'senseless deltas go one back',
    home,
    [
      [to(stock), 'home@0 gupiaoDetail?code=S214@1 at 1'],
      [back(Number.NaN), 'home@0 at 0'],
    ],
  ],
]

test.each(stories)('%s', (_, first, steps) => {
  const app = browser(first)
  for (const [step, expected] of steps)
    expect(typeof step === 'number' ? app.go(step) : app.do(step)).toBe(expected)
})

test.each<[what: string, urls: string[], lands: number]>([
  ['the page that asked for the login', [stock, paths.login()], 0],
  ['the tab, from a page that is not there', ['#/nowhere', paths.register()], -1],
  ['what lies below a page that is not there', [stock, '#/nowhere', paths.register()], 0],
  ['what lies below the ways in', [stock, paths.login(), paths.register(), paths.afterLogin()], 0],
  ['the tab, where nothing lies below', [paths.login()], -1],
])('a login lands on %s', (_, urls, lands) =>
  expect(
    landing(
      urls.map((url, at) => ({ url, at })),
      ['login', 'register', 'recovery', 'afterLogin'],
    ),
  ).toBe(lands),
)

test('an address typed by hand lands above what is open, a tab below everything, an unknown one is shown as such', () => {
  const now = arrive(home, 0, null)
  expect(draw(arrive(stock, 1, now))).toBe('home@0 gupiaoDetail?code=S214@1 at 1')
  expect(draw(arrive(trade, 1, now))).toBe('trade@1 at 1')
  expect(urlOf(arrive('#/nowhere', 1, now))).toBe('#/nowhere')
})

test("only the app's own snapshots are taken from the history", () => {
  const now = arrive(home, 0, null)
  expect(snapshotIn({ akari: now })).toEqual(now)
  for (const foreign of [null, undefined, 'x', 1, {}, { other: 1 }]) expect(snapshotIn(foreign)).toBe(null)
})
