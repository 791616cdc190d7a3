import * as z from 'zod/mini'
import { TRANSFER_KINDS } from '#registry/transfer-kinds.ts'
import { MEMBER_ACCOUNTS } from '#modules/ledger/model/accounts.ts'
import { route } from '#wire/route.ts'
import { DateText, Instant, YenFigure } from '#wire/values.ts'

const Hex = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const Size = z.string().check(z.regex(/^[1-9]\d{0,14}$/))

/**
 * A published head: how many records the journal had, and the root over them. Both signatures are Ed25519
 * over `headText`, base64url: the server's, and that of the auditor's process, which signs only what
 * continues the head that it signed before.
 */
export const HeadView = z.object({
  origin: z.string(),
  size: z.int(),
  root: Hex,
  at: Instant,
  house: z.string(),
  auditor: z.string(),
})
export type HeadView = z.output<typeof HeadView>

/**
 * The newest head, null before the first; the public keys of both (base64url, 32 bytes). `records`: how many
 * the journal has now; `corrections`: entries that operators reversed by a new one.
 */
export const getHeads = route({
  name: 'getHeads',
  method: 'GET',
  path: '/trust/heads',
  access: 'public',
  output: z.object({
    keys: z.object({ house: z.string(), auditor: z.string() }),
    newest: z.nullable(HeadView),
    earlier: z.array(HeadView),
    records: z.int(),
    corrections: z.int(),
    simulated: z.boolean(),
  }),
})

/**
 * The proof that the tree of `from` records is the beginning of the published head's of `to` records (left
 * out: the newest): its path, and that head. NO_SUCH_HEAD: none of `to` records was published, or `from` is
 * not below it.
 */
export const getConsistency = route({
  name: 'getConsistency',
  method: 'GET',
  path: '/trust/consistency',
  access: 'public',
  query: z.strictObject({ from: Size, to: z.optional(Size) }),
  output: z.object({ head: HeadView, path: z.array(Hex) }),
  rejections: ['NO_SUCH_HEAD'],
})

/**
 * A record of the journal that moved this member's money or registered a key of their devices. `kinds`: what
 * it moved, nothing where it is about a key. `isPublished`: the newest head holds it.
 */
export const RecordRow = z.object({
  seq: z.int(),
  at: Instant,
  type: z.string(),
  kinds: z.array(z.enum(TRANSFER_KINDS)),
  isPublished: z.boolean(),
})
export type RecordRow = z.output<typeof RecordRow>
/** Newest first. */
export const listRecords = route({
  name: 'listRecords',
  method: 'GET',
  path: '/trust/records',
  access: 'member',
  query: z.strictObject({ before: z.optional(Size) }),
  output: z.array(RecordRow),
})

/**
 * The proof that a record of the member's is in the newest head: its path, and what it says: `record` is the
 * canonical text, `salt` what it was hashed with (both null where it concerns others too: then `entry`, the
 * salted hash, stands for it). NOT_PUBLISHED: the next head will hold it.
 */
export const ProofView = z.object({
  seq: z.int(),
  record: z.nullable(z.string()),
  salt: z.nullable(z.string()),
  entry: Hex,
  path: z.array(Hex),
  head: HeadView,
})
export type ProofView = z.output<typeof ProofView>
export const getProof = route({
  name: 'getProof',
  method: 'GET',
  path: '/trust/records/{seq}',
  access: 'member',
  params: z.strictObject({ seq: z.string().check(z.regex(/^(0|[1-9]\d{0,14})$/)) }),
  output: ProofView,
  rejections: ['NOT_PUBLISHED'],
})

/**
 * The server's debt to its members after a market day's close (`model/liabilities.ts`), by the ledger as of
 * `size` records. Both signatures are Ed25519 over `statementText`, base64url. `members`: how many were owed
 * or had owed.
 */
export const StatementView = z.object({
  origin: z.string(),
  day: DateText,
  size: z.int(),
  members: z.int(),
  root: Hex,
  total: YenFigure,
  bank: YenFigure,
  market: YenFigure,
  at: Instant,
  house: z.string(),
  auditor: z.string(),
})
export type StatementView = z.output<typeof StatementView>

/**
 * Newest first, a month of market days at most; the public keys of both. `nextAt`: market time of the next
 * one.
 */
export const listLiabilities = route({
  name: 'listLiabilities',
  method: 'GET',
  path: '/trust/liabilities',
  access: 'public',
  output: z.object({
    keys: z.object({ house: z.string(), auditor: z.string() }),
    days: z.array(StatementView),
    nextAt: Instant,
    simulated: z.boolean(),
  }),
})

/**
 * The member's own leaf on the newest day: `pseudonym` is the member's id, `path` what stands beside it on
 * the way up, nearest first. `parts`: by the member's accounts as of that moment, what is owed to the server
 * below zero; together `yen`, or less than 0 where nothing is owed. Null: the ledger knew no account of the
 * member's then.
 */
export const OwnLiability = z.object({
  statement: StatementView,
  leaf: z.nullable(
    z.object({
      pseudonym: z.string(),
      place: z.int(),
      yen: YenFigure,
      salt: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
      path: z.array(z.object({ hash: Hex, yen: YenFigure })),
      parts: z.array(z.object({ account: z.enum(MEMBER_ACCOUNTS), yen: YenFigure })),
    }),
  ),
  simulated: z.boolean(),
})
export type OwnLiability = z.output<typeof OwnLiability>
/** NO_STATEMENT_YET: no market day has closed since the server opened. */
export const getOwnLiability = route({
  name: 'getOwnLiability',
  method: 'GET',
  path: '/trust/liabilities/mine',
  access: 'member',
  output: OwnLiability,
  rejections: ['NO_STATEMENT_YET'],
})
