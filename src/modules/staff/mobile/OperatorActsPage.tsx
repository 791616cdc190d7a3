import { IconShieldCheck } from '@tabler/icons-react'
import { useState } from 'react'
import type { ScreenProps } from '#client/screens.ts'
import { refresh, useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { listOperatorActs, listOperatorReads, listPublicActs } from '#modules/staff/contract.ts'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { Empty } from '#ui/Empty.tsx'
import { InfiniteScroll } from '#ui/InfiniteScroll.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Tabs } from '#ui/Tabs.tsx'
import { Act } from './Act.tsx'

const PAGE = 30
const MOST = 100

const LISTS = { mine: listOperatorActs, all: listPublicActs } as const
const TABS = ['mine', 'reads', 'all'] as const
type Tab = (typeof TABS)[number]

/**
 * Acts of operators that concern the member, and everybody: each act with time, roles, reason and approvals;
 * and what they looked at (security-and-trust 1).
 */
export default function OperatorActsPage(_: ScreenProps<'operatorActs'>) {
  const t = useT()
  const [list, setList] = useState<Tab>('mine')
  return (
    <Page
      nav={<NavigationBar title={t('staff.title')} />}
      onRefresh={async () => refresh(list === 'reads' ? listOperatorReads : LISTS[list])}
    >
      <Tabs
        label={t('staff.title')}
        tabs={TABS.map((id) => ({ id, label: t(`staff.tab.${id}`) }))}
        value={list}
        onChange={setList}
      >
        {list === 'reads' ? <Reads /> : <ActList key={list} list={list} />}
      </Tabs>
    </Page>
  )
}

/** Each look of an operator at the member's data: what, by which role, when. */
function Reads() {
  const t = useT()
  const f = useFormat()
  const [limit, setLimit] = useState(PAGE)
  const read = useRead(listOperatorReads, { query: { limit: String(limit) } }, { keepPrevious: true })
  return (
    <>
      <p className="px-gutter py-3 text-1 text-grey-1">
        {t('staff.introReads')}
        {read.data?.sealed &&
          ` ${t('staff.sealedByLaw', { month: read.data.sealed.month, n: read.data.sealed.entries })}`}
      </p>
      <Loaded read={read} skeleton={<Skeleton kind="lines" rows={6} />}>
        {({ reads }) =>
          reads.length === 0 ? (
            <Empty
              icon={<IconShieldCheck stroke={1.75} className="size-8" aria-hidden />}
              title={t('staff.emptyReads')}
              note={t('staff.emptyNoteReads')}
            />
          ) : (
            <>
              <Section>
                <DefinitionList label={t('staff.tab.reads')}>
                  {reads.map(({ id, what, role, number, at }) => (
                    <DefinitionRow
                      key={id}
                      label={what}
                      note={t('staff.signer', { role: t(`staff.role.${role}`), number: String(number) })}
                    >
                      {f.dateTime(at)}
                    </DefinitionRow>
                  ))}
                </DefinitionList>
              </Section>
              <InfiniteScroll
                hasMore={reads.length === limit && limit < MOST}
                loading={read.isFetching}
                onMore={() => setLimit(Math.min(limit + PAGE, MOST))}
              />
            </>
          )
        }
      </Loaded>
    </>
  )
}

function ActList({ list }: { list: keyof typeof LISTS }) {
  const t = useT()
  const [limit, setLimit] = useState(PAGE)
  const read = useRead(LISTS[list], { query: { limit: String(limit) } }, { keepPrevious: true })
  return (
    <>
      <p className="px-gutter py-3 text-1 text-grey-1">
        {t(list === 'mine' ? 'staff.intro' : 'staff.introAll')}
      </p>
      <Loaded read={read} skeleton={<Skeleton kind="lines" rows={6} />}>
        {({ acts }) =>
          acts.length === 0 ? (
            <Empty
              icon={<IconShieldCheck stroke={1.75} className="size-8" aria-hidden />}
              title={t('staff.empty')}
              note={t(list === 'mine' ? 'staff.emptyNote' : 'staff.emptyNoteAll')}
            />
          ) : (
            <>
              {acts.map((act) => (
                <Act key={act.id} act={act} />
              ))}
              <InfiniteScroll
                hasMore={acts.length === limit && limit < MOST}
                loading={read.isFetching}
                onMore={() => setLimit(Math.min(limit + PAGE, MOST))}
              />
            </>
          )
        }
      </Loaded>
    </>
  )
}
