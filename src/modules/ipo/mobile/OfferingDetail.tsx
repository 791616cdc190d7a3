import { IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { paths } from '#client/paths.ts'
import { useT } from '#client/texts.ts'
import { Empty } from '#ui/Empty.tsx'
import { HelpAction } from '#ui/HelpAction.tsx'
import { ICON_S } from '#ui/icon.ts'
import { Loaded } from '#ui/Loaded.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Page } from '#ui/Page.tsx'
import { Section, SectionHead } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { ApplySheet } from './ApplySheet.tsx'
import { OfferingFoot } from './OfferingFoot.tsx'
import { Book, Head, MyApplication, MyDraw, Terms } from './OfferingParts.tsx'
import { Timeline } from './Timeline.tsx'
import { useIpoNews, useOffering } from './use-ipo.ts'
import { activeOf } from './labels.ts'

/**
 * One offering: what became of the member's application, its dates, demand, terms, price rule and risks.
 * `applies`: the sheet stands open.
 */
export function OfferingDetail({ id, applies }: { id: string; applies: boolean }) {
  const t = useT()
  const read = useOffering(id)
  const [sheet, setSheet] = useState(applies)
  useIpoNews()
  const nav = <NavigationBar title={t('ipo.title')} actions={<HelpAction article="ipo" />} />
  const offering = read.data
  if (offering === undefined) {
    const missing = read.error?.code === 404
    return (
      <Page nav={nav}>
        {missing ? (
          <Empty title={t('ipo.notFound')} action={{ label: t('ipo.toOfferings'), href: paths.ipo() }} />
        ) : (
          <Loaded
            read={read}
            skeleton={
              <Section flush>
                <Skeleton kind="lines" rows={10} />
              </Section>
            }
            title={t('ipo.cannotLoad')}
          >
            {() => null}
          </Loaded>
        )}
      </Page>
    )
  }
  const mine = activeOf(offering)
  return (
    <Page
      nav={nav}
      onRefresh={async () => void (await read.refetch())}
      footer={<OfferingFoot offering={offering} onApply={() => setSheet(true)} />}
    >
      <Head offering={offering} mine={mine} />
      {offering.status === 'void' && (
        <Notice
          icon={<IconInfoCircle {...ICON_S} />}
          title={t('ipo.stage.void')}
          note={
            <>
              {offering.voidWords}
              <br />
              {t('ipo.voidNote')}
            </>
          }
        />
      )}
      {mine !== null && <MyApplication mine={mine} />}
      {offering.status !== 'void' && <Timeline offering={offering} />}
      {mine !== null && offering.decidedAt !== null && <MyDraw offering={offering} mine={mine} />}
      <Book offering={offering} />
      <Terms offering={offering} />
      <Section>
        <SectionHead title={t('ipo.profile')} />
        <p className="text-2">{offering.profile}</p>
      </Section>
      <Section>
        <SectionHead title={t('ipo.risk')} />
        <ul className="flex list-disc flex-col gap-1.5 pl-5 text-2">
          {(['loss', 'hold', 'odds', 'fee', 'final'] as const).map((one) => (
            <li key={one}>{t(`ipo.risk.${one}`)}</li>
          ))}
        </ul>
      </Section>
      <ApplySheet
        offering={offering}
        open={sheet && offering.status === 'open' && mine === null}
        onClose={() => setSheet(false)}
      />
    </Page>
  )
}
