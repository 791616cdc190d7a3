import * as z from 'zod/mini'
import { route } from '#wire/route.ts'
import { topic } from '#wire/topic.ts'
import { DateText, Id, IssueCode, PriceYen } from '#wire/values.ts'
import { DRAWING_KINDS } from './model/drawing-kinds.ts'
import { LIST_COLUMNS, MARK_COLOURS, MOST_COLUMNS } from './model/mark-names.ts'
import { MOST_LISTS, MOST_ROWS, MOST_SCREENS } from './model/watchlists.ts'

/** A list without a name of its own (`name` empty) is the first one that everybody has. */
export const Watchlist = z.object({ id: Id, name: z.string(), codes: z.array(IssueCode) })
/**
 * A member's lists and screens to look at the market with, in the member's order. `address`: the screener's
 * query.
 */
export const WatchlistsView = z.object({
  lists: z.array(Watchlist),
  screens: z.array(z.object({ id: Id, name: z.string(), address: z.string() })),
  /** Notes and colours of issues, and the figures beside each row of a list. */
  marks: z.array(z.object({ code: IssueCode, colour: z.nullable(z.enum(MARK_COLOURS)), note: z.string() })),
  columns: z.array(z.enum(LIST_COLUMNS)),
  most: z.object({ lists: z.int(), rows: z.int(), screens: z.int(), columns: z.int() }),
})
export type WatchlistsView = z.output<typeof WatchlistsView>

const Name = z.string().check(z.maxLength(40))
const ById = z.strictObject({ id: Id })
const change = { method: 'POST', access: 'member', keyed: true, output: WatchlistsView } as const

/** The member's lists or screens have changed, on whichever device: read them again. */
export const watchlistsTopic = topic<{ type: 'changed' }>({
  name: 'watchlists',
  kind: 'log',
  access: 'member',
})

export const getWatchlists = route({
  name: 'getWatchlists',
  method: 'GET',
  path: '/watchlists',
  access: 'member',
  output: WatchlistsView,
})
/** The new list stands last; its id is the request's key. */
export const createWatchlist = route({
  ...change,
  name: 'createWatchlist',
  path: '/watchlists',
  input: z.strictObject({ name: Name }),
  rejections: ['NAME_INVALID', 'NAME_TAKEN', 'TOO_MANY_LISTS'],
})
export const renameWatchlist = route({
  ...change,
  name: 'renameWatchlist',
  path: '/watchlists/{id}/rename',
  params: ById,
  input: z.strictObject({ name: Name }),
  rejections: ['WATCHLIST_NOT_FOUND', 'NAME_INVALID', 'NAME_TAKEN'],
})
export const removeWatchlist = route({
  ...change,
  name: 'removeWatchlist',
  path: '/watchlists/{id}/remove',
  params: ById,
  rejections: ['WATCHLIST_NOT_FOUND', 'LAST_LIST'],
})
/** All of the member's lists in their new order. */
export const arrangeWatchlists = route({
  ...change,
  name: 'arrangeWatchlists',
  path: '/watchlists/order',
  input: z.strictObject({ ids: z.array(Id).check(z.maxLength(MOST_LISTS)) }),
  rejections: ['LISTS_CHANGED'],
})
/** Adding what is on it, or taking off what is not, changes nothing. A new row stands first. */
export const addToWatchlist = route({
  ...change,
  name: 'addToWatchlist',
  path: '/watchlists/{id}/add',
  params: ById,
  input: z.strictObject({ code: IssueCode }),
  rejections: ['WATCHLIST_NOT_FOUND', 'UNKNOWN_ISSUE', 'LIST_FULL'],
})
export const takeOffWatchlist = route({
  ...change,
  name: 'takeOffWatchlist',
  path: '/watchlists/{id}/take-off',
  params: ById,
  input: z.strictObject({ code: IssueCode }),
  rejections: ['WATCHLIST_NOT_FOUND'],
})
/** All rows of the list in their new order. */
export const arrangeRows = route({
  ...change,
  name: 'arrangeRows',
  path: '/watchlists/{id}/order',
  params: ById,
  input: z.strictObject({ rows: z.array(IssueCode).check(z.maxLength(MOST_ROWS)) }),
  rejections: ['WATCHLIST_NOT_FOUND', 'LISTS_CHANGED'],
})
/** Without colour and words, the issue's mark is taken off. */
export const markIssue = route({
  ...change,
  name: 'markIssue',
  path: '/watchlists/marks',
  input: z.strictObject({
    code: IssueCode,
    colour: z.nullable(z.enum(MARK_COLOURS)),
    note: z.string().check(z.maxLength(800)),
  }),
  rejections: ['UNKNOWN_ISSUE', 'NOTE_INVALID', 'TOO_MANY_MARKS'],
})
/** The figures beside each row, in the place of those before. */
export const chooseColumns = route({
  ...change,
  name: 'chooseColumns',
  path: '/watchlists/columns',
  input: z.strictObject({ columns: z.array(z.enum(LIST_COLUMNS)).check(z.maxLength(MOST_COLUMNS)) }),
})
/** The query of the screener's address, as the screen itself writes it. */
export const ScreenAddress = z.string().check(z.maxLength(400), z.regex(/^[\w=&.,%+-]*$/))
export const saveScreen = route({
  ...change,
  name: 'saveScreen',
  path: '/screens',
  input: z.strictObject({ name: Name, address: ScreenAddress }),
  rejections: ['NAME_INVALID', 'NAME_TAKEN', 'TOO_MANY_SCREENS'],
})
export const removeScreen = route({
  ...change,
  name: 'removeScreen',
  path: '/screens/{id}/remove',
  params: ById,
  rejections: ['SCREEN_NOT_FOUND'],
})

const Word = z.string().check(z.maxLength(40))
/**
 * Settings of a member's charts; `figures` holds what differs from the usual ones. Their names and bounds are
 * rules (`model/chart.ts`): named here, home would load them.
 */
export const ChartView = z.object({
  studies: z.array(Word).check(z.maxLength(20)),
  scale: Word,
  figures: z.record(Word, z.int()),
})
export type ChartView = z.output<typeof ChartView>
export const getChart = route({
  name: 'getChart',
  method: 'GET',
  path: '/chart',
  access: 'member',
  output: ChartView,
})
/** All of the settings, in the place of those before. */
export const keepChart = route({
  name: 'keepChart',
  method: 'POST',
  path: '/chart',
  access: 'member',
  keyed: true,
  input: z.strictObject({
    studies: z.array(Word).check(z.maxLength(20)),
    scale: Word,
    figures: z.record(Word, z.int()),
  }),
  output: ChartView,
  rejections: ['CHART_INVALID', 'TOO_MANY_PANES'],
})

/** The beginning of a bar, and a price in the shares of the date that is named beside it. */
const Point = z.object({ at: z.iso.datetime(), price: PriceYen })
/**
 * Drawings of a member on the chart of an issue, oldest first; `model/drawings.ts` says how many points each
 * kind has.
 */
export const DrawingsView = z.object({
  drawings: z.array(z.object({ kind: z.enum(DRAWING_KINDS), points: z.array(Point).check(z.maxLength(2)) })),
})
export type DrawingsView = z.output<typeof DrawingsView>
const ByCode = z.strictObject({ code: IssueCode })
/** Prices are in the shares of `date`, the trade date of the bars on which they stand: today's at most. */
export const getDrawings = route({
  name: 'getDrawings',
  method: 'GET',
  path: '/chart/{code}/drawings',
  access: 'member',
  params: ByCode,
  query: z.strictObject({ date: DateText }),
  output: DrawingsView,
})
/** All drawings of the issue, in the place of those before, with prices in the shares of `date`. */
export const keepDrawings = route({
  name: 'keepDrawings',
  method: 'POST',
  path: '/chart/{code}/drawings',
  access: 'member',
  keyed: true,
  params: ByCode,
  input: z.strictObject({
    date: DateText,
    drawings: z
      .array(
        z.strictObject({
          kind: z.enum(DRAWING_KINDS),
          points: z
            .array(z.strictObject({ at: z.iso.datetime(), price: PriceYen }))
            .check(z.minLength(1), z.maxLength(2)),
        }),
      )
      .check(z.maxLength(100)),
  }),
  output: DrawingsView,
  rejections: ['UNKNOWN_ISSUE', 'DRAWING_INVALID', 'TOO_MANY_DRAWINGS', 'TOO_MANY_DRAWN_ISSUES'],
})

export const LIMITS_SHOWN = {
  lists: MOST_LISTS,
  rows: MOST_ROWS,
  screens: MOST_SCREENS,
  columns: MOST_COLUMNS,
} as const
