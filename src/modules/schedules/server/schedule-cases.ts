import { formatter, type Format } from '#i18n/format.ts'
import { langOf } from '#i18n/lang.ts'
import { PPM_OF_PERCENT, type PartsPerMillion } from '#kernel/money.ts'
import type { DateJst } from '#kernel/time.ts'
import { RELEASED } from '#modules/instruments/model/schedule.ts'
import type { AppContext } from '#modules/module.ts'
import { plainCase, type Body, type CaseFact, type CaseReader } from '#modules/staff/server/public.ts'
import type { PowerName } from '#registry/powers.ts'
import type { CalendarTable } from '../model/calendar.ts'
import type { FeeSchedule } from '../model/fees.ts'
import { clockWords, hoursOn, type HoursTable } from '../model/hours.ts'
import type { InvitationBatch } from '../model/invitations.ts'
import type { LimitSchedule } from '../model/limits.ts'
import { feesOn, limitsOn, publishedHours } from './public.ts'

type Words = (key: string, args?: Record<string, string | number>) => string
type Wording = { context: AppContext; f: Format; words: Words }
type Terms = (body: Body) => readonly CaseFact[]

const PAGES = {
  'fees.set': 'fees',
  'limits.set': 'limits',
  'calendar.set': 'days',
  'hours.set': 'hours',
  'invitations.issue': 'invitations',
} as const satisfies Partial<Record<PowerName, string>>
const LIMIT_NAMES = ['byRuleYen', 'orderYen', 'openOrders'] as const
const PARTS = ['takes', 'opens', 'closes'] as const

/** Requests for a table of the firm: what holds from when on, against what holds without it. */
export function scheduleCases(context: AppContext): readonly CaseReader[] {
  return (Object.keys(PAGES) as (keyof typeof PAGES)[]).map((power) => ({
    powers: [power],
    brief: async (subject) => plainCase(subject, { page: PAGES[power], at: `${subject} waiting` }),
    terms(_subject, body, locale) {
      const lang = langOf(locale)
      const words: Words = (key, args) => context.text(lang, `schedules.${key}`, args)
      return termsOf({ context, f: formatter(lang), words })[power](body)
    },
  }))
}

/** Each term by the name and in the unit of the form in which it was asked for. */
function termsOf({ context, f, words }: Wording): Readonly<Record<keyof typeof PAGES, Terms>> {
  const read = () => context.engine.read
  const day = (date: DateJst): string => `${f.day(date)} ${f.weekday(date)}`
  const days = (dates: readonly DateJst[]): string =>
    dates.length === 0 ? words('console.days.nobody') : dates.map(day).join(f.dot)
  const from = (date: DateJst): CaseFact => ({ label: words('console.from'), value: day(date) })
  const clock = (time: string) => clockWords(time, (shown) => words('hours.nextDay', { time: shown }))
  const percent = (ppm: PartsPerMillion) => f.ruleFigure(ppm / PPM_OF_PERCENT)
  return {
    'fees.set'(body) {
      const next = body as FeeSchedule
      const old = feesOn(read(), next.from)
      const term = (key: string, shown: string, was: string) => ({ label: words(key), value: shown, was })
      return [
        from(next.from),
        term('console.rate', percent(next.ratePpm), percent(old.ratePpm)),
        term('console.min', f.quantity(next.minYen), f.quantity(old.minYen)),
        term('console.max', f.quantity(next.maxYen), f.quantity(old.maxYen)),
      ]
    },
    'limits.set'(body) {
      const next = body as LimitSchedule
      const old = limitsOn(read(), next.from)
      return [
        from(next.from),
        ...LIMIT_NAMES.map((name) => ({
          label: words(`console.limits.${name}`),
          value: f.quantity(next[name]),
          was: f.quantity(old[name]),
        })),
      ]
    },
    'calendar.set'(body) {
      const { closed, opened } = body as CalendarTable
      return [
        { label: words('console.days.closed'), value: days(closed) },
        { label: words('console.days.opened'), value: days(opened) },
      ]
    },
    'hours.set'(body) {
      const next = body as HoursTable
      const old = hoursOn(publishedHours(read()), next.from) ?? RELEASED[context.schedule.id]
      const until = next.until === null ? words('console.hours.open') : day(next.until)
      return [
        from(next.from),
        { label: words('console.hours.last'), value: until },
        ...Array.from({ length: Math.max(next.sessions.length, old.sessions.length) }, (_, n) =>
          PARTS.map((part, index) => ({
            label: words(`console.hours.${part}`, { n: n + 1 }),
            value: timeOf(next.sessions[n]?.[index], clock),
            was: timeOf(old.sessions[n]?.[index], clock),
          })),
        ).flat(),
        {
          label: words('console.hours.preClosing'),
          value: clock(next.preClosing),
          was: clock(old.preClosing),
        },
      ]
    },
    'invitations.issue'(body) {
      const { from: first, until, codes, usesEach } = body as InvitationBatch
      return [
        from(first),
        { label: words('console.invitations.until'), value: day(until) },
        { label: words('console.invitations.codes'), value: f.quantity(codes) },
        { label: words('console.invitations.usesEach'), value: f.quantity(usesEach) },
      ]
    },
  }
}

/** A time of a session; — where the day has no such session. */
const timeOf = (time: string | undefined, clock: (time: string) => string): string =>
  time === undefined ? '—' : clock(time)
