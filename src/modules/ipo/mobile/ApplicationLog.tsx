import { IconTicket } from '@tabler/icons-react'
import { useMember } from '#client/member.ts'
import { paths } from '#client/paths.ts'
import { useFormat, useT } from '#client/texts.ts'
import { Empty } from '#ui/Empty.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { LoginInvitation } from '#ui/LoginInvitation.tsx'
import { Pairs, type Pair } from '#ui/Pairs.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Tag } from '#ui/Tag.tsx'
import type { IpoApplication } from '../contract.ts'
import { useApplications, useIpoNews } from './use-ipo.ts'
import { STATE_TONES } from './labels.ts'

/** The application log, or those of it that won with what is due and paid. */
export function ApplicationLog({ wins, onOfferings }: { wins: boolean; onOfferings: () => void }) {
  const t = useT()
  const { isLogin } = useMember()
  const read = useApplications()
  useIpoNews()
  const icon = <IconTicket stroke={1.75} className="size-8" aria-hidden />
  if (!isLogin) return <LoginInvitation why={t('ipo.guest')} />
  return (
    <Loaded
      read={read}
      skeleton={
        <Section flush>
          <Skeleton kind="lines" rows={8} />
        </Section>
      }
      title={t('ipo.cannotLoad')}
    >
      {(applications) => {
        const shown = wins ? applications.filter(({ winningQuantity }) => winningQuantity > 0) : applications
        if (shown.length === 0) {
          return (
            <Empty
              icon={icon}
              title={t(wins ? 'ipo.noWins' : 'ipo.noApplications')}
              note={t(wins ? 'ipo.noWinsNote' : 'ipo.noApplicationsNote')}
              action={{ label: t('ipo.toOfferings'), onPress: onOfferings }}
            />
          )
        }
        return shown.map((application) => (
          <LogCard key={application.id} application={application} wins={wins} />
        ))
      }}
    </Loaded>
  )
}

function LogCard({ application, wins }: { application: IpoApplication; wins: boolean }) {
  const t = useT()
  const f = useFormat()
  const { offeringId, status, code, name, offerPrice, confirmBy } = application
  const applied: Pair[] = [
    [t('ipo.ticket'), application.ticket],
    [t('ipo.quantity'), f.shares(application.applicationQuantity)],
    [t('ipo.appliedAt'), f.dateTime(application.appliedAt)],
    [t('ipo.held'), f.money(application.held)],
    ...(application.place === null
      ? []
      : [[t('ipo.place'), t('ipo.placeOf', { n: application.place })] as Pair]),
  ]
  const won: Pair[] = [
    [t('ipo.offerPrice'), f.price(offerPrice)],
    [t('ipo.won'), f.shares(application.winningQuantity)],
    [t('ipo.payable'), f.money(application.amountPayable)],
    [t('ipo.paid'), f.money(application.amountPaid)],
    [t('ipo.subscribed'), f.shares(application.subscribedShares)],
    [t('ipo.lots'), f.quantity(application.lots)],
    ...(confirmBy === null ? [] : [[t('ipo.confirmBy'), f.dateTime(confirmBy)] as Pair]),
  ]
  return (
    <Section flush label={name}>
      <a className="pressable block px-gutter py-3" href={paths.ipo({ id: offeringId })}>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 pb-1">
          <h2 className="min-w-0 text-3 font-strong">{name}</h2>
          <span className="text-1 text-grey-1">{code}</span>
          <span className="grow" />
          <Tag tone={STATE_TONES[status]}>{t(`ipo.status.${status}`)}</Tag>
        </span>
        <Pairs rows={wins ? won : applied} />
      </a>
    </Section>
  )
}
