import { useT } from '#client/texts.ts'
import { Button } from './Button.tsx'
import type { Asked } from './confirm.tsx'
import { Dialog } from './Modal.tsx'

/**
 * The question of `confirm`: Cancel left, OK right (specification, chapter 8), or Back and the act's name.
 */
export default function ConfirmDialog({ asked: { title, body, act, danger, answer } }: { asked: Asked }) {
  const t = useT()
  return (
    <Dialog
      open
      onClose={() => answer(false)}
      title={title}
      actions={
        <>
          <Button kind="neutral" onPress={() => answer(false)}>
            {t(act === undefined ? 'ui.cancel' : 'ui.back')}
          </Button>
          <Button kind={danger ? 'danger' : 'primary'} onPress={() => answer(true)}>
            {act ?? t('ui.ok')}
          </Button>
        </>
      }
    >
      {body}
    </Dialog>
  )
}
