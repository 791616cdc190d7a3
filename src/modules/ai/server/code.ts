import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/**
 * The files that the method is made of, one after the other: from the daily bars to picks, prices and figures
 * nothing else has a say.
 */
const METHOD_FILES = ['../model/method.ts', '../../instruments/model/tick.ts'] as const

/**
 * SHA-256 over the texts of the method as it runs here: the card names it, and a card of another method is
 * none of this server.
 */
export function codeSha256(): string {
  const sum = createHash('sha256')
  for (const file of METHOD_FILES) sum.update(readFileSync(new URL(file, import.meta.url)))
  return sum.digest('hex')
}
