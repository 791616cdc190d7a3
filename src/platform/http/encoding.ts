import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip' | 'identity'

/** The encoding that the browser takes (`Accept-Encoding`), the smallest first. */
export function encodingFor(accepted: string | string[] | undefined): Encoding {
  if (typeof accepted !== 'string') return 'identity'
  if (/\bbr\b/.test(accepted)) return 'br'
  return /\bgzip\b/.test(accepted) ? 'gzip' : 'identity'
}

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/**
 * Off the main thread. `level`: 9 for a file, which is packed once (brotli 9 costs about a tenth of 11 and
 * gives up 3 % of its size), less for an answer, which is packed each time.
 */
export const encode = (body: Buffer, encoding: Encoding, level: number): Promise<Buffer> =>
  encoding === 'br'
    ? brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: level } })
    : encoding === 'gzip'
      ? zip(body, { level })
      : Promise.resolve(body)
