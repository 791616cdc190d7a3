import { IconCopy } from '@tabler/icons-react'
import { paths } from '#client/paths.ts'
import { useSession } from '#client/session.ts'
import { useFormat, useT } from '#client/texts.ts'
import { Empty } from '#ui/Empty.tsx'
import { Figure } from '#ui/Figure.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { LoginInvitation } from '#ui/LoginInvitation.tsx'
import { Pairs } from '#ui/Pairs.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Tag } from '#ui/Tag.tsx'
import type { FollowView } from '../contract.ts'
import { useFollows } from './use-copy.ts'
import { stateOf, STATE_TONES } from './labels.ts'

/** One's own subscriptions, the newest first. */
export function RecordList({ onPools }: { onPools?: () => void }) {
  const t = useT()
  const { isLogin } = useSession()
  const read = useFollows()
  const none = (
    <Empty
      icon={<IconCopy stroke={1.75} className="size-8" aria-hidden />}
      title={t('copy.none.records')}
      note={t('copy.none.recordsNote')}
      action={{
        label: t('copy.none.toPools'),
        ...(onPools === undefined ? { href: paths.copy() } : { onPress: onPools }),
      }}
    />
  )
  if (!isLogin) return <LoginInvitation why={t('copy.none.guest')} note={t('copy.none.recordsNote')} />
  return (
    <Loaded
      read={read}
      skeleton={
        <Section flush>
          <Skeleton kind="lines" rows={6} />
        </Section>
      }
      title={t('copy.cannotLoad')}
      empty={none}
    >
      {(rows) => rows.map((row) => <RecordCard key={row.id} row={row} />)}
    </Loaded>
  )
}

function RecordCard({ row }: { row: FollowView }) {
  const t = useT()
  const f = useFormat()
  const state = stateOf(row)
  return (
    <Section label={row.number}>
      <a className="pressable -mx-2 block rounded-1 px-2" href={paths.copyRecord({ id: row.id })}>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h2 className="min-w-0 text-2 font-strong">{row.name}</h2>
          <span className="grow" />
          <Tag tone={STATE_TONES[state]}>{t('copy.state', { state })}</Tag>
        </span>
        <span className="block pb-1 text-1 text-grey-1">
          {row.number}　{f.dateTime(row.buyTime ?? row.appliedAt)}
        </span>
        <Pairs
          rows={[
            [t('copy.buy'), f.money(row.buy)],
            ...(row.worth === null ? [] : [[t('copy.worth'), f.money(row.worth)] as const]),
            ...(row.yesterday === null
              ? []
              : [
                  [
                    t('copy.record.yesterday'),
                    <Figure key="yesterday" tone="auto" value={row.yesterday}>
                      {f.signedMoney(row.yesterday)}
                    </Figure>,
                  ] as const,
                ]),
            ...(row.total === null
              ? []
              : [
                  [
                    t('copy.record.total'),
                    <Figure key="total" tone="auto" value={row.total} strong>
                      {f.signedMoney(row.total)}
                    </Figure>,
                  ] as const,
                ]),
          ]}
        />
      </a>
    </Section>
  )
}
