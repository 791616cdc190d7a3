import type { MemberId } from '#kernel/id.ts'
import { iso } from '#kernel/time.ts'
import type { Database } from '#platform/database/connect.ts'
import { FALLBACK_LANG } from '#i18n/lang.ts'
import type { AboutCard, ChatLine } from '../contract.ts'
import type { AboutSource } from './public.ts'
import { abouts } from './queries.ts'
import type { Line } from './tables.ts'

type Deps = { lang: string; sources: readonly AboutSource[]; numberOf: (operatorId: string) => number }

export async function lineView(line: Line, { lang, sources, numberOf }: Deps): Promise<ChatLine> {
  const { id, at, author, kind, text, imageId, operatorId, desk } = line
  return {
    id,
    at: iso(at),
    by: author,
    kind,
    text,
    imageId,
    about: await aboutOf(line, lang, sources),
    operator: operatorId === null ? null : numberOf(operatorId),
    desk,
  }
}

/** The card as things stand now: a deposit that came in the meantime says so. */
async function aboutOf(
  { memberId, aboutKind, aboutId }: Pick<Line, 'memberId' | 'aboutKind' | 'aboutId'>,
  lang: string,
  sources: readonly AboutSource[],
): Promise<AboutCard | null> {
  const source = sources.find(({ kind }) => kind === aboutKind)
  const card = aboutId === null ? null : await source?.card(memberId, aboutId, lang)
  return card ? { ...card, id: aboutId!, kind: aboutKind! } : null
}

/** Numbers of what the conversation is about: an operator may name them. */
export async function referencesOf(
  db: Database,
  memberId: MemberId,
  sources: readonly AboutSource[],
): Promise<string[]> {
  const cards = await Promise.all(
    (await abouts(db, memberId)).map((about) => aboutOf({ memberId, ...about }, FALLBACK_LANG, sources)),
  )
  return cards.flatMap((card) => card?.reference ?? [])
}
