import { call } from '#client/call.ts'
import { CallError } from '#client/call-error.ts'
import { announceFailure } from '#client/failures.ts'
import { translate } from '#client/texts.ts'
import { fetchPicture, type UploadPurpose } from '#client/upload.ts'
import { zipParts, type ZipEntry } from '#client/zip.ts'
import { RUNTIME_TIMEOUT_MS } from '#kernel/specification.ts'
import { getOwnData } from '#modules/records/contract.ts'

/**
 * Everything that the firm holds about the member as one archive: the rows as JSON, and each picture as it is
 * kept, opened for its owner by the routes that show it on the screens. All or nothing: a picture that cannot
 * be had fails the whole.
 */
export async function ownDataFile(): Promise<File> {
  const data = await call(getOwnData, {}, { timeoutMs: RUNTIME_TIMEOUT_MS })
  const day = data.madeAt.slice(0, 10)
  const entries: ZipEntry[] = [
    {
      name: 'own-data.json',
      bytes: new TextEncoder().encode(JSON.stringify(data, null, 2)),
      at: Date.parse(data.madeAt),
    },
  ]
  for (const { id, purpose, at } of data.pictures) {
    // One after another: each is a decrypted picture in memory on both sides.
    const picture = await fetchPicture(purpose as UploadPurpose, id, new AbortController().signal)
    if (picture === null) {
      announceFailure(translate('client.network'))
      throw new CallError('network', 0, translate('client.network'))
    }
    entries.push({
      name: `pictures/${purpose}-${id}.jpg`,
      bytes: new Uint8Array(await picture.arrayBuffer()),
      at,
    })
  }
  return new File(zipParts(entries), `akari-own-data-${day}.zip`, { type: 'application/zip' })
}
