import * as z from 'zod/mini'
import { route } from '#wire/route.ts'
import { DateText, Instant, PAGE_CUT, PAGE_QUERY, YenFigure } from '#wire/values.ts'
import { FIGURE_KEYS, type FigureKey } from './model/figures.ts'
import { CLOSING_READERS } from './model/powers.ts'

const maybe = z.nullable
const Simulated = { simulated: z.literal(true) }
const Day = z.strictObject({ day: DateText })

/** A report in the list; `off`: yen by which it does not tie, 0 where it does. */
const CLOSING_HEAD = {
  number: z.int(),
  day: DateText,
  at: Instant,
  entries: z.int(),
  /** Yen of all entries: debits and credits alike. */
  moved: YenFigure,
  owed: YenFigure,
  off: YenFigure,
  hash: z.string(),
  /** The hash is that of the text that is kept. */
  whole: z.boolean(),
}
const ClosingHead = z.object(CLOSING_HEAD)
export type ClosingHead = z.output<typeof ClosingHead>

/** Reports of market days that are over, newest first; `q`: a part of the date. */
export const listClosings = route({
  name: 'listClosings',
  method: 'GET',
  path: '/console/closings',
  access: 'operator',
  roles: CLOSING_READERS,
  operatorKey: 'figures',
  query: z.strictObject(PAGE_QUERY),
  output: z.object({ rows: z.array(ClosingHead), ...PAGE_CUT, ...Simulated }),
})

/** Names of classes and kinds come in the reader's language. */
const ClassLine = z.object({
  account: z.string(),
  name: z.string(),
  ofMembers: z.boolean(),
  opening: YenFigure,
  debits: YenFigure,
  credits: YenFigure,
  closing: YenFigure,
  /** Yen by which the closing is not the opening and the entries. */
  off: YenFigure,
})
const MoveLine = z.object({
  kind: z.string(),
  /** The name of the list of its entries (`listBehind`). */
  list: z.string(),
  name: z.string(),
  debit: z.string(),
  credit: z.string(),
  count: z.int(),
  yen: YenFigure,
  tax: YenFigure,
})
/** The report of a day whole. No member is in it: sums alone. */
export const showClosing = route({
  name: 'showClosing',
  method: 'GET',
  path: '/console/closings/{day}',
  access: 'operator',
  roles: CLOSING_READERS,
  operatorKey: 'figures',
  params: Day,
  output: z.object({
    ...CLOSING_HEAD,
    fromSeq: z.int(),
    toSeq: z.int(),
    head: z.string(),
    /** Hash of the report before; null: it is the first. */
    before: maybe(z.string()),
    tax: YenFigure,
    classes: z.array(ClassLine),
    moves: z.array(MoveLine),
    /** Each comparison in yen, 0 where it ties. */
    ties: z.object({ entries: YenFigure, balance: YenFigure, owed: YenFigure, bank: YenFigure }),
    /**
     * The books' bank account at the close, beside the bank's own statements up to the end of the day,
     * opening money that no bank has seen, and differences that nothing explains, as they stand now.
     */
    bank: z.object({
      books: YenFigure,
      statements: YenFigure,
      opening: YenFigure,
      open: z.object({ count: z.int(), yen: YenFigure }),
    }),
    statement: z.object({
      root: z.string(),
      members: z.int(),
      total: YenFigure,
      bank: YenFigure,
      overdrawn: YenFigure,
    }),
    ...Simulated,
  }),
})
export type ClosingView = z.output<typeof showClosing.output>

/** The report reckoned again from the entries of its records; `same`: it has the hash that is kept. */
export const reckonClosing = route({
  name: 'reckonClosing',
  method: 'GET',
  path: '/console/closings/{day}/again',
  access: 'operator',
  roles: CLOSING_READERS,
  params: Day,
  output: z.object({ same: z.boolean(), hash: maybe(z.string()), entries: z.int(), ...Simulated }),
})

export const CLOSING_FORMS = ['pdf', 'csv'] as const
export type ClosingForm = (typeof CLOSING_FORMS)[number]
const Paper = z.object({
  name: z.string(),
  type: z.enum(['text/csv', 'application/pdf']),
  content: z.string(),
  ...Simulated,
})
/** A report as a file, by the request for it (`closing.export`), for whoever asked; `content` in base64. */
export const takeClosing = route({
  name: 'takeClosing',
  method: 'GET',
  path: '/console/closing-files/{id}',
  access: 'operator',
  roles: CLOSING_READERS,
  params: z.strictObject({ id: z.string().check(z.regex(/^[0-9a-f]{64}$/)) }),
  output: Paper,
})
/** The same for a key of the firm; csv where `form` is left out. */
export const readClosingPaper = route({
  name: 'readClosingPaper',
  method: 'GET',
  path: '/console/closings/{day}/paper',
  access: 'operator',
  roles: [],
  operatorKey: 'figures',
  params: Day,
  query: z.strictObject({ form: z.optional(z.enum(CLOSING_FORMS)) }),
  output: Paper,
})

const Key = z.enum(FIGURE_KEYS as readonly [FigureKey, ...FigureKey[]])
const FigureView = z.object({
  key: Key,
  /** Of the last closed day; null: there is none, or nothing of it happened. */
  value: maybe(z.int()),
  /** Of the day that goes on, up to now; null besides: known at the close alone. */
  today: maybe(z.int()),
  /** Over all days and today, of steps that each member takes once; null: of all other figures. */
  inAll: maybe(z.int()),
  /** Of the last thirty closed days, oldest first. */
  line: z.array(z.int()),
})
export type FigureView = z.output<typeof FigureView>
/** Every figure of the last closed day, and of the day that goes on, which is reckoned once a minute. */
export const listFigures = route({
  name: 'listFigures',
  method: 'GET',
  path: '/console/figures',
  access: 'operator',
  roles: CLOSING_READERS,
  operatorKey: 'figures',
  output: z.object({ day: maybe(DateText), asOf: Instant, figures: z.array(FigureView), ...Simulated }),
})

/** Days back that a chart shows. */
export const CHART_DAYS = ['30', '90', '365'] as const
/** One figure over closed days, oldest first. */
export const showFigure = route({
  name: 'showFigure',
  method: 'GET',
  path: '/console/figures/{figure}',
  access: 'operator',
  roles: CLOSING_READERS,
  operatorKey: 'figures',
  params: z.strictObject({ figure: Key }),
  query: z.strictObject({ days: z.optional(z.enum(CHART_DAYS)) }),
  output: z.object({ days: z.array(z.object({ day: DateText, value: maybe(z.int()) })), ...Simulated }),
})

/** Kinds of rows behind a figure, each with a page of its own. */
export const BEHIND_KINDS = [
  'opening',
  'overdrawn',
  'entry',
  'member',
  'identity',
  'bank-account',
  'deposit',
  'withdrawal',
  'order',
  'fill',
  'loan',
  'call',
] as const
const BehindRow = z.object({
  id: z.string(),
  is: z.enum(BEHIND_KINDS),
  /** The kind of an entry, or the account of a balance, in the reader's language. */
  what: maybe(z.string()),
  reference: maybe(z.string()),
  memberId: maybe(z.string()),
  number: maybe(z.int()),
  code: maybe(z.string()),
  /** As it counts in the figure, with its sign. */
  yen: maybe(YenFigure),
  /** Milliseconds that it took. */
  ms: maybe(z.int()),
  at: Instant,
})
export type BehindRow = z.output<typeof BehindRow>
/**
 * The rows behind a figure, or behind a line of a day's report (`closing.available`, `debits.available`,
 * `credits.available`, `move.fee.available.fee`, `entries`), newest first. `says`: the figure; `made`: what
 * all rows make, reckoned when it is asked. Without a day: of the one that goes on, as far as the figures
 * have it. Each member in a page has a look in their record.
 */
export const listBehind = route({
  name: 'listBehind',
  method: 'GET',
  path: '/console/figure-rows/{of}',
  access: 'operator',
  roles: CLOSING_READERS,
  params: z.strictObject({ of: z.string().check(z.regex(/^[a-zA-Z.-]{1,80}$/)) }),
  query: z.strictObject({ ...PAGE_QUERY, day: z.optional(DateText) }),
  output: z.object({
    day: maybe(DateText),
    asOf: Instant,
    unit: z.enum(['count', 'yen', 'ms', 'ppm']),
    makes: z.enum(['count', 'yen', 'median', 'slow']),
    /** The account of a line of the report, and the kind of its entries, by their names. */
    account: maybe(z.string()),
    entry: maybe(z.string()),
    says: maybe(z.int()),
    made: maybe(z.int()),
    rows: z.array(BehindRow),
    ...PAGE_CUT,
    ...Simulated,
  }),
})
export type BehindView = z.output<typeof listBehind.output>
