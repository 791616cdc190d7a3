import { crc32 } from 'node:zlib'

/**
 * A line of the exchange's log: a checksum over where it begins in the file and what it says, a blank, and
 * JSON. `offset`: bytes before it.
 */
export const summed = (text: string, offset: number): string => `${sumOf(text, offset)} ${text}\n`

const sumOf = (text: string, offset: number): string =>
  crc32(`${offset} ${text}`).toString(16).padStart(SUM_CHARACTERS, '0')
const SUM_CHARACTERS = 8
const SUMMED = /^[0-9a-f]{8} /

/** False for a line of a version without checksums: JSON begins otherwise. */
export const isSummed = (line: string): boolean => SUMMED.test(line)

/** A line is not what was written, or is not where it was written. */
export class LineDamaged extends Error {
  override name = 'LineDamaged'
}

/**
 * The content of the whole lines of `bytes`, which begin at `offset` of their file; what follows the last
 * line feed was torn by a kill. `isOlder`: the log was begun before there were checksums, so that lines
 * without one are read as they were then, up to the first that has one. Throws `LineDamaged`.
 */
export function linesIn(bytes: Buffer, offset: number, isOlder: boolean): unknown[] {
  const lines: unknown[] = []
  let mayBeOlder = isOlder
  for (let from = 0, end = bytes.indexOf(10); end >= 0; from = end + 1, end = bytes.indexOf(10, from)) {
    const line = bytes.toString('utf8', from, end)
    if (isSummed(line)) {
      const text = line.slice(SUM_CHARACTERS + 1)
      if (sumOf(text, offset + from) !== line.slice(0, SUM_CHARACTERS))
        throw new LineDamaged(`the line at byte ${offset + from} has changed`)
      mayBeOlder = false
      lines.push(JSON.parse(text))
    } else if (!mayBeOlder) throw new LineDamaged(`the line at byte ${offset + from} has no checksum`)
    else lines.push(...older(line))
  }
  return lines
}

/** A line that a kill cut short was never acted upon: lines are written before they are worked. */
function older(text: string): unknown[] {
  try {
    return [JSON.parse(text)]
  } catch {
    return []
  }
}
