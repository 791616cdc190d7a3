import { useState } from 'react'
import { newKey } from '#client/call.ts'
import { refresh, useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useAct, useMe } from '#console/kit/act.ts'
import { DeskButton, Mark } from '#console/kit/Control.tsx'
import { PaneSection } from '#console/kit/Pane.tsx'
import { Table } from '#console/kit/Table.tsx'
import { toast } from '#ui/toast.tsx'
import { FIRM_EVENTS, LONGEST_URL, type FirmEvent } from '#modules/webhooks/model/webhook.ts'
import { listFirmWebhooks, type FirmWebhookView } from '../operator-contract.ts'
import { WebhookPane } from './WebhookPane.tsx'
import { HOOK_TONES } from './tones.ts'

/** Servers of the firm that are told of states, what each is told, and what did not arrive. */
export default function FirmWebhooksPage() {
  const t = useT()
  const f = useFormat()
  const me = useMe()
  const read = useRead(listFirmWebhooks, {}, { poll: 'deskLog' })
  const [isMaking, setMaking] = useState(false)
  if (isMaking) return <MakeWebhook onDone={() => setMaking(false)} />
  return (
    <Table<FirmWebhookView>
      name="firm-webhooks"
      title={t('backoffice.console.hooks')}
      read={read}
      rows={read.data?.webhooks}
      keyOf={({ id }) => id}
      sortedBy="-madeAt"
      empty={t('backoffice.console.hooks.empty')}
      note={t('backoffice.console.hooks.note')}
      detail={(webhook) => <WebhookPane key={webhook.id} webhook={webhook} />}
      actions={
        me?.powers.includes('firm-webhook.make') && me.roles.includes('administrator') ? (
          <DeskButton look="primary" onPress={() => setMaking(true)}>
            {t('backoffice.console.hooks.make')}
          </DeskButton>
        ) : undefined
      }
      columns={[
        {
          id: 'url',
          head: t('backoffice.console.url'),
          wraps: true,
          cell: ({ url }) => <span className="break-all">{url}</span>,
          value: ({ url }) => url,
        },
        {
          id: 'events',
          head: t('backoffice.console.events'),
          wraps: true,
          cell: ({ events }) =>
            events.map((event) => t(`backoffice.console.event.${event}`)).join(t('backoffice.console.comma')),
          value: ({ events }) => events.join(' '),
        },
        {
          id: 'madeAt',
          spare: true,
          head: t('backoffice.console.hookAt'),
          cell: ({ madeAt }) => f.dateTime(madeAt),
          value: ({ madeAt }) => madeAt,
        },
        {
          id: 'failed',
          head: t('backoffice.console.failed'),
          align: 'end',
          cell: ({ failed }) => f.quantity(failed),
          value: ({ failed }) => failed,
        },
        {
          id: 'state',
          head: t('backoffice.console.state'),
          cell: ({ state }) => (
            <Mark tone={HOOK_TONES[state]}>{t(`backoffice.console.hook.state.${state}`)}</Mark>
          ),
          value: ({ state }) => state,
        },
      ]}
    />
  )
}

/** The request for a webhook, with the first signature under its address. */
function MakeWebhook({ onDone }: { onDone: () => void }) {
  const t = useT()
  const act = useAct()
  const [url, setUrl] = useState('https://')
  const [events, setEvents] = useState<readonly FirmEvent[]>(FIRM_EVENTS)
  async function ask(): Promise<void> {
    const body = { url: url.trim(), events: [...events] }
    const acted = await act.ask({ power: 'firm-webhook.make', subject: `fw-${newKey()}`, body })
    if (acted === null) return
    toast(t('console.decision.asked'), { kind: 'ok' })
    refresh(listFirmWebhooks)
    onDone()
  }
  return (
    <form
      className="desk-page overflow-auto"
      aria-label={t('backoffice.console.hooks.make')}
      onSubmit={(event) => {
        event.preventDefault()
        void ask()
      }}
    >
      <h1 className="border-b border-grey-3 px-4 py-3 text-3 font-strong">
        {t('backoffice.console.hooks.make')}
      </h1>
      <PaneSection>
        <div className="flex max-w-160 flex-col gap-3">
          <p className="text-1 text-grey-1">{t('backoffice.console.hooks.note')}</p>
          <label className="flex flex-col gap-1">
            <span className="text-1 text-grey-1">{t('backoffice.console.url')}</span>
            <input
              className="desk-input w-full"
              inputMode="url"
              autoComplete="off"
              required
              maxLength={LONGEST_URL}
              value={url}
              onChange={(event) => setUrl(event.target.value)}
            />
          </label>
          <fieldset>
            <legend className="text-1 text-grey-1">{t('backoffice.console.events')}</legend>
            {FIRM_EVENTS.map((event) => (
              <label key={event} className="flex min-h-touch items-center gap-2">
                <input
                  type="checkbox"
                  checked={events.includes(event)}
                  onChange={({ target }) =>
                    setEvents(
                      FIRM_EVENTS.filter((each) => (each === event ? target.checked : events.includes(each))),
                    )
                  }
                />
                {t(`backoffice.console.event.${event}`)}
              </label>
            ))}
          </fieldset>
          <p className="text-1 text-grey-1">{t('backoffice.console.hooks.makeAsk')}</p>
          <div className="flex flex-wrap gap-2">
            <DeskButton type="submit" look="primary" tall busy={act.busy}>
              {t('backoffice.console.hooks.make')}
            </DeskButton>
            <DeskButton tall onPress={onDone}>
              {t('ui.cancel')}
            </DeskButton>
          </div>
        </div>
      </PaneSection>
    </form>
  )
}
