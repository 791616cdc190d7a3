import { IconShieldCheck } from '@tabler/icons-react'
import { useState } from 'react'
import type { ScreenProps } from '#client/screens.ts'
import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { listOperatorActs, type OperatorActView } from '#rooms/staff/contract.ts'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { Empty } from '#ui/Empty.tsx'
import { InfiniteScroll } from '#ui/InfiniteScroll.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Tag } from '#ui/Tag.tsx'

const PAGE = 30
const MOST = 100

/** What operators did that concerns the member: each act with time, roles, reason and approvals (security-and-trust 1). */
export default function OperatorActsPage(_: ScreenProps<'operatorActs'>) {
  const t = useT()
  const [limit, setLimit] = useState(PAGE)
  const read = useRead(listOperatorActs, { query: { limit: String(limit) } }, { keepPrevious: true })
  return (
    <Page nav={<NavigationBar title={t('staff.title')} />} onRefresh={async () => void (await read.refetch())}>
      <p className="px-gutter py-3 text-1 text-grey-1">{t('staff.intro')}</p>
      <Loaded read={read} skeleton={<Skeleton kind="lines" rows={6} />}>
        {({ acts }) => acts.length === 0
          ? <Empty icon={<IconShieldCheck stroke={1.75} className="size-8" aria-hidden />} title={t('staff.empty')} note={t('staff.emptyNote')} />
          : (
            <>
              {acts.map((act) => <Act key={act.id} act={act} />)}
              <InfiniteScroll hasMore={acts.length === limit && limit < MOST} loading={read.isFetching} onMore={() => setLimit(Math.min(limit + PAGE, MOST))} />
            </>
          )}
      </Loaded>
    </Page>
  )
}

function Act({ act }: { act: OperatorActView }) {
  const t = useT()
  const f = useFormat()
  return (
    <Section>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-2 font-strong">{act.what}</h2>
        {act.demoDesk && <Tag tone="warn">{t('staff.demoDesk')}</Tag>}
      </div>
      <p className="text-1 text-grey-1"><time dateTime={act.at}>{f.dateTime(act.at)}</time></p>
      <DefinitionList label={act.what}>
        {act.reason !== null && <DefinitionRow label={t('staff.reason')} note={act.reason.text ?? undefined}>{act.reason.words}</DefinitionRow>}
        {act.approvals.map(({ role, number, at }) => (
          <DefinitionRow key={`${role} ${number}`} label={t('staff.signer', { role: t(`staff.role.${role}`), number: String(number) })}>{f.dateTime(at)}</DefinitionRow>
        ))}
      </DefinitionList>
      {act.demoDesk && <p className="pt-1 text-1 text-grey-1">{t('staff.demoDeskNote')}</p>}
    </Section>
  )
}
