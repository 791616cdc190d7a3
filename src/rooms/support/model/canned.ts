/** Standard answers: `canned.<topic>` in the catalogues, so that each is worded in every language. */
export const CANNED = ['deposit', 'withdrawal', 'identity', 'order', 'margin', 'fee', 'password', 'thanks', 'person'] as const
export type Canned = (typeof CANNED)[number]

/** Words of a question, in every language: the first topic that matches is what it is about. */
const WORDS: readonly (readonly [Canned, RegExp])[] = [
  ['withdrawal', /出金|引き出|withdraw|retrait|retirer|retir(?:o|ar)|提现|提現|提款|取款/i],
  ['deposit', /入金|振込|振り込|着金|deposit|transfer|dépôt|virement|dep[oó]sito|ingres|transferencia|汇款|匯款|入帳|入账|充值|存款/i],
  ['identity', /本人確認|本人|身分|免許|identity|verif|identité|vérif|identidad|verific|实名|實名|认证|認證|证件|證件/i],
  ['margin', /追証|維持率|証拠金|強制|margin|marge|margen|保证金|保證金|追缴|追繳|强平|強平/i],
  ['fee', /手数料|料金|税|fees?\b|commission|tax|frais|impôt|comisi|impuesto|tarifa|手续费|手續費|费用|費用|税|稅/i],
  ['password', /パスワード|暗証|ログイン|password|passkey|log ?in|mot de passe|connexion|contraseña|acceso|密码|密碼|登录|登入/i],
  ['order', /注文|約定|建玉|決済|order|trade|position|fill|ordre|négoci|orden|operaci|posici|委托|委託|成交|下单|下單|持仓|持倉/i],
  ['thanks', /ありがと|了解|わかりました|thank|got it|merci|gracias|谢谢|謝謝|明白/i],
]

/** What a member's line is about; `person` where no standard answer fits. */
export const topicOf = (text: string): Canned => WORDS.find(([, words]) => words.test(text))?.[0] ?? 'person'
