import * as z from 'zod/mini'
import { route } from '#wire/route.ts'
import { DateText } from '#wire/values.ts'
import { LANGS } from '#i18n/lang.ts'
import { DOCUMENT_IDS } from './model/documents.ts'

const Hashes = z.object(
  Object.fromEntries(LANGS.map((lang) => [lang, z.string()])) as Record<
    (typeof LANGS)[number],
    ReturnType<typeof z.string>
  >,
)

/**
 * A document and all its versions, newest first. `sha256`: of the UTF-8 text that `getDocument` gives, by
 * language.
 */
export const DocumentEntry = z.object({
  id: z.enum(DOCUMENT_IDS),
  title: z.string(),
  versions: z.array(z.object({ version: z.int(), inForceFrom: DateText, sha256: Hashes })),
})
export type DocumentEntry = z.output<typeof DocumentEntry>
export const listDocuments = route({
  name: 'listDocuments',
  method: 'GET',
  path: '/documents',
  access: 'public',
  output: z.array(DocumentEntry),
})

/**
 * One version in the caller's language. Lines: `# ` title, `## ` section, `- ` point, `| ` row of a table,
 * else a paragraph.
 */
export const DocumentView = z.object({
  id: z.enum(DOCUMENT_IDS),
  title: z.string(),
  version: z.int(),
  newestVersion: z.int(),
  inForceFrom: DateText,
  text: z.string(),
  sha256: z.string(),
  simulated: z.boolean(),
})
export type DocumentView = z.output<typeof DocumentView>
/** Without `version`: the newest. An unknown document or version is not found. */
export const getDocument = route({
  name: 'getDocument',
  method: 'GET',
  path: '/documents/{document}',
  access: 'public',
  params: z.strictObject({ document: z.string().check(z.maxLength(40)) }),
  query: z.strictObject({ version: z.optional(z.string().check(z.regex(/^[1-9]\d{0,3}$/))) }),
  output: DocumentView,
})

/**
 * The firm that runs the server, for everybody to read: its name in the caller's language, and a page in the
 * lines of a document, with where deposits are paid to, where to complain, and each change of that account.
 * `isFictional`: the demo setting's. Not found where it is not set.
 */
export const getFirm = route({
  name: 'getFirm',
  method: 'GET',
  path: '/firm',
  access: 'public',
  output: z.object({ name: z.string(), isFictional: z.boolean(), text: z.string() }),
})
