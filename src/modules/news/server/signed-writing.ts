import { hash } from 'node:crypto'
import { canonical } from '#kernel/hash.ts'
import { RowForged } from '#platform/database/row-mac.ts'
import { hashedRows, type StoredCheck } from '#platform/engine/check-stored.ts'
import type { AppContext } from '#modules/module.ts'
import { isWritten, WRITTEN_KINDS } from '../model/kinds.ts'
import type { NoticeTexts, Writing } from '../model/notice.ts'
import { noticesOf } from './queries.ts'
import { noticePublications, type NewsEntry } from './tables.ts'

/** The hash that is signed of a notice or an article: the act that publishes it has it. */
export const writingHash = ({ kind, texts, codes, corrects }: Writing): string =>
  hash('sha256', canonical({ kind, texts, codes, corrects }))

/**
 * Texts of notices and articles that are told, by where they stand. Throws `RowForged` where the entry or its
 * text is not what was signed.
 */
export async function signedTexts(
  { db, engine }: Pick<AppContext, 'db' | 'engine'>,
  entries: readonly NewsEntry[],
): Promise<Map<string, NoticeTexts>> {
  const texts = await noticesOf(
    db,
    entries.map(({ source }) => source!),
  )
  for (const { kind, at, codes, corrects, source, link } of entries) {
    const signed = engine.read.of(noticePublications).get(source!)
    const written = texts.get(source!)
    if (
      !isWritten(kind) ||
      signed?.at !== at ||
      written === undefined ||
      link !== null ||
      writingHash({ kind, texts: written, codes, corrects }) !== signed.sha256
    )
      throw new RowForged('notices', source!)
  }
  return texts
}

const KINDS = WRITTEN_KINDS.map((kind) => `'${kind}'`).join()

/** Notices and articles that were told, and their entries among the news, are what was signed. */
export const writingChecks: readonly StoredCheck[] = [
  // Signed over another text, one was never told: it has no entry, and nobody a message of it.
  hashedRows({
    table: 'notices',
    columns: ['id', 'kind', 'texts', 'codes', 'corrects'],
    sql: `select p.id as key, p.sha256 as said, n.id is not null as present, n.kind, n.texts, n.codes, n.corrects
      from notice_publications p left join notices n on n.id = p.id
      where p.told_to is not null or exists (select from news w where w.source = p.id)`,
    hash: writingHash,
  }),
  {
    ...hashedRows({
      table: 'news',
      columns: [],
      sql: `select w.id as key, case when w.at = p.at and w.link is null then p.sha256 else '' end as said,
        true as present, w.kind, n.texts, w.codes, w.corrects
        from news w left join notice_publications p on p.id = w.source left join notices n on n.id = p.id
        where w.kind in (${KINDS}) or p.id is not null`,
      hash: writingHash,
    }),
    tables: ['notices'],
    columns: {},
  },
]
