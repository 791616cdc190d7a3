import { useEffect, useRef, useState } from 'react'
import { idOfEntry, navigation, usePage } from './navigation.ts'
import { session, waiting } from './session.ts'
import { inTab, shapeOf } from './tab-store.ts'

/**
 * Texts typed into a page's forms, in this tab alone: a reload finds them again. They belong to their member
 * and to the page as long as that stands in the app; a password never comes here.
 */
const PREFIX = 'draft '
type Draft = { readonly owner: string; readonly shape: string; readonly value: unknown }

const draftAt = (key: string): Draft | null =>
  inTab((store) => JSON.parse(store.getItem(PREFIX + key) ?? 'null') as Draft | null)

function read<T>(key: string, initial: T): T {
  const draft = draftAt(key)
  return draft !== null && draft.owner === session.get().userId && draft.shape === shapeOf(initial)
    ? (draft.value as T)
    : initial
}

function keep(key: string, value: unknown, shape: string): void {
  const draft: Draft = { owner: session.get().userId, shape, value }
  inTab((store) => store.setItem(PREFIX + key, JSON.stringify(draft)))
}

function forget(isGone: (key: string) => boolean): void {
  inTab((store) => {
    for (const key of Object.keys(store))
      if (key.startsWith(PREFIX) && isGone(key.slice(PREFIX.length))) store.removeItem(key)
  })
}

/** A page has left the app: what was typed there goes with it. */
navigation.subscribe(() => {
  const { stack, visited } = navigation.get()
  const standing = [...visited, ...stack.map(idOfEntry)]
  forget((key) => !standing.some((page) => key.startsWith(`${page} `)))
})

/** The member leaves, or another comes; one whose session ended by itself is waited for. */
let owner = session.get().userId
// Drafts of a guest, or of somebody before, are not this member's; a session that ended by itself has no
// member, and is waited for.
if (owner !== '') forget((key) => draftAt(key)?.owner !== owner)
const follow = () => {
  const { userId } = session.get()
  if (userId === owner || waiting.get()) return
  owner = userId
  forget(() => true)
}
session.subscribe(follow)
waiting.subscribe(follow)

/**
 * The state of a form that survives a reload of its page. `name`: which of the page's; the value is what JSON
 * can carry. `drop`: what was typed has been sent. A form that stays shows what is given, and keeps nothing
 * until it is typed in anew.
 */
export function useDraft<T>(
  name: string,
  initial: () => T,
): [value: T, type: (next: T | ((now: T) => T)) => void, drop: (shown?: T) => void] {
  const { id } = usePage()
  const key = `${id} ${name}`
  const [{ begun, shape }] = useState(() => {
    const value = initial()
    return { begun: read(key, value), shape: shapeOf(value) }
  })
  const [value, setValue] = useState(begun)
  const kept = useRef(begun)
  useEffect(() => {
    if (value === kept.current) return
    kept.current = value
    keep(key, value, shape)
  }, [key, value, shape])
  const drop = (shown = value) => {
    kept.current = shown
    setValue(shown)
    forget((each) => each === key)
  }
  return [value, setValue, drop]
}
