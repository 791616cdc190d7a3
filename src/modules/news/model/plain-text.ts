/** Names of entities that feeds use most; the others stay as they are written. */
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}

/** Of a piece of HTML no more is looked at. */
const MOST_READ = 50_000

/** Invisible characters: they turn text around, or hide in it. */
const HIDDEN = /[\p{Cc}\p{Cf}]/gu

/**
 * The words of a piece of HTML, as text that is shown and never run: without tags, scripts and styles, with
 * plain spaces, at most `most` characters. Every pattern reads its input once: nothing that a feed sends
 * takes longer than its length.
 */
export function plainText(html: string, most: number): string {
  const words = withoutTags(html.slice(0, MOST_READ))
    .replace(
      /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z]{2,6}));/g,
      (whole, decimal?: string, hex?: string, name?: string) => {
        if (name !== undefined) return NAMED[name.toLowerCase()] ?? whole
        const code = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal)
        return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
          ? String.fromCodePoint(code)
          : ''
      },
    )
    .replace(/\s+/g, ' ')
    .replace(HIDDEN, '')
    .trim()
  const letters = [...words.slice(0, most * 2 + 2)]
  return letters.length > most
    ? `${letters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
    : letters.join('')
}

/**
 * One pass over the text: what stands between `<` and `>` goes, and with scripts and styles what is inside
 * them.
 */
function withoutTags(html: string): string {
  const lower = html.toLowerCase()
  let out = ''
  let at = 0
  while (at < html.length) {
    const open = html.indexOf('<', at)
    if (open === -1) return out + html.slice(at)
    out += html.slice(at, open)
    const close = html.indexOf('>', open)
    if (close === -1) return out
    const tag = /^<(script|style)\b/i.exec(html.slice(open, open + 8))?.[1]
    out += ' '
    at = close + 1
    if (tag === undefined) continue
    const end = lower.indexOf(`</${tag.toLowerCase()}`, at)
    at = end === -1 ? html.length : html.indexOf('>', end) + 1 || html.length
  }
  return out
}
