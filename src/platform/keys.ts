import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { randomBytes } from 'node:crypto'

/** A secret in a file of its own, readable by its owner alone; made at the first start. Text inside: hexadecimal. */
export function readOrMakeKey(file: string, bytes: number): Buffer {
  if (!existsSync(file)) {
    const made = openSync(file, 'wx', 0o600)
    writeSync(made, `${randomBytes(bytes).toString('hex')}\n`)
    fsyncSync(made)
    closeSync(made)
  }
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'hex')
  if (key.length !== bytes) throw new Error(`${file} does not hold a key of ${bytes} bytes; restore it from a backup.`)
  return key
}
