import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** One side of a comparison holds a share of its rows in memory at a time: so many files, so many shares. */
const SHARES = 64
const BLOCK_LETTERS = 64 * 1024

/** The same share for the same row, on both sides. */
function shareOf(name: string): number {
  let share = 0
  for (let at = 0; at < name.length; at++) share = (Math.imul(share, 31) + name.charCodeAt(at)) | 0
  return (share >>> 0) % SHARES
}

/**
 * Rows by table and key on the disk, in files of a folder of their own: as many as there are, in little
 * memory. The version that came last counts.
 */
export class SpilledRows {
  readonly #folder = mkdtempSync(join(tmpdir(), 'akari-verify-'))
  readonly #files = Array.from({ length: SHARES }, (_, share) =>
    openSync(join(this.#folder, String(share)), 'w', 0o600),
  )
  readonly #blocks = Array.from({ length: SHARES }, () => '')

  add(table: string, key: string, texts: readonly (string | null)[]): void {
    const name = `${table}\t${JSON.stringify(key)}`
    const share = shareOf(name)
    const block = (this.#blocks[share] += `${name}\t${JSON.stringify(texts)}\n`)
    if (block.length >= BLOCK_LETTERS) this.#write(share)
  }

  /** Share by share, what was added last under each name: table, tab, key as JSON; the values as JSON. */
  *shares(): Iterable<Map<string, string>> {
    for (let share = 0; share < SHARES; share++) {
      this.#write(share)
      const rows = new Map<string, string>()
      for (const line of readFileSync(join(this.#folder, String(share)), 'utf8').split('\n')) {
        const end = line.lastIndexOf('\t')
        if (end > 0) rows.set(line.slice(0, end), line.slice(end + 1))
      }
      yield rows
    }
  }

  close(): void {
    for (const file of this.#files) closeSync(file)
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #write(share: number): void {
    writeSync(this.#files[share]!, this.#blocks[share]!)
    this.#blocks[share] = ''
  }
}
