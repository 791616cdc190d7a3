import * as z from 'zod/mini'
import { route } from '#wire/route.ts'
import { Id, Instant, IssueCode, PAGE_CUT, PAGE_QUERY } from '#wire/values.ts'
import { LANGS } from '#i18n/lang.ts'
import { WRITTEN_KINDS } from './model/kinds.ts'
import { NOTICE_REJECTIONS } from './model/notice.ts'

/** Characters of a feed's address. */
export const ADDRESS_LONGEST = 300

const ROLES = ['support', 'auditor', 'administrator'] as const
// Longer than the rules allow, so that the rules can say so.
const Words = z.strictObject({
  title: z.string().check(z.maxLength(500)),
  text: z.string().check(z.maxLength(8_000)),
})
const Texts = z.strictObject(
  Object.fromEntries(LANGS.map((lang) => [lang, z.optional(Words)])) as Record<
    (typeof LANGS)[number],
    z.ZodMiniOptional<typeof Words>
  >,
)

/**
 * A text that an operator wrote. `newsId`: where members read it; null: it is a draft, or it was signed in
 * other words and is told to nobody. `by`: which one of support.
 */
export const WrittenView = z.object({
  id: Id,
  kind: z.enum(WRITTEN_KINDS),
  state: z.enum(['draft', 'published', 'corrected']),
  at: Instant,
  by: z.int(),
  publishedAt: z.nullable(Instant),
  newsId: z.nullable(Id),
  title: z.string(),
  words: Texts,
  issues: z.array(IssueCode),
  corrects: z.nullable(Id),
  sha256: z.string(),
})
export type WrittenView = z.output<typeof WrittenView>

/** Notices and articles, drafts too, newest first. Their words, issues and ids are looked through. */
export const listWritten = route({
  name: 'listWritten',
  method: 'GET',
  path: '/console/news',
  access: 'operator',
  roles: ROLES,
  query: z.strictObject(PAGE_QUERY),
  output: z.object({ rows: z.array(WrittenView), ...PAGE_CUT }),
})

const Writing = z.strictObject({
  words: Texts,
  issues: z.array(IssueCode).check(z.maxLength(20)),
  corrects: z.nullable(Id),
})
/** The draft that was put away: `id` is the subject of the act that publishes it, `{sha256}` its body. */
const Drafted = z.object({ id: Id, sha256: z.string() })
const rejections = [...NOTICE_REJECTIONS, 'NOTICE_ISSUE', 'NOTICE_CORRECTS'] as const

export const draftNotice = route({
  name: 'draftNotice',
  method: 'POST',
  path: '/console/notices',
  access: 'operator',
  power: 'notice.publish',
  keyed: true,
  input: Writing,
  output: Drafted,
  rejections,
})
export const draftArticle = route({
  name: 'draftArticle',
  method: 'POST',
  path: '/console/articles',
  access: 'operator',
  power: 'news.publish',
  keyed: true,
  input: Writing,
  output: Drafted,
  rejections,
})

/**
 * `configured`: named by the configuration. `problem`: why the last look gave nothing. `entries`: how many
 * are kept of its host.
 */
export const FeedView = z.object({
  id: z.string(),
  address: z.string(),
  host: z.string(),
  isOn: z.boolean(),
  configured: z.boolean(),
  lookedAt: z.nullable(Instant),
  fetchedAt: z.nullable(Instant),
  problem: z.nullable(z.string()),
  entries: z.int(),
})
export type FeedView = z.output<typeof FeedView>
export const listFeeds = route({
  name: 'listFeeds',
  method: 'GET',
  path: '/console/feeds',
  access: 'operator',
  roles: ROLES,
  output: z.array(FeedView),
})
/** The name of a feed and its address as it is kept: subject and body of the act `news.feed`. */
export const nameFeed = route({
  name: 'nameFeed',
  method: 'GET',
  path: '/console/feeds/name',
  access: 'operator',
  roles: ['support'],
  query: z.strictObject({ address: z.string().check(z.maxLength(ADDRESS_LONGEST)) }),
  output: z.object({ id: z.string(), address: z.string() }),
  rejections: ['FEED_ADDRESS'],
})
