import { no, type Refusal } from '#kernel/result.ts'
import { lineProblem } from '#modules/staff/model/line-filter.ts'
import { namesMoney } from '#modules/staff/model/public-labels.ts'
import { formatter } from '#i18n/format.ts'
import { LANG_NAMES, LANGS, type Lang } from '#i18n/lang.ts'
import { LINE_LONGEST } from './line.ts'

/**
 * Standard answers that there always are: `canned.<topic>` in the catalogues is their first version, worded
 * in every language.
 */
export const CANNED = [
  'deposit',
  'withdrawal',
  'identity',
  'order',
  'margin',
  'fee',
  'password',
  'thanks',
  'person',
] as const
export type Canned = (typeof CANNED)[number]

/** Words of a question, in every language: the first topic that matches is what it is about. */
const WORDS: readonly (readonly [Canned, RegExp])[] = [
  ['withdrawal', /出金|引き出|withdraw|retrait|retirer|retir(?:o|ar)|提现|提現|提款|取款/i],
  [
    'deposit',
    /入金|振込|振り込|着金|deposit|transfer|dépôt|virement|dep[oó]sito|ingres|transferencia|汇款|匯款|入帳|入账|充值|存款/i,
  ],
  [
    'identity',
    /本人確認|本人|身分|免許|identity|verif|identité|vérif|identidad|verific|实名|實名|认证|認證|证件|證件/i,
  ],
  ['margin', /追証|維持率|証拠金|強制|margin|marge|margen|保证金|保證金|追缴|追繳|强平|強平/i],
  [
    'fee',
    /手数料|料金|税|fees?\b|commission|tax|frais|impôt|comisi|impuesto|tarifa|手续费|手續費|费用|費用|税|稅/i,
  ],
  [
    'password',
    /パスワード|暗証|ログイン|password|passkey|log ?in|mot de passe|connexion|contraseña|acceso|密码|密碼|登录|登入/i,
  ],
  [
    'order',
    /注文|約定|建玉|決済|order|trade|position|fill|ordre|négoci|orden|operaci|posici|委托|委託|成交|下单|下單|持仓|持倉/i,
  ],
  ['thanks', /ありがと|了解|わかりました|thank|got it|merci|gracias|谢谢|謝謝|明白/i],
]

/** The topic of a member's line; `person` where no standard answer fits. */
export const topicOf = (text: string): Canned => WORDS.find(([, words]) => words.test(text))?.[0] ?? 'person'

/**
 * Figures that an answer may quote: places for them, filled in from the rules when it is sent, so that nobody
 * types one.
 */
export const CANNED_PLACES = [
  'feeRate',
  'feeMin',
  'feeMax',
  'withdrawFrom',
  'withdrawTo',
  'withdrawByRule',
  'officeFrom',
  'officeTo',
] as const
export type CannedPlace = (typeof CANNED_PLACES)[number]
export type CannedFigures = Readonly<Record<CannedPlace, number | string>>

/** The name of a standard answer: of its own, or one of those that there always are. */
export const CANNED_NAME = /^[a-z][a-z0-9-]{1,39}$/
export type CannedTexts = Readonly<Record<Lang, string>>

const PLACE = /\{([^{}]*)\}/g
const placesOf = (text: string): string[] => [...text.matchAll(PLACE)].map(([, name]) => name!).toSorted()

/** An answer with its figures, as the language writes numbers. */
export const filledIn = (template: string, figures: CannedFigures, lang: Lang): string =>
  template.replace(PLACE, (whole, name: CannedPlace) => {
    const figure = Object.hasOwn(figures, name) ? figures[name] : undefined
    return figure === undefined
      ? whole
      : typeof figure === 'number'
        ? formatter(lang).ruleFigure(figure)
        : figure
  })

/** In the order in which they are checked. */
export const CANNED_REJECTIONS = [
  'CANNED_NAME',
  'CANNED_TEXT',
  'CANNED_PLACE',
  'CANNED_PLACES',
  'CANNED_WORDS',
] as const

/**
 * The first rule that an answer breaks, null for none: a name, 1–1,000 characters in each language, the same
 * known places in all, nothing that no line may carry; an amount or a rate stands in a place alone.
 */
export function cannedProblem(
  name: string,
  texts: CannedTexts,
  figures: CannedFigures,
): Refusal<(typeof CANNED_REJECTIONS)[number]> | null {
  if (!CANNED_NAME.test(name)) return no('CANNED_NAME')
  for (const lang of LANGS)
    if (texts[lang].trim() === '' || [...filledIn(texts[lang], figures, lang)].length > LINE_LONGEST)
      return no('CANNED_TEXT', { lang: LANG_NAMES[lang], longest: LINE_LONGEST })
  for (const lang of LANGS) {
    const unknown =
      placesOf(texts[lang]).find((place) => !CANNED_PLACES.some((known) => known === place)) ??
      (/[{}]/.test(texts[lang].replace(PLACE, '')) ? '{' : undefined)
    if (unknown !== undefined) return no('CANNED_PLACE', { lang: LANG_NAMES[lang], place: unknown })
  }
  for (const lang of LANGS)
    if (placesOf(texts[lang]).join() !== placesOf(texts.ja).join())
      return no('CANNED_PLACES', { lang: LANG_NAMES[lang] })
  for (const lang of LANGS) {
    const problem = namesMoney(texts[lang].replace(PLACE, '§'))
      ? 'MONEY'
      : lineProblem(filledIn(texts[lang], figures, lang))
    if (problem !== null) return no('CANNED_WORDS', { lang: LANG_NAMES[lang], problem })
  }
  return null
}
