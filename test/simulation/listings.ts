import { addDays, dateJst, DAY, HOUR, MINUTE, type DateJst, type Ms } from '#kernel/time.ts'
import { everyDayCalendar } from '#modules/instruments/model/calendar.ts'
import { openingAt, schedules } from '#modules/instruments/model/schedule.ts'
import { roundToTick } from '#modules/instruments/model/tick.ts'
import { sampleTerms } from '#modules/ipo/server/sample.ts'
import { listings } from '#modules/listings/server/tables.ts'
import type { Asked } from '#modules/staff/server/public.ts'
import type { Dice } from './dice.ts'
import { MEMBERS } from './members.ts'
import { INSTRUMENTS, type SimApp } from './sim-app.ts'

const SCHEDULE = schedules['always-open']
const LEAD = MEMBERS.at(-1)!.id
const inSixLanguages = (text: string) =>
  Object.fromEntries(['ja', 'en', 'zh-Hans', 'zh-Hant', 'es', 'fr'].map((lang) => [lang, text]))

/**
 * The terms that the listing manager publishes next: of each kind at most one that is still to come or open,
 * of inventories one a day. Terms are those that the product's checks ask for.
 */
export function termsOfNext(app: SimApp, dice: Dice, now: Ms): Asked | null {
  const rows = app.engine.read.of(listings).all()
  const number = (kind: string, prefix: string) =>
    `${prefix}-2026-${String(rows.filter((row) => row.kind === kind).length + 1).padStart(4, '0')}`
  const isOn = (kind: string) =>
    rows.some((row) => row.kind === kind && row.voidedAt === null && row.closesAt > now)
  const kind = dice.one(['ipo', 'block-sale', 'block-sale', 'day-inventory', 'copy-product'] as const)
  if (kind !== 'day-inventory' && isOn(kind)) return null
  switch (kind) {
    case 'ipo':
      return {
        power: 'ipo.publish',
        subject: number('ipo', 'IPO'),
        body: { terms: sampleTerms(everyDayCalendar, now, rows.filter((row) => row.kind === 'ipo').length) },
      }
    case 'block-sale':
      return blockSale(app, dice, now, number('block-sale', 'BLK'))
    case 'day-inventory': {
      const { tradeDate } = app.modules.market.phase()
      // Of this day while it lasts, else of the next one: a day has one inventory.
      const tradeOn = [tradeDate, everyDayCalendar.next(tradeDate)].find(
        (date) =>
          closesOn(date) > now + HOUR &&
          !rows.some(({ kind: other, terms }) => other === kind && terms['tradeOn'] === date),
      )
      if (tradeOn === undefined) return null
      const terms = {
        tradeOn,
        perMemberUnits: 2,
        rows: INSTRUMENTS.slice(0, 2).map(({ code }) => ({ code, long: 8, short: 6 })),
        opensAt: Math.max(openingAt(SCHEDULE, tradeOn), now + MINUTE),
        closesAt: closesOn(tradeOn),
      }
      return { power: 'day-inventory.publish', subject: number('day-inventory', 'DAY'), body: { terms } }
    }
    case 'copy-product': {
      const { terms } = poolTerms(LEAD, now)
      return { power: 'copy-product.publish', subject: number('copy-product', 'CPY'), body: { terms } }
    }
  }
}

const closesOn = (tradeOn: DateJst): Ms => openingAt(SCHEDULE, tradeOn) + 20 * HOUR

/** A pool of two weeks, which opens in six hours. */
export function poolTerms(leadMemberId: string, now: Ms) {
  const opensAt = now + 6 * HOUR
  const terms = {
    names: inSixLanguages('Pool'),
    strategy: inSixLanguages('Buys a few large companies.'),
    leadMemberId,
    capYen: 20_000_000,
    minimumYen: 10_000,
    leadStakeYen: 2_000_000,
    performancePpm: 150_000,
    managementPpm: 10_000,
    opensAt,
    closesAt: now + 10 * DAY,
    endsOn: addDays(dateJst(now), 14),
  }
  return { terms, opensAt }
}

/** Few units, so that the draw has to decide. */
function blockSale({ modules: { market } }: SimApp, dice: Dice, now: Ms, subject: string): Asked | null {
  const { code, tickTable } = dice.one(INSTRUMENTS)
  const quote = market.quote(code)
  if (quote === null) return null
  const { phase, tradeDate } = market.phase()
  const previousCloseTenths =
    phase === 'closed' && quote.tradeDate < tradeDate
      ? (quote.lastTenths ?? quote.baseTenths)
      : quote.baseTenths
  const saleOn = everyDayCalendar.next(tradeDate, 2)
  return {
    power: 'block-sale.publish',
    subject,
    body: {
      terms: {
        code,
        saleOn,
        previousCloseTenths,
        priceTenths: roundToTick(previousCloseTenths * 0.975, tickTable, 'down'),
        units: dice.between(2, 6),
        perMemberUnits: 2,
        opensAt: now + MINUTE,
        closesAt: openingAt(SCHEDULE, saleOn) - HOUR,
      },
    },
  }
}
