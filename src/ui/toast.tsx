import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { TOAST_MS } from '#kernel/specification.ts'
import { store } from '#client/store.ts'
import { useLang } from '#client/texts.ts'
import { ICON_S } from './icon.ts'

export type ToastKind = 'ok' | 'fail' | 'info'
const ICONS = { ok: IconCircleCheck, fail: IconAlertTriangle, info: IconInfoCircle } as const

const shown = store<{ text: string; kind: ToastKind } | null>(null)

/** One line above the tab bar for two seconds; the newest replaces the one before. */
export const toast = (text: string, { kind = 'info' }: { kind?: ToastKind } = {}): void =>
  shown.set({ text, kind })

/**
 * Stands once, in the shell: in the top layer, so that a dialog does not cover it. A sentence of another
 * language goes with that.
 */
export function Toaster() {
  const now = useSyncExternalStore(shown.subscribe, shown.get)
  const lang = useLang()
  useEffect(() => () => shown.set(null), [lang])
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (now === null) return
    const element = box.current
    element?.showPopover()
    const timer = setTimeout(() => shown.set(null), TOAST_MS)
    return () => {
      clearTimeout(timer)
      element?.hidePopover()
    }
  }, [now])
  const Icon = ICONS[now?.kind ?? 'info']
  return (
    <>
      <div role="status" aria-live="polite" className="sr-only">
        {now?.text}
      </div>
      <div
        ref={box}
        popover="manual"
        className="toast rounded-2 bg-ink px-4 py-3 text-2 text-surface shadow-float"
        aria-hidden
      >
        {now && (
          <span className="flex items-center gap-3">
            <Icon {...ICON_S} />
            {now.text}
          </span>
        )}
      </div>
    </>
  )
}
