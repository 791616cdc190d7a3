import { closeSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs'

/**
 * A file of lines that only grows. Its last line is cut away where a kill tore it in the middle: what follows
 * would be garbled with it.
 */
export type AppendFile = { readonly length: number; write(text: string): void; close(): void }

const BLOCK_BYTES = 64 * 1024
const NEWLINE = 10

/** Opens `path` to go on, or anew. `onBlock` is given what stands there, block by block. */
export function openToAppend(path: string, onBlock: (block: Uint8Array) => void = () => {}): AppendFile {
  const file = openSync(path, 'a+')
  let length = wholeLines(file)
  ftruncateSync(file, length)
  const block = Buffer.alloc(BLOCK_BYTES)
  for (let at = 0; at < length;) {
    const read = readSync(file, block, 0, BLOCK_BYTES, at)
    onBlock(block.subarray(0, read))
    at += read
  }
  return {
    get length() {
      return length
    },
    write(text) {
      length += writeSync(file, text)
    },
    close: () => closeSync(file),
  }
}

/** Bytes up to the end of the last line that is whole. */
function wholeLines(file: number): number {
  const block = Buffer.alloc(BLOCK_BYTES)
  for (let end = fstatSync(file).size; end > 0;) {
    const from = Math.max(0, end - BLOCK_BYTES)
    const read = readSync(file, block, 0, end - from, from)
    const last = block.subarray(0, read).lastIndexOf(NEWLINE)
    if (last >= 0) return from + last + 1
    end = from
  }
  return 0
}
