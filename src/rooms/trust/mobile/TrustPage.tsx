import { IconCircleCheck, IconCircleDashed, IconCircleX, IconFileText, IconReceiptYen, IconScale, IconShieldCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { CallError } from '#client/call-error.ts'
import { paths } from '#client/paths.ts'
import type { ScreenProps } from '#client/screens.ts'
import { useSession } from '#client/session.ts'
import type { Checked } from '#client/signed.ts'
import { useFormat, useT } from '#client/texts.ts'
import { Empty } from '#ui/Empty.tsx'
import { ICON } from '#ui/icon.ts'
import { Loaded } from '#ui/Loaded.tsx'
import { MenuRow } from '#ui/MenuRow.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Page } from '#ui/Page.tsx'
import { Section, SectionHead } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { checkHead, type HeadCheck } from './check.ts'
import { OwnRecords } from './OwnRecords.tsx'

/** What anybody can check of this house, reckoned on this device. */
export default function TrustPage(_: ScreenProps<'trust'>) {
  const t = useT()
  const { isLogin } = useSession()
  const read = useQuery<HeadCheck | null, CallError>({ queryKey: ['trust', 'head'], queryFn: checkHead, refetchInterval: 60_000, staleTime: 0 })
  return (
    <Page nav={<NavigationBar title={t('trust.title')} />} onRefresh={async () => void (await read.refetch())}>
      <Section><p className="text-1 text-grey-1">{t('trust.intro')}</p></Section>
      <Loaded read={read} skeleton={<Section flush><Skeleton kind="lines" rows={5} /></Section>}>
        {(check) => check === null
          ? <Section><Empty title={t('trust.none')} note={t('trust.noneNote')} /></Section>
          : <JournalHead check={check} />}
      </Loaded>
      {isLogin && <OwnRecords />}
      <Section flush>
        <SectionHead title={t('trust.more')} flush />
        <MenuRow icon={<IconScale {...ICON} />} label={t('funding.clock.title')} href={paths.withdrawalClock()} />
        {isLogin && <MenuRow icon={<IconReceiptYen {...ICON} />} label={t('orders.fees.title')} href={paths.feeStatement()} />}
        {isLogin && <MenuRow icon={<IconShieldCheck {...ICON} />} label={t('staff.title')} href={paths.operatorActs()} />}
        <MenuRow icon={<IconFileText {...ICON} />} label={t('legal.list.title')} href={paths.webview()} />
      </Section>
    </Page>
  )
}

function JournalHead({ check: { head, before, continuity, house, auditor, records } }: { check: HeadCheck }) {
  const t = useT()
  const f = useFormat()
  return (
    <Section>
      <SectionHead title={t('trust.head')} note={f.dateTime(head.at)} />
      {(continuity === 'broken' || house === 'wrong' || auditor === 'wrong') && <Notice tone="danger" title={t('trust.broken')} note={t('trust.brokenNote')} />}
      <p className="pb-1"><span className="text-4 font-strong">{f.quantity(head.size)}</span> <span className="text-1 text-grey-1">{t('trust.records')}</span></p>
      <p className="text-1 break-all font-code text-grey-1">{head.root}</p>
      {records > head.size && <p className="pt-1 text-1 text-grey-1">{t('trust.since', { count: records - head.size })}</p>}
      <ul className="pt-2">
        <Step state={continuity === 'broken' ? 'wrong' : 'right'} title={t(`trust.continuity.${continuity}`)}>
          {before === null ? t('trust.kept') : t('trust.before', { size: before.size, at: f.dateTime(before.at) })}
        </Step>
        <Step state={house} title={t(`trust.house.${house}`)} />
        <Step state={auditor} title={t(`trust.auditor.${auditor}`)}>{t('trust.auditorNote')}</Step>
      </ul>
    </Section>
  )
}

const MARKS = { right: <IconCircleCheck {...ICON} className="size-6 shrink-0 text-ok" />, wrong: <IconCircleX {...ICON} className="size-6 shrink-0 text-danger" />, uncheckable: <IconCircleDashed {...ICON} className="size-6 shrink-0 text-grey-1" /> }

/** One thing that was checked, as the mark at its side says. */
export function Step({ state, title, children }: { state: Checked; title: string; children?: ReactNode }) {
  return (
    <li className="flex gap-3 border-t border-grey-3 py-2 first:border-t-0">
      {MARKS[state]}
      <span className="min-w-0"><span className="block text-2 font-strong">{title}</span>{children !== undefined && <span className="block text-1 text-grey-1">{children}</span>}</span>
    </li>
  )
}
