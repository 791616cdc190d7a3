import { createHash, hash } from 'node:crypto'
import { canonical } from '#kernel/hash.ts'
import { no, ok, type Refusal } from '#kernel/result.ts'
import { dateJst, type DateJst } from '#kernel/time.ts'
import { RowForged } from '#platform/database/row-mac.ts'
import { hashedRows, type StoredCheck } from '#platform/engine/check-stored.ts'
import { done } from '#platform/engine/command.ts'
import type { AppContext } from '#modules/module.ts'
import { plainCase, type Effect, type StaffPublic } from '#modules/staff/server/public.ts'
import { feesOn } from '#modules/schedules/server/public.ts'
import { LANGS, langOf, type Lang } from '#i18n/lang.ts'
import { namedVersion, type DocumentId } from '../model/documents.ts'
import { documentTexts, type DocumentTexts } from '../model/draft.ts'
import { figures, type ModuleFigures } from '../model/figures.ts'
import { titleOf } from '../model/text.ts'
import type { Published } from './library.ts'
import { publishedVersions } from './public.ts'
import { draftList } from './row-lists.ts'
import { documentVersions, type DraftRow } from './tables.ts'

type Body = { draft: string; sha256: string }
/** `isText`: the draft of this id has these texts. `from`: the next business day. */
type Inputs = { isText: boolean; from: DateJst }

const eachLang = <T>(make: (lang: Lang) => T): Record<Lang, T> =>
  Object.fromEntries(LANGS.map((lang) => [lang, make(lang)])) as Record<Lang, T>

/** The hash that is signed of a version: the act that publishes it has it. */
const draftHash = ({ document, texts }: Pick<DraftRow, 'document' | 'texts'>): string =>
  hash('sha256', canonical({ document, texts }))

/** Texts of every version are what was signed. */
export const draftsCheck: StoredCheck = hashedRows({
  table: 'document_drafts',
  columns: ['id', 'document', 'texts'],
  sql: `select v.draft_id as key, v.sha256 as said, d.id is not null as present, d.document, d.texts
    from document_versions v left join document_drafts d on d.id = v.draft_id`,
  hash: draftHash,
})

/**
 * Versions after the first: prepared by an administrator, published with an auditor, in force from the next
 * business day.
 */
export function publishing(
  context: AppContext,
  {
    staff,
    modules,
    library,
  }: {
    staff: Pick<StaffPublic, 'register' | 'cases' | 'may'>
    modules: ModuleFigures
    library: readonly Published[]
  },
) {
  const { db, ids, clock, calendar } = context
  const drafts = new Map<string, DraftRow>()
  /** Drafts as they stand, those that were put away at another server too. Throws `RowForged`. */
  async function read(): Promise<void> {
    const rows = await db.kysely.selectFrom('documentDrafts').selectAll().execute()
    await draftList(context.config).believe(db.kysely, rows)
    drafts.clear()
    for (const row of rows) drafts.set(row.id, { ...row, sha256: draftHash(row) })
  }
  const today = (): DateJst => dateJst(clock.wall())
  const isText = (document: DocumentId | undefined, { draft, sha256 }: Body): boolean => {
    const known = drafts.get(draft)
    return known !== undefined && known.document === document && known.sha256 === sha256
  }

  const effect: Effect<Body, Inputs> = {
    power: 'document.publish',
    takes: ['draft', 'sha256'],
    before: read,
    captureInputs: (_tables, subject, body) => ({
      isText: isText(namedVersion(subject)?.id, body),
      from: calendar.next(today()),
    }),
    refuse(tables, subject, _body, inputs) {
      const named = namedVersion(subject)
      if (named === null) return no('DOCUMENT_UNKNOWN')
      const newest = publishedVersions(tables).findLast(({ id }) => id === named.id)!
      if (named.version !== newest.version + 1) return no('DOCUMENT_VERSION', { newest: newest.version })
      return inputs.isText ? null : no('DOCUMENT_OTHER_TEXT')
    },
    carryOut(tables, { subject, body }, { wall }, { from }) {
      const { id, version } = namedVersion(subject)!
      tables
        .of(documentVersions)
        .insert({
          id: subject,
          document: id,
          version,
          draftId: body.draft,
          sha256: body.sha256,
          inForceFrom: from,
          at: wall,
        })
      return done({ inForceFrom: from })
    },
    memberOf: () => null,
  }
  staff.register('legal', effect)
  staff.cases({
    powers: ['document.publish'],
    brief: async (subject) =>
      plainCase(subject, { page: 'documents', at: namedVersion(subject)?.id ?? subject }),
    terms(subject, body, lang) {
      const named = namedVersion(subject)
      const draft = drafts.get(String(body.draft))
      const text = (key: string) => context.text(lang, `legal.console.${key}`)
      const before = versions().findLast(({ id, version }) => id === named?.id && version < named.version)
      return [
        {
          label: text('document'),
          value: draft === undefined ? subject : titleOf(draft.texts[langOf(lang)]),
          ...(before === undefined ? {} : { was: before.texts[langOf(lang)].title }),
        },
        {
          label: text('version'),
          value: String(named?.version ?? '—'),
          ...(before === undefined ? {} : { was: String(before.version) }),
        },
        { label: text('hash'), value: String(body.sha256) },
      ]
    },
  })

  /** Every version with its texts, oldest first within a document. */
  function versions(): readonly Published[] {
    const later = context.engine.read
      .of(documentVersions)
      .all()
      .toSorted((a, b) => a.version - b.version)
    return [
      ...library,
      ...later.map(({ document, version, inForceFrom, draftId }): Published => {
        const { texts } = drafts.get(draftId)!
        return {
          id: document,
          version,
          inForceFrom,
          texts: eachLang((lang) => ({
            title: titleOf(texts[lang]),
            text: texts[lang],
            sha256: createHash('sha256').update(texts[lang]).digest('hex'),
          })),
        }
      }),
    ]
  }
  return {
    versions,
    async drafts(): Promise<readonly DraftRow[]> {
      await read()
      return [...drafts.values()].toSorted((a, b) => b.at - a.at)
    },
    /**
     * Puts the texts of a next version away. Refused: the power `document.publish`, then `DRAFT_REJECTIONS`.
     */
    async draft(
      operatorId: string,
      document: DocumentId,
      inputs: DocumentTexts,
    ): Promise<{ ok: true; value: DraftRow } | Refusal> {
      const mayNot = staff.may(operatorId, 'document.publish')
      if (mayNot !== null) return mayNot
      const newest = versions().findLast(({ id }) => id === document)!
      const from = calendar.next(today())
      const texts = documentTexts(
        inputs,
        figures(modules, from, feesOn(context.engine.read, from)),
        eachLang((lang) => newest.texts[lang].text),
      )
      if (!texts.ok) return texts
      const row: DraftRow = {
        id: ids.uuid(),
        document,
        operatorId,
        texts: texts.value,
        sha256: draftHash({ document, texts: texts.value }),
        at: Math.floor(clock.wall()),
      }
      await db.kysely.transaction().execute(async (trx) => {
        await trx
          .insertInto('documentDrafts')
          .values({ ...row, texts: JSON.stringify(row.texts) as never })
          .execute()
        await draftList(context.config).add(trx, [row])
      })
      drafts.set(row.id, row)
      return ok(row)
    },
    /** Throws `RowForged` where a text is not what was written, or that of a version not what was signed. */
    async start(): Promise<void> {
      await read()
      for (const { draftId, sha256 } of context.engine.read.of(documentVersions).all())
        if (drafts.get(draftId)?.sha256 !== sha256) throw new RowForged('document_drafts', draftId)
    },
  }
}
