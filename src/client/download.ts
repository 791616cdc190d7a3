import { useRef, useState } from 'react'
import { RUNTIME_TIMEOUT_MS } from '#kernel/specification.ts'
import { call, type AnyRoute, type ArgsOf } from './call.ts'
import { CallError } from './call-error.ts'

type FileRoute = AnyRoute & { output: unknown }
type Content = { name: string; type: string; content: string }

/**
 * Reads a route that answers with a file in base64, waiting up to 60 s (specification, chapter 9). The token
 * travels in its header, as always.
 */
export async function fetchFile<const R extends FileRoute>(route: R, args: ArgsOf<R>): Promise<File> {
  const { name, type, content } = (await call(
    route,
    ...([args, { timeoutMs: RUNTIME_TIMEOUT_MS }] as never),
  )) as Content
  return new File([Uint8Array.from(atob(content), (character) => character.charCodeAt(0))], name, { type })
}

/** The time that a browser may take to begin to read what it saves. */
const KEPT_MS = 60_000

/**
 * Hands a file to the member. An installed app on a phone has no downloads: there the sheet opens with which
 * files are shared and saved. True when it was saved or shared, false when the member closed the sheet.
 */
export async function keepFile(file: File): Promise<boolean> {
  if (
    matchMedia('(display-mode: standalone)').matches &&
    matchMedia('(pointer: coarse)').matches &&
    navigator.canShare?.({ files: [file] })
  ) {
    try {
      await navigator.share({ files: [file] })
      return true
    } catch (failure) {
      if (failure instanceof DOMException && failure.name === 'AbortError') return false
      // The tap is too long ago for sharing (the file took its time): save it the other way.
    }
  }
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = file.name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS)
  return true
}

export type Files = {
  /** The one that is on its way, by the name that the screen gave it. */
  busy: string | null
  /**
   * Makes a file and hands it over; one at a time. Resolves to its name; null where it failed (said by a
   * toast) or was not kept.
   */
  keep: (which: string, make: () => Promise<File>) => Promise<string | null>
}

export function useFiles(): Files {
  const [busy, setBusy] = useState<string | null>(null)
  const underWay = useRef(false)
  const keep: Files['keep'] = async (which, make) => {
    if (underWay.current) return null
    underWay.current = true
    setBusy(which)
    try {
      const file = await make()
      return (await keepFile(file)) ? file.name : null
    } catch (failure) {
      if (failure instanceof CallError) return null
      throw failure
    } finally {
      underWay.current = false
      setBusy(null)
    }
  }
  return { busy, keep }
}
