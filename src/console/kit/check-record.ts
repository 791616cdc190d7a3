import { useEffect, useState } from 'react'
import { hexOf } from '#kernel/hex.ts'

type StoredRecord = { record: string | null; hash: string; before: string }

const fromHex = (text: string): Uint8Array =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

/** Security-and-trust 5.1: h(n) = SHA256("KABU-JRN-v1\0" || h(n−1) || record). */
async function checkRecord({ record, hash, before }: StoredRecord & { record: string }): Promise<boolean> {
  const bytes = new TextEncoder()
  const [tag, last, text] = [bytes.encode('KABU-JRN-v1\0'), fromHex(before), bytes.encode(record)]
  const whole = new Uint8Array(tag.length + last.length + text.length)
  whole.set(tag)
  whole.set(last, tag.length)
  whole.set(text, tag.length + last.length)
  return hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', whole))) === hash
}

/**
 * True if a record's hash, reckoned again in this browser, is the one that it carries; null until it is, and
 * for one whose text is kept back.
 */
export function useRecordCheck(kept: StoredRecord | undefined): boolean | null {
  const [isRight, setRight] = useState<boolean | null>(null)
  useEffect(() => {
    const record = kept?.record ?? null
    if (kept === undefined || record === null) return
    let isHere = true
    void checkRecord({ ...kept, record }).then((right) => {
      if (isHere) setRight(right)
    })
    return () => {
      isHere = false
    }
  }, [kept])
  return isRight
}
