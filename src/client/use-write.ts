import { useEffect, useRef, useState } from 'react'
import type { OutputOf } from '#wire/route.ts'
import { callLoosely, newKey, type AnyRoute, type ArgsParam, type ErrorOf, type LooseArgs } from './call.ts'
import { CallError } from './call-error.ts'
import { nameOf, openWrites, type Ended } from './open-writes.ts'
import { refresh } from './reads.ts'
import { watchOwner } from './session.ts'

/** `checking`: no answer came; the outcome is being asked for by key. */
export type WriteState = 'idle' | 'pending' | 'checking'
export type WriteAnswer<R> = { ok: true; data: OutputOf<R> } | { ok: false; error: ErrorOf<R> }

export type Write<R> = {
  /** Never throws. While one is under way, a second run gets the answer of the first. */
  run: (...args: ArgsParam<R>) => Promise<WriteAnswer<R>>
  state: WriteState
  error: ErrorOf<R> | null
}
export type WriteOptions = {
  /** Routes to read again after a success, and where nobody knows whether it was one. */
  refreshes?: readonly AnyRoute[]
  /** Do not toast a failure: the screen shows it at its field. */
  quiet?: boolean
  /**
   * The key stays in the tab until the outcome has been shown: every page says that it is not known
   * (`orders/mobile/OpenOrders.tsx`), and after a reload, or from another page, the same again asks for it.
   * For a page that says so by `useIsOpenWrite`, with nothing secret among the arguments.
   */
  outlivesPage?: boolean
}

/**
 * A write of a screen. The key is made when `run` is called: that is when the member confirms. It belongs to
 * the member whose screen it is.
 */
export function useWrite<const R extends AnyRoute>(route: R, options: WriteOptions = {}): Write<R> {
  const [state, setState] = useState<WriteState>('idle')
  const [error, setError] = useState<ErrorOf<R> | null>(null)
  const [isAnothers] = useState(watchOwner)
  const underWay = useRef<Promise<WriteAnswer<R>> | null>(null)
  // A write whose outcome stayed unknown keeps its key: the same again must not become a second one.
  const unresolved = useRef<{ key: string; args: string } | null>(null)
  // An answer that came while the page was covered or left has not been shown.
  const shown = useRef(false)
  const unshown = useRef<string | null>(null)
  useEffect(() => {
    shown.current = true
    if (unshown.current !== null) openWrites.shown(unshown.current)
    unshown.current = null
    return () => {
      shown.current = false
    }
  }, [route])
  const keep = (name: string, key: string) => options.outlivesPage && openWrites.keep(name, key)
  const end = (name: string, ended: Ended) => {
    if (!options.outlivesPage) return
    openWrites.end(name, ended)
    if (shown.current) openWrites.shown(name)
    else unshown.current = name
  }

  const start = async (args: LooseArgs | undefined): Promise<WriteAnswer<R>> => {
    const text = JSON.stringify(args ?? {})
    const name = nameOf(route, text)
    const before = unresolved.current?.args === text ? unresolved.current.key : undefined
    let key = (options.outlivesPage ? openWrites.keyOf(name) : before) ?? newKey()
    let isChecked = false
    unresolved.current = null
    keep(name, key)
    setState('pending')
    setError(null)
    try {
      const data = await callLoosely(route, args, {
        key,
        isAnothers,
        onNewKey: (next) => {
          key = next
          keep(name, key)
        },
        onChecking: () => {
          isChecked = true
          setState('checking')
          if (options.outlivesPage) openWrites.doubt(name)
        },
        ...(options.quiet === undefined ? {} : { quiet: options.quiet }),
      })
      end(name, { state: 'done', answer: data })
      for (const read of options.refreshes ?? []) refresh(read)
      return { ok: true, data: data as OutputOf<R> }
    } catch (failure) {
      const known = (
        failure instanceof CallError ? failure : new CallError('server', 0, String(failure))
      ) as ErrorOf<R>
      const isOpen =
        known.kind === 'unknown' || known.kind === 'network' || (known.kind === 'session' && isChecked)
      if (isOpen) unresolved.current = { key, args: text }
      end(
        name,
        known.kind === 'network'
          ? { state: 'none' }
          : isOpen
            ? { state: 'doubt' }
            : { state: 'refused', answer: known.msg },
      )
      // It may have been carried out all the same: the screen shows what stands.
      if (isOpen) for (const read of options.refreshes ?? []) refresh(read)
      setError(known)
      return { ok: false, error: known }
    }
  }

  const run = (...[args]: ArgsParam<R>): Promise<WriteAnswer<R>> => {
    underWay.current ??= start(args as LooseArgs | undefined).finally(() => {
      underWay.current = null
      setState('idle')
    })
    return underWay.current
  }
  return { run, state, error }
}
