/** Of a text that is looked for: longer ones are seldom the same. */
const LONGEST = 40
/** Places of a table at first, and at most: 32 MB of pointers while a start reads its rows. */
const SMALLEST = 2 ** 12
const LARGEST = 2 ** 22

/**
 * Equal texts of rows as one string: a member's id stands in every order and lot, and a million lots have the
 * same few issue codes and states. A table of the latest text for each hash, which forgets what another
 * displaces: it saves memory, and says nothing about what is equal.
 */
export class SharedTexts {
  #texts: (string | undefined)[] = Array<string | undefined>(SMALLEST)
  #misses = 0

  /** The text of these bytes, which are UTF-8. */
  of(bytes: Buffer, at: number, length: number): string {
    if (length > LONGEST) return bytes.toString('utf8', at, at + length)
    let hash = length
    for (let byte = at; byte < at + length; byte++) hash = Math.imul(hash ^ bytes[byte]!, ODD)
    const place = placeOf(hash, this.#texts.length)
    const found = this.#texts[place]
    if (found !== undefined && isText(found, bytes, at, length)) return found
    const text = bytes.toString('utf8', at, at + length)
    // A letter of several bytes has another length as text: it is never found, and displaces nothing.
    if (text.length === length) this.#put(place, text)
    return text
  }

  #put(place: number, text: string): void {
    this.#texts[place] = text
    this.#misses += 1
    if (this.#misses > this.#texts.length / 2 && this.#texts.length < LARGEST) this.#grow()
  }

  #grow(): void {
    const before = this.#texts
    this.#texts = Array<string | undefined>(before.length * 4)
    this.#misses = 0
    for (const text of before)
      if (text !== undefined) this.#put(placeOf(hashOf(text), this.#texts.length), text)
  }
}

/** Any odd number of many bits: 2³² over the golden ratio. */
const ODD = 0x9e3779b1
const placeOf = (hash: number, places: number): number => (hash ^ (hash >>> 15)) & (places - 1)

function hashOf(text: string): number {
  let hash = text.length
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), ODD)
  return hash
}

function isText(text: string, bytes: Buffer, at: number, length: number): boolean {
  if (text.length !== length) return false
  for (let letter = 0; letter < length; letter++)
    if (text.charCodeAt(letter) !== bytes[at + letter]!) return false
  return true
}
