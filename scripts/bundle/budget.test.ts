import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { measure, overBudget, type Manifest } from './budget.ts'

const manifest: Manifest = {
  'index.html': { file: 'main.js', isEntry: true, imports: ['_react.js'] },
  '_react.js': { file: 'react.js' },
  '_list.js': { file: 'list.js', imports: ['_react.js'] },
  '_texts-ja-first.json': { file: 'texts-ja-first-abc.json' },
  '_texts-ja-trading.json': { file: 'texts-ja-trading-abc.json' },
  '_texts-ja-rest.json': { file: 'texts-ja-rest-abc.json' },
  '../modules/home/mobile/HomePage.tsx': { file: 'home.js', isDynamicEntry: true, imports: ['_list.js'] },
  '../modules/orders/mobile/TradePage.tsx': {
    file: 'trade.js',
    isDynamicEntry: true,
    imports: ['_list.js', '_sheet.js'],
    dynamicImports: ['../modules/orders/mobile/CloseSheet.tsx', '../modules/orders/mobile/ExitsSheet.tsx'],
  },
  '../modules/orders/mobile/LotPage.tsx': {
    file: 'lot.js',
    isDynamicEntry: true,
    dynamicImports: ['../modules/orders/mobile/ExitsSheet.tsx'],
  },
  '../modules/orders/mobile/CloseSheet.tsx': {
    file: 'close.js',
    isDynamicEntry: true,
    imports: ['../modules/orders/mobile/TradePage.tsx'],
  },
  '../modules/orders/mobile/ExitsSheet.tsx': {
    file: 'exits.js',
    isDynamicEntry: true,
    imports: ['../modules/orders/mobile/TradePage.tsx'],
  },
  '_sheet.js': { file: 'sheet.js' },
  '../modules/market/mobile/Chart.tsx': { file: 'chart.js', isDynamicEntry: true },
}

/** Random bytes do not shrink: a file of n KB travels as n KB and a little. */
const sized = (kb: Record<string, number>) => (file: string) => randomBytes((kb[file] ?? 1) * 1000)

const cases: [name: string, kb: Record<string, number>, over: string[]][] = [
  ['all small', {}, []],
  ['the entry too large', { 'main.js': 130 }, ['first load of home']],
  [
    'home and what it shares too large together',
    { 'home.js': 60, 'list.js': 50, 'react.js': 20 },
    ['first load of home'],
  ],
  ['texts of home too large', { 'texts-ja-first-abc.json': 17 }, ['texts-ja-first-abc.json']],
  ['texts of trading too large', { 'texts-ja-trading-abc.json': 21 }, ['texts-ja-trading-abc.json']],
  ['all other texts may be more', { 'texts-ja-rest-abc.json': 47 }, []],
  ['but not any size', { 'texts-ja-rest-abc.json': 49 }, ['texts-ja-rest-abc.json']],
  [
    'a page too large, and what loads it',
    { 'trade.js': 40 },
    ['modules/orders/mobile/TradePage.tsx', 'modules/orders/mobile/ExitsSheet.tsx'],
  ],
  [
    'a page too large by what it brings',
    { 'trade.js': 20, 'sheet.js': 20 },
    ['modules/orders/mobile/TradePage.tsx', 'modules/orders/mobile/ExitsSheet.tsx'],
  ],
  ['a page that shares with home', { 'trade.js': 20, 'list.js': 30 }, []],
  ['a sheet adds to the page that alone opens it', { 'trade.js': 30, 'close.js': 15 }, []],
  [
    'one that two pages open counts whole',
    { 'trade.js': 30, 'exits.js': 15 },
    ['modules/orders/mobile/ExitsSheet.tsx'],
  ],
  ['the chart may be larger', { 'chart.js': 65 }, []],
  ['but not any size', { 'chart.js': 101 }, ['modules/market/mobile/Chart.tsx']],
]

test.each(cases)('%s', (_, kb, over) => {
  expect(overBudget(measure(manifest, sized(kb))).map(({ name }) => name)).toEqual(over)
})
