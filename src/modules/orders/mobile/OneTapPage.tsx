import { IconLock, IconLockOpen } from '@tabler/icons-react'
import { useState } from 'react'
import type { ScreenProps } from '#client/screens.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import { StepUpFields, useStepUp } from '#modules/identity/mobile/public.ts'
import {
  armOneTap,
  getOneTap,
  lockOneTap,
  switchOffOneTap,
  type OneTapFields,
} from '#modules/orders/contract.ts'
import { IDLE_MINUTES, MOST_ONE_TAP_YEN, MOST_PER_MINUTE } from '#modules/orders/model/one-tap.ts'
import { MAX_QUANTITY } from '#modules/orders/model/place-order.ts'
import { Button } from '#ui/Button.tsx'
import { FieldError } from '#ui/Field.tsx'
import { isWithin } from '#ui/figure-input.ts'
import { ICON_S } from '#ui/icon.ts'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Notice } from '#ui/Notice.tsx'
import { outOfRange } from '#ui/out-of-range.ts'
import { Page } from '#ui/Page.tsx'
import { Section, SectionHead } from '#ui/Section.tsx'
import { Segment } from '#ui/Segment.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Stepper } from '#ui/Stepper.tsx'
import { Switch } from '#ui/Switch.tsx'
import { toast } from '#ui/toast.tsx'
import { TicketRow } from './TicketRow.tsx'
import { useOneTap, type OneTap } from './use-one-tap.ts'

/** Limits that a device begins with: careful ones. */
const FIRST: OneTapFields = {
  mostYen: 1_000_000,
  mostShares: 1_000,
  perMinute: 10,
  idleMinutes: 5,
  takesLimit: true,
  takesMarket: false,
}
const YEN_STEP = 100_000
const SHARE_STEP = 100

/**
 * One-tap orders of this device: what they do, the member's own limits, and the proof that switches them on
 * or unlocks them.
 */
export default function OneTapPage(_: ScreenProps<'oneTap'>) {
  const t = useT()
  const oneTap = useOneTap()
  return (
    <Page nav={<NavigationBar title={t('orders.oneTap.title')} />}>
      <State oneTap={oneTap} />
      <Section>
        <p className="text-2">{t('orders.oneTap.lead')}</p>
        <ul className="text-grey-1 text-2 flex list-disc flex-col gap-1 pt-2 pl-5">
          {(['rules', 'device', 'lock', 'tap'] as const).map((point) => (
            <li key={point}>{t(`orders.oneTap.point.${point}`)}</li>
          ))}
        </ul>
      </Section>
      {oneTap.view === null ? (
        <Skeleton kind="lines" rows={6} />
      ) : (
        <Form key={oneTap.view.version} oneTap={oneTap} />
      )}
    </Page>
  )
}

/** The word for what a tap does now, with the lock and the switch beside it. */
function State({ oneTap: { state, view } }: { oneTap: OneTap }) {
  const t = useT()
  const f = useFormat()
  const lock = useWrite(lockOneTap, { refreshes: [getOneTap] })
  const off = useWrite(switchOffOneTap, { refreshes: [getOneTap] })
  if (view === null) return null
  const isArmed = state === 'armed'
  const Icon = isArmed ? IconLockOpen : IconLock
  return (
    <>
      <Notice
        tone={isArmed ? 'warn' : 'info'}
        icon={<Icon {...ICON_S} />}
        title={t('orders.oneTap.state', { state })}
        note={
          isArmed && view.locksAt !== null
            ? t('orders.oneTap.armedNote', { until: f.clock(view.locksAt) })
            : undefined
        }
      />
      {state !== 'off' && (
        <div className="flex gap-2 px-gutter pt-3">
          {isArmed && (
            <Button
              kind="primary"
              state={lock.state}
              onPress={() =>
                void lock.run().then(({ ok }) => ok && toast(t('orders.oneTap.lockedNow'), { kind: 'ok' }))
              }
            >
              {t('orders.oneTap.lock')}
            </Button>
          )}
          <Button
            kind="neutral"
            state={off.state}
            onPress={() =>
              void off.run().then(({ ok }) => ok && toast(t('orders.oneTap.offNow'), { kind: 'ok' }))
            }
          >
            {t('orders.oneTap.switchOff')}
          </Button>
        </div>
      )}
    </>
  )
}

function Form({ oneTap: { state, limits } }: { oneTap: OneTap }) {
  const t = useT()
  const f = useFormat()
  const [form, setForm] = useState(limits ?? FIRST)
  const [figures, setFigures] = useState<Record<'mostYen' | 'mostShares' | 'perMinute', number | null>>(form)
  const stepUp = useStepUp('one-tap.arm')
  const write = useWrite(armOneTap, { refreshes: [getOneTap] })
  const bounds = {
    mostYen: { step: YEN_STEP, min: 1, max: MOST_ONE_TAP_YEN },
    mostShares: { step: SHARE_STEP, min: 1, max: MAX_QUANTITY },
    perMinute: { step: 1, min: 1, max: MOST_PER_MINUTE },
  } as const
  type Name = keyof typeof bounds
  const errorOf = (name: Name) => {
    const value = figures[name]
    const { min, max } = bounds[name]
    return value === null || isWithin(value, min, max) ? undefined : outOfRange(t, min, max)
  }
  const isNothing = !form.takesLimit && !form.takesMarket
  const isSaid = (Object.keys(bounds) as Name[]).every(
    (name) => figures[name] !== null && errorOf(name) === undefined,
  )
  async function arm() {
    const { mostYen, mostShares, perMinute } = figures
    if (mostYen === null || mostShares === null || perMinute === null) return
    const content = { ...form, mostYen, mostShares, perMinute }
    const proof = await stepUp.prove(content)
    if (proof === null) return
    const answer = await write.run({ input: { ...content, ...proof } })
    if (!answer.ok) return stepUp.heard(answer.error)
    toast(t('orders.oneTap.on'), { kind: 'ok' })
  }
  const figure = (name: Name) => ({
    label: t(`orders.oneTap.${name}`),
    value: figures[name],
    ...bounds[name],
    display: f.quantity(figures[name]),
    onChange: (value: number | null) => setFigures({ ...figures, [name]: value }),
    error: errorOf(name),
  })
  return (
    <>
      <Section>
        <SectionHead title={t('orders.oneTap.limits')} />
        <div className="flex flex-col gap-3">
          <TicketRow label={t('orders.oneTap.mostYen')}>
            <Stepper unit="yen" {...figure('mostYen')} />
          </TicketRow>
          <TicketRow label={t('orders.oneTap.mostShares')}>
            <Stepper unit="shares" {...figure('mostShares')} />
          </TicketRow>
          <TicketRow label={t('orders.oneTap.perMinute')}>
            <Stepper unit="units" {...figure('perMinute')} />
          </TicketRow>
          <TicketRow label={t('orders.oneTap.idle')}>
            <Segment
              label={t('orders.oneTap.idle')}
              value={String(form.idleMinutes)}
              onChange={(chosen) =>
                setForm({
                  ...form,
                  idleMinutes: IDLE_MINUTES.find((one) => String(one) === chosen) ?? FIRST.idleMinutes,
                })
              }
              options={IDLE_MINUTES.map((minutes) => ({
                value: String(minutes),
                label: t('orders.oneTap.minutes', { minutes }),
              }))}
            />
          </TicketRow>
          <div>
            <Switch
              checked={form.takesLimit}
              label={t('orders.oneTap.kind.limit')}
              onChange={(takesLimit) => setForm({ ...form, takesLimit })}
            />
            <Switch
              checked={form.takesMarket}
              label={t('orders.oneTap.kind.market')}
              onChange={(takesMarket) => setForm({ ...form, takesMarket })}
            />
            <FieldError id="one-tap-kinds" error={isNothing ? t('orders.rejection.ONE_TAP_NOTHING') : null} />
          </div>
        </div>
      </Section>
      <Section>
        <div className="flex flex-col gap-2">
          <StepUpFields stepUp={stepUp} />
          <div className="flex pt-2">
            <Button state={write.state} disabled={!isSaid || isNothing} onPress={() => void arm()}>
              {t(
                state === 'off'
                  ? 'orders.oneTap.switchOn'
                  : state === 'locked'
                    ? 'orders.oneTap.unlock'
                    : 'orders.oneTap.change',
              )}
            </Button>
          </div>
        </div>
      </Section>
    </>
  )
}
