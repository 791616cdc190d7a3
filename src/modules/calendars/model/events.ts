import type { DateJst, Ms } from '#kernel/time.ts'
import type { CorporateAction } from '#modules/instruments/model/corporate-actions.ts'
import type { ResultsDate } from '#modules/instruments/model/earnings.ts'
import type { CalendarEvent, When } from './icalendar.ts'

/** Steps of an offering that have a date of their own. */
export const IPO_STEPS = ['opens', 'closes', 'draw', 'payment', 'listing'] as const
export type IpoStep = (typeof IPO_STEPS)[number]
export type Offering = {
  id: string
  code: string
  name: string
  isVoid: boolean
  opensAt: Ms
  closesAt: Ms
  drawOn: DateJst
  payFrom: DateJst
  payTo: DateJst
  issueOn: DateJst
}
export const whenOf = (offering: Offering): Readonly<Record<IpoStep, When>> => ({
  opens: { at: offering.opensAt },
  closes: { at: offering.closesAt },
  draw: day(offering.drawOn),
  payment: { from: offering.payFrom, to: offering.payTo },
  listing: day(offering.issueOn),
})

/** The kinds of events, each with a word of its own. */
export const EVENT_KINDS = ['ex-dividend', 'dividend', 'split', 'results', 'ipo'] as const
export type EventKind = (typeof EVENT_KINDS)[number]

export type Dates = {
  actions: readonly CorporateAction[]
  results: readonly ResultsDate[]
  offerings: readonly Offering[]
}

/** Words about an event, in the language of the feed. */
export type Words = {
  nameOf: (code: string) => string
  kind: (kind: EventKind) => string
  summary: (kind: Exclude<EventKind, 'ipo'>, name: string) => string
  step: (step: IpoStep, name: string, isVoid: boolean) => string
  exDescription: (action: CorporateAction) => string
  /** Said of every event: simulated. */
  note: string
}

const day = (date: DateJst): When => ({ from: date, to: date })
const UID_HOST = 'akari.invalid'

/**
 * The events of a calendar, by what happens. Their ids name issue and occasion, never the date, which a
 * published change of the trading days can move: `revision`, the number of those changes, is their sequence.
 */
export function eventsOf(
  { actions, results, offerings }: Dates,
  words: Words,
  revision: number,
): CalendarEvent[] {
  const event = (
    kind: EventKind,
    occasion: string,
    code: string,
    when: When,
    more: { summary: string; description?: string; isCancelled?: boolean },
  ): CalendarEvent => ({
    uid: `${occasion}@${UID_HOST}`,
    sequence: revision + (more.isCancelled === true ? 1 : 0),
    isCancelled: more.isCancelled ?? false,
    when,
    summary: more.summary,
    description: [code, more.description ?? '', words.note].filter((part) => part !== '').join('\n'),
    category: words.kind(kind),
  })
  const ofAction = (action: CorporateAction): CalendarEvent[] => {
    const { kind, code, exDate, recordDate } = action
    // The record date stays in its month, whatever day it falls on.
    const occasion = `${code}-${recordDate.slice(0, 7)}`
    const name = words.nameOf(code)
    const described = { description: words.exDescription(action) }
    return kind === 'split'
      ? [
          event('split', `split-${occasion}`, code, day(exDate), {
            summary: words.summary('split', name),
            ...described,
          }),
        ]
      : [
          event('ex-dividend', `ex-dividend-${occasion}`, code, day(exDate), {
            summary: words.summary('ex-dividend', name),
            ...described,
          }),
          event('dividend', `dividend-${occasion}`, code, day(action.payDate), {
            summary: words.summary('dividend', name),
          }),
        ]
  }
  return [
    ...actions.flatMap(ofAction),
    ...results.map(({ code, businessYear, quarter, announcedOn }) =>
      event('results', `results-${code}-${businessYear}-${quarter}`, code, day(announcedOn), {
        summary: words.summary('results', words.nameOf(code)),
      }),
    ),
    ...offerings.flatMap((offering) =>
      IPO_STEPS.map((step) =>
        event('ipo', `ipo-${offering.id.toLowerCase()}-${step}`, offering.code, whenOf(offering)[step], {
          summary: words.step(step, offering.name, offering.isVoid),
          isCancelled: offering.isVoid,
        }),
      ),
    ),
  ]
}
