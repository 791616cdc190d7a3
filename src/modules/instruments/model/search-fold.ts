/**
 * The rules by which two spellings of a name are one: companies register キヤノン, キユーピー, いすゞ, ヱスビー and 髙島屋, and
 * people type what they hear.
 */

const KATAKANA_TO_HIRAGANA = 0x60

/** Read alike: small kana as large, old kana as new, ぢ づ ゔ as they sound. */
const KANA = new Map(
  Array.from('ぁぃぅぇぉっゃゅょゎゕゖゐゑをぢづゔ', (kana, index) => [
    kana,
    'あいうえおつやゆよわかけいえおじずぶ'[index]!,
  ]),
)
/** Forms of one character in names. */
const HAN = new Map(
  Array.from('髙﨑德濵濱嶋嶌邊邉澤齋齊斉國廣惠眞條瀨櫻學榮栁冨黑淺壽彌與圓', (old, index) => [
    old,
    '高崎徳浜浜島島辺辺沢斎斎斎国広恵真条瀬桜学栄柳富黒浅寿弥与円'[index]!,
  ]),
)
const VOICED = '\u3099'

/**
 * Full-width to half, capitals to small, katakana to hiragana, spellings to one, accents and outer spaces
 * away. Keeps one unit per shown character.
 */
export function fold(text: string): string {
  let out = ''
  for (const character of text.normalize('NFKC').toLowerCase().trim())
    out += foldOne(character, out.at(-1) ?? '')
  return out
}

function foldOne(character: string, before: string): string {
  // Marks that repeat what stands before them: いすゞ, 佐々木.
  if ('ゝヽ々'.includes(character)) return before
  if ('ゞヾ'.includes(character)) return (before + VOICED).normalize('NFC').slice(0, 1)
  const code = character.charCodeAt(0)
  const kana = code >= 0x30a1 && code <= 0x30f6 ? String.fromCharCode(code - KATAKANA_TO_HIRAGANA) : character
  if (code >= 0xc0 && code <= 0x17f) return character.normalize('NFD')[0]!
  return KANA.get(kana) ?? HAN.get(kana) ?? kana
}

/** A folded text without spaces, marks and long vowels, `&` as the word that it is, ヴァ as バ. */
export const loose = (text: string): string =>
  text
    .replace(/&|(?<![a-z])and(?![a-z])/g, 'あんど')
    .replace(/[\s・･.,'’()/‐‑–—―−ー-]+/g, '')
    .replace(/ぶ[あいえお]/g, (pair) => 'ばびべぼ'['あいえお'.indexOf(pair[1]!)]!)

const LETTERS =
  'えー びー しー でぃー いー えふ じー えいち あい じぇー けー える えむ えぬ おー ぴー きゅー あーる えす てぃー ゆー ぶい だぶりゅー えっくす わい ぜっと'
    .split(' ')
    .map(fold)
/** More letters than these are a word. */
const ABBREVIATION = /(?<![a-z])[a-z]{1,5}(?![a-z])/g
/** A folded text, its abbreviations as they are read aloud: sbi as エスビーアイ. */
export const spelled = (text: string): string =>
  text.replace(ABBREVIATION, (letters) =>
    Array.from(letters, (letter) => LETTERS[letter.charCodeAt(0) - 97]!).join(''),
  )

/**
 * Latin readings of every system in the shortest form: long vowels and spaces away, Hepburn as the official
 * system has it (shi as si, ja as zya, tsu as tu, fu as hu).
 */
export const foldLatin = (text: string): string =>
  text
    .replace(/[\s'-]+/g, '')
    .replace(/ou|oo|oh(?![aeiouy])|ō/g, 'o')
    .replace(/uu|ū/g, 'u')
    .replace(/m(?=[bmp])/g, 'n')
    .replace(/nn+/g, 'n')
    .replace(/cch/g, 'tch')
    .replace(/([sc])h(?=[auo])/g, '$1hy')
    .replace(/sh/g, 's')
    .replace(/ch/g, 't')
    .replace(/ts/g, 't')
    .replace(/jy?(?=[auo])/g, 'zy')
    .replace(/j/g, 'z')
    .replace(/dz|d(?=u|i|y)/g, 'z')
    .replace(/f/g, 'h')
