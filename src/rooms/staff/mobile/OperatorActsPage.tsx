import { IconShieldCheck } from '@tabler/icons-react'
import { useState } from 'react'
import type { ScreenProps } from '#client/screens.ts'
import { refresh, useRead } from '#client/reads.ts'
import { useT } from '#client/texts.ts'
import { listOperatorActs, listPublicActs } from '#rooms/staff/contract.ts'
import { Empty } from '#ui/Empty.tsx'
import { InfiniteScroll } from '#ui/InfiniteScroll.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Tabs } from '#ui/Tabs.tsx'
import { Act } from './Act.tsx'

const PAGE = 30
const MOST = 100

const LISTS = { mine: listOperatorActs, all: listPublicActs } as const
type List = keyof typeof LISTS

/** What operators did that concerns the member, and everybody: each act with time, roles, reason and approvals (security-and-trust 1). */
export default function OperatorActsPage(_: ScreenProps<'operatorActs'>) {
  const t = useT()
  const [list, setList] = useState<List>('mine')
  return (
    <Page nav={<NavigationBar title={t('staff.title')} />} onRefresh={async () => refresh(LISTS[list])}>
      <Tabs label={t('staff.title')} tabs={[{ id: 'mine', label: t('staff.tab.mine') }, { id: 'all', label: t('staff.tab.all') }]} value={list} onChange={setList}>
        <ActList key={list} list={list} />
      </Tabs>
    </Page>
  )
}

function ActList({ list }: { list: List }) {
  const t = useT()
  const [limit, setLimit] = useState(PAGE)
  const read = useRead(LISTS[list], { query: { limit: String(limit) } }, { keepPrevious: true })
  return (
    <>
      <p className="px-gutter py-3 text-1 text-grey-1">{t(list === 'mine' ? 'staff.intro' : 'staff.introAll')}</p>
      <Loaded read={read} skeleton={<Skeleton kind="lines" rows={6} />}>
        {({ acts }) => acts.length === 0
          ? <Empty icon={<IconShieldCheck stroke={1.75} className="size-8" aria-hidden />} title={t('staff.empty')} note={t(list === 'mine' ? 'staff.emptyNote' : 'staff.emptyNoteAll')} />
          : (
            <>
              {acts.map((act) => <Act key={act.id} act={act} />)}
              <InfiniteScroll hasMore={acts.length === limit && limit < MOST} loading={read.isFetching} onMore={() => setLimit(Math.min(limit + PAGE, MOST))} />
            </>
          )}
      </Loaded>
    </>
  )
}
