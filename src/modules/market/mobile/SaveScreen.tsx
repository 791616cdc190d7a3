import { useState } from 'react'
import { useT } from '#client/texts.ts'
import { saveScreen } from '#modules/watchlists/contract.ts'
import { useChange } from '#modules/watchlists/mobile/public.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { Sheet } from '#ui/Modal.tsx'
import { toast } from '#ui/toast.tsx'

/** Keeps a screen under a name. */
export function SaveScreen({ address, onClose }: { address: string; onClose: () => void }) {
  const t = useT()
  const [name, setName] = useState('')
  const write = useChange(saveScreen)
  async function submit() {
    const answer = await write.run({ input: { name, address } })
    if (!answer.ok) return
    toast(t('market.screen.saved', { name: name.trim() }), { kind: 'ok' })
    onClose()
  }
  return (
    <Sheet open onClose={onClose} title={t('market.screen.save')}>
      <form
        className="px-gutter pb-3"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <Field
          label={t('market.screen.name')}
          rule={t('watchlists.nameRule')}
          error={write.error?.msg}
          value={name}
          onChange={setName}
          maxLength={40}
          required
          autoFocus
          enterKeyHint="done"
        />
        <div className="flex pt-2">
          <Button type="submit" state={write.state} disabled={name.trim() === ''}>
            {t('market.screen.save')}
          </Button>
        </div>
      </form>
    </Sheet>
  )
}
