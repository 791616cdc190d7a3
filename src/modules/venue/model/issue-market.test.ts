import { describe, expect, test } from 'vitest'
import { afterDay, limitsFor } from '#modules/instruments/model/limits.ts'
import { BUY } from './book.ts'
import { at, testMarket } from './test-market.ts'

/** Market rules 5 and 6 on one issue; the worked examples of the facts by their numbers. */
const lastAt = (yen: number) => ({
  fairTenths: yen * 10,
  soFar: {
    openTenths: yen * 10,
    highTenths: yen * 10,
    lowTenths: yen * 10,
    lastTenths: yen * 10,
    volume: 100,
    turnoverYen: yen * 100,
    trades: 1,
  },
})

describe('special quotes', () => {
  test('worked example: base 600, the excess of market buys clears at 625, opened at 09:06', () => {
    const { market, wait, open, live, quoted, prints } = testMarket(600)
    wait('08:30', 'a', 'buy', null, 1_000)
    for (const [price, quantity] of [
      [610, 200],
      [620, 300],
      [625, 500],
    ] as const)
      wait('08:40', `s${price}`, 'sell', price, quantity)
    open('09:00')
    expect(quoted()).toEqual(['special', 'buy', 610, '09:03:00'])
    live('09:00', '09:02:59')
    expect(quoted()).toEqual(['special', 'buy', 610, '09:03:00'])
    live('09:03', '09:05:59')
    expect(quoted()).toEqual(['special', 'buy', 620, '09:06:00'])
    expect(market.isUnopened).toBe(true)
    live('09:06', '09:06')
    expect(quoted()).toBeNull()
    expect(prints).toEqual([['09:06:00', 625, 1_000]])
    expect(market.isUnopened).toBe(false)
  })

  test('worked example: last 530, a market sell meets 510 and 500: sell special quote 520, three minutes later 510 is in range', () => {
    const { market, open, enter, live, quoted, prints, fills } = testMarket(530, lastAt(530))
    open('09:00')
    enter('10:00', 'b510', 'buy', 510, 1_000)
    enter('10:00', 'b500', 'buy', 500, 3_000)
    enter('10:00', 's', 'sell', null, 1_000)
    expect(prints).toEqual([])
    expect(quoted()).toEqual(['special', 'sell', 520, '10:03:00'])
    live('10:00', '10:02:59')
    expect(prints).toEqual([])
    live('10:03', '10:03')
    expect(prints).toEqual([['10:03:00', 510, 1_000]])
    expect(fills).toEqual([
      ['b510', 510, 1_000],
      ['s', 510, 1_000],
    ])
    expect(market.isFree).toBe(true)
  })

  test('who comes meanwhile at the quote or better ends it at once', () => {
    const { open, enter, live, quoted, prints } = testMarket(530, lastAt(530))
    open('09:00')
    enter('10:00', 'b510', 'buy', 510, 1_000)
    enter('10:00', 's', 'sell', null, 1_000)
    enter('10:01', 'b', 'buy', 525, 1_000)
    live('10:01', '10:01')
    expect([quoted(), prints]).toEqual([null, [['10:01:00', 525, 1_000]]])
  })

  test('where nobody presses any more, trading goes on from the last price', () => {
    const { market, open, enter, live, quoted, slots } = testMarket(530, lastAt(530))
    open('09:00')
    enter('10:00', 'b510', 'buy', 510, 1_000)
    enter('10:00', 's', 'sell', null, 1_000)
    market.cancel(slots.get('s')!)
    live('10:01', '10:01')
    expect([quoted(), market.referenceTenths]).toEqual([null, 5_300])
  })

  test('trades go as far as the step, bounds included, and the rest of the order presses', () => {
    const { open, enter, quoted, prints } = testMarket(600, lastAt(600))
    open('09:00')
    for (const price of [605, 615, 626]) enter('10:00', `s${price}`, 'sell', price, 100)
    enter('10:00', 'b', 'buy', 630, 300)
    // 605 is within 600 ± 10, 615 within 605 ± 10; 626 is beyond 615 + 10, and beyond two steps from where
    // the run began.
    expect(prints).toEqual([
      ['10:00:00', 605, 100],
      ['10:00:00', 615, 100],
    ])
    expect(quoted()).toEqual(['sequential', 'buy', 620, '10:01:00'])
  })

  test('an offer far below the last price is out of reach as well: the price goes down by steps, whoever asks for the trade', () => {
    const { open, enter, live, quoted, prints } = testMarket(600, lastAt(600))
    open('09:00')
    enter('10:00', 's', 'sell', 585, 100)
    enter('10:00', 'b', 'buy', null, 100)
    expect([quoted(), prints]).toEqual([['special', 'sell', 590, '10:03:00'], []])
    live('10:00', '10:03')
    expect(prints).toEqual([['10:03:00', 585, 100]])
  })

  test('an IOC order trades what is in reach and brings no quote', () => {
    const { market, open, enter, prints } = testMarket(600, lastAt(600))
    open('09:00')
    for (const price of [605, 650]) enter('10:00', `s${price}`, 'sell', price, 100)
    enter('10:00', 'b', 'buy', null, 300, false)
    expect([prints, market.left, market.isFree]).toEqual([[['10:00:00', 605, 100]], 200, true])
  })

  test('not renewed in the last three minutes before trading ends', () => {
    const { open, enter, live, quoted, prints } = testMarket(600, lastAt(600))
    open('09:00')
    enter('11:24:30', 's', 'sell', 640, 100)
    enter('11:24:30', 'b', 'buy', null, 100)
    expect(quoted()).toEqual(['special', 'buy', 610, '11:27:30'])
    live('11:24:30', '11:29:59')
    expect([quoted()?.slice(0, 3), prints]).toEqual([['special', 'buy', 610], []])
  })

  test('market orders of both sides with no limit order between them meet at the last price (market rules 4)', () => {
    const { open, enter, live, quoted, prints } = testMarket(600, lastAt(600))
    open('09:00')
    enter('10:00', 'b', 'buy', null, 300)
    expect([quoted(), prints]).toEqual([['special', 'buy', 610, '10:03:00'], []])
    enter('10:01', 's', 'sell', null, 300)
    live('10:01', '10:01')
    expect([quoted(), prints]).toEqual([null, [['10:01:00', 600, 300]]])
  })

  test('up to the limit of the day, where it stays', () => {
    const { market, open, enter, live, quoted } = testMarket(600, lastAt(600))
    open('09:00')
    enter('09:10', 'b', 'buy', null, 100)
    live('09:10', '10:00')
    expect(quoted()!.slice(0, 3)).toEqual(['special', 'buy', market.limits.upperTenths / 10])
    enter('10:01', 's', 'sell', 700, 100)
    live('10:01', '10:01')
    expect([quoted(), market.lastTenths]).toEqual([null, 7_000])
  })
})

describe('the opening auction', () => {
  const ranges: [what: string, priceYen: number, opensAt: string | null][] = [
    ['a step up', 610, '09:00:00'],
    ['a yen more', 611, '09:03:00'],
    ['a step down', 590, '09:00:00'],
    ['a yen less', 589, '09:03:00'],
  ]
  test.each(ranges)(
    'a price that is %s from a base of 600, %d: opened at %s (market rules 5.3)',
    (_, priceYen, opensAt) => {
      const { wait, open, live, prints } = testMarket(600)
      wait('08:30', 's', 'sell', priceYen, 100)
      wait('08:30', 'b', 'buy', priceYen, 100)
      open('09:00')
      live('09:00', '09:03')
      expect(prints).toEqual([[opensAt, priceYen, 100]])
    },
  )
})

describe('sequential trade quotes', () => {
  const climbing = () => {
    const desk = testMarket(1_200, lastAt(1_200))
    desk.open('09:00')
    for (const price of [1_210, 1_230, 1_250, 1_260, 1_300])
      desk.enter('10:00', `s${price}`, 'sell', price, 100)
    desk.enter('10:00', 'b', 'buy', 1_320, 1_000)
    return desk
  }

  test('worked example: start 1,200, quote at 1,260 for 60 seconds, then special quote 1,290', () => {
    const { live, quoted, prints } = climbing()
    expect(prints.map(([, price]) => price)).toEqual([1_210, 1_230, 1_250, 1_260])
    expect(quoted()).toEqual(['sequential', 'buy', 1_260, '10:01:00'])
    live('10:00', '10:00:59')
    expect(quoted()).toEqual(['sequential', 'buy', 1_260, '10:01:00'])
    live('10:01', '10:01')
    expect(quoted()).toEqual(['special', 'buy', 1_290, '10:04:00'])
    live('10:01', '10:04')
    // Itayose: more is wanted than offered at every price up to the buyer's limit, so that it is the price
    // (5.2).
    expect(prints.at(-1)).toEqual(['10:04:00', 1_320, 100])
  })

  test('several orders within 60 seconds count as one run; later ones do not', () => {
    const { open, enter, live, quoted, prints } = testMarket(1_200, lastAt(1_200))
    open('09:00')
    for (const price of [1_225, 1_250, 1_275, 1_276]) enter('10:00', `s${price}`, 'sell', price, 100)
    for (const [clock, price] of [
      ['10:00', 1_225],
      ['10:00:30', 1_250],
    ] as const)
      enter(clock, `b${price}`, 'buy', price, 100)
    enter('10:00:59', 'b1', 'buy', 1_275, 100)
    expect(quoted()).toEqual(['sequential', 'buy', 1_260, '10:01:59'])
    live('10:00:59', '10:01:59')
    expect(prints.at(-1)).toEqual(['10:01:59', 1_275, 100])
    enter('10:03', 'b2', 'buy', 1_276, 100)
    expect([quoted(), prints.at(-1)]).toEqual([null, ['10:03:00', 1_276, 100]])
  })

  test('who sells to those who press trades at once, at the quote', () => {
    const { enter, quoted, prints, fills } = climbing()
    enter('10:00:10', 's', 'sell', 1_240, 200)
    expect(prints.at(-1)).toEqual(['10:00:10', 1_260, 200])
    expect(fills.slice(-2)).toEqual([
      ['b', 1_260, 200],
      ['s', 1_260, 200],
    ])
    expect(quoted()![0]).toBe('sequential')
  })

  test('with the last who presses filled, trading goes on', () => {
    const { market, enter, quoted, prints } = climbing()
    enter('10:00:10', 's', 'sell', 1_250, 700)
    expect([quoted(), prints.at(-1)]).toEqual([null, ['10:00:10', 1_260, 600]])
    expect(market.book.quantityAt(1, 12_500)).toBe(100)
  })

  test('who presses as well waits until it ends; nothing trades beyond it', () => {
    const { enter, live, prints } = climbing()
    const before = prints.length
    enter('10:00:10', 'c', 'buy', null, 100)
    enter('10:00:20', 'd', 'sell', 1_270, 2_000)
    live('10:00:20', '10:00:59')
    expect(prints.length).toBe(before)
    live('10:01', '10:01')
    expect(prints.at(-1)).toEqual(['10:01:00', 1_270, 700])
  })
})

describe('a halt', () => {
  test('nothing trades, orders gather, and the reopening is an itayose', () => {
    const { market, open, enter, live, prints } = testMarket(600, lastAt(600))
    open('09:00')
    enter('10:00', 's', 'sell', 600, 100)
    market.halt(at('10:00'), at('10:15'))
    enter('10:01', 'b', 'buy', 604, 300)
    enter('10:02', 'c', 'sell', 598, 200)
    live('10:00', '10:14:59')
    expect(prints).toEqual([])
    live('10:15', '10:15')
    expect([prints, market.isFree]).toEqual([[['10:15:00', 600, 300]], true])
  })
})

describe('the close of the day', () => {
  test('worked example C: special execution at 284, by the time of entry alone', () => {
    const { gather, wait, close, prints, fills } = testMarket(300, lastAt(300))
    gather('15:25')
    wait('15:25', 'A market sell', 'sell', null, 500, '13:40')
    wait('15:25', 'B sell 284', 'sell', 284, 200, '14:00')
    wait('15:25', 'C sell 290', 'sell', 290, 300, '13:10')
    wait('15:25', 'D buy 288', 'buy', 288, 200, '14:10')
    wait('15:25', 'E buy 280', 'buy', 280, 600, '14:20')
    close('15:30')
    expect(prints).toEqual([['15:30:00', 284, 200]])
    expect(fills).toEqual([
      ['D buy 288', 284, 200],
      ['A market sell', 284, 200],
    ])
  })

  test('a market order that came later gets nothing; who came before the afternoon opening shares as one class', () => {
    const { gather, wait, close, fills } = testMarket(300, lastAt(300))
    gather('15:25')
    wait('15:25', 'A1', 'sell', 284, 400, '10:00')
    wait('15:25', 'B1', 'sell', 284, 200, '09:10')
    wait('15:25', 'M', 'sell', null, 900, '14:00')
    wait('15:25', 'D', 'buy', 290, 300, '14:10')
    close('15:30')
    expect(fills).toEqual([
      ['D', 284, 300],
      ['B1', 284, 100],
      ['A1', 284, 200],
    ])
  })

  test('not at the morning close, and not inside the range', () => {
    const { wait, gather, close, prints } = testMarket(300, lastAt(300))
    gather('11:29')
    wait('11:29', 'M', 'sell', null, 500)
    wait('11:29', 'D', 'buy', 285, 200)
    close('11:30', false)
    expect(prints).toEqual([])
  })

  test('the range of the close is twice as wide, bounds included', () => {
    for (const [price, traded] of [
      [316, true],
      [317, false],
    ] as const) {
      const { wait, gather, close, prints } = testMarket(300, lastAt(300))
      gather('15:25')
      wait('15:25', 'S', 'sell', price, 100)
      wait('15:25', 'B', 'buy', price, 100)
      close('15:30')
      expect(prints.map(([, at]) => at)).toEqual(traded ? [price] : [])
    }
  })

  test('stop allocation at the limit: totals of the participants, largest first, one unit each in turn (worked example B)', () => {
    const { wait, gather, close, prints, fills, market } = testMarket(300, lastAt(376))
    expect(market.limits.upperTenths).toBe(3_800)
    gather('15:25')
    wait('15:25', 'A1', 'buy', null, 800)
    wait('15:26', 'A2', 'buy', 380, 400)
    wait('15:26', 'B', 'buy', null, 400)
    wait('15:27', 'C', 'buy', 380, 100)
    wait('15:25', 'S', 'sell', 370, 600)
    close('15:30')
    expect(prints).toEqual([['15:30:00', 380, 600]])
    const bought = Object.fromEntries(fills.map(([name, , quantity]) => [name, quantity]))
    expect(bought).toEqual({ A1: 200, A2: 100, B: 200, C: 100, S: 600 })
  })
})

describe('simultaneous orders at the price of an auction', () => {
  test('before an opening all of them, by participant', () => {
    const { wait, open, fills } = testMarket(500)
    wait('08:10', 'A', 'buy', 500, 100)
    wait('08:20', 'B', 'buy', 500, 700)
    wait('08:30', 'S', 'sell', 500, 300)
    open('09:00')
    expect(fills).toEqual([
      ['A', 500, 100],
      ['B', 500, 200],
      ['S', 500, 300],
    ])
  })
  test('at the close those of the session first by time, then those of pre-closing among themselves', () => {
    const { open, enter, gather, wait, close, fills } = testMarket(500, lastAt(500))
    open('09:00')
    enter('10:00', 'A', 'buy', 500, 200)
    enter('10:01', 'B', 'buy', 500, 100)
    gather('15:25')
    wait('15:26', 'C', 'buy', 500, 100)
    wait('15:27', 'D', 'buy', 500, 900)
    wait('15:28', 'S', 'sell', 500, 600)
    close('15:30')
    expect(fills).toEqual([
      ['A', 500, 200],
      ['B', 500, 100],
      ['C', 500, 100],
      ['D', 500, 200],
      ['S', 500, 600],
    ])
  })
})

test('an order for the close counts as one of pre-closing, however early it was given (market rules 1)', () => {
  const { open, enter, gather, wait, close, fills } = testMarket(500, lastAt(500))
  open('09:00')
  enter('10:00', 'A', 'buy', 500, 200)
  gather('15:25')
  wait('15:25', 'B at close', 'buy', 500, 100, '12:40')
  wait('15:29', 'C', 'buy', 500, 900)
  wait('15:29', 'S', 'sell', 500, 500)
  close('15:30')
  expect(fills).toEqual([
    ['A', 500, 200],
    ['B at close', 500, 100],
    ['C', 500, 200],
    ['S', 500, 500],
  ])
})

test('worked example: two days at the limit without a trade, from 300 to a range of 380 to 780', () => {
  let carried = { lockedDays: 0, widened: 'none' as 'none' | 'upper' | 'lower' }
  let base = 300
  const ranges: [number, number][] = []
  for (let day = 1; day <= 3; day++) {
    const limits = limitsFor(base * 10, 'other', carried.widened)
    ranges.push([limits.lowerTenths / 10, limits.upperTenths / 10])
    const { market, wait, open, live, gather, close } = testMarket(base, {
      limits,
      carried: { limits: carried, isShortRestricted: false },
    })
    wait('08:00', 'a', 'buy', null, 1_000)
    open('09:00')
    live('09:00', '11:29', '11:27')
    gather('15:25')
    close('15:30')
    market.endDay()
    expect(market.trades).toBe(0)
    carried = afterDay(carried, market.end!)
    base = market.referenceTenths / 10
  }
  expect(ranges).toEqual([
    [220, 380],
    [300, 460],
    [380, 780],
  ])
})

test('a trade at 90 % of the base price restricts short sales', () => {
  for (const [price, triggered] of [
    [541, false],
    [540, true],
  ] as const) {
    const { market, open, enter } = testMarket(600, lastAt(545))
    open('09:00')
    enter('10:00', 'b', 'buy', price, 100)
    enter('10:00', 's', 'sell', price, 100)
    expect([market.lastTenths, market.isShortTriggered]).toEqual([price * 10, triggered])
  }
})

test('a replayed issue trades without a range: its prices have been through these rules', () => {
  const { open, enter, prints, quoted } = testMarket(600, { ...lastAt(600), isReplay: true })
  open('09:00')
  for (const price of [605, 690]) enter('10:00', `s${price}`, 'sell', price, 100)
  enter('10:00', 'b', 'buy', null, 300)
  expect([prints.map(([, price]) => price), quoted()]).toEqual([[605, 690], null])
})

test('what stands after all of this is the same after a snapshot', () => {
  const desk = testMarket(1_200, lastAt(1_200))
  desk.open('09:00')
  for (const price of [1_210, 1_230, 1_260, 1_300]) desk.enter('10:00', `s${price}`, 'sell', price, 100)
  desk.enter('10:00', 'b', 'buy', null, 900)
  const kept = JSON.parse(JSON.stringify(desk.market.snapshot())) as ReturnType<typeof desk.market.snapshot>
  const again = testMarket(1_200)
  again.market.restore(kept, () => {})
  expect(again.quoted()).toEqual(desk.quoted())
  expect(again.market.snapshot()).toEqual(desk.market.snapshot())
  expect(again.market.book.quantityAt(BUY, null)).toBe(600)
})
