import { IconShieldCheck } from '@tabler/icons-react'
import { useRead } from '#client/reads.ts'
import { paths } from '#client/paths.ts'
import { useFormat, useT } from '#client/texts.ts'
import { Empty } from '#ui/Empty.tsx'
import { Figure, Stat, StatRow } from '#ui/Figure.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { Row } from '#ui/Row.tsx'
import { Section } from '#ui/Section.tsx'
import { Tag } from '#ui/Tag.tsx'
import { listDraws, type DrawView } from '../contract.ts'

const TONES = { open: 'brand', closed: 'grey', revealed: 'grey', decided: 'ok', void: 'warn' } as const

/** All draws, void ones with their reasons, counted. */
export function DrawList() {
  const t = useT()
  const read = useRead(listDraws, {})
  return (
    <Page
      nav={<NavigationBar title={t('draws.list.title')} />}
      onRefresh={async () => void (await read.refetch())}
    >
      <Section>
        <p className="text-2 text-grey-1">{t('draws.list.about')}</p>
      </Section>
      <Loaded read={read} skeleton="menu" title={t('draws.check.cannotLoad')}>
        {(found) => (
          <>
            <Section>
              <StatRow>
                <Stat label={t('draws.list.decided')}>
                  <Figure size={3}>{found.decided}</Figure>
                </Stat>
                <Stat label={t('draws.list.void')} align="right">
                  <Figure size={3}>{found.void}</Figure>
                </Stat>
              </StatRow>
            </Section>
            {found.draws.length === 0 ? (
              <Empty
                icon={<IconShieldCheck className="size-8" aria-hidden />}
                title={t('draws.list.none')}
                action={{ label: t('draws.toBlock'), href: paths.blockTrade() }}
              />
            ) : (
              <Section flush>
                {found.draws.map((draw) => (
                  <Line key={draw.id} draw={draw} />
                ))}
              </Section>
            )}
          </>
        )}
      </Loaded>
    </Page>
  )
}

function Line({ draw: { id, status, voidReason, closesAt, tickets, units } }: { draw: DrawView }) {
  const t = useT()
  const f = useFormat()
  return (
    <Row href={paths.drawCheck({ id })}>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1 py-3">
        <span className="text-2 font-strong">{id}</span>
        <span className="grow" />
        <Tag tone={TONES[status]}>{t(`draws.state.${status}`)}</Tag>
        <span className="w-full text-1 text-grey-1">
          {voidReason !== null
            ? t(`draws.void.${voidReason}`)
            : tickets === null
              ? t('draws.list.coming', { at: f.dateTime(closesAt), units })
              : t('draws.list.line', { at: f.dateTime(closesAt), tickets, units })}
        </span>
      </span>
    </Row>
  )
}
