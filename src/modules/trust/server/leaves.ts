import type { Ms } from '#kernel/time.ts'
import { hash } from 'node:crypto'
import { assert } from '#kernel/assert.ts'
import { tag } from '../model/bytes.ts'
import { SALT_BYTES } from '../model/record.ts'

/*
 * The public tree by the platform's own hash: the engine's thread makes a leaf of every record, the tree's
 * thread nodes of all leaves. The model says the same for browsers (`model/record.ts`, `model/tree.ts`).
 */
const BLOCK = 64
const TAG = Buffer.from(tag('KABU-ENT-v1'))

/** A hash as 32 latin1 characters: a third of the time of a Buffer. */
export type HashText = string
export const bytesOfText = (text: HashText): Buffer => Buffer.from(text, 'latin1')

export type Leaves = {
  /**
   * First 16 bytes of HMAC-SHA256(key, the record's number as 8 bytes, big-endian) (security-and-trust 5.1).
   */
  salt(seq: number): HashText
  /** The salted hash of a record: canonical text, or its bytes. */
  entry(seq: number, record: string | Buffer): HashText
  leaf(seq: number, record: string | Buffer): HashText
}

/**
 * One caller at a time: it writes into memory of its own, since small buffers for each record cost more than
 * the hashes.
 */
export function leavesBy(saltKey: Uint8Array): Leaves {
  assert(saltKey.length <= BLOCK, 'a key of HMAC that is longer than a block would have to be hashed first')
  // HMAC (RFC 2104) by two plain hashes: a third of the time of the platform's object, which is made anew for
  // each record.
  const inner = Buffer.alloc(BLOCK + 8, 0x36)
  const outer = Buffer.alloc(BLOCK + 32, 0x5c)
  for (const [index, byte] of saltKey.entries()) {
    inner[index] = byte ^ 0x36
    outer[index] = byte ^ 0x5c
  }
  const leafBytes = Buffer.alloc(33)
  const from = TAG.length + SALT_BYTES
  let text = Buffer.alloc(64 * 1024)
  TAG.copy(text)

  function salted(seq: number): HashText {
    writeSeq(inner, seq, BLOCK)
    outer.write(hash('sha256', inner, 'binary'), BLOCK, 'latin1')
    return hash('sha256', outer, 'binary')
  }
  function entry(seq: number, record: string | Buffer): HashText {
    const most = from + (typeof record === 'string' ? record.length * 3 : record.length)
    if (most > text.length) {
      text = Buffer.alloc(most * 2)
      TAG.copy(text)
    }
    text.write(salted(seq), TAG.length, SALT_BYTES, 'latin1')
    const length = typeof record === 'string' ? text.write(record, from) : record.copy(text, from)
    return hash('sha256', text.subarray(0, from + length), 'binary')
  }
  return {
    salt: (seq) => salted(seq).slice(0, SALT_BYTES),
    entry,
    leaf(seq, record) {
      leafBytes.write(entry(seq, record), 1, 'latin1')
      return hash('sha256', leafBytes, 'binary')
    },
  }
}

const pair = Buffer.alloc(65, 1)
/** The tree of RFC 9162 from below: pairs make the next level, and one that is left over goes up as it is. */
export function nextLevel(level: readonly HashText[]): HashText[] {
  const next: HashText[] = []
  for (let index = 0; index + 1 < level.length; index += 2) {
    pair.write(level[index]!, 1, 'latin1')
    pair.write(level[index + 1]!, 33, 'latin1')
    next.push(hash('sha256', pair, 'binary'))
  }
  if (level.length % 2 === 1) next.push(level.at(-1)!)
  return next
}

/** The number in 8 bytes, big-endian. */
export function writeSeq(bytes: Buffer, seq: number, at: Ms): void {
  bytes.writeUInt32BE(Math.floor(seq / 2 ** 32), at)
  bytes.writeUInt32BE(seq % 2 ** 32, at + 4)
}
