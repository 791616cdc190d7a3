import { paths } from '#client/paths.ts'
import type { ScreenProps } from '#client/screens.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import { ActionBar } from '#ui/ActionBar.tsx'
import { Button } from '#ui/Button.tsx'
import { confirm } from '#ui/confirm.tsx'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Figure } from '#ui/Figure.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { MenuRow } from '#ui/MenuRow.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Tag } from '#ui/Tag.tsx'
import { toast } from '#ui/toast.tsx'
import { sellFollow, type FollowView } from '../contract.ts'
import { RecordList } from './RecordList.tsx'
import { COPY_READS, readAgain, useCopyNews, useFollows } from './use-copy.ts'
import { stateOf, STATE_TONES } from './labels.ts'

/** One subscription with all its fields; without an id all of them. */
export default function RecordPage({ params: { id } }: ScreenProps<'copyRecord'>) {
  useCopyNews()
  const t = useT()
  const nav = <NavigationBar title={t('copy.page.record')} />
  if (id === undefined)
    return (
      <Page nav={nav} onRefresh={readAgain}>
        <RecordList />
      </Page>
    )
  return <OneRecord id={id} />
}

function OneRecord({ id }: { id: string }) {
  const t = useT()
  const read = useFollows()
  const row = read.data?.find((each) => each.id === id)
  return (
    <Page
      nav={<NavigationBar title={t('copy.page.record')} />}
      onRefresh={readAgain}
      footer={row && <Sell row={row} />}
    >
      <Loaded
        read={read}
        skeleton={
          <Section flush>
            <Skeleton kind="lines" rows={8} />
          </Section>
        }
        title={t('copy.cannotLoad')}
      >
        {() =>
          row === undefined ? (
            <Empty
              title={t('copy.rejection.RECORD_NOT_FOUND')}
              action={{ label: t('copy.none.toPools'), href: paths.copy() }}
            />
          ) : (
            <Fields row={row} />
          )
        }
      </Loaded>
    </Page>
  )
}

function Fields({ row }: { row: FollowView }) {
  const t = useT()
  const f = useFormat()
  const state = stateOf(row)
  const time = (at: string | null) => (at === null ? '—' : f.dateTime(at))
  return (
    <>
      <Section label={row.name}>
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1 pb-1">
          <h2 className="min-w-0 text-3 font-strong">{row.name}</h2>
          <span className="grow" />
          <Tag tone={STATE_TONES[state]}>{t('copy.state', { state })}</Tag>
        </div>
        <p className="text-1 text-grey-1">{t('copy.record.total')}</p>
        <Figure size={4} tone="auto" value={row.total}>
          {f.signedMoney(row.total)}
        </Figure>
        {row.navOn !== null && row.worth !== null && (
          <p className="text-1 text-grey-1">{t('copy.navOn', { on: f.date(row.navOn) })}</p>
        )}
      </Section>
      <Section label={t('copy.page.record')}>
        <DefinitionList>
          <DefinitionRow label={t('copy.record.number')}>{row.number}</DefinitionRow>
          <DefinitionRow label={t('copy.buy')}>{f.money(row.buy)}</DefinitionRow>
          {row.worth !== null && (
            <DefinitionRow label={t('copy.worth')} strong>
              {f.money(row.worth)}
            </DefinitionRow>
          )}
          <DefinitionRow label={t('copy.record.yesterday')}>
            <Figure tone="auto" value={row.yesterday}>
              {f.signedMoney(row.yesterday)}
            </Figure>
          </DefinitionRow>
          {row.units > 0 && (
            <DefinitionRow label={t('copy.record.units')}>{f.quantity(row.units)}</DefinitionRow>
          )}
          {row.paid !== null && (
            <DefinitionRow label={t('copy.record.paid')} strong>
              {f.money(row.paid)}
            </DefinitionRow>
          )}
          {row.reasonText !== null && (
            <DefinitionRow label={t('copy.record.reason')}>{row.reasonText}</DefinitionRow>
          )}
          <DefinitionRow label={t('copy.record.applied')}>{f.dateTime(row.appliedAt)}</DefinitionRow>
          <DefinitionRow label={t('copy.record.buyTime')}>{time(row.buyTime)}</DefinitionRow>
          <DefinitionRow label={t('copy.record.sellTime')}>{time(row.sellTime)}</DefinitionRow>
        </DefinitionList>
      </Section>
      <Section flush>
        <MenuRow label={t('copy.page.pool')} value={row.name} href={paths.copy({ id: row.pool })} />
      </Section>
    </>
  )
}

/** A sale with a confirm that repeats the figures; in review it is taken back. */
function Sell({ row }: { row: FollowView }) {
  const t = useT()
  const f = useFormat()
  const write = useWrite(sellFollow, { refreshes: COPY_READS })
  const isPending = row.status === 'pending'
  if (row.status === 'ended' || row.leaving) return null
  async function submit() {
    const yes = await confirm({
      title: t(isPending ? 'copy.record.withdrawTitle' : 'copy.record.sellTitle'),
      ...(isPending && { act: t('copy.record.withdraw') }),
      danger: !isPending,
      body: (
        <>
          <DefinitionList>
            <DefinitionRow label={t('copy.buy')} strong={isPending}>
              {f.money(row.buy)}
            </DefinitionRow>
            {!isPending && (
              <DefinitionRow label={t('copy.record.units')}>{f.quantity(row.units)}</DefinitionRow>
            )}
            {!isPending && (
              <DefinitionRow label={t('copy.record.estimate')} strong>
                {f.money(row.worth)}
              </DefinitionRow>
            )}
          </DefinitionList>
          <p className="pt-2 text-1 text-grey-1">
            {t(isPending ? 'copy.record.withdrawNote' : 'copy.record.sellNote')}
          </p>
        </>
      ),
    })
    if (!yes) return
    const answer = await write.run({ input: { record: row.id } })
    if (answer.ok) toast(t(isPending ? 'copy.record.withdrawn' : 'copy.record.sold'), { kind: 'ok' })
  }
  return (
    <ActionBar>
      <Button kind={isPending ? 'neutral' : 'sell'} state={write.state} onPress={() => void submit()}>
        {t(isPending ? 'copy.record.withdraw' : 'copy.record.sell')}
      </Button>
    </ActionBar>
  )
}
