import { describe, expect, test } from 'vitest'
import { loadTexts } from '#i18n/server.ts'
import type { QuoteView } from '../contract.ts'
import { sessionLine } from './session-line.ts'

const END = '2026-11-20T02:30:00.000Z'
const UNTIL = '2026-11-20T01:03:00.000Z'
const say = loadTexts()
const buy = { side: 'buy', price: 1_290, until: UNTIL } as const
const sell = { ...buy, side: 'sell' } as const
const cases: [
  what: string,
  quote: Partial<QuoteView>,
  phase: string,
  key: string,
  mark: string | null,
  until: string,
][] = [
  ['trading', { state: 'trading' }, 'continuous', 'market.phaseUntil', null, END],
  [
    'special buy quote',
    { state: 'special', indication: buy },
    'continuous',
    'market.line.special.buy',
    'special',
    UNTIL,
  ],
  [
    'special sell quote',
    { state: 'special', indication: sell },
    'continuous',
    'market.line.special.sell',
    'special',
    UNTIL,
  ],
  [
    'not renewed any more before the close',
    { state: 'special', indication: { ...buy, until: '2026-11-20T02:27:00.000Z' } },
    'continuous',
    'market.line.last.buy',
    'special',
    '2026-11-20T02:27:00.000Z',
  ],
  [
    'sequential trade quote',
    { state: 'sequential', indication: sell },
    'continuous',
    'market.line.sequential.sell',
    'sequential',
    UNTIL,
  ],
  [
    'a special quote at the limit',
    { state: 'limit', indication: buy },
    'continuous',
    'market.line.limit.buy',
    'limit',
    UNTIL,
  ],
  [
    'at the limit with nobody on the other side',
    { state: 'limit' },
    'continuous',
    'market.line.limit',
    'limit',
    END,
  ],
  ['before the opening', { state: 'pre-open' }, 'pre-open', 'market.line.pre-open', 'pre-open', END],
  ['before the close', { state: 'pre-open' }, 'pre-closing', 'market.line.pre-closing', 'pre-open', END],
  ['halted', { state: 'halted' }, 'continuous', 'market.line.halted', null, END],
  ['lunch', { state: 'closed' }, 'lunch', 'market.phaseUntil', null, END],
  [
    'stale',
    { state: 'special', indication: buy, stale: true, at: '2026-11-20T01:00:00.000Z' },
    'continuous',
    'market.line.stale',
    null,
    '2026-11-20T01:00:00.000Z',
  ],
]
describe('the line on how an issue trades', () => {
  test.each(cases)('%s', (_what, quote, phase, key, mark, until) => {
    expect(sessionLine({ indication: null, stale: false, ...quote } as QuoteView, phase, END)).toEqual({
      key,
      mark,
      until,
    })
    for (const lang of ['ja', 'en'] as const)
      expect(say(lang, key, { price: '', time: '', phase: '', clock: '' })).not.toBe(key)
  })
})
