import { IconPlus, IconWebhook } from '@tabler/icons-react'
import { useState } from 'react'
import { refresh, useRead } from '#client/reads.ts'
import type { ScreenProps } from '#client/screens.ts'
import { useT } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import { ActionBar } from '#ui/ActionBar.tsx'
import { Button } from '#ui/Button.tsx'
import { confirm } from '#ui/confirm.tsx'
import { Empty } from '#ui/Empty.tsx'
import { ICON } from '#ui/icon.ts'
import { Loaded } from '#ui/Loaded.tsx'
import { Sheet } from '#ui/Modal.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { Row } from '#ui/Row.tsx'
import { Section } from '#ui/Section.tsx'
import { Tag } from '#ui/Tag.tsx'
import {
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  rotateWebhookSecret,
  setWebhook,
  testWebhook,
  type WebhookView,
} from '../contract.ts'
import { Deliveries } from './Deliveries.tsx'
import { MakeWebhook, Secret } from './MakeWebhook.tsx'

/** Servers of the member's own that are told what happens to orders and money. */
export default function WebhooksPage(_: ScreenProps<'webhooks'>) {
  const t = useT()
  const read = useRead(listWebhooks, {})
  const [sheet, setSheet] = useState<'make' | { secret: string } | { log: string } | null>(null)
  const close = () => setSheet(null)
  return (
    <Page
      nav={<NavigationBar title={t('webhooks.pageTitle.webhooks')} />}
      onRefresh={async () => refresh(listWebhooks)}
      {...(read.data === undefined
        ? {}
        : {
            footer: (
              <ActionBar>
                <Button
                  disabled={read.data.webhooks.length >= read.data.most}
                  onPress={() => setSheet('make')}
                >
                  <IconPlus {...ICON} />
                  {t('webhooks.make')}
                </Button>
              </ActionBar>
            ),
          })}
    >
      <Section first>
        <p className="text-2">{t('webhooks.lead')}</p>
      </Section>
      <Loaded read={read} skeleton="menu" title={t('webhooks.cannotLoad')}>
        {({ webhooks }) =>
          webhooks.length === 0 ? (
            <Empty title={t('webhooks.empty')} />
          ) : (
            <Section flush label={t('webhooks.pageTitle.webhooks')}>
              {webhooks.map((webhook) => (
                <WebhookRow
                  key={webhook.id}
                  webhook={webhook}
                  onSecret={(secret) => setSheet({ secret })}
                  onLog={() => setSheet({ log: webhook.id })}
                />
              ))}
            </Section>
          )
        }
      </Loaded>
      <Sheet open={sheet === 'make'} onClose={close} title={t('webhooks.make')}>
        <MakeWebhook onMade={(secret) => setSheet({ secret })} />
      </Sheet>
      <Sheet
        open={sheet !== null && sheet !== 'make' && 'secret' in sheet}
        onClose={close}
        title={t('webhooks.secret')}
      >
        {sheet !== null && sheet !== 'make' && 'secret' in sheet && (
          <Secret secret={sheet.secret} onDone={close} />
        )}
      </Sheet>
      <Sheet
        open={sheet !== null && sheet !== 'make' && 'log' in sheet}
        onClose={close}
        title={t('webhooks.log')}
      >
        {sheet !== null && sheet !== 'make' && 'log' in sheet && <Deliveries id={sheet.log} />}
      </Sheet>
    </Page>
  )
}

type RowProps = { webhook: WebhookView; onSecret: (secret: string) => void; onLog: () => void }

function WebhookRow({ webhook: { id, url, events, state, isKeyOver }, onSecret, onLog }: RowProps) {
  const t = useT()
  const refreshes = { refreshes: [listWebhooks] }
  const [set, test] = [useWrite(setWebhook, refreshes), useWrite(testWebhook)]
  const [rotate, end] = [useWrite(rotateWebhookSecret, refreshes), useWrite(deleteWebhook, refreshes)]
  const params = { id }
  const isActive = state === 'active'
  async function tryIt() {
    const answer = await test.run({ params })
    if (!answer.ok) return
    refresh(listWebhookDeliveries)
    onLog()
  }
  async function renew() {
    if (!(await confirm({ title: t('webhooks.rotate'), body: t('webhooks.rotateNote') }))) return
    const answer = await rotate.run({ params })
    if (answer.ok) onSecret(answer.data.secret)
  }
  async function remove() {
    if (await confirm({ title: t('webhooks.delete'), body: url, danger: true })) await end.run({ params })
  }
  const button = (
    label: string,
    write: { state: Parameters<typeof Button>[0]['state'] },
    press: () => void,
  ) => (
    <span className="flex shrink-0">
      <Button kind="neutral" size="s" state={write.state} label={`${label} ${url}`} onPress={press}>
        {label}
      </Button>
    </span>
  )
  return (
    <Row className="gap-3 py-2">
      <span className="text-brand shrink-0">
        <IconWebhook {...ICON} />
      </span>
      <span className="min-w-0 grow">
        <span className="text-2 font-strong block break-all">{url}</span>
        <span className="text-grey-1 text-1 flex flex-wrap items-center gap-x-2 py-1">
          <Tag tone={isActive && !isKeyOver ? 'grey' : 'warn'}>
            {t('webhooks.state', { state: isKeyOver ? 'over' : state })}
          </Tag>
          {events.map((event) => t(`webhooks.event.${event}`)).join(' · ')}
        </span>
        <span className="flex flex-wrap gap-2 pt-1">
          {button(t('webhooks.log'), { state: 'idle' }, onLog)}
          {button(t('webhooks.test'), test, () => void tryIt())}
          {button(
            t(isActive ? 'webhooks.pause' : 'webhooks.resume'),
            set,
            () => void set.run({ params, input: { state: isActive ? 'paused' : 'active' } }),
          )}
          {button(t('webhooks.rotate'), rotate, () => void renew())}
          {button(t('webhooks.delete'), end, () => void remove())}
        </span>
      </span>
    </Row>
  )
}
