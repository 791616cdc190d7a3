import { IconCopy, IconDownload } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { LONGEST_NAME } from '#kernel/accepted-name.ts'
import { API_KEY_SCOPES, type ApiKeyScope } from '#wire/route.ts'
import { keepFile } from '#client/download.ts'
import { useDraft } from '#client/drafts.ts'
import { makeKeyPair, readPublicKey, type KeyPair } from '#client/key-pair.ts'
import { useT } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import { StepUpFields, useStepUp } from '#modules/identity/mobile/public.ts'
import { Button } from '#ui/Button.tsx'
import { Field, FieldError, focusFirstError } from '#ui/Field.tsx'
import { ICON_S } from '#ui/icon.ts'
import { Sheet } from '#ui/Modal.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Segment } from '#ui/Segment.tsx'
import { TextArea } from '#ui/TextArea.tsx'
import { toast } from '#ui/toast.tsx'
import { listApiKeys, makeApiKey } from '../contract.ts'
import { MOST_NETWORKS, readDetails } from '../model/api-key.ts'

const PAIRS = ['here', 'own'] as const
type Typed = {
  name: string
  scope: ApiKeyScope
  networks: string
  source: (typeof PAIRS)[number]
  typedKey: string
}
const NOTHING: Typed = { name: '', scope: 'read', networks: '', source: 'here', typedKey: '' }

/** `privateKey` null: the member has it already. */
type Made = { id: string; privateKey: string | null }

/** A new key: what it may do and from where, and where its private half is made. */
export function MakeKeySheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useT()
  const [made, setMade] = useState<Made | null>(null)
  const close = () => {
    setMade(null)
    onClose()
  }
  return (
    <Sheet open={open} onClose={close} title={t(made === null ? 'apikeys.make' : 'apikeys.made')}>
      {made === null ? <Form onMade={setMade} /> : <Handover made={made} onDone={close} />}
    </Sheet>
  )
}

function Form({ onMade }: { onMade: (made: Made) => void }) {
  const t = useT()
  const form = useRef<HTMLFormElement>(null)
  const [typed, setTyped, drop] = useDraft('apiKey', () => NOTHING)
  const { name, scope, networks, source, typedKey } = typed
  const set = (part: Partial<Typed>) => setTyped({ ...typed, ...part })
  const [isKeyWrong, setKeyWrong] = useState(false)
  // One pair for the whole form: a second try after a lost answer is the same request.
  const pair = useRef<KeyPair | null>(null)
  const stepUp = useStepUp('api-key.make')
  const write = useWrite(makeApiKey, { quiet: true, refreshes: [listApiKeys] })
  const { error } = write
  const of = (...codes: string[]) =>
    error !== null && codes.includes(error.rejection ?? '') ? error.msg : undefined

  async function make() {
    const words = { name, networks: networks.split(/[\s,、]+/).filter((line) => line !== '') }
    // The passkey signs what is kept; what cannot be kept, the server refuses by name.
    const details = readDetails(words)
    if (source === 'here') pair.current ??= await makeKeyPair()
    const publicKey = source === 'here' ? pair.current!.publicKey : readPublicKey(typedKey)
    setKeyWrong(publicKey === null)
    if (publicKey === null) return focusFirstError(form.current)
    const asked = { ...(details.ok ? details.value : words), scope, publicKey }
    const proof = details.ok ? await stepUp.prove(asked) : {}
    if (proof === null) return
    const answer = await write.run({ input: { ...asked, ...proof } })
    if (!answer.ok) {
      stepUp.heard(answer.error)
      return focusFirstError(form.current)
    }
    drop()
    onMade({ id: answer.data.id, privateKey: source === 'here' ? pair.current!.privateKey : null })
  }
  const shown = ['NAME_INVALID', 'API_KEY_NETWORK', 'API_KEY_NETWORKS', 'API_KEY_PUBLIC_KEY', 'API_KEY_TAKEN']
  return (
    <form
      ref={form}
      noValidate
      className="flex flex-col gap-1 px-gutter"
      onSubmit={(event) => {
        event.preventDefault()
        void make()
      }}
    >
      <Field
        label={t('apikeys.name')}
        rule={t('apikeys.nameRule', { most: LONGEST_NAME })}
        autoComplete="off"
        value={name}
        onChange={(next) => set({ name: next })}
        error={of('NAME_INVALID')}
      />
      <Choice
        label={t('apikeys.scope')}
        note={t(`apikeys.scopeNote.${scope}`)}
        options={API_KEY_SCOPES.map((value) => ({ value, label: t(`apikeys.scope.${value}`) }))}
        value={scope}
        onChange={(next) => set({ scope: next })}
      />
      <TextArea
        label={t('apikeys.networks')}
        rule={t('apikeys.networksRule', { most: MOST_NETWORKS })}
        rows={2}
        maxLength={700}
        value={networks}
        onChange={(next) => set({ networks: next })}
        error={of('API_KEY_NETWORK', 'API_KEY_NETWORKS')}
      />
      <Choice
        label={t('apikeys.pair')}
        note={t(`apikeys.pairNote.${source}`)}
        options={PAIRS.map((value) => ({ value, label: t(`apikeys.pair.${value}`) }))}
        value={source}
        onChange={(next) => set({ source: next })}
      />
      {source === 'own' && (
        <TextArea
          label={t('apikeys.publicKey')}
          rule={t('apikeys.publicKeyRule')}
          rows={4}
          maxLength={400}
          value={typedKey}
          onChange={(next) => set({ typedKey: next })}
          error={isKeyWrong ? t('apikeys.publicKeyWrong') : of('API_KEY_PUBLIC_KEY', 'API_KEY_TAKEN')}
        />
      )}
      <StepUpFields stepUp={stepUp} />
      <FieldError
        id="api-key-refused"
        error={
          error === null || shown.includes(error.rejection ?? '') || stepUp.refusal !== null
            ? null
            : error.msg
        }
      />
      <div className="flex pt-2">
        <Button type="submit" state={write.state}>
          {t('apikeys.submit')}
        </Button>
      </div>
    </form>
  )
}

function Choice<Value extends string>({
  label,
  note,
  ...segment
}: {
  label: string
  note: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
}) {
  return (
    <div className="py-1.5">
      <p className="text-2 font-strong pb-1">{label}</p>
      <Segment label={label} {...segment} />
      <p className="text-grey-1 text-1 pt-1">{note}</p>
    </div>
  )
}

/** The private half, shown once. */
function Handover({ made: { id, privateKey }, onDone }: { made: Made; onDone: () => void }) {
  const t = useT()
  async function save() {
    const file = new File([privateKey!], `akari-api-key-${id.slice(0, 8)}.pem`, {
      type: 'application/x-pem-file',
    })
    if (await keepFile(file)) toast(t('apikeys.saved'), { kind: 'ok' })
  }
  return (
    <div>
      {privateKey !== null && (
        <Notice tone="warn" title={t('apikeys.madeTitle')} note={t('apikeys.madeNote')} />
      )}
      <div className="flex flex-col gap-3 px-gutter pt-3">
        <Copied label={t('apikeys.madeId')} text={id} />
        {privateKey !== null && (
          <>
            <Copied label={t('apikeys.madePrivate')} text={privateKey.trim()} />
            <div className="flex">
              <Button kind="secondary" onPress={() => void save()}>
                <IconDownload {...ICON_S} />
                {t('apikeys.save')}
              </Button>
            </div>
          </>
        )}
        <div className="flex">
          <Button onPress={onDone}>{t('apikeys.done')}</Button>
        </div>
      </div>
    </div>
  )
}

function Copied({ label, text }: { label: string; text: string }) {
  const t = useT()
  async function copy() {
    await navigator.clipboard.writeText(text)
    toast(t('apikeys.copied'), { kind: 'ok' })
  }
  return (
    <div className="rounded-2 bg-sunk px-3 py-2">
      <div className="flex items-center justify-between gap-3">
        <p className="text-1 text-grey-1">{label}</p>
        <button
          type="button"
          className="pressable text-brand text-2 flex min-h-touch shrink-0 items-center gap-1 rounded-1 px-2"
          aria-label={`${t('apikeys.copy')} ${label}`}
          onClick={() => void copy().catch(() => {})}
        >
          <IconCopy {...ICON_S} />
          {t('apikeys.copy')}
        </button>
      </div>
      <p className="text-1 break-all whitespace-pre-wrap select-all">{text}</p>
    </div>
  )
}
