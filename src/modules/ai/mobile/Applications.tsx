import { IconBulb } from '@tabler/icons-react'
import { paths } from '#client/paths.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import { Button } from '#ui/Button.tsx'
import { LoginInvitation } from '#ui/LoginInvitation.tsx'
import { confirm } from '#ui/confirm.tsx'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Switch } from '#ui/Switch.tsx'
import { Tag } from '#ui/Tag.tsx'
import { toast } from '#ui/toast.tsx'
import { cancelAi, setTimeExit, type ApplicationView } from '../contract.ts'
import { AI_READS, useApplications } from './use-ai.ts'
import { STATUS_TONES } from './labels.ts'

/**
 * The application list of the specification: name, code, buy price, buy quantity, transaction amount, status.
 */
export function Applications({ onPicks }: { onPicks: () => void }) {
  const t = useT()
  const { isLogin, read } = useApplications()
  const icon = <IconBulb stroke={1.75} className="size-8" aria-hidden />
  if (!isLogin) return <LoginInvitation why={t('ai.log.loginNote')} />
  return (
    <Loaded
      read={read}
      skeleton={
        <Section flush>
          <Skeleton kind="lines" rows={8} />
        </Section>
      }
      title={t('ai.cannotLoad')}
    >
      {(all) =>
        all.length === 0 ? (
          <Empty
            icon={icon}
            title={t('ai.log.none')}
            note={t('ai.log.noneNote')}
            action={{ label: t('ai.log.toPicks'), onPress: onPicks }}
          />
        ) : (
          all.map((one) => <Card key={one.id} application={one} />)
        )
      }
    </Loaded>
  )
}

function Card({ application: one }: { application: ApplicationView }) {
  const t = useT()
  const f = useFormat()
  const write = useWrite(cancelAi, { refreshes: AI_READS })
  const isBought = one.filledQuantity > 0
  async function cancel() {
    if (
      !(await confirm({
        title: t('ai.log.cancel'),
        act: t('ai.log.cancel'),
        body: t('ai.log.cancelAsk', { name: one.name, units: t('ai.apply.unitsOf', { n: one.units }) }),
        danger: true,
      }))
    )
      return
    const answer = await write.run({ params: { id: one.id } })
    if (answer.ok) toast(t('ai.log.cancelled'), { kind: 'ok' })
  }
  const exit = useWrite(setTimeExit, { refreshes: AI_READS })
  const isAhead = one.isHeld || one.status === 'applying'
  async function turn(timeExit: boolean) {
    if (
      !timeExit &&
      !(await confirm({
        title: t('ai.log.timeExit'),
        body: t('ai.log.timeExitOff', { name: one.name, on: f.date(one.exitOn) }),
      }))
    )
      return
    await exit.run({ params: { id: one.id }, input: { timeExit } })
  }
  const bound = (value: string) => (isBought ? value : t('ai.log.atMost', { value }))
  return (
    <Section label={`${one.name} ${one.code}`}>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 pb-1">
        <h2 className="min-w-0 text-3 font-strong">{one.name}</h2>
        <span className="text-1 text-grey-1">{one.code}</span>
        <span className="grow" />
        <Tag tone={STATUS_TONES[one.status]}>{t(`ai.status.${one.status}`)}</Tag>
      </div>
      {one.reason !== null && <p className="pb-1 text-1 text-grey-1">{one.reason}</p>}
      <DefinitionList>
        <DefinitionRow label={t('ai.log.price')}>{bound(f.price(one.price))}</DefinitionRow>
        <DefinitionRow label={t('ai.log.quantity')}>
          {f.shares(isBought ? one.filledQuantity : one.quantity)}
        </DefinitionRow>
        <DefinitionRow label={t('ai.log.amount')}>{bound(f.money(one.amount))}</DefinitionRow>
        <DefinitionRow label={t('ai.log.entryOn')}>{f.date(one.entryOn)}</DefinitionRow>
        {one.status === 'success' && (
          <DefinitionRow label={t('ai.pick.exitOn')}>
            {one.timeExit ? f.date(one.exitOn) : t('ai.log.timeExitNone')}
          </DefinitionRow>
        )}
      </DefinitionList>
      {isAhead && (
        <Switch
          plain
          label={t('ai.log.timeExit')}
          note={t('ai.log.timeExitNote', { on: f.date(one.exitOn) })}
          checked={one.timeExit}
          disabled={exit.state !== 'idle'}
          onChange={(timeExit) => void turn(timeExit)}
        />
      )}
      {one.orderId !== null && (
        <p className="pt-2 text-2">
          <a className="text-brand underline" href={paths.tradeDetail({ order: one.orderId })}>
            {t('ai.log.order')}
          </a>
        </p>
      )}
      {one.status === 'applying' && one.orderId === null && (
        <div className="flex pt-2">
          <Button kind="neutral" state={write.state} onPress={() => void cancel()}>
            {t('ai.log.cancel')}
          </Button>
        </div>
      )}
    </Section>
  )
}
