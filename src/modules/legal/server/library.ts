import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LANGS, type Lang } from '#i18n/lang.ts'
import { FEE } from '#modules/margin/model/rates.ts'
import { DOCUMENT_IDS, DOCUMENT_VERSIONS, type DocumentId, type DocumentVersion } from '../model/documents.ts'
import { tidied } from '../model/draft.ts'
import { figures, type ModuleFigures } from '../model/figures.ts'
import { fill, titleOf } from '../model/text.ts'

const FOLDER = join(import.meta.dirname, '../documents')

/** A version in one language, figures filled in. */
export type Text = { readonly title: string; readonly text: string; readonly sha256: string }
export type Published = DocumentVersion & { readonly texts: Readonly<Record<Lang, Text>> }

/**
 * Reads every version once. A missing text or an unknown figure stops the start: a document is whole or not
 * there.
 */
export const openLibrary = (modules: ModuleFigures): readonly Published[] =>
  DOCUMENT_VERSIONS.map((version) => {
    // They came with the software, as its first commission did.
    const known = figures(modules, version.inForceFrom, FEE)
    const textIn = (lang: Lang): Text => {
      const text = fill(
        readFileSync(join(FOLDER, `${version.id}.${version.version}`, `${lang}.txt`), 'utf8'),
        known,
        lang,
      )
      return { title: titleOf(text), text, sha256: createHash('sha256').update(text).digest('hex') }
    }
    return {
      ...version,
      texts: Object.fromEntries(LANGS.map((lang) => [lang, textIn(lang)])) as Record<Lang, Text>,
    }
  })

/**
 * Japanese texts that the software proposes as next versions, with places for figures. A proposal is in force
 * nowhere: two operators publish it, or words of their own, as any other version.
 */
export const openProposals = (): Readonly<Record<DocumentId, string>> =>
  Object.fromEntries(
    DOCUMENT_IDS.map((id) => [id, tidied(readFileSync(join(FOLDER, 'next', `${id}.ja.txt`), 'utf8'))]),
  ) as Record<DocumentId, string>
