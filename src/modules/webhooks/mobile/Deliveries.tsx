import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import { Button } from '#ui/Button.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { Row } from '#ui/Row.tsx'
import { listWebhookDeliveries, resendWebhookDelivery, type WebhookDelivery } from '../contract.ts'

/** The last notices of a webhook, and what became of each. */
export function Deliveries({ id }: { id: string }) {
  const t = useT()
  const read = useRead(listWebhookDeliveries, { params: { id } })
  return (
    <Loaded read={read} skeleton="menu" title={t('webhooks.cannotLoad')}>
      {(all) =>
        all.length === 0 ? (
          <Empty title={t('webhooks.noLog')} />
        ) : (
          <div>
            {all.map((delivery) => (
              <DeliveryRow key={delivery.id} webhookId={id} delivery={delivery} />
            ))}
          </div>
        )
      }
    </Loaded>
  )
}

function DeliveryRow({ webhookId, delivery }: { webhookId: string; delivery: WebhookDelivery }) {
  const [t, f] = [useT(), useFormat()]
  const { id, eventId, type, state, tries, madeAt, answered } = delivery
  const write = useWrite(resendWebhookDelivery, { refreshes: [listWebhookDeliveries] })
  const last = [t('webhooks.delivery', { state }), `×${tries}`, answered === null ? null : String(answered)]
  return (
    <Row className="gap-3 py-2">
      <span className="min-w-0 grow">
        <span className="text-2 block break-all">{type}</span>
        <span className="text-grey-1 text-1 block">
          {f.dateTime(madeAt)} · {last.filter((part) => part !== null).join(' · ')}
        </span>
        <span className="text-grey-1 text-1 block break-all">{eventId}</span>
      </span>
      {state !== 'waiting' && (
        <span className="flex shrink-0">
          <Button
            kind="neutral"
            size="s"
            state={write.state}
            label={`${t('webhooks.again')} ${eventId}`}
            onPress={() => void write.run({ params: { id: webhookId, deliveryId: id } })}
          >
            {t('webhooks.again')}
          </Button>
        </span>
      )}
    </Row>
  )
}
