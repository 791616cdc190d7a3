import * as z from 'zod/mini'
import { route } from '#wire/route.ts'
import { Id, Instant, IssueCode, BasisPointsFigure } from '#wire/values.ts'
import { NEWS_KINDS } from './model/kinds.ts'

/**
 * An issue that the news is about, with its change of the day now in basis points; null before its first
 * trade.
 */
const Issue = z.object({ code: IssueCode, name: z.string(), changeBp: z.nullable(BasisPointsFigure) })

/**
 * One line of the list. Words are in the caller's language; those of a feed are in the feed's own. `source`:
 * the feed's name.
 */
export const NewsRow = z.object({
  id: Id,
  kind: z.enum(NEWS_KINDS),
  at: Instant,
  title: z.string(),
  issues: z.array(Issue),
  source: z.nullable(z.string()),
  simulated: z.boolean(),
  /** A later one corrects it. */
  corrected: z.boolean(),
})
export type NewsRow = z.output<typeof NewsRow>

/** Another notice or article of the firm: what this one corrects, or is corrected by. */
const Related = z.object({ id: Id, at: Instant, title: z.string() })

/**
 * `link` leads to the feed's own host alone; `lang` is the language of a feed's words, where the feed says
 * it.
 */
export const NewsView = z.extend(NewsRow, {
  text: z.string(),
  link: z.nullable(z.object({ href: z.string(), host: z.string() })),
  lang: z.nullable(z.string()),
  corrects: z.nullable(Related),
  correctedBy: z.array(Related),
})
export type NewsView = z.output<typeof NewsView>

const paging = { before: z.optional(Id), limit: z.optional(z.string().check(z.regex(/^\d{1,3}$/))) }

/** Newest first; `before` is the id of the last one shown. */
export const listNews = route({
  name: 'listNews',
  method: 'GET',
  path: '/news',
  access: 'public',
  query: z.strictObject({ kind: z.optional(z.enum(NEWS_KINDS)), code: z.optional(IssueCode), ...paging }),
  output: z.array(NewsRow),
})
/** The same of the issues on the caller's watchlists. */
export const listFavouriteNews = route({
  name: 'listFavouriteNews',
  method: 'GET',
  path: '/news/favourites',
  access: 'member',
  query: z.strictObject(paging),
  output: z.array(NewsRow),
})
/** The same of the issues that the caller holds. */
export const listHeldNews = route({
  name: 'listHeldNews',
  method: 'GET',
  path: '/news/holdings',
  access: 'member',
  query: z.strictObject(paging),
  output: z.array(NewsRow),
})
export const getNews = route({
  name: 'getNews',
  method: 'GET',
  path: '/news/{id}',
  access: 'public',
  params: z.strictObject({ id: Id }),
  output: NewsView,
})
