/** JIS X 0201: one byte for each Latin letter and half-width katakana, as the banks' files have it. */
const KATAKANA_FROM = 0xff61
const KATAKANA_TO = 0xff9f
const BYTE_OF_FIRST = 0xa1

/** The bytes of a text; null where a character has none. */
export function toJis(text: string): Uint8Array | null {
  const bytes = new Uint8Array(text.length)
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code < 0x80) bytes[index] = code
    else if (code >= KATAKANA_FROM && code <= KATAKANA_TO) bytes[index] = code - KATAKANA_FROM + BYTE_OF_FIRST
    else return null
  }
  return bytes
}

/** The text of bytes; null where a byte is no character of it. */
export function fromJis(bytes: Uint8Array): string | null {
  let text = ''
  for (const byte of bytes) {
    if (byte < 0x80) text += String.fromCharCode(byte)
    else if (byte >= BYTE_OF_FIRST && byte <= KATAKANA_TO - KATAKANA_FROM + BYTE_OF_FIRST)
      text += String.fromCharCode(byte - BYTE_OF_FIRST + KATAKANA_FROM)
    else return null
  }
  return text
}
