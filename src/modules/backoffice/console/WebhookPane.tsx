import { useState } from 'react'
import { call } from '#client/call.ts'
import { CallError } from '#client/call-error.ts'
import { refresh, useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import { useAct, useMe } from '#console/kit/act.ts'
import { DeskButton, Mark } from '#console/kit/Control.tsx'
import { Facts, Pane, PaneSection } from '#console/kit/Pane.tsx'
import { usePeople } from '#console/kit/people.ts'
import { confirm } from '#ui/confirm.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import {
  listFirmDeliveries,
  listFirmWebhooks,
  readFirmSecret,
  sendFirmNotice,
  type FirmDelivery,
  type FirmWebhookView,
} from '../operator-contract.ts'
import { DELIVERY_TONES, HOOK_TONES } from './tones.ts'

/** A webhook with what may be done with it, and what became of its last notices. */
export function WebhookPane({ webhook }: { webhook: FirmWebhookView }) {
  const t = useT()
  const { wordsOf } = usePeople()
  const f = useFormat()
  const { url, events, state, madeAt, madeBy, rotatedAt } = webhook
  const [secret, setSecret] = useState<string | null>(null)
  return (
    <Pane
      label={url}
      head={
        <>
          <h2 className="flex flex-wrap items-center gap-2 text-2 font-strong break-all">
            {url}
            <Mark tone={HOOK_TONES[state]}>{t(`backoffice.console.hook.state.${state}`)}</Mark>
          </h2>
          <Buttons webhook={webhook} onSecret={setSecret} />
        </>
      }
    >
      {secret !== null && (
        <PaneSection title={t('backoffice.console.secretNow')} note={t('backoffice.console.secretNote')}>
          <code className="break-all select-all">{secret}</code>
        </PaneSection>
      )}
      <PaneSection>
        <Facts
          rows={[
            [
              t('backoffice.console.events'),
              events
                .map((event) => t(`backoffice.console.event.${event}`))
                .join(t('backoffice.console.comma')),
            ],
            [t('backoffice.console.hookAt'), `${f.moment(madeAt)} ${wordsOf(madeBy, madeAt)}`],
            [t('backoffice.console.secretNow'), rotatedAt === null ? '—' : f.moment(rotatedAt)],
          ]}
        />
      </PaneSection>
      <Deliveries id={webhook.id} />
    </Pane>
  )
}

function Buttons({
  webhook: { id, url, state },
  onSecret,
}: {
  webhook: FirmWebhookView
  onSecret: (secret: string) => void
}) {
  const t = useT()
  const me = useMe()
  const act = useAct()
  const test = useWrite(sendFirmNotice, { refreshes: [listFirmDeliveries] })
  if (me?.powers.includes('firm-webhook.set') !== true) return null
  const set = async (to: 'active' | 'paused' | 'deleted') => {
    if ((await act.ask({ power: 'firm-webhook.set', subject: id, body: { state: to } })) !== null)
      refresh(listFirmWebhooks)
  }
  const remove = async () => {
    const title = `${t('backoffice.console.delete')} ${url}`
    if (await confirm({ title, body: t('backoffice.console.deleteAsk'), danger: true })) await set('deleted')
  }
  const renew = async () => {
    const title = t('backoffice.console.secret')
    if (!(await confirm({ title, body: t('backoffice.console.secretAsk') }))) return
    if ((await act.ask({ power: 'firm-webhook.secret', subject: id })) === null) return
    try {
      onSecret((await call(readFirmSecret, { params: { id } })).secret)
      refresh(listFirmWebhooks)
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure
    }
  }
  const isActive = state === 'active'
  return (
    <div className="flex flex-wrap gap-2 pt-2">
      <DeskButton busy={test.state !== 'idle'} onPress={() => void test.run({ params: { id }, input: {} })}>
        {t('backoffice.console.test')}
      </DeskButton>
      <DeskButton busy={act.busy} onPress={() => void set(isActive ? 'paused' : 'active')}>
        {t(isActive ? 'backoffice.console.pause' : 'backoffice.console.resume')}
      </DeskButton>
      {me.powers.includes('firm-webhook.secret') && (
        <DeskButton busy={act.busy} onPress={() => void renew()}>
          {t('backoffice.console.secret')}
        </DeskButton>
      )}
      <DeskButton look="danger" busy={act.busy} onPress={() => void remove()}>
        {t('backoffice.console.delete')}
      </DeskButton>
    </div>
  )
}

/** The last notices of a webhook; each that is not on its way can be sent again. */
function Deliveries({ id }: { id: string }) {
  const t = useT()
  const read = useRead(listFirmDeliveries, { params: { id } }, { poll: 'deskCase' })
  const label = t('backoffice.console.deliveries')
  return (
    <PaneSection title={label}>
      <Loaded read={read} skeleton="lines">
        {(all) =>
          all.length === 0 ? (
            <p className="text-grey-1">{t('backoffice.console.deliveries.empty')}</p>
          ) : (
            <div className="desk-scroll" tabIndex={0} role="group" aria-label={label}>
              <table className="desk-table" aria-label={label}>
                <thead>
                  <tr>
                    <th scope="col">{t('backoffice.console.state')}</th>
                    <th scope="col">{t('backoffice.console.type')}</th>
                    <th scope="col">{t('backoffice.console.answer')}</th>
                  </tr>
                </thead>
                <tbody>
                  {all.map((delivery) => (
                    <DeliveryRow key={delivery.id} webhookId={id} delivery={delivery} />
                  ))}
                </tbody>
              </table>
            </div>
          )
        }
      </Loaded>
    </PaneSection>
  )
}

function DeliveryRow({ webhookId, delivery }: { webhookId: string; delivery: FirmDelivery }) {
  const t = useT()
  const f = useFormat()
  const { id, type, state, tries, madeAt, answered, problem } = delivery
  const again = useWrite(sendFirmNotice, { refreshes: [listFirmDeliveries, listFirmWebhooks] })
  return (
    <tr>
      <td>
        <Mark tone={DELIVERY_TONES[state]}>{t(`backoffice.console.delivery.${state}`)}</Mark>
      </td>
      <td>
        <code className="block">{type}</code>
        {f.dateTime(madeAt)}
      </td>
      <td className="wraps">
        <span className="block break-words">
          {problem ?? answered ?? '—'} ({t('backoffice.console.tries')} {f.quantity(tries)})
        </span>
        {state !== 'waiting' && (
          <DeskButton
            busy={again.state !== 'idle'}
            onPress={() => void again.run({ params: { id: webhookId }, input: { deliveryId: id } })}
          >
            {t('backoffice.console.again')}
          </DeskButton>
        )}
      </td>
    </tr>
  )
}
