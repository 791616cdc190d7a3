import { fork } from 'node:child_process'
import { no, ok, type Result } from '#kernel/result.ts'
import type { ImageAnswer } from './image-worker.ts'
import type { Limits } from './limits.ts'

/**
 * A picture made anew from the pixels of what was sent: JPEG, upright, without metadata, at most 2,560 px a
 * side.
 */
export type Picture = { jpeg: Uint8Array; width: number; height: number }
export type ImageRejection = 'UPLOAD_KIND' | 'UPLOAD_SIZE' | 'UPLOAD_BROKEN'

/** Loading the decoder on a busy machine may take longer than the decoding that is limited. */
const READY_WITHIN_MS = 30_000

const startsWith = (bytes: Uint8Array, text: string, at = 0): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .subarray(at, at + text.length)
    .equals(Buffer.from(text, 'latin1'))

/**
 * The format of a file by its content, whatever its name or type says; null: nothing that is taken
 * (security-and-trust 6).
 */
export const formatOf = (bytes: Uint8Array): 'jpeg' | 'png' | 'webp' | null =>
  startsWith(bytes, '\xff\xd8\xff')
    ? 'jpeg'
    : startsWith(bytes, '\x89PNG\r\n\x1a\n')
      ? 'png'
      : startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)
        ? 'webp'
        : null

/** Markers that begin a frame; four of their range are other things. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

/** The size of a JPEG as its frame says it; null where it has none. */
export function jpegSize(bytes: Buffer): { width: number; height: number } | null {
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2))
    if (isFrame(bytes[at + 1]!))
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
  return null
}

/** Makes pictures safe to keep, a few at a time; `LIMITS.upload` says what one may be and cost. */
export function imageCleaner(limits: Limits['upload']) {
  const waiting: (() => void)[] = []
  let running = 0
  const begin = async (): Promise<void> => {
    if (running < limits.decode.atOnce) running++
    else await new Promise<void>((resolve) => waiting.push(resolve))
  }
  const end = (): void => {
    const next = waiting.shift()
    if (next === undefined) running--
    else next()
  }
  return {
    /**
     * With a `mark` (plain words), that line stands across the picture. Refuses `UPLOAD_KIND` (no JPEG, PNG,
     * WebP by content), `UPLOAD_SIZE` (bytes, pixels, side), `UPLOAD_BROKEN` (does not decode to its end, or
     * costs too much).
     */
    async clean(bytes: Uint8Array, mark?: string): Promise<Result<Picture, ImageRejection>> {
      const format = formatOf(bytes)
      if (format === null) return no('UPLOAD_KIND')
      if (bytes.byteLength > limits.fileBytes) return no('UPLOAD_SIZE', sizeDetail(limits))
      await begin()
      try {
        const answer = await decode({ bytes, format, limits, ...(mark === undefined ? {} : { mark }) })
        if (answer.ok) return ok({ jpeg: answer.jpeg, width: answer.width, height: answer.height })
        return no(answer.rejection, answer.rejection === 'UPLOAD_SIZE' ? sizeDetail(limits) : {})
      } finally {
        end()
      }
    },
  }
}

/** The figures of the sentence for `UPLOAD_SIZE`. */
export const sizeDetail = ({ fileBytes, pixels, side }: Limits['upload']) => ({
  megabytes: Math.floor(fileBytes / 1_048_576),
  megapixels: Math.floor(pixels / 1_000_000),
  side,
})

/**
 * In a process of its own, which is killed when it takes too long; one that dies has met a file that nobody
 * should open.
 */
function decode(told: {
  bytes: Uint8Array
  format: string
  limits: Limits['upload']
  mark?: string
}): Promise<ImageAnswer> {
  return new Promise((resolve, reject) => {
    const child = fork(new URL('./image-worker.ts', import.meta.url), {
      serialization: 'advanced',
      execArgv: [],
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const kill = () => child.kill('SIGKILL')
    let timer = setTimeout(kill, READY_WITHIN_MS)
    let ready = false
    let answer: ImageAnswer = { ok: false, rejection: 'UPLOAD_BROKEN' }
    child.on('message', (message: 'ready' | ImageAnswer) => {
      if (message !== 'ready') {
        answer = message
        return
      }
      ready = true
      clearTimeout(timer)
      timer = setTimeout(kill, told.limits.decode.ms)
      child.send(told)
    })
    const over = () => {
      clearTimeout(timer)
      if (ready) resolve(answer)
      else reject(Object.assign(new Error('the image decoder did not start'), { code: 'ETIMEDOUT' }))
    }
    // One that never came up, for want of descriptors, does not close either: whoever waits for its place
    // would wait for ever.
    child.on('error', () => (child.pid === undefined ? over() : kill()))
    child.once('close', over)
  })
}
