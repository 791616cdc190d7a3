import { useEffect, useRef } from 'react'
import { useT } from '#client/texts.ts'
import { guardKeys } from './key-guard.ts'
import { Button } from './Button.tsx'
import type { Asked } from './confirm.tsx'
import { Dialog } from './Modal.tsx'

/**
 * The question of `confirm`: Cancel left, OK right (specification, chapter 8), or Back and the act's name.
 */
export default function ConfirmDialog({
  asked: { title, body, act, danger, side, answer },
  actFirst,
}: {
  asked: Asked
  actFirst: boolean
}) {
  const t = useT()
  const kind = danger ? 'danger' : side === undefined ? 'primary' : side === 'up' ? 'buy' : 'sell'
  const foot = useRef<HTMLDivElement>(null)
  useEffect(guardKeys, [])
  // Behind `showModal`, which gives the focus to the first button.
  useEffect(() => {
    if (actFirst) foot.current?.querySelector<HTMLElement>('button:last-child')?.focus()
  }, [actFirst])
  return (
    <Dialog
      open
      onClose={() => answer(false)}
      title={title}
      actions={
        <div ref={foot} className="flex flex-1 gap-2">
          <Button kind="neutral" onPress={() => answer(false)}>
            {t(act === undefined ? 'ui.cancel' : 'ui.back')}
          </Button>
          <Button kind={kind} state="idle" onPress={() => answer(true)}>
            {act ?? t('ui.ok')}
          </Button>
        </div>
      }
    >
      {body}
    </Dialog>
  )
}
