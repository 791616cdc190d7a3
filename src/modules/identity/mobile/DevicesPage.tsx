import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { refresh, useRead } from '#client/reads.ts'
import type { ScreenProps } from '#client/screens.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import type { OutputOf } from '#wire/route.ts'
import { endOtherSessions, endSession, getSecurity, listSessions } from '#modules/identity/contract.ts'
import { ActionBar } from '#ui/ActionBar.tsx'
import { Button } from '#ui/Button.tsx'
import { confirm } from '#ui/confirm.tsx'
import { ICON } from '#ui/icon.ts'
import { Loaded } from '#ui/Loaded.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { Row } from '#ui/Row.tsx'
import { Section } from '#ui/Section.tsx'
import { Tag } from '#ui/Tag.tsx'
import { toast } from '#ui/toast.tsx'

type Session = OutputOf<typeof listSessions>[number]

/** The devices on which the member is logged in. Each can be logged out from here, or all others at once. */
export default function DevicesPage(_: ScreenProps<'devices'>) {
  const t = useT()
  const f = useFormat()
  const sessions = useRead(listSessions, {})
  const all = useWrite(endOtherSessions, { refreshes: [listSessions, getSecurity] })
  const others = sessions.data?.filter((one) => !one.current).length ?? 0
  async function endOthers() {
    const yes = await confirm({
      title: t('identity.devices.endOthers'),
      body: t('identity.devices.endOthersNote', { count: f.number(others) }),
      danger: true,
    })
    if (!yes) return
    const answer = await all.run({})
    if (answer.ok) toast(t('identity.devices.ended'), { kind: 'ok' })
  }
  return (
    <Page
      nav={<NavigationBar title={t('identity.devices.title')} />}
      onRefresh={async () => refresh(listSessions)}
      {...(others > 0
        ? {
            footer: (
              <ActionBar>
                <Button kind="neutral" state={all.state} onPress={() => void endOthers()}>
                  {t('identity.devices.endOthers')}
                </Button>
              </ActionBar>
            ),
          }
        : {})}
    >
      <p className="text-grey-1 text-1 px-gutter py-3">{t('identity.devices.note')}</p>
      <Section flush first label={t('identity.devices.title')}>
        <Loaded read={sessions} skeleton="menu">
          {(list) => list.map((one) => <Device key={one.id} session={one} />)}
        </Loaded>
      </Section>
    </Page>
  )
}

function Device({ session: { id, device, factor, startedAt, seenAt, current, key } }: { session: Session }) {
  const t = useT()
  const f = useFormat()
  const write = useWrite(endSession, { refreshes: [listSessions, getSecurity] })
  const name = device === '' ? t('identity.devices.unknown') : device
  const Icon = /iPhone|iPad|Android/.test(device) ? IconDeviceMobile : IconDeviceDesktop
  async function end() {
    const yes = await confirm({
      title: t('identity.devices.endOne'),
      body: `${name}, ${f.dateTime(seenAt)}`,
      danger: true,
    })
    if (!yes) return
    const answer = await write.run({ input: { sessionId: id } })
    if (answer.ok) toast(t('identity.devices.ended'), { kind: 'ok' })
  }
  return (
    <Row className="gap-3 py-2">
      <span className="text-brand shrink-0">
        <Icon {...ICON} />
      </span>
      <span className="min-w-0 grow">
        <span className="text-2 flex flex-wrap items-center gap-x-2">
          <span className="font-strong">{name}</span>
          {current && <Tag tone="ok">{t('identity.devices.current')}</Tag>}
        </span>
        <span className="text-grey-1 text-1 block">
          {t('identity.devices.seen', { at: f.dateTime(seenAt) })}
        </span>
        <span className="text-grey-1 text-1 block">
          {t(`identity.devices.by.${factor}`, { at: f.dateTime(startedAt) })}
        </span>
        <span className="text-grey-1 text-1 block">{t(`identity.devices.key.${key ?? 'none'}`)}</span>
      </span>
      {!current && (
        <span className="flex shrink-0">
          <Button
            kind="neutral"
            size="s"
            state={write.state}
            label={`${t('identity.devices.end')} ${name}`}
            onPress={() => void end()}
          >
            {t('identity.devices.end')}
          </Button>
        </span>
      )}
    </Row>
  )
}
