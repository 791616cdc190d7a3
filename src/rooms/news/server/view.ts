import { SECTOR_NAMES, type SectorId } from '#rooms/instruments/model/sectors.ts'
import { changeBpOf } from '#rooms/market/model/figures.ts'
import type { MarketPublic } from '#rooms/market/server/public.ts'
import { langOf } from '#texts/lang.ts'
import type { NewsRow, NewsView } from '../contract.ts'
import { noticeIn, type NoticeTexts } from '../model/notice.ts'
import { amountIn, type NewsArgs } from '../model/words.ts'
import type { NewsEntry } from './tables.ts'

export type Wording = {
  market: Pick<MarketPublic, 'quote' | 'nameOf'>
  text: (lang: string, key: string, args?: NewsArgs) => string
}

/** The words of an entry in the reader's language. The sentences of simulated news are made now, from what was kept. */
function wordsIn({ words, args, kind, title, body }: NewsEntry, notice: NoticeTexts | undefined, lang: string, { market, text }: Wording) {
  if (kind === 'notice') return noticeIn(notice!, langOf(lang))
  if (words === null) return { title: title ?? '', text: body ?? '' }
  const sector = (id: unknown) => SECTOR_NAMES[id as SectorId]?.[langOf(lang)] ?? ''
  const filled: NewsArgs = {
    ...args, ...(typeof args.code === 'string' ? { name: market.nameOf(args.code, lang) } : {}),
    ...(typeof args.yen === 'number' ? { amount: amountIn(langOf(lang), args.yen) } : {}),
    ...(typeof args.best === 'string' ? { best: sector(args.best), worst: sector(args.worst) } : {}),
  }
  return { title: text(lang, `news.words.${words}.title`, filled), text: text(lang, `news.words.${words}.text`, filled) }
}

export function newsView(entry: NewsEntry, notice: NoticeTexts | undefined, lang: string, wording: Wording): NewsView {
  const { id, kind, at, codes, source, link } = entry
  const issues = codes.map((code) => {
    const quote = wording.market.quote(code)
    return { code, name: wording.market.nameOf(code, lang), changeBp: quote === null || quote.lastTenths === null ? null : changeBpOf(quote.lastTenths, quote.baseTenths) }
  })
  return {
    id, kind, at: new Date(at).toISOString(), ...wordsIn(entry, notice, lang, wording), issues,
    source: kind === 'feed' ? source : null, link: link === null ? null : { href: link, host: new URL(link).host }, lang: entry.lang,
    simulated: kind === 'disclosure' || kind === 'market',
  }
}

/** A line of the list has no text and no link. */
export function newsRow({ text: _text, link: _link, lang: _lang, ...row }: NewsView): NewsRow {
  return row
}
