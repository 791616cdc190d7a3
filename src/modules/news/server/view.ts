import type { Yen } from '#kernel/money.ts'
import { iso } from '#kernel/time.ts'
import { SECTOR_NAMES, type SectorId } from '#modules/instruments/model/sectors.ts'
import { changeBpOf, todayFromTenths } from '#modules/market/model/figures.ts'
import type { MarketPublic } from '#modules/market/server/public.ts'
import { langOf } from '#i18n/lang.ts'
import type { NewsRow, NewsView } from '../contract.ts'
import { isWritten } from '../model/kinds.ts'
import { noticeIn, type NoticeTexts } from '../model/notice.ts'
import { sumIn, type NewsArgs } from '../model/labels.ts'
import type { NewsEntry } from './tables.ts'

export type Wording = {
  market: Pick<MarketPublic, 'quote' | 'nameOf'>
  text: (lang: string, key: string, args?: NewsArgs) => string
}

/** The business year that is missing in results from before it was kept. */
const UNTOLD: NewsArgs = { year: 'untold', month: 0 }

/**
 * The words of an entry in the reader's language. The sentences of simulated news are made now, from what was
 * kept.
 */
function wordsIn(
  { words, args, kind, title, body }: NewsEntry,
  notice: NoticeTexts | undefined,
  lang: string,
  { market, text }: Wording,
) {
  if (isWritten(kind)) return noticeIn(notice!, langOf(lang))
  if (words === null) return { title: title ?? '', text: body ?? '' }
  const sum = (yen: Yen) => {
    const { words: unit, amount } = sumIn(langOf(lang), yen)
    return text(lang, `news.words.${unit}`, { amount })
  }
  const sector = (id: unknown) => SECTOR_NAMES[id as SectorId]?.[langOf(lang)] ?? ''
  const filled: NewsArgs = {
    ...UNTOLD,
    ...args,
    ...(typeof args.code === 'string' ? { name: market.nameOf(args.code, lang) } : {}),
    ...(typeof args.yen === 'number' ? { amount: sum(args.yen) } : {}),
    ...(typeof args.best === 'string' ? { best: sector(args.best), worst: sector(args.worst) } : {}),
  }
  return {
    title: text(lang, `news.words.${words}.title`, filled),
    text: text(lang, `news.words.${words}.text`, filled),
  }
}

/**
 * `related`: what entries correct and are corrected by; `texts`: of notices and articles, by where they
 * stand.
 */
export type Beside = { texts: ReadonlyMap<string, NoticeTexts>; related: readonly NewsEntry[] }

export function newsView(
  entry: NewsEntry,
  { texts, related }: Beside,
  lang: string,
  wording: Wording,
): NewsView {
  const { id, kind, at, codes, source, link } = entry
  const words = (one: NewsEntry) => wordsIn(one, texts.get(one.source ?? ''), lang, wording)
  const relatedView = (one: NewsEntry) => ({ id: one.id, at: iso(one.at), title: words(one).title })
  const issues = codes.map((code) => {
    const quote = wording.market.quote(code)
    return {
      code,
      name: wording.market.nameOf(code, lang),
      changeBp:
        quote === null || quote.lastTenths === null
          ? null
          : changeBpOf(quote.lastTenths, todayFromTenths(quote)),
    }
  })
  const corrects = related.find((one) => one.id === entry.corrects)
  const correctedBy = related.filter((one) => one.corrects === id).map(relatedView)
  return {
    id,
    kind,
    at: iso(at),
    ...words(entry),
    issues,
    source: kind === 'feed' ? source : null,
    link: link === null ? null : { href: link, host: new URL(link).host },
    lang: entry.lang,
    simulated: kind === 'disclosure' || kind === 'market' || kind === 'article',
    corrects: corrects === undefined ? null : relatedView(corrects),
    correctedBy,
    corrected: correctedBy.length > 0,
  }
}

/** A line of the list has no text and no link. */
export function newsRow({
  text: _text,
  link: _link,
  lang: _lang,
  corrects: _corrects,
  correctedBy: _correctedBy,
  ...row
}: NewsView): NewsRow {
  return row
}
