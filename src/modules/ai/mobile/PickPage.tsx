import { useState } from 'react'
import { useMember } from '#client/member.ts'
import { paths } from '#client/paths.ts'
import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { ActionBar } from '#ui/ActionBar.tsx'
import { Button } from '#ui/Button.tsx'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { Section, SectionHead } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { listAiDays, type PickDayView, type PickView } from '../contract.ts'
import { ApplySheet } from './ApplySheet.tsx'
import { Outcome } from './Outcome.tsx'
import { Parts } from './Parts.tsx'
import { PriceNow } from './PriceNow.tsx'
import { Recheck } from './Recheck.tsx'
import { Risk } from './Risk.tsx'
import { useAi } from './use-ai.ts'
import { Verdict } from './Verdict.tsx'

const DAYS = '30'

/** One pick: its prices, why it was picked, how to check that, and the way to buy it. */
export function PickPage({ id }: { id: string }) {
  const t = useT()
  const read = useRead(listAiDays, { query: { limit: DAYS } })
  const day = read.data?.find(({ picks }) => picks.some((one) => one.id === id))
  const pick = day?.picks.find((one) => one.id === id)
  return (
    <Page
      nav={<NavigationBar title={pick === undefined ? t('ai.title') : pick.name} />}
      footer={day && pick && pick.outcome === null ? <Apply day={day} pick={pick} /> : undefined}
    >
      <Loaded
        read={read}
        skeleton={
          <Section flush>
            <Skeleton kind="lines" rows={10} />
          </Section>
        }
        title={t('ai.cannotLoad')}
      >
        {() =>
          day && pick ? (
            <Pick day={day} pick={pick} />
          ) : (
            <Empty
              title={t('ai.rejection.PICK_UNKNOWN')}
              action={{ label: t('ai.log.toPicks'), href: paths.ai() }}
            />
          )
        }
      </Loaded>
    </Page>
  )
}

function Pick({ day, pick }: { day: PickDayView; pick: PickView }) {
  const t = useT()
  const f = useFormat()
  const { model } = useAi().data ?? {}
  return (
    <>
      {model && <Verdict model={model} />}
      <Section>
        <SectionHead
          title={t('ai.pick.prices')}
          more={{ label: t('ai.pick.stock'), href: paths.stock({ code: pick.code }) }}
        />
        <p className="pb-1 text-1 text-grey-1">
          {pick.code} · {t('ai.pick.place', { issues: pick.issues, place: pick.place })}
        </p>
        <DefinitionList>
          <DefinitionRow label={t('ai.picks.close')} note={f.date(day.day)}>
            {f.price(pick.close)}
          </DefinitionRow>
          {pick.outcome === null && <PriceNow pick={pick} />}
          <DefinitionRow label={t('ai.pick.limit')} note={f.date(day.entryOn)} strong>
            {f.price(pick.limit)}
          </DefinitionRow>
          <DefinitionRow label={t('ai.pick.takeProfit')}>{f.price(pick.takeProfit)}</DefinitionRow>
          <DefinitionRow label={t('ai.pick.stopLoss')}>{f.price(pick.stopLoss)}</DefinitionRow>
          <DefinitionRow label={t('ai.pick.exitOn')}>{f.date(pick.exitOn)}</DefinitionRow>
        </DefinitionList>
        {pick.outcome !== null && <Outcome outcome={pick.outcome} />}
      </Section>
      <Parts pick={pick} />
      <Recheck day={day} pick={pick} />
      <Risk />
    </>
  )
}

function Apply({ day, pick }: { day: PickDayView; pick: PickView }) {
  const t = useT()
  const { requireMember } = useMember()
  const [open, setOpen] = useState(false)
  return (
    <>
      <ActionBar>
        <Button disabled={!day.open} onPress={() => requireMember(t('ai.apply.title'), () => setOpen(true))}>
          {t(day.open ? 'ai.apply.button' : 'ai.apply.closed')}
        </Button>
      </ActionBar>
      <ApplySheet day={day} pick={pick} open={open} onClose={() => setOpen(false)} />
    </>
  )
}
