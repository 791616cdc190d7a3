import * as z from 'zod/mini'
import { route } from '#wire/route.ts'
import { DateText, Id, Instant } from '#wire/values.ts'
import { LANGS } from '#i18n/lang.ts'
import { DOCUMENT_IDS } from './model/documents.ts'
import { DOCUMENT_LONGEST, DRAFT_REJECTIONS } from './model/draft.ts'

const ROLES = ['administrator', 'auditor'] as const
// Longer than the rule allows, so that the rule can say so.
const Texts = z.strictObject(
  Object.fromEntries(
    LANGS.map((lang) => [lang, z.string().check(z.maxLength(2 * DOCUMENT_LONGEST))]),
  ) as Record<(typeof LANGS)[number], z.ZodMiniString>,
)

/**
 * A text that was prepared. `name`: the version that it would be or is (`terms.2`), subject of the act
 * `document.publish`, whose body is `{draft, sha256}`.
 */
export const DraftView = z.object({
  id: Id,
  document: z.enum(DOCUMENT_IDS),
  name: z.string(),
  state: z.enum(['draft', 'published', 'overtaken']),
  at: Instant,
  by: z.int(),
  sha256: z.string(),
  inForceFrom: z.nullable(DateText),
  title: z.string(),
  texts: Texts,
})
export type DraftView = z.output<typeof DraftView>

/**
 * One document as it stands: the newest version with its texts, and what was prepared after it, newest first.
 * `proposed`: texts of a next version that came with the software, places for figures in them; null where the
 * newest version says the same.
 */
export const DeskDocument = z.object({
  id: z.enum(DOCUMENT_IDS),
  title: z.string(),
  version: z.int(),
  inForceFrom: DateText,
  isInForce: z.boolean(),
  asksConsent: z.boolean(),
  texts: Texts,
  proposed: z.nullable(Texts),
  drafts: z.array(DraftView),
})
export type DeskDocument = z.output<typeof DeskDocument>
export const listDeskDocuments = route({
  name: 'listDeskDocuments',
  method: 'GET',
  path: '/console/documents',
  access: 'operator',
  roles: ROLES,
  output: z.object({
    documents: z.array(DeskDocument),
    figures: z.record(z.string(), z.union([z.string(), z.number()])),
    nextDay: DateText,
  }),
})

/**
 * Puts the texts of a next version away; members are told nothing until an administrator and an auditor have
 * signed `document.publish` over them.
 */
export const draftDocument = route({
  name: 'draftDocument',
  method: 'POST',
  path: '/console/documents',
  access: 'operator',
  power: 'document.publish',
  signatures: 2,
  keyed: true,
  input: z.strictObject({ document: z.enum(DOCUMENT_IDS), texts: Texts }),
  output: z.object({ id: Id, name: z.string(), sha256: z.string() }),
  rejections: DRAFT_REJECTIONS,
})

/**
 * The firm as its settings have it, with the account that withdrawals leave from; `name` null: there are
 * none.
 */
export const getDeskFirm = route({
  name: 'getDeskFirm',
  method: 'GET',
  path: '/console/firm',
  access: 'operator',
  output: z.object({
    name: z.nullable(z.string()),
    isFictional: z.boolean(),
    text: z.string(),
    payouts: z.nullable(
      z.object({
        bankCode: z.string(),
        bankKana: z.string(),
        branchCode: z.string(),
        branchKana: z.string(),
        type: z.enum(['ordinary', 'current', 'savings']),
        number: z.string(),
        clientCode: z.string(),
        senderKana: z.string(),
      }),
    ),
  }),
})
