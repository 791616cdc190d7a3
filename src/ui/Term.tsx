import { Suspense, useState, type ReactNode } from 'react'
import type { TermName } from '#client/help.ts'
import { lazily } from '#client/lazily.ts'
import { textsUpTo, useT } from '#client/texts.ts'
import { useLongPress } from './press.ts'

const TermSheet = lazily(async () => (await Promise.all([import('./TermSheet.tsx'), textsUpTo('rest')]))[0])

/**
 * A term that explains itself: held for 350 ms, or pressed, by Enter and by a screen reader too. Inside of
 * what is pressed itself (a link, a field's label) it has no place.
 */
export function Term({ name, children }: { name: TermName; children: ReactNode }) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const show = () => setOpen(true)
  return (
    <>
      <button
        type="button"
        className="term relative z-1 -my-1.5 -ml-1 py-1.5 pl-1 text-left"
        aria-haspopup="dialog"
        title={t('ui.term')}
        onClick={show}
        {...useLongPress(show)}
      >
        {children}
      </button>
      {open && (
        <Suspense fallback={null}>
          <TermSheet name={name} title={children} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
