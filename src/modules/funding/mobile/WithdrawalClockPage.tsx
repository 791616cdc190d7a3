import type { ScreenProps } from '#client/screens.ts'
import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { HOUR, MINUTE, type Ms } from '#kernel/time.ts'
import { getWithdrawalClock } from '#modules/funding/contract.ts'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { Section, SectionHead } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'

/**
 * The real time that withdrawals take, and the number denied: open to everybody, measured, with the rules
 * beside it.
 */
export default function WithdrawalClockPage(_: ScreenProps<'withdrawalClock'>) {
  const t = useT()
  const f = useFormat()
  const read = useRead(getWithdrawalClock, {})
  const duration = (ms: Ms | null) =>
    ms === null
      ? t('funding.clock.none')
      : t('funding.clock.duration', {
          hours: Math.floor(ms / HOUR),
          minutes: Math.floor((ms % HOUR) / MINUTE),
        })
  const count = (number: number) => t('funding.clock.count', { count: number })
  return (
    <Page
      nav={<NavigationBar title={t('funding.clock.title')} />}
      onRefresh={async () => void (await read.refetch())}
    >
      <Loaded read={read} skeleton={<Skeleton kind="lines" rows={8} />}>
        {(clock) => (
          <>
            <Section first>
              <p className="pb-1 text-1 text-grey-1">{t('funding.clock.lead', { days: clock.days })}</p>
              <DefinitionList>
                <DefinitionRow strong label={t('funding.clock.median')}>
                  {duration(clock.medianMs)}
                </DefinitionRow>
                <DefinitionRow label={t('funding.clock.slowest')}>{duration(clock.slowestMs)}</DefinitionRow>
                <DefinitionRow label={t('funding.clock.requested')}>{count(clock.requested)}</DefinitionRow>
                <DefinitionRow label={t('funding.clock.paid')}>{count(clock.paid)}</DefinitionRow>
                <DefinitionRow label={t('funding.clock.denied')}>{count(clock.denied)}</DefinitionRow>
                <DefinitionRow strong label={t('funding.clock.denialRate')}>
                  {clock.denialBp === null ? t('funding.clock.none') : f.percent(clock.denialBp)}
                </DefinitionRow>
                <DefinitionRow label={t('funding.clock.openAppeals')}>
                  {count(clock.openAppeals)}
                </DefinitionRow>
                <DefinitionRow label={t('funding.clock.corrections')}>
                  {count(clock.corrections)}
                </DefinitionRow>
              </DefinitionList>
            </Section>
            <Section>
              <SectionHead title={t('funding.clock.rules')} />
              <ul className="flex list-disc flex-col gap-1 pl-5 text-2">
                <li>{t('funding.clock.rule1', { byRule: f.money(clock.byRule) })}</li>
                <li>
                  {t('funding.clock.rule2', {
                    hours: clock.decidedWithinMs / HOUR,
                    from: clock.hours.from,
                    to: clock.hours.to,
                  })}
                </li>
                <li>{t('funding.clock.rule3', { hours: clock.arrivesWithinMs / HOUR })}</li>
                <li>{t('funding.clock.rule4')}</li>
              </ul>
            </Section>
          </>
        )}
      </Loaded>
    </Page>
  )
}
