import { IconX } from '@tabler/icons-react'
import { useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { useLayer } from '#client/navigation.ts'
import { useT } from '#client/texts.ts'
import { ICON } from './icon.ts'
import { PadSlot } from './pad-slot.ts'

type ModalProps = {
  open: boolean
  onClose: () => void
  /** `full`: all of the window. */
  kind: 'box' | 'sheet' | 'full'
  labelledBy?: string
  label?: string
  children: ReactNode
}

/**
 * The browser's own dialog: it keeps the focus inside, gives it back, closes by Esc and by the phone's back
 * gesture.
 */
export function Modal({ open, onClose, kind, labelledBy, label, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  // The finger that opened it by a long press goes up over the backdrop: only a tap that also began there
  // closes.
  const began = useRef(false)
  // A layout effect: it ends while the dialog still stands, so that the focus goes back to where it came
  // from.
  useLayoutEffect(() => {
    const element = dialog.current
    if (!open || element === null) return
    element.showModal()
    return () => element.close()
  }, [open])
  useLayer(open, onClose)
  return (
    <dialog
      ref={dialog}
      className={kind}
      aria-labelledby={labelledBy}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onPointerDown={(event) => {
        began.current = event.target === event.currentTarget
      }}
      onClick={({ target, currentTarget }) => {
        // A row that leads to a page ends a menu once it has been followed: it would stand there after Back.
        if ((began.current && target === currentTarget) || (target as Element).closest('a.row'))
          setTimeout(onClose)
        began.current = false
      }}
    >
      {open && children}
    </dialog>
  )
}

type Titled = { open: boolean; onClose: () => void; title: ReactNode; children: ReactNode }

/** From the bottom: choices and settings. */
export function Sheet({ open, onClose, title, children }: Titled) {
  const t = useT()
  const id = useId()
  const [pad, setPad] = useState<HTMLElement | null>(null)
  return (
    <Modal kind="sheet" open={open} onClose={onClose} labelledBy={id}>
      <div className="pt-2 pb-[calc(var(--s3)+var(--safe-b))]">
        <div className="mx-auto h-1 w-9 rounded-round bg-grey-2" aria-hidden />
        <div className="flex min-h-touch items-center justify-between pr-1 pl-4">
          <h2 id={id} className="text-3 font-strong">
            {title}
          </h2>
          <button
            type="button"
            className="grid size-touch place-items-center rounded-1"
            aria-label={t('ui.close')}
            onClick={onClose}
          >
            <IconX {...ICON} />
          </button>
        </div>
        <PadSlot value={pad}>{children}</PadSlot>
      </div>
      <div ref={setPad} className="sticky bottom-0 z-(--z-bar)" />
    </Modal>
  )
}

/** In the middle: repeats in numbers what will happen. The actions are two buttons, Cancel left. */
export function Dialog({ open, onClose, title, children, actions }: Titled & { actions: ReactNode }) {
  const id = useId()
  return (
    <Modal kind="box" open={open} onClose={onClose} labelledBy={id}>
      <div className="flex flex-col gap-3 p-5">
        <h2 id={id} className="text-3 font-strong">
          {title}
        </h2>
        <div className="text-2">{children}</div>
        <div className="flex gap-2 pt-2">{actions}</div>
      </div>
    </Modal>
  )
}
