const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
const fromHex = (text: string): Uint8Array => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

/** Security-and-trust 5.1: h(n) = SHA256("KABU-JRN-v1\0" || h(n−1) || record). */
export async function checkRecord({ record, hash, before }: { record: string; hash: string; before: string }): Promise<boolean> {
  const bytes = new TextEncoder()
  const [tag, last, text] = [bytes.encode('KABU-JRN-v1\0'), fromHex(before), bytes.encode(record)]
  const whole = new Uint8Array(tag.length + last.length + text.length)
  whole.set(tag)
  whole.set(last, tag.length)
  whole.set(text, tag.length + last.length)
  return hex(new Uint8Array(await crypto.subtle.digest('SHA-256', whole))) === hash
}
