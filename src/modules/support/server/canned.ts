import type { Ms } from '#kernel/time.ts'
import { hash } from 'node:crypto'
import { canonical } from '#kernel/hash.ts'
import { no, ok, type Refusal } from '#kernel/result.ts'
import { RowForged } from '#platform/database/row-mac.ts'
import { hashedRows, type StoredCheck } from '#platform/engine/check-stored.ts'
import { done } from '#platform/engine/command.ts'
import type { TableReader } from '#platform/engine/table.ts'
import type { AppContext } from '#modules/module.ts'
import type { Effect, StaffPublic } from '#modules/staff/server/public.ts'
import { LANGS, langOf } from '#i18n/lang.ts'
import {
  CANNED,
  CANNED_NAME,
  CANNED_PLACES,
  cannedProblem,
  filledIn,
  type CannedFigures,
  type CannedTexts,
} from '../model/canned.ts'
import { allCannedDrafts, cannedDrafts, keepCannedDraft } from './queries.ts'
import { cannedVersions, type CannedDraft, type CannedVersion } from './tables.ts'

type Body = { draft: string; sha256: string; after: number }

/** One version of a standard answer, places not filled in. Version 0 is the catalogues'. */
export type CannedAs = {
  canned: string
  version: number
  at: Ms | null
  operatorId: string | null
  texts: CannedTexts
}

const versionsOf = (tables: TableReader, canned: string): CannedVersion[] =>
  tables
    .of(cannedVersions)
    .by('canned', canned)
    .toSorted((a, b) => a.version - b.version)

/** The hash that is signed of a version: its act has it. */
const draftHash = ({ canned, texts }: Pick<CannedDraft, 'canned' | 'texts'>): string =>
  hash('sha256', canonical({ canned, texts }))

const signable = (canned: string, draft: string, sha256: string): string => `${canned} ${draft} ${sha256}`

/** Texts of every version are what was signed. */
export const cannedCheck: StoredCheck = hashedRows({
  table: 'canned_drafts',
  columns: ['id', 'canned', 'texts'],
  sql: `select v.draft_id as key, v.sha256 as said, d.id is not null and d.canned = v.canned as present, d.canned, d.texts
    from canned_versions v left join canned_drafts d on d.id = v.draft_id`,
  hash: draftHash,
})

/**
 * `chat.canned`: a new version of a standard answer, signed over its texts and over which version it follows.
 * `drafted`: what can be signed (`signable`). Acts of earlier versions have no `isText`.
 */
const rewording = (drafted: ReadonlySet<string>): Effect<Body, { isText: boolean } | null> => ({
  power: 'chat.canned',
  takes: ['draft', 'sha256', 'after'],
  captureInputs: (_tables, subject, { draft, sha256 }) => ({
    isText: drafted.has(signable(subject, draft, sha256)),
  }),
  refuse(tables, subject, { draft, sha256, after }, inputs) {
    if (inputs?.isText === false) return no('CANNED_UNKNOWN')
    if (!CANNED_NAME.test(subject) || typeof draft !== 'string' || !/^[0-9a-f]{64}$/.test(sha256))
      return no('CANNED_UNKNOWN')
    return versionsOf(tables, subject).length === after ? null : no('CANNED_CHANGED')
  },
  carryOut(tables, { subject, body: { draft, sha256, after } }, { wall }) {
    const version = after + 1
    tables
      .of(cannedVersions)
      .insert({ id: `${subject}.${version}`, canned: subject, version, draftId: draft, sha256, at: wall })
    return done({ version })
  },
  memberOf: () => null,
})

export type CannedAnswers = {
  /** Learns what was drafted before the server started. */
  start(): Promise<void>
  /** Every standard answer as it is in use. */
  inUse(): Promise<CannedAs[]>
  /** All versions, newest first; empty for a name that is none. */
  history(canned: string): Promise<CannedAs[]>
  /** The words that are sent in a language now; null for a name that is none. */
  words(canned: string, lang: string): Promise<string | null>
  filled(texts: CannedTexts): CannedTexts
  /** Puts new texts away, to be signed by `chat.canned`. Refused: the power, then `CANNED_REJECTIONS`. */
  draft(
    operatorId: string,
    canned: string,
    texts: CannedTexts,
  ): Promise<{ ok: true; value: { id: string; sha256: string; after: number } } | Refusal>
}

/** Standard answers: the catalogues' until support words them anew, every version kept. */
export function cannedAnswers(
  context: AppContext,
  staff: Pick<StaffPublic, 'register' | 'may'>,
  figures: () => CannedFigures,
): CannedAnswers {
  const { db, ids, clock } = context
  const drafted = new Set<string>()
  staff.register('support', rewording(drafted))
  const places = Object.fromEntries(CANNED_PLACES.map((place) => [place, `{${place}}`]))
  const eachLang = (word: (lang: (typeof LANGS)[number]) => string): CannedTexts =>
    Object.fromEntries(LANGS.map((lang) => [lang, word(lang)])) as CannedTexts
  const isBuiltIn = (canned: string) => CANNED.some((each) => each === canned)
  const first = (canned: string): CannedAs => ({
    canned,
    version: 0,
    at: null,
    operatorId: null,
    texts: eachLang((lang) => context.text(lang, `support.canned.${canned}`, places)),
  })

  async function history(canned: string): Promise<CannedAs[]> {
    const versions = versionsOf(context.engine.read, canned)
    const drafts = await cannedDrafts(
      db,
      versions.map(({ draftId }) => draftId),
    )
    const worded = versions.map(({ version, at, draftId, sha256 }) => {
      const draft = drafts.get(draftId)
      if (draft?.canned !== canned || draftHash(draft) !== sha256)
        throw new RowForged('canned_drafts', draftId)
      return { canned, version, at, operatorId: draft.operatorId, texts: draft.texts }
    })
    return [...worded.toReversed(), ...(isBuiltIn(canned) ? [first(canned)] : [])]
  }
  const names = () => [
    ...new Set([
      ...CANNED,
      ...context.engine.read
        .of(cannedVersions)
        .all()
        .map(({ canned }) => canned),
    ]),
  ]
  return {
    async start() {
      for (const draft of await allCannedDrafts(context))
        drafted.add(signable(draft.canned, draft.id, draftHash(draft)))
    },
    history,
    inUse: async () => (await Promise.all(names().map(history))).flatMap(([newest]) => newest ?? []),
    async words(canned, lang) {
      const [newest] = await history(canned)
      return newest === undefined ? null : filledIn(newest.texts[langOf(lang)], figures(), langOf(lang))
    },
    filled: (texts) => eachLang((lang) => filledIn(texts[lang], figures(), lang)),
    async draft(operatorId, canned, written) {
      const texts = eachLang((lang) => written[lang].trim())
      const refused = staff.may(operatorId, 'chat.canned') ?? cannedProblem(canned, texts, figures())
      if (refused !== null) return refused
      const [id, sha256] = [ids.uuid(), draftHash({ canned, texts })]
      await keepCannedDraft(context, { id, canned, operatorId, texts, sha256, at: Math.floor(clock.wall()) })
      drafted.add(signable(canned, id, sha256))
      return ok({ id, sha256, after: versionsOf(context.engine.read, canned).length })
    },
  }
}
