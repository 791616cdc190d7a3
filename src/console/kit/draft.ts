import { useEffect, useRef, useState } from 'react'
import { call } from '#client/call.ts'
import { inTab, shapeOf } from '#client/tab-store.ts'
import { getDraft, saveDraft } from '#modules/staff/operator-contract.ts'
import { useMe } from './act.ts'

/** A pause in typing after which the server keeps a text: seldom enough to leave the acts their rate. */
const PAUSE_MS = 2_000
const PREFIX = 'desk-draft '

/** `at`: the server's time of the draft that this one goes on from; '' before there was any. */
type Kept = { readonly at: string; readonly value: unknown }

const keptIn = (key: string): Kept | null =>
  inTab((store) => JSON.parse(store.getItem(key) ?? 'null') as Kept | null)

/**
 * The state of a form of the console. What is typed stands in the tab at once and with the server after a
 * pause, for the operator alone: a reload, the lock of an idle session and another machine find it again.
 * `name`: the form and what it is about; `drop`: it has been sent, and the form begins anew.
 */
export function useDeskDraft<T>(
  name: string,
  initial: T,
): [value: T, type: (next: T) => void, drop: () => void] {
  const operatorId = useMe()?.operatorId
  const key = `${PREFIX}${operatorId ?? ''} ${name}`
  const [value, setValue] = useState(initial)
  const [shape] = useState(() => shapeOf(initial))
  const begun = useRef(initial)
  const at = useRef('')
  const isTyped = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const unsaved = useRef<{ name: string; value: string } | null>(null)

  function save(): void {
    clearTimeout(timer.current)
    const text = unsaved.current
    if (text === null) return
    unsaved.current = null
    // After a failure the tab has it still, and the next key tries again.
    void call(saveDraft, { params: { form: text.name }, input: { value: text.value } }).then(
      (answer) => {
        at.current = answer.at
        const kept = keptIn(key)
        if (kept !== null) inTab((store) => store.setItem(key, JSON.stringify({ ...kept, at: answer.at })))
      },
      () => undefined,
    )
  }

  useEffect(() => {
    if (operatorId === undefined) return
    let isHere = true
    const take = (draft: unknown): void => {
      if (isHere && !isTyped.current && shapeOf(draft) === shape) setValue(draft as T)
    }
    const kept = keptIn(key)
    if (kept !== null) {
      at.current = kept.at
      take(kept.value)
    }
    call(getDraft, { params: { form: name } })
      .then(({ draft }) => {
        // Another machine went on since: its text is the newer one.
        if (draft === null || (kept !== null && draft.at <= kept.at)) return
        at.current = draft.at
        take(JSON.parse(draft.value))
      })
      .catch(() => undefined)
    return () => {
      isHere = false
      save()
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `save` is new at each render; it reads refs alone
  }, [key, name, operatorId, shape])

  const type = (next: T): void => {
    isTyped.current = true
    setValue(next)
    inTab((store) => store.setItem(key, JSON.stringify({ at: at.current, value: next })))
    unsaved.current = { name, value: JSON.stringify(next) }
    clearTimeout(timer.current)
    timer.current = setTimeout(save, PAUSE_MS)
  }
  const drop = (): void => {
    clearTimeout(timer.current)
    unsaved.current = null
    isTyped.current = false
    at.current = ''
    setValue(begun.current)
    inTab((store) => store.removeItem(key))
    void call(saveDraft, { params: { form: name }, input: { value: null } }).catch(() => undefined)
  }
  return [value, type, drop]
}
