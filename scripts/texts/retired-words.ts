import type { Lang } from '#i18n/lang.ts'

/** Words that texts gave up, with the term in their place: one word for a thing (docs/glossary.md). */
const RETIRED: Record<Lang, readonly (readonly [word: RegExp, instead: string])[]> = {
  ja: [
    [/(?<!基準|分売)値段/, '株価, 価格'],
    [/見張/, '監視'],
    [/届いたもの/, '通知済み'],
    [/否認|否決/, '却下'],
    [/お金のありか/, '資産の内訳'],
    [/いまの場所/, '執行状況'],
    [/並べ方/, '並べ替え'],
    [/口座ができました/, '口座を開設しました'],
    [/保有はありません/, '保有銘柄はありません'],
    [/待っている注文/, '未約定の注文'],
    [/(?<!権)利確/, '利益確定'],
    [/買付可能額/, '買付余力'],
    [/できる額/, '可能額'],
    [/マーケット/, '市場'],
    [/あなた/, 'お客様'],
    [/監査[人役]/, '監査担当'],
    [/寄り?付き/, '寄付'],
  ],
  en: [
    [/What is filled stays/, 'Filled shares are kept'],
    [/nobody (?:is|was) on the other side/i, 'No matching orders'],
    [/\bTo market\b/, 'Limit, then market at close'],
    [/Take back/i, 'Withdraw application'],
    [/Draw to come/i, 'Awaiting draw'],
    [/\bBeware\b/, 'Please note'],
    [/\bWay in\b/, 'Sign-in method'],
    [/Proof of will/i, 'Customer authorisation'],
    [/\breckon/i, 'calculate'],
    [/Every yen/, 'Cash movements'],
    [/Looking at the market/, 'No account needed to browse'],
    [/\bput away\b/i, 'cancelled, saved'],
    [/\bby itself\b/i, 'automatically'],
    [/\b(?:decision stands|stands still)\b/i, 'is upheld, is on hold'],
    [/\basked for it\b/i, 'requested it'],
    [/\bback in your account\b/i, 'returned to your account'],
    [/\bset aside\b/i, 'held'],
    [/\bOld quote\b/i, 'Stale quote'],
    [/\bbreak-glass\b/i, 'emergency access'],
    [/\bhouse\b/i, 'the firm'],
    [/\btwin\b/i, 'duplicate'],
    [/Nothing is called/i, 'No results for'],
    [/Lines of the bank/i, 'Bank transactions'],
    [/Orders at work/i, 'Open orders'],
  ],
  'zh-Hans': [
    [/否决/, '驳回'],
    [/我的记录/, '操作记录'],
    [/借券费/, '融券费'],
    [/对手方(?:委托|无报价|没有委托)/, '对手盘'],
    [/会员的话/, '会员陈述'],
    [/审计人(?!员)/, '审计员'],
  ],
  'zh-Hant': [
    [/否決/, '駁回'],
    [/我的紀錄/, '操作紀錄'],
    [/對手方(?:委託|無報價|沒有委託)/, '對手委託'],
    [/會員的話/, '會員陳述'],
    [/稽核人(?!員)/, '稽核員'],
  ],
  es: [
    [/\bBid\b/, 'Compra'],
    [/\bAsk\b/, 'Venta'],
    [/Funari/, 'Limitada y a mercado'],
    [/por sí sol[oa]s?\b/i, 'automáticamente'],
    [/ de vuelta\b/i, 'devuelto'],
    [/\bcongelad[oa]/i, 'bloqueado'],
    [/en el otro lado/i, 'contrapartida'],
  ],
  fr: [
    [/\bBid\b/, 'Achat'],
    [/\bAsk\b/, 'Vente'],
    [/Funari/, 'Limite puis marché'],
    [/\ben face\b/i, 'contrepartie'],
    [/\bde (?:lui|elle|soi)-mêmes?\b/i, 'automatiquement'],
    [/\bde ce genre\b/i, 'correspondant'],
    [/\(encore\)/i, 'Confirmer …'],
    [/\bpour ceux qui partent\b/i, 'pour les remboursements'],
  ],
}

/** Retired words in a sentence, each with the word to use. */
export function retiredIn(lang: Lang, source: string): string[] {
  return RETIRED[lang].flatMap(([word, instead]) => {
    const found = word.exec(source)
    return found === null ? [] : [`“${found[0]}” is retired: ${instead}`]
  })
}
