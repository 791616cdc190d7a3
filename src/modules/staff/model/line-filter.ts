/**
 * Things that a line of an operator may never carry (security-and-trust 4): numbers of accounts, wallets,
 * requests to pay, unknown links or contacts, questions for secrets. Deposit instructions stand on the signed
 * page alone. Pure: the console can ask it while somebody types.
 */
export const LINE_PROBLEMS = ['ACCOUNT_NUMBER', 'WALLET', 'LINK', 'CONTACT', 'SECRET', 'PAYMENT'] as const
export type LineProblem = (typeof LINE_PROBLEMS)[number]

/**
 * The first thing in a line that must not go out; null when it may. `references`: numbers of the member's own
 * requests, which may be named.
 */
export function lineProblem(line: string, references: readonly string[] = []): LineProblem | null {
  const text = plain(line)
  if (WALLET.some((pattern) => pattern.test(line.normalize('NFKC')))) return 'WALLET'
  if (hasLink(text)) return 'LINK'
  if (hasAccountNumber(withoutAll(text, references))) return 'ACCOUNT_NUMBER'
  for (const clause of clausesOf(text)) {
    if (CONTACT.some((pattern) => pattern.test(clause))) return 'CONTACT'
    if (isNegated(clause)) continue
    if (SECRET.some((pattern) => pattern.test(clause))) return 'SECRET'
    if (asksForMoney(clause)) return 'PAYMENT'
  }
  return null
}

/** Each stands for itself alone: a longer number that begins like one is not it. */
const withoutAll = (text: string, references: readonly string[]): string =>
  references.reduce(
    (left, reference) =>
      left.replace(new RegExp(`(?<!\\d)${reference.replace(/[^\da-z-]/gi, '')}(?!\\d)`, 'gi'), ' § '),
    text,
  )

const HAN_DIGITS = '〇一二三四五六七八九'
const OTHER_DIGITS: Readonly<Record<string, string>> = {
  零: '0',
  壱: '1',
  壹: '1',
  弐: '2',
  貳: '2',
  贰: '2',
  参: '3',
  參: '3',
  叁: '3',
  肆: '4',
  伍: '5',
  陸: '6',
  陆: '6',
  漆: '7',
  柒: '7',
  捌: '8',
  玖: '9',
}
/** Han numerals, only where several stand together: 一 in 一度 or 一般 is no figure. */
const HAN_NUMBER =
  /[〇零一二三四五六七八九壱壹弐貳贰参參叁肆伍陸陆漆柒捌玖](?:[\s\-・.,、]*[〇零一二三四五六七八九壱壹弐貳贰参參叁肆伍陸陆漆柒捌玖\d]){2,}/g
const SPELLED: readonly (readonly [RegExp, string])[] = [
  [/\b(?:zero|oh|cero|zéro)\b/g, '0'],
  [/\b(?:one|uno|un)\b/g, '1'],
  [/\b(?:two|dos|deux)\b/g, '2'],
  [/\b(?:three|tres|trois)\b/g, '3'],
  [/\b(?:four|cuatro|quatre)\b/g, '4'],
  [/\b(?:five|cinco|cinq)\b/g, '5'],
  [/\b(?:six|seis)\b/g, '6'],
  [/\b(?:seven|siete|sept)\b/g, '7'],
  [/\b(?:eight|ocho|huit)\b/g, '8'],
  [/\b(?:nine|nueve|neuf)\b/g, '9'],
]

/** One spelling for what looks alike: full-width and kanji figures, invisible characters, capitals. */
export function plain(line: string): string {
  return line
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toLowerCase()
    .replace(HAN_NUMBER, (found) =>
      [...found]
        .map((one) => OTHER_DIGITS[one] ?? (HAN_DIGITS.includes(one) ? String(HAN_DIGITS.indexOf(one)) : one))
        .join(''),
    )
}

/** A member is told one thing in each: what is said not to be asked must not hide what is. */
const clausesOf = (text: string): string[] =>
  text
    .split(
      /[。.!?！？;；\n]+(?=\s|$|[^\d])|[,，、](?!\d)\s*|\s(?:but|however|mais|pero|sin embargo|cependant|only|so)\s|但是|不过|不過|ただし|しかし|けれど|ですが/,
    )
    .filter((clause) => clause.trim() !== '')

const WALLET: readonly RegExp[] = [
  /\b[13][a-km-zA-HJ-NP-Z1-9]{25,34}\b/,
  /\b(?:bc1|tb1|ltc1)[a-z0-9]{20,80}\b/i,
  /0x[0-9a-f]{38,42}/i,
  /\bT[a-km-zA-HJ-NP-Z1-9]{33}\b/,
  /\br[a-km-zA-HJ-NP-Z1-9]{24,34}\b/,
  /\b[LM][a-km-zA-HJ-NP-Z1-9]{26,33}\b/,
  /\blnbc[a-z0-9]{20,}/i,
  /\bD[a-km-zA-HJ-NP-Z1-9]{33}\b/,
  /\baddr1[a-z0-9]{40,}/i,
]

/**
 * Dates, times, amounts with their unit, and references of the server: figures that belong into a
 * conversation.
 */
const HARMLESS_FIGURES = new RegExp(
  [
    String.raw`\b(?:19|20)\d\d[-/.年](?:0?[1-9]|1[0-2])[-/.月](?:0?[1-9]|[12]\d|3[01])日?(?!\d)`,
    String.raw`\b\d{1,2}[:時点點h]\d{2}(?::\d{2})?`,
    String.raw`\b(?:0?[1-9]|[12]\d|3[01])[-/.](?:0?[1-9]|[12]\d|3[01])[-/.](?:19|20)\d\d(?!\d)`,
    String.raw`\b[a-z]-\d{4}-\d{4}\b`,
    String.raw`(?:¥|jpy|円)\s?\d{1,3}(?:[,. ']\d{3})*(?!\d)`,
    String.raw`\d{1,3}(?:[,. '\u202f\u00a0]\d{3})*(?:\.\d+)?\s?(?:万|億|亿|萬|千)?\s?(?:円|¥|yen|jpy|日元|日圓|日币|株|shares?|acciones|actions|股|%|倍)`,
  ].join('|'),
  'g',
)
const SEPARATORS = String.raw`[\s\-‐-―−_・·.,、/|*()\[\]「」'":~〜と]`
const LONG_NUMBER = new RegExp(String.raw`\d(?:${SEPARATORS}{0,3}\d){6,}`)
const ACCOUNT_WORD = String.raw`(?:口座(?:番号)?|振込先|支店(?:番号|コード)?|店番|普通預金|当座|記号|account|acct|a\/c|iban|swift|bic|routing|sort code|branch|compte|rib|agence|cuenta|clabe|sucursal|账号|账户|帐号|帳號|帳戶|卡号|卡號|支行|分行)`
const NUMBER_AT_ACCOUNT = new RegExp(`${ACCOUNT_WORD}[^\\d]{0,20}\\d(?:${SEPARATORS}{0,2}\\d){2,}`)
const IBAN = /\b[a-z]{2}\d{2}(?:\s?[a-z0-9]{4}){3,7}\b/

function hasAccountNumber(text: string): boolean {
  let figures = text.replace(HARMLESS_FIGURES, ' § ')
  for (const [word, digit] of SPELLED) figures = figures.replace(word, digit)
  return (
    LONG_NUMBER.test(figures) ||
    NUMBER_AT_ACCOUNT.test(figures) ||
    (IBAN.test(figures) && /\d.*\d.*\d.*\d.*\d.*\d/.test(figures))
  )
}

/**
 * Hosts that a member may be sent to: the dispute body, the regulator, the police, the consumers' centre, the
 * deposit protection fund.
 */
const HELP_HOSTS = [
  'finmac.or.jp',
  'fsa.go.jp',
  'npa.go.jp',
  'kokusen.go.jp',
  'jipf.or.jp',
  'caa.go.jp',
  'jpx.co.jp',
  'nta.go.jp',
]
const ENDINGS =
  'com|net|org|info|biz|jp|co|io|me|app|xyz|top|site|online|shop|vip|cc|tv|link|click|club|live|pro|dev|ru|cn|hk|tw|uk|us|eu|fr|es|de|kr|ly|gg|ai|asia|win|bet|finance|bank|exchange|money|trade|trading|fund|capital|gold|world|today|page|web|store|tech|cloud|ws|sh|su|tk|ml|icu|work|support|help|chat'
const HOST = new RegExp(String.raw`(?:[a-z0-9\-]+\.)+(?:${ENDINGS})(?![a-z0-9])`, 'g')
const HIDDEN_DOT =
  /\s*(?:\[\s*(?:\.|dot|点|點|ドット)\s*\]|\(\s*(?:\.|dot|点|點|ドット)\s*\)|\s(?:dot|punto|point)\s|ドット|(?<=[a-z0-9])\s?[点點]\s?(?=[a-z]))\s*/g
const SCHEME = /\b(?:h(?:tt|xx)ps?|ftp|tg|line|whatsapp|weixin)\s*:\s*\/\//
const MAIL = /[\w.+-]+\s*(?:@|\(at\)|\[at\])\s*[\w-]+\.[a-z]/

function hasLink(text: string): boolean {
  const joined = text.replace(HIDDEN_DOT, '.')
  if (MAIL.test(joined)) return true
  const hosts = joined.match(HOST) ?? []
  const isKnown = (host: string) => HELP_HOSTS.some((known) => host === known || host.endsWith(`.${known}`))
  return hosts.some((host) => !isKnown(host)) || (SCHEME.test(joined) && hosts.length === 0)
}

/** Away from where the server keeps a record. */
const CONTACT: readonly RegExp[] = [
  /(?:line|ライン)\s*(?:の)?\s*(?:id|アカウント|を?(?:追加|登録|交換)|で(?:連絡|やり取り|続け|話)|(?:の)?グループ)/,
  /友[達だ]ち?(?:に)?追加|\b(?:on|via|through|add|my|use|by) line\b|\bline (?:id|account|app)\b|\bmy (?:user)?id is\b|加\s*(?:個|个)?line/,
  /\b(?:whats\s?app|telegram|wechat|signal|viber|skype|kakao|discord|zalo|instagram|messenger)\b/,
  /テレグラム|ワッツアップ|カカオトーク|インスタ|ディスコード|微信|weixin|威信|薇信|电报|電報群|飞机|飛機|纸飞机|\bqq\b|line\s*(?:好友|群|账号|帳號)|加(?:我|客服|老师|老師|导师)?.{0,4}(?:好友|群)/,
  /(?:個人|個別|直通|私人|私の).{0,4}(?:電話|携帯|番号|アドレス|手机|手機|号码|號碼)/,
  /\b(?:my|our) (?:personal|private|direct) (?:number|phone|mail|e-?mail|account)/,
  /(?:mi|nuestro) (?:número|correo|teléfono) (?:personal|privado|directo)|mon (?:numéro|adresse|téléphone|mail) (?:personnel|privé|direct)/,
  /(?:^|\s)@[a-z0-9_]{4,}/,
]

/** Nobody of the server ever needs one. */
const SECRET: readonly RegExp[] = [
  /\b(?:need|send|give|tell|read|share|enter|type|forward|what is)\b.{0,30}\b(?:codes?|digits)\b.{0,25}\b(?:sms|text|phone|mail|received|got)\b/,
  /(?:\bda|\bdar|pasa|pase|manda|mande|necesito|dict[ae]).{0,20}c[oó]digo/,
  /(?:besoin|donne[zr]?|dictez|lisez|transmettez|partage[zr]).{0,20}code/,
  /(?:パスワード|暗証番号|認証コード|確認コード|ワンタイム|秘密の(?:言葉|質問)|復元フレーズ).{0,12}(?:教え|送|入力して(?:返信|こちら)|お知らせ|伝え|貼|お願い|ください|下さい)/,
  /(?:告知|tell|send|give|share|reply|provide|type|forward|confirm|what is|what's|need|dime|dinos|d[eé]me|d[eé]nos|d[ií]game|env[ií]e?n?o?s?|indique|comparta|facilite|cuál es|necesit\w+|donnez|envoyez|communiquez|indiquez|transmettez|quel est|告诉|告訴|提供|发送?|發送?|傳|把|请?输入|回复|回覆|报|報).{0,30}(?:password|passcode|\bpin\b|verification code|sms code|one-time code|security code|seed phrase|contraseña|clave|código|mot de passe|code (?:de vérification|sms|secret|reçu)|密码|密碼|验证码|驗證碼|校验码|助记词|助記詞)/,
  /(?:密码|密碼|验证码|驗證碼|助记词|助記詞).{0,8}(?:发|發|告诉|告訴|报|報|给我|給我|提供|传)/,
  /(?:password|verification code|code|contraseña|mot de passe).{0,20}(?:here|to me|in this chat|por aquí|a mí|ici|dans ce chat)/,
]

/** Words that say a thing is never asked for, or not needed. */
const NEGATION =
  /(?:(?<!確認でき)ません|しないで|ないで(?:ください|下さい)|不要|無料|なく|禁止|\bno\b|\bnot\b|\bnever\b|n't\b|without|nobody|(?<!risk[- ])\bfree\b|\bnunca\b|\bjamás\b|\bsin\b|\bnadie\b|gratis|gratuit|\bjamais\b|\bne\b|\bn['’]|\bpas\b|\bsans\b|\baucune?\b|\bpersonne\b|不会|不會|不需|无需|無需|不用|不必|不收|不要|请勿|請勿|免费|免費|从不|從不|绝不|絕不|没有|沒有|不得|不能)/
const isNegated = (clause: string): boolean => NEGATION.test(clause)

const asksForMoney = (clause: string): boolean => PAYMENT.some((pattern) => pattern.test(clause))

const MONEY_JA = String.raw`(?:お金|現金|資金|金額|代金|円|手数料|税金|税|保証金|証拠金|認証金|預託金|解約金|違約金|担保金|費用|残額|差額|追加|入金|usdt|ビットコイン|仮想通貨|暗号資産|ギフト(?:カード|券)?|電子マネー|paypay|プリペイド)`
/** Words that are about money by themselves, and those that need it said. */
const PAY_JA = String.raw`(?:振(?:り)?込(?:ん|み|む|(?=[をの]?お?願))|送金|入金|納付|納め|支払|払(?:っ|い|う|え)|チャージ)`
const HAND_JA = String.raw`(?:${PAY_JA}|送っ|送り|送付|購入|買っ|預け|立て替え|用意)`
const PLEASE_JA = String.raw`(?:ください|下さい|お願い|いただ(?!け)|いただけ(?:れば|ない|ますか|ませんか)|頂|もらえ|必要|してね|しましょう|べき|なければ|ねば|至急|今すぐ|今日中|本日中|期限|求め|すれば|すると|たら|れば)`
const MONEY_ZH = String.raw`(?:钱|錢|款|资金|資金|现金|現金|费|費|税|稅|保证金|保證金|押金|定金|订金|金额|金額|日元|日圓|usdt|比特币|比特幣|虚拟币|礼品卡|禮品卡|点卡|點卡)`
const PAY_ZH = String.raw`(?:转|轉|汇|匯|打款|付|缴|繳|交|充|存入|入金|补|補|追加|加仓|加倉|购买|購買|垫|墊|汇入)`
const PLEASE_ZH = String.raw`(?:请|請|需|必须|必須|要|才能|先|马上|馬上|立即|尽快|盡快|今天|即可|就可以|赶紧|趕緊|帮)`
const MONEY_EN = String.raw`(?:money|funds?|cash|yen|jpy|usd|dollars?|\d[\d,]*|amount|fees?|tax(?:es)?|deposits?|guarantee|collateral|bond|margin|balance|usdt|bitcoin|btc|crypto|gift cards?|payment|capital|surcharge|penalty|commission|more|it)`
const PAY_EN = String.raw`(?:send|transfer|wire|pay|remit|deposit|top[- ]?up|add|buy|purchase|prepay|settle|cover|put|invest|forward|lend)`
const MONEY_ES = String.raw`(?:dinero|fondos|efectivo|yenes|importe|cantidad|comisi[oó]n|tasas?|impuestos?|dep[oó]sito|garant[ií]a|fianza|margen|saldo|usdt|bitcoins?|cripto\w*|tarjetas? (?:de )?regalo|pago|capital|multa|recargo|\d[\d.,]*|más)`
const PAY_ES = String.raw`(?:env[ií]\w*|transfier\w*|transferir\w*|pag(?:a|ue|ar|uen)\w*|abon(?:e|ar|a)\w*|deposit(?:e|ar|a)\b\w*|ingres(?:e|ar|a)\b\w*|recargu?\w*|añad\w+|compr(?:e|ar|a)\b\w*|invi(?:e|é)rt\w*|invertir|gir(?:e|ar)\b|remit\w+)`
const MONEY_FR = String.raw`(?:argent|fonds|espèces|yens?|montant|frais|taxes?|impôts?|dépôt|garantie|caution|marge|solde|usdt|bitcoins?|crypto\w*|cartes? cadeaux?|paiement|capital|pénalité|commission|somme|\d[\d\s.,]*|davantage|plus)`
const PAY_FR = String.raw`(?:envo(?:yez|yer|ie)|vire[zr]|virer|transfére[zr]|transférer|paye[zr]|payer|régle[zr]|régler|verse[zr]|verser|dépose[zr]|déposer|ajoute[zr]|ajouter|achete[zr]|achetez|acheter|rechargez|recharger|investissez|investir|avancez|avancer)`

const PAYMENT: readonly RegExp[] = [
  new RegExp(`${MONEY_JA}.{0,25}${HAND_JA}.{0,15}${PLEASE_JA}`),
  new RegExp(`${PLEASE_JA}.{0,12}${MONEY_JA}.{0,12}${PAY_JA}`),
  new RegExp(`${PAY_JA}.{0,6}(?:ください|下さい|お願い|しましょう|もらえ)`),
  /(?:先に|前に|まず|まで).{0,14}(?:手数料|税金|保証金|証拠金|認証金|費用|担保金|入金|送金)/,
  /(?:手数料|利用料|使用料|税金|保証金|証拠金|認証金|解約金|違約金|罰金|供託金|預託金|デポジット|費用|担保金|代金|入金|追加(?:の)?資金).{0,20}(?:が必要|必要です|必要と|求め|かかります|発生|未納|滞納|確認でき(?:ません|ていません)|至急|いただ(?!け))/,
  /(?:必ず|絶対|確実に|間違いなく).{0,14}(?:儲|利益|勝て|上が|増え|稼)/,
  /(?:元本|利益|収益|利回り).{0,6}保証/,
  /\d+倍に(?:なり|増)/,
  /追加(?:投資|入金|購入).{0,14}(?:勧め|おすすめ|いかが|チャンス|機会)/,
  /(?:資金|残高|入金額?|投資額?).{0,6}(?:増や|上乗せ|積み増|追加).{0,8}(?:ば|勧め|ください|下さい|ましょう|お願い|べき)/,
  /(?:入金|振込|deposit\w*|top up|top-up|fund|recharg\w*|versement|dépôt|dep[oó]sit\w*|ingres\w*|recargu\w*|充值|儲值|入金).{0,45}(?:ボーナス|bonus|prime|bonos?\b|bonificaci[oó]n|奖金|獎金|赠|贈|送\s?\d)/,
  /(?:ギフト|プリペイド)(?:カード|券)?.{0,8}(?:購入|買)/,
  new RegExp(`${PLEASE_ZH}.{0,12}${PAY_ZH}.{0,20}${MONEY_ZH}`),
  new RegExp(
    `${PAY_ZH}.{0,16}${MONEY_ZH}.{0,24}(?:才能|即可|就能|就可以|后|後|解冻|解凍|提现|提現|提款|出金)`,
  ),
  /(?:转|轉|汇|匯|打款|付款|充值|儲值).{0,6}(?:到|给|給|至|入).{0,12}(?:账户|帳戶|账号|帳號|卡|个人|個人)/,
  new RegExp(`${MONEY_ZH}.{0,14}${PLEASE_ZH}.{0,8}${PAY_ZH}`),
  /(?:需要?|必须|必須|请|請|得|要).{0,6}(?:充值|儲值|缴|繳|补|補|打款|汇款|匯款|垫付|墊付)(?!单|單|记录|紀錄|页|頁|信息|資訊)/,
  /(?:充值|儲值|付款|缴费|繳費|入金).{0,6}(?:激活|解锁|解鎖|开通|開通|启用|啟用|升级|升級)/,
  /(?:结清|結清|付清|清缴|清繳).{0,8}(?:费|費|税|稅|款)/,
  /(?:钱|錢|款).{0,3}(?:打|转|轉|汇|匯)(?:到|给|給)/,
  /(?:稳赚|穩賺|保本|包赚|包賺|必涨|必漲|保证收益|保證收益|保证盈利|保證獲利|翻倍|内幕|內幕)/,
  new RegExp(String.raw`\b${PAY_EN}\b.{0,40}\b${MONEY_EN}\b`),
  /\b(?:make|complete|increase|raise|clear|finish|provide|meet|lodge|place)\b.{0,30}\b(?:deposits?|payments?|transfers?|tax(?:es)?|fees?|dues?|funds|guarantee|collateral|investment)\b/,
  /\b(?:requires?|needs?|demands?|owes?|applies)\b.{0,30}(?:\b(?:deposit|payment|fee|tax|guarantee|collateral)\b|\d[\d,]* ?yen)/,
  /\b(?:fees?|tax(?:es)?|penalty|deposit|charges?)\b.{0,30}\b(?:applies|payable|settled|cleared|covered up front)\b/,
  /\b(?:doubl|tripl)\w+\b.{0,20}\b(?:capital|money|funds|investment|deposit|balance)\b/,
  /\b(?:fee|tax|taxes|deposit|guarantee|bond|collateral|payment|penalty|surcharge|margin)\b.{0,40}\b(?:required|needed|due|must|before|first|necessary|outstanding|unpaid|to (?:unlock|release|unfreeze|activate|withdraw))/,
  /\b(?:guaranteed?|risk[- ]free|certain|sure|double|triple)\b.{0,20}\b(?:profits?|returns?|gains?|win|money|income)/,
  new RegExp(String.raw`\b${PAY_ES}\b.{0,40}${MONEY_ES}`),
  /(?:necesit\w+|requier\w+|exig\w+|falta|debe|hay que).{0,25}(?:dep[oó]sito|pago|comisi[oó]n|garant[ií]a|fianza|impuesto|transferencia|ingreso|aportaci[oó]n)/,
  /(?:aument|increment|ampl[ií])\w*.{0,20}(?:dep[oó]sito|saldo|inversi[oó]n|capital)/,
  /(?:haga|hacer|realice|realizar|efect[uú]e).{0,25}(?:transferencia|pago|dep[oó]sito|ingreso)/,
  /(?:comisi[oó]n|tasa|impuestos?|dep[oó]sito|garant[ií]a|fianza|pago|multa|recargo|margen).{0,40}(?:necesari\w+|requerid\w+|obligatori\w+|antes de|primero|pendiente|debe|para (?:desbloquear|liberar|retirar|activar))/,
  /(?:ganancias?|beneficios?|rentabilidad|retorno)\w* (?:garantizad|segur|asegurad)|(?:dobl(?:ar|e)|dupli[cq]\w+|tripli[cq]\w+)/,
  new RegExp(String.raw`\b${PAY_FR}\b.{0,40}${MONEY_FR}`),
  /(?:besoin|faut|nécessit\w+|requi\w+|exig\w+|devez|manque).{0,25}(?:dépôt|paiement|commission|garantie|caution|impôt|taxe|virement|versement|frais)/,
  /(?:augment|complét|majore)\w*.{0,20}(?:dépôt|solde|investissement|capital|mise)/,
  /(?:faites|faire|effectue[zr]|effectuer).{0,25}(?:virement|paiement|dépôt|versement)/,
  /(?:frais|taxe|impôts?|dépôt|garantie|caution|paiement|pénalité|marge|commission).{0,40}(?:nécessaire|requis|exigé|obligatoire|avant|d['’]abord|impayé|dû|due|devez|pour (?:débloquer|libérer|retirer|activer))/,
  /(?:gains?|bénéfices?|rendements?|profits?) (?:garanti|assuré|certain|sûr)|(?:doubler|tripler|doublez) /,
]
