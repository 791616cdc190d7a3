import { useState } from 'react'
import { refresh } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import { getSecurity, listSessions, removePasskey, type SecurityView } from '#modules/identity/contract.ts'
import { Button } from '#ui/Button.tsx'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { Field } from '#ui/Field.tsx'
import { Sheet } from '#ui/Modal.tsx'
import { toast } from '#ui/toast.tsx'
import { FactorChangeFields, useAddPasskey, useFactorChange } from './factor-change.tsx'

type Open = { open: boolean; onClose: () => void }

/** A passkey on this device, under a name to know it by. */
export function AddPasskeySheet({ open, onClose }: Open) {
  const t = useT()
  return (
    <Sheet open={open} onClose={onClose} title={t('identity.passkey.add')}>
      <AddPasskey onDone={onClose} />
    </Sheet>
  )
}

function AddPasskey({ onDone }: { onDone: () => void }) {
  const t = useT()
  const change = useFactorChange()
  const passkey = useAddPasskey(change)
  const [name, setName] = useState('')
  async function add() {
    if (!(await passkey.add(name))) return
    toast(t('identity.passkey.added'), { kind: 'ok' })
    refresh(getSecurity)
    onDone()
  }
  return (
    <div className="flex flex-col gap-2 px-gutter pb-4">
      <p className="text-grey-1 text-2">{t('identity.passkey.addNote')}</p>
      <Field
        label={t('identity.passkey.name')}
        rule={t('identity.passkey.nameRule')}
        maxLength={40}
        value={name}
        onChange={setName}
        autoComplete="off"
      />
      <FactorChangeFields change={change} />
      <p className="text-grey-1 text-1">{t('identity.security.othersEnd')}</p>
      <div className="flex pt-2">
        <Button state={passkey.state} onPress={() => void add()}>
          {t('identity.passkey.make')}
        </Button>
      </div>
    </div>
  )
}

type Passkey = SecurityView['passkeys'][number]

/** One passkey: since when, where it is kept, and its removal. */
export function PasskeySheet({
  passkey,
  isLast,
  onClose,
}: {
  passkey: Passkey | null
  isLast: boolean
  onClose: () => void
}) {
  const t = useT()
  return (
    <Sheet
      open={passkey !== null}
      onClose={onClose}
      title={passkey === null || passkey.name === '' ? t('identity.passkey.one') : passkey.name}
    >
      {passkey !== null && <OnePasskey passkey={passkey} isLast={isLast} onDone={onClose} />}
    </Sheet>
  )
}

function OnePasskey({
  passkey: { id, madeAt, usedAt, synced },
  isLast,
  onDone,
}: {
  passkey: Passkey
  isLast: boolean
  onDone: () => void
}) {
  const t = useT()
  const f = useFormat()
  const change = useFactorChange()
  const write = useWrite(removePasskey, { refreshes: [getSecurity, listSessions] })
  async function remove() {
    const proof = await change.prove({ change: 'remove-passkey', passkeyId: id })
    if (proof === null) return
    const answer = await write.run({ input: { passkeyId: id, ...proof } })
    if (!answer.ok) return change.heard(answer.error.rejection)
    toast(t('identity.passkey.removed'), { kind: 'ok' })
    onDone()
  }
  return (
    <div className="flex flex-col gap-2 px-gutter pb-4">
      <DefinitionList>
        <DefinitionRow label={t('identity.passkey.made')}>{f.dateTime(madeAt)}</DefinitionRow>
        <DefinitionRow label={t('identity.passkey.used')}>
          {usedAt === null ? '—' : f.dateTime(usedAt)}
        </DefinitionRow>
        <DefinitionRow label={t('identity.passkey.kept')}>
          {t(synced ? 'identity.passkey.synced' : 'identity.passkey.onDevice')}
        </DefinitionRow>
      </DefinitionList>
      <FactorChangeFields change={change} />
      <p className="text-grey-1 text-1">
        {t(isLast ? 'identity.passkey.lastNote' : 'identity.security.othersEnd')}
      </p>
      <div className="flex pt-2">
        <Button kind="danger" state={write.state} onPress={() => void remove()}>
          {t('identity.passkey.remove')}
        </Button>
      </div>
    </div>
  )
}
