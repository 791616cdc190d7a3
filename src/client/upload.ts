import { useEffect, useRef, useState } from 'react'
import { RUNTIME_TIMEOUT_MS } from '#kernel/specification.ts'
import { expireSession } from './call.ts'
import { CallError } from './call-error.ts'
import { envelopeOf } from './envelope-of.ts'
import { dataOf } from './request.ts'
import { langOfCalls, session } from './session.ts'
import { downscaleImage } from './downscale-image.ts'
import { translate } from './texts.ts'
import { pickedOf, sendInOrder, type UnderWay } from './upload-queue.ts'

export type UploadPurpose = 'identity-front' | 'identity-back' | 'passbook' | 'chat'

/**
 * Sends a picture to the API's host root as a form (specification, chapter 7); `onProgress` hears the share
 * sent, 0 to 1. Resolves to the answer's data; throws `CallError` after 60 s, a broken connection or a
 * refusal. Nothing is tried again by itself.
 */
export async function upload(
  purpose: UploadPurpose,
  file: Blob,
  onProgress: (share: number) => void = () => {},
): Promise<unknown> {
  const { token } = session.get()
  const picture = await downscaleImage(file)
  const form = new FormData()
  form.append('purpose', purpose)
  form.append('file', picture)
  return new Promise((resolve, reject) => {
    // The only way of the browser that tells how much has been sent.
    const request = new XMLHttpRequest()
    const fail = (kind: 'timeout' | 'network') =>
      reject(new CallError(kind, 0, translate('client.uploadFailed')))
    request.open('POST', `/upload?lang=${encodeURIComponent(langOfCalls())}`)
    request.setRequestHeader('token', token)
    request.timeout = RUNTIME_TIMEOUT_MS
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.ontimeout = () => fail('timeout')
    request.onerror = () => fail('network')
    request.onabort = () => fail('network')
    request.onload = () => {
      const envelope = envelopeOf(request.responseText)
      try {
        if (envelope === null) throw new CallError('server', request.status, translate('client.uploadFailed'))
        resolve(dataOf(envelope, Number(request.getResponseHeader('retry-after')) || null))
      } catch (failure) {
        const error = failure as CallError
        if (error.kind === 'session') expireSession(token, error)
        reject(error)
      }
    }
    request.send(form)
  })
}

/**
 * `progress` 0 to 1 while it is under way, else null; `error` the sentence to show; `preview` an address of
 * what was last sent.
 */
export type Upload = {
  send: (file: Blob) => Promise<void>
  progress: number | null
  error: string | null
  preview: string | null
}

/** Uploads of a screen, one at a time. `onSent` hears the answer's data. */
export function useUpload(purpose: UploadPurpose, onSent: (data: unknown) => void): Upload {
  const [progress, setProgress] = useState<number | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [preview, setPreview] = useState<string | null>(null)
  const busy = useRef(false)
  useEffect(
    () => () => {
      if (preview !== null) URL.revokeObjectURL(preview)
    },
    [preview],
  )

  const send = async (file: Blob): Promise<void> => {
    if (busy.current) return
    busy.current = true
    setError(null)
    setProgress(0)
    try {
      const data = await upload(purpose, file, setProgress)
      setPreview(URL.createObjectURL(file))
      onSent(data)
    } catch (failure) {
      setError(sentenceOf(failure))
    } finally {
      busy.current = false
      setProgress(null)
    }
  }
  return { send, progress, error, preview }
}

/**
 * Several at once. `left`: how many have not gone out since one failed; `again` sends them. `tooMany`: more
 * were chosen than nine.
 */
export type Uploads = {
  send: (files: readonly Blob[]) => Promise<void>
  again: () => Promise<void>
  underWay: UnderWay | null
  error: string | null
  left: number
  tooMany: boolean
}

/** Up to nine pictures of one choice, in their order. `onSent` hears each answer's data. */
export function useUploads(purpose: UploadPurpose, onSent: (data: unknown) => void): Uploads {
  const [underWay, setUnderWay] = useState<UnderWay | null>(null)
  const [failed, setFailed] = useState<{ error: string; left: readonly Blob[] } | null>(null)
  const [tooMany, setTooMany] = useState(false)
  const busy = useRef(false)

  const sendAll = async (files: readonly Blob[]): Promise<void> => {
    if (busy.current || files.length === 0) return
    busy.current = true
    setFailed(null)
    const { left, failure } = await sendInOrder(
      files,
      async (file, onShare) => onSent(await upload(purpose, file, onShare)),
      setUnderWay,
    )
    busy.current = false
    setUnderWay(null)
    if (left.length > 0) setFailed({ error: sentenceOf(failure), left })
  }
  const send = (files: readonly Blob[]): Promise<void> => {
    const { taken, tooMany: more } = pickedOf(files)
    setTooMany(more)
    return sendAll(taken)
  }
  return {
    send,
    again: () => sendAll(failed?.left ?? []),
    underWay,
    error: failed?.error ?? null,
    left: failed?.left.length ?? 0,
    tooMany,
  }
}

const sentenceOf = (failure: unknown): string =>
  failure instanceof CallError && failure.msg !== '' ? failure.msg : translate('client.uploadFailed')

/**
 * A picture that the member may see, as an address for `<img>`; `missing` when it cannot be had. Pictures
 * need the token, so no address of the server shows one.
 */
export function usePicture(
  purpose: UploadPurpose,
  id: string | null,
): { src: string | null; missing: boolean } {
  const [shown, setShown] = useState<{ id: string; src: string | null } | null>(null)
  useEffect(() => {
    if (id === null) return undefined
    const ended = new AbortController()
    let src: string | null = null
    void fetchPicture(purpose, id, ended.signal).then((blob) => {
      if (ended.signal.aborted) return
      src = blob === null ? null : URL.createObjectURL(blob)
      setShown({ id, src })
    })
    return () => {
      ended.abort()
      if (src !== null) URL.revokeObjectURL(src)
    }
  }, [purpose, id])
  const current = shown !== null && shown.id === id ? shown : null
  return { src: current?.src ?? null, missing: current !== null && current.src === null }
}

/** A picture that the member may see; null where it cannot be had within a minute. */
export async function fetchPicture(
  purpose: UploadPurpose,
  id: string,
  signal: AbortSignal,
): Promise<Blob | null> {
  try {
    const response = await fetch(
      `/upload/${purpose}/${encodeURIComponent(id)}?lang=${encodeURIComponent(langOfCalls())}`,
      {
        headers: { token: session.get().token },
        signal: AbortSignal.any([signal, AbortSignal.timeout(RUNTIME_TIMEOUT_MS)]),
      },
    )
    return response.ok ? await response.blob() : null
  } catch {
    return null
  }
}
