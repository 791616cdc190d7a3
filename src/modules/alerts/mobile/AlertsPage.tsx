import { IconBellPlus, IconBellRinging, IconTrash } from '@tabler/icons-react'
import { paths } from '#client/paths.ts'
import { useRead } from '#client/reads.ts'
import type { ScreenProps } from '#client/screens.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import { Empty } from '#ui/Empty.tsx'
import { ICON, ICON_S } from '#ui/icon.ts'
import { Loaded } from '#ui/Loaded.tsx'
import { MenuRow } from '#ui/MenuRow.tsx'
import { NavAction, NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { Section, SectionHead } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Tag } from '#ui/Tag.tsx'
import { toast } from '#ui/toast.tsx'
import { listAlerts, removeAlert, type AlertView } from '../contract.ts'
import { AlertForm } from './AlertForm.tsx'

/** The member's price alerts, all of them or those of one issue, where a new one can be set. */
export default function AlertsPage({ params: { code, watches, price } }: ScreenProps<'alerts'>) {
  const t = useT()
  const read = useRead(
    listAlerts,
    { query: code === undefined ? {} : { code } },
    { quiet: true, poll: 'alerts' },
  )
  return (
    <Page
      nav={
        <NavigationBar
          title={t('alerts.title')}
          actions={
            code === undefined && (
              <NavAction icon={<IconBellPlus {...ICON} />} label={t('alerts.new')} href={paths.search()} />
            )
          }
        />
      }
      onRefresh={async () => void (await read.refetch())}
    >
      {code !== undefined && <AlertForm key={code} code={code} watches={watches} price={price} />}
      <Loaded
        read={read}
        skeleton={
          <Section flush>
            <Skeleton kind="stock" />
          </Section>
        }
        title={t('alerts.cannotLoad')}
      >
        {({ alerts, watching, most }) => (
          <>
            {alerts.length === 0 && code === undefined && (
              <Empty
                icon={<IconBellRinging stroke={1.75} className="size-8" aria-hidden />}
                title={t('alerts.empty')}
                note={t('alerts.emptyNote')}
                action={{ label: t('alerts.find'), href: paths.search() }}
              />
            )}
            <List
              title={t('alerts.watching')}
              note={t('alerts.count', { watching, most })}
              alerts={alerts.filter(({ status }) => status === 'watching')}
            />
            <List title={t('alerts.hitList')} alerts={alerts.filter(({ status }) => status === 'hit')} />
          </>
        )}
      </Loaded>
      <Section flush>
        <MenuRow
          icon={<IconBellRinging {...ICON} />}
          label={t('alerts.notify')}
          href={paths.notifications()}
        />
      </Section>
    </Page>
  )
}

function List({ title, note, alerts }: { title: string; note?: string; alerts: readonly AlertView[] }) {
  if (alerts.length === 0) return null
  return (
    <Section flush label={title}>
      <SectionHead flush title={title} note={note} />
      {alerts.map((alert) => (
        <Line key={alert.id} alert={alert} />
      ))}
    </Section>
  )
}

function Line({ alert }: { alert: AlertView }) {
  const t = useT()
  const f = useFormat()
  const { run, state } = useWrite(removeAlert, { refreshes: [listAlerts] })
  const { id, code, name, watches, price, changeBp, repeats, status, hitAt, hitPrice, last, lastChangeBp } =
    alert
  const rule = t(`alerts.rule.${watches}`, { value: price === null ? f.percent(changeBp) : f.price(price) })
  const remove = async () => {
    if ((await run({ params: { id } })).ok) toast(t('alerts.removed'), { kind: 'ok' })
  }
  return (
    <div className="row">
      <div className="hairline flex min-h-row w-full items-center gap-2">
        <a
          className="pressable flex min-w-0 grow flex-col gap-0.5 rounded-1 py-2"
          href={paths.stock({ code })}
        >
          <span className="text-2 font-strong">
            {name} <span className="text-1 font-regular text-grey-1">{code}</span>
          </span>
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-2">
            {rule}
            <Tag>{t(`alerts.repeats.${repeats}`)}</Tag>
          </span>
          <span className="text-1 text-grey-1">
            {hitAt === null
              ? ''
              : `${t('alerts.hitAt', { at: f.dateTime(hitAt), price: f.price(hitPrice) })}　`}
            {status === 'watching' &&
              (price === null
                ? t('alerts.nowChange', { change: f.signedPercent(lastChangeBp) })
                : t('alerts.now', { price: f.price(last) }))}
          </span>
        </a>
        <button
          type="button"
          className="pressable grid size-touch shrink-0 place-items-center rounded-1 text-grey-1"
          disabled={state !== 'idle'}
          aria-label={t('alerts.removeOf', { name, rule })}
          onClick={() => void remove()}
        >
          <IconTrash {...ICON_S} />
        </button>
      </div>
    </div>
  )
}
