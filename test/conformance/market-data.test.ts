/**
 * Our rules against the real market. Real files are not part of the repository: MARKET_DATA_DIR names their
 * folder.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { tseCalendar } from '#modules/instruments/model/calendar.ts'
import { forEachRow } from '#modules/instruments/model/csv-rows.ts'
import type { Defect } from '#modules/instruments/model/defects.ts'
import type { Instrument } from '#modules/instruments/model/instrument.ts'
import { limitsFor, type PriceLimits } from '#modules/instruments/model/limits.ts'
import { parseListing } from '#modules/instruments/model/listing-file.ts'
import { isOnTick, tableShown } from '#modules/instruments/model/tick.ts'
import { simulatedUniverse } from '#modules/instruments/model/universe.ts'
import { addDays, type DateJst } from '#kernel/time.ts'
import { parseReplayFile, type ReplayDay, type ReplayFile } from '#modules/venue/model/replay-bars.ts'
import { rulesOf, splitsShown } from '#modules/venue/model/replay-rules.ts'
import { intradayPath } from '#modules/venue/model/replay-path.ts'

const folder = process.env.MARKET_DATA_DIR ?? ''
const read = (name: string): string => {
  const bytes = readFileSync(join(folder, name))
  return (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
}

/**
 * Exceptions to the listing of June 2024, each with its reason: the index review of 31 October 2024 moved
 * these seven into the 500 with the finer ticks. On every day before it they keep the coarser grid, from that
 * day on they leave it.
 */
const JOINED_THE_FINER_TABLE = ['1942', '3048', '4194', '5344', '5838', '8020', '9934']
const REVIEW_DAY = '2024-10-31'
/** Days on which a limit was four times as wide, after two days at nothing but the limit. */
const WIDENED = [
  '3968 2024-02-16 upper',
  '4344 2024-03-12 upper',
  '4565 2023-06-29 lower',
  '6135 2025-01-06 upper',
  '9066 2024-05-14 upper',
]
/**
 * The bars outside of the ordinary limits, in yen: each after two days at one limit, which the third day has
 * four times as wide.
 */
const BEYOND_THE_ORDINARY_LIMITS = [
  {
    day: '3968 2024-02-16',
    why: 'limit-up at 1,112 and at 1,412',
    baseYen: 1_412,
    ordinaryYen: 1_712,
    widenedYen: 2_612,
    reachedYen: 2_021,
  },
  {
    day: '4565 2023-06-29',
    why: 'limit-down at 2,460 and at 1,960',
    baseYen: 1_960,
    ordinaryYen: 1_560,
    widenedYen: 360,
    reachedYen: 1_390,
  },
]

describe.skipIf(folder === '')('the real market (MARKET_DATA_DIR)', () => {
  let files: ReplayFile[]
  let listing: ReadonlyMap<string, Instrument>
  let listedRows: number
  let listingDefects: readonly Defect[]
  beforeAll(() => {
    files = ['tse_daily_raw_202306_202501.csv.gz', 'tse_daily_crash_20240729_20240816.csv.gz'].map((name) =>
      parseReplayFile(read(name)),
    )
    const text = read('tse_listed_20240628.csv.gz')
    const { instruments, defects } = parseListing(text)
    listing = new Map(instruments.map((instrument) => [instrument.code, instrument]))
    listingDefects = defects
    listedRows = text.trim().split('\n').length - 1
  })

  const tableOf = (all: readonly ReplayDay[], listed: Instrument) =>
    tableShown(
      all.map((day) => day.closeTenths),
      listed.tickTable,
    )
  const issues = () =>
    files.flatMap(({ days }) => [...days].map(([code, all]) => ({ code, all, listed: listing.get(code)! })))

  test('the listing loads: shares and funds with names, sectors and tick tables', () => {
    expect(listingDefects).toEqual([])
    expect(listedRows).toBe(4_371)
    expect(listing.size).toBe(4_190)
    expect(
      [...listing.values()].filter(({ sizeClass, kind }) => kind === 'stock' && sizeClass === 'large'),
    ).toHaveLength(99)
    expect(
      [...listing.values()].filter(({ tickTable, kind }) => kind === 'stock' && tickTable === 'topix500'),
    ).toHaveLength(493)
    expect(listing.get('7203')).toMatchObject({
      sector: 'automobiles',
      tickTable: 'topix500',
      sizeClass: 'large',
    })
    expect(listing.get('130A')).toMatchObject({ kind: 'stock', tickTable: 'other' })
  })

  test('all 197,064 bars load without a defect', () => {
    expect(files.flatMap(({ defects }) => defects)).toEqual([])
    expect(issues().reduce((sum, { all }) => sum + all.length, 0)).toBe(197_064)
  })

  test('every price is on the tick grid of its day', () => {
    const offTick: string[] = []
    const joined = new Map<string, DateJst>()
    for (const { code, all, listed } of issues()) {
      const table = tableOf(all, listed)
      for (const day of all) {
        const prices = [day.openTenths, day.highTenths, day.lowTenths, day.closeTenths]
        if (!prices.every((price) => isOnTick(price, day.date < REVIEW_DAY ? listed.tickTable : table)))
          offTick.push(`${code} ${day.date}`)
        if (!joined.has(code) && !prices.every((price) => isOnTick(price, listed.tickTable)))
          joined.set(code, day.date)
      }
    }
    expect(offTick).toEqual([])
    expect([...joined]).toEqual(JOINED_THE_FINER_TABLE.map((code) => [code, REVIEW_DAY]))
  })

  test('every bar is inside the limits that the rules compute; what the ordinary ones do not hold is explained', () => {
    const widened: string[] = []
    const outside: string[] = []
    const beyondOrdinary: object[] = []
    for (const { code, all, listed } of issues()) {
      const table = tableOf(all, listed)
      rulesOf(all, table).forEach((rules, index) => {
        const day = all[index]!
        if (rules.isBeyond) outside.push(`${code} ${day.date}`)
        const isIn = ({ lowerTenths, upperTenths }: PriceLimits) =>
          day.lowTenths >= lowerTenths && day.highTenths <= upperTenths
        if (!isIn(rules)) outside.push(`${code} ${day.date}`)
        if (rules.widened === 'none') return
        widened.push(`${code} ${day.date} ${rules.widened}`)
        const ordinary = limitsFor(rules.baseTenths, table)
        if (isIn(ordinary)) return
        const of = (limits: PriceLimits) =>
          (rules.widened === 'upper' ? limits.upperTenths : limits.lowerTenths) / 10
        beyondOrdinary.push({
          day: `${code} ${day.date}`,
          baseYen: rules.baseTenths / 10,
          ordinaryYen: of(ordinary),
          widenedYen: of(rules),
          reachedYen: of({ lowerTenths: day.lowTenths, upperTenths: day.highTenths }),
        })
      })
    }
    expect(outside).toEqual([])
    expect(widened).toEqual(WIDENED)
    expect(beyondOrdinary).toEqual(BEYOND_THE_ORDINARY_LIMITS.map(({ why: _, ...figures }) => figures))
  })

  test('the 54 real splits, and no others, show in the prices', () => {
    const real: string[] = []
    forEachRow(read('tse_splits_202306_202501.csv'), ['code', 'ex_date', 'ratio'], (_, fields) =>
      real.push(fields.join(' ')),
    )
    const found = issues().flatMap(({ code, all, listed }) =>
      splitsShown(code, all, rulesOf(all, tableOf(all, listed))).map(
        ({ exDate, newShares, oldShares }) => `${code} ${exDate} ${newShares / oldShares}`,
      ),
    )
    expect(found.sort()).toEqual(real.sort())
    expect(real).toHaveLength(54)
  })

  test('the calendar equals the real session list of 2023 to January 2025', () => {
    const real = new Set(
      read('tse_trading_days_2019_202501.csv')
        .trim()
        .split('\n')
        .filter((date) => date >= '2023' && date < '2026'),
    )
    const differences: DateJst[] = []
    for (let date = '2023-01-01'; date <= '2025-01-31'; date = addDays(date, 1)) {
      if (tseCalendar.isTradingDay(date) !== real.has(date)) differences.push(date)
    }
    expect(differences).toEqual([])
    expect(real.size).toBe(510)
  })

  test('each of the 73 rows with an absurd volume is refused among sound neighbours', () => {
    let rows = 0
    forEachRow(
      read('bad_volume_rows.csv.gz'),
      ['code', 'date', 'volume', 'ratio_to_61d_median_volume'],
      (_, [code, date, volume, ratio]) => {
        // Prices of these rows are adjusted and off any grid; the volume alone must be enough.
        const row = (days: number, shares: string | number) =>
          `${code},${addDays(date, days)},1000,1010,990,1000,${shares}`
        const usual = Math.max(Math.round(Number(volume) / Number(ratio)), 1)
        const neighbours = [-4, -3, -2, -1, 1, 2, 3, 4].map((days) => row(days, usual))
        const file = parseReplayFile(
          ['code,date,open,high,low,close,volume', row(0, volume), ...neighbours].join('\n'),
        )
        expect(file.defects).toMatchObject([
          { line: 2, reason: expect.stringContaining('times that of the days around it') },
        ])
        rows++
      },
    )
    expect(rows).toBe(73)
  })

  test('5 August 2024 can be interpolated for every issue: the path keeps to its bar', () => {
    let issuesOnThatDay = 0
    for (const { all, listed } of issues()) {
      const day = all.find(({ date }) => date === '2024-08-05')
      if (!day) continue
      issuesOnThatDay++
      const path = intradayPath(day, { ...listed, tickTable: tableOf(all, listed) })
      const whole = {
        date: day.date,
        openTenths: path[0]!.openTenths,
        closeTenths: path.at(-1)!.closeTenths,
        highTenths: Math.max(...path.map((bar) => bar.highTenths)),
        lowTenths: Math.min(...path.map((bar) => bar.lowTenths)),
        volume: path.reduce((sum, bar) => sum + bar.volume, 0),
      }
      expect(whole).toEqual(day)
    }
    expect(issuesOnThatDay).toBeGreaterThan(1_000)
  })

  test('no invented company has the name of a listed one', () => {
    const clashes: string[] = []
    const companies = simulatedUniverse('names').filter(({ kind }) => kind === 'stock')
    const listed = [...listing.values()].filter(({ kind }) => kind === 'stock')
    const japanese = new Set(listed.map(({ names }) => names.ja))
    // "AKARI CO., LTD." and "AKARI HOLDINGS" both begin with the word that people know.
    const english = new Set(
      listed.map(({ romaji }) => romaji.split(/[^a-z]+/)[0]!).filter((word) => word.length > 3),
    )
    for (const { code, names } of companies) {
      const stem = names.en.split(' ')[0]!.toLowerCase()
      if (japanese.has(names.ja) || english.has(stem)) clashes.push(`${code} ${names.ja} ${names.en}`)
    }
    expect(clashes).toEqual([])
  })
})
