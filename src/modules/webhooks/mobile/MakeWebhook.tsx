import { useDraft } from '#client/drafts.ts'
import { useRead } from '#client/reads.ts'
import { useT } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import { listApiKeys } from '#modules/apikeys/contract.ts'
import { Button } from '#ui/Button.tsx'
import { Field, FieldError } from '#ui/Field.tsx'
import { Notice } from '#ui/Notice.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { Switch } from '#ui/Switch.tsx'
import { toast } from '#ui/toast.tsx'
import { listWebhooks, makeWebhook } from '../contract.ts'
import { LONGEST_URL, WEBHOOK_EVENTS, type WebhookEvent } from '../model/webhook.ts'

type Typed = { url: string; events: readonly WebhookEvent[]; chosen: string | null }
const NOTHING: Typed = { url: 'https://', events: WEBHOOK_EVENTS, chosen: null }

const OF_FIELDS = ['WEBHOOK_URL', 'WEBHOOK_KEY']

/** A new webhook: where to, of what, and to which API key it belongs. */
export function MakeWebhook({ onMade }: { onMade: (secret: string) => void }) {
  const t = useT()
  const [typed, setTyped, drop] = useDraft('webhook', () => NOTHING)
  const { url, events, chosen } = typed
  const set = (part: Partial<Typed>) => setTyped({ ...typed, ...part })
  const keys = (useRead(listApiKeys, {}).data?.keys ?? []).filter(({ revokedAt }) => revokedAt === null)
  const apiKeyId = chosen ?? keys[0]?.id ?? null
  const write = useWrite(makeWebhook, { quiet: true, refreshes: [listWebhooks] })
  const { error } = write
  const of = (code: string) => (error?.rejection === code ? error.msg : undefined)
  async function make() {
    const input = { url: url.trim(), events: [...events], ...(apiKeyId === null ? {} : { apiKeyId }) }
    const answer = await write.run({ input })
    if (!answer.ok) return
    drop()
    onMade(answer.data.secret)
  }
  return (
    <form
      noValidate
      className="flex flex-col gap-1 px-gutter"
      onSubmit={(event) => {
        event.preventDefault()
        void make()
      }}
    >
      <Field
        label={t('webhooks.url')}
        inputMode="url"
        autoComplete="off"
        maxLength={LONGEST_URL}
        value={url}
        onChange={(next) => set({ url: next })}
        error={of('WEBHOOK_URL')}
      />
      <SelectField
        label={t('apikeys.title')}
        options={keys.map(({ id, name }) => ({ value: id, label: name }))}
        value={apiKeyId}
        onChange={(next) => set({ chosen: next })}
        error={of('WEBHOOK_KEY')}
        placeholder={t('apikeys.empty')}
      />
      <p className="text-2 font-strong pt-2">{t('webhooks.events')}</p>
      {WEBHOOK_EVENTS.map((event) => (
        <Switch
          key={event}
          plain
          label={t(`webhooks.event.${event}`)}
          checked={events.includes(event)}
          onChange={(isOn) =>
            set({ events: WEBHOOK_EVENTS.filter((each) => (each === event ? isOn : events.includes(each))) })
          }
        />
      ))}
      <FieldError
        id="webhook-refused"
        error={error === null || OF_FIELDS.includes(error.rejection ?? '') ? null : error.msg}
      />
      <div className="flex pt-2">
        <Button type="submit" state={write.state}>
          {t('webhooks.make')}
        </Button>
      </div>
    </form>
  )
}

/** The secret by which the member's server checks notices, shown once. */
export function Secret({ secret, onDone }: { secret: string; onDone: () => void }) {
  const t = useT()
  async function copy() {
    await navigator.clipboard.writeText(secret)
    toast(t('apikeys.copied'), { kind: 'ok' })
  }
  return (
    <div>
      <Notice tone="warn" title={t('webhooks.secretNote')} />
      <div className="flex flex-col gap-3 px-gutter pt-3">
        <p className="rounded-2 bg-sunk text-1 px-3 py-2 break-all select-all">{secret}</p>
        <div className="flex gap-2">
          <Button kind="secondary" onPress={() => void copy().catch(() => {})}>
            {t('apikeys.copy')}
          </Button>
          <Button onPress={onDone}>{t('apikeys.done')}</Button>
        </div>
      </div>
    </div>
  )
}
