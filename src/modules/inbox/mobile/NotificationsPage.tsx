import { useEffect, useEffectEvent, useState } from 'react'
import { useRead } from '#client/reads.ts'
import type { ScreenProps } from '#client/screens.ts'
import { useSession } from '#client/session.ts'
import { useT } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import { Loaded } from '#ui/Loaded.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Page } from '#ui/Page.tsx'
import { Section, SectionHead } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Switch } from '#ui/Switch.tsx'
import { toast } from '#ui/toast.tsx'
import { choosePush, getPush, subscribePush, unsubscribePush, type PushView } from '../contract.ts'
import { ALWAYS_TOLD } from '../model/groups.ts'
import {
  allowDevice,
  deviceState,
  onLeaveChanged,
  silenceDevice,
  wantDevice,
  type DeviceState,
} from './device.ts'

/** The devices that are told of messages, and of which. */
export default function NotificationsPage(_: ScreenProps<'notifications'>) {
  const t = useT()
  const read = useRead(getPush, {}, { quiet: true })
  return (
    <Page
      nav={<NavigationBar title={t('inbox.push.title')} />}
      onRefresh={async () => void (await read.refetch())}
    >
      <Loaded read={read} skeleton={<Skeleton kind="menu" rows={8} />} title={t('inbox.cannotLoad')}>
        {(push) => (
          <>
            <Device push={push} />
            <Groups push={push} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

function Device({ push }: { push: PushView }) {
  const t = useT()
  const { userId } = useSession()
  const [state, setState] = useState<DeviceState | null>(null)
  const [isBusy, setBusy] = useState(false)
  const subscribe = useWrite(subscribePush, { refreshes: [getPush] })
  const unsubscribe = useWrite(unsubscribePush, { refreshes: [getPush] })
  const known = push.known.join()
  const look = useEffectEvent(() => void deviceState(known.split(',')).then(setState))
  useEffect(() => look(), [known])
  // A choice in the browser changes the device, and nothing at the server.
  useEffect(() => onLeaveChanged(() => look()), [])
  const change = async (wanted: boolean) => {
    setBusy(true)
    try {
      if (wanted) {
        const device = await allowDevice(push.publicKey)
        if (device !== null && (await subscribe.run({ input: device })).ok) wantDevice(userId, true)
      } else {
        wantDevice(userId, false)
        const endpoint = await silenceDevice()
        if (endpoint !== null) await unsubscribe.run({ input: { endpoint } })
      }
    } catch {
      // The browser's own service could not be reached, or it keeps the device from it.
      toast(t('inbox.push.failed'), { kind: 'fail' })
    }
    await deviceState(known.split(',')).then(setState)
    setBusy(false)
  }
  return (
    <Section first>
      <Switch
        label={t('inbox.push.device')}
        checked={state === 'on'}
        disabled={isBusy || state === null || state === 'unsupported' || state === 'blocked'}
        onChange={(wanted) => void change(wanted)}
      />
      <p className="text-1 text-grey-1">{t('inbox.push.deviceNote')}</p>
      {state === 'unsupported' && <Notice tone="warn" title={t('inbox.push.unsupported')} />}
      {state === 'blocked' && <Notice tone="warn" title={t('inbox.push.blocked')} />}
      <p className="flex justify-between gap-3 pt-3 text-2">
        <span>{t('inbox.push.devices')}</span>
        <span className="font-strong">{t('inbox.push.deviceCount', { count: push.devices })}</span>
      </p>
    </Section>
  )
}

function Groups({ push }: { push: PushView }) {
  const t = useT()
  const { run, state } = useWrite(choosePush, { refreshes: [getPush] })
  return (
    <Section flush>
      <SectionHead flush title={t('inbox.push.groups')} />
      <p className="px-gutter pb-2 text-1 text-grey-1">{t('inbox.push.groupsNote')}</p>
      {push.groups.map(({ group, wanted }) => (
        <div key={group} className="px-gutter">
          <Switch
            label={t(`inbox.group.${group}`)}
            checked={wanted}
            disabled={group === ALWAYS_TOLD || state !== 'idle'}
            {...(group === ALWAYS_TOLD ? { note: t('inbox.push.always') } : {})}
            onChange={(next) => void run({ input: { group, wanted: next } })}
          />
        </div>
      ))}
    </Section>
  )
}
