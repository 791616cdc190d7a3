import { IconStack2 } from '@tabler/icons-react'
import { useMember } from '#client/member.ts'
import { paths } from '#client/paths.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import { cancelApplication, type ApplicationView } from '#modules/draws/contract.ts'
import { UNIT_SHARES } from '#modules/draws/model/apply.ts'
import { CheckLink } from '#modules/draws/mobile/public.ts'
import { Button } from '#ui/Button.tsx'
import { LoginInvitation } from '#ui/LoginInvitation.tsx'
import { confirm } from '#ui/confirm.tsx'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { Pairs, type Pair } from '#ui/Pairs.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Tag, type TagTone } from '#ui/Tag.tsx'
import { toast } from '#ui/toast.tsx'
import type { BlockSaleView } from '../contract.ts'
import { BLOCK_READS, useApplications, useSales } from './use-block.ts'

/** The specification's words (chapter 4): applying, success, failed; and one that the member took back. */
type Word = 'applying' | 'success' | 'failed' | 'cancelled'
const WORDS: Readonly<Record<ApplicationView['status'], Word>> = {
  applied: 'applying',
  won: 'success',
  'not-won': 'failed',
  returned: 'failed',
  declined: 'failed',
  cancelled: 'cancelled',
}
const TONES: Readonly<Record<Word, TagTone>> = {
  applying: 'brand',
  success: 'ok',
  failed: 'grey',
  cancelled: 'grey',
}

/** The application list, newest first. */
export function Applications({ onSales }: { onSales: () => void }) {
  const t = useT()
  const { isLogin } = useMember()
  const read = useApplications()
  const { data: sales = [] } = useSales()
  const icon = <IconStack2 stroke={1.75} className="size-8" aria-hidden />
  if (!isLogin) return <LoginInvitation why={t('block.guest')} />
  return (
    <Loaded
      read={read}
      skeleton={
        <Section flush>
          <Skeleton kind="lines" rows={8} />
        </Section>
      }
      title={t('block.cannotLoad')}
      empty={
        <Empty
          icon={icon}
          title={t('block.noApplications')}
          note={t('block.noApplicationsNote')}
          action={{ label: t('block.toSales'), onPress: onSales }}
        />
      }
    >
      {(applications) =>
        applications.map((application) => (
          <One
            key={application.id}
            application={application}
            sale={sales.find(({ id }) => id === application.drawId) ?? null}
          />
        ))
      }
    </Loaded>
  )
}

function One({ application, sale }: { application: ApplicationView; sale: BlockSaleView | null }) {
  const t = useT()
  const f = useFormat()
  const { id, status, drawId, name, code, units, wonUnits, holdPrice, held, draw } = application
  const word = WORDS[status]
  const isDelivered = status === 'won' && sale !== null && sale.isDelivered
  const rows: Pair[] = [
    [t('block.ticket'), application.ticket],
    [t('block.quantity'), f.shares(units * UNIT_SHARES)],
    [t('block.hedgingPrice'), f.price(holdPrice)],
    [t('block.held'), f.money(held)],
    ...(status === 'won'
      ? ([
          [t('block.won'), f.shares(wonUnits * UNIT_SHARES)],
          [t('block.paid'), f.money(wonUnits * UNIT_SHARES * holdPrice)],
        ] as Pair[])
      : []),
    ...(application.place === null ? [] : [[t('block.place'), f.quantity(application.place)] as Pair]),
    [t('block.appliedAt'), f.date(application.appliedAt)],
  ]
  return (
    <Section label={name}>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 pb-1">
        <h2 className="min-w-0 text-3 font-strong">{name}</h2>
        <span className="text-1 text-grey-1">{code}</span>
        <span className="grow" />
        <Tag tone={TONES[word]}>{t(`block.state.${word}`)}</Tag>
      </div>
      <Pairs rows={rows} />
      {status === 'applied' && (
        <p className="pt-1 text-1 text-grey-1">
          {draw.status === 'open'
            ? t('block.waiting', { at: f.dateTime(draw.closesAt) })
            : t('block.drawing')}
        </p>
      )}
      {status === 'won' && !isDelivered && sale !== null && (
        <p className="pt-1 text-1 text-grey-1">{t('block.delivers', { at: f.dateTime(sale.deliversAt) })}</p>
      )}
      {(status === 'not-won' || status === 'returned') && (
        <p className="pt-1 text-1 text-grey-1">
          {t(status === 'returned' ? 'block.returned' : 'block.lost')}
        </p>
      )}
      <div className="flex flex-col gap-2 pt-3 empty:hidden">
        {status === 'applied' && draw.status === 'open' && <Cancel application={application} />}
        {isDelivered && (
          <div className="flex">
            <Button size="s" href={paths.tradeDetail({ lot: id })}>
              {t('block.toLot')}
            </Button>
          </div>
        )}
        {status !== 'cancelled' && draw.status !== 'open' && <CheckLink drawId={drawId} applicationId={id} />}
      </div>
    </Section>
  )
}

function Cancel({ application: { id, name, code, units, held } }: { application: ApplicationView }) {
  const t = useT()
  const f = useFormat()
  const write = useWrite(cancelApplication, { refreshes: BLOCK_READS })
  async function cancel() {
    const yes = await confirm({
      title: t('block.cancel.ask'),
      act: t('block.cancel'),
      body: (
        <DefinitionList>
          <DefinitionRow label={`${name} ${code}`}>{f.shares(units * UNIT_SHARES)}</DefinitionRow>
          <DefinitionRow label={t('block.cancel.back')} strong>
            {f.money(held)}
          </DefinitionRow>
        </DefinitionList>
      ),
    })
    if (yes && (await write.run({ params: { id } })).ok) toast(t('block.cancel.done'), { kind: 'ok' })
  }
  return (
    <div className="flex">
      <Button kind="neutral" size="s" state={write.state} onPress={() => void cancel()}>
        {t('block.cancel')}
      </Button>
    </div>
  )
}
